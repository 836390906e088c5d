package account_test

import (
	"fmt"
	"sync"
	"testing"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

func TestUsersStaff(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief, admin := w.Staff(access.Chief, access.CentreA), w.Admin()
		own, others := w.Staff(access.Support, access.CentreA), w.Staff(access.Support, access.CentreB)
		disabled := w.Staff(access.Support, access.CentreA)
		w.DisableStaff(disabled.ID)
		a, second := bench.Enrol(admin, bench.Body{"districtId": w.District(0)}), bench.Enrol(admin, bench.Body{"districtId": w.District(1)})
		b, free := bench.Enrol(admin, bench.Body{"districtId": w.District(6)}), bench.Enrol(admin, bench.Body{})
		assign := func(c *bench.Caller, staff any, ids ...string) *bench.Reply {
			return c.Put("/web/users/staff", bench.Body{"userIds": ids, "staffId": staff})
		}
		assign(chief, own.ID, a, second).OK()
		for _, nobody := range []string{others.ID, disabled.ID, admin.ID, "nothing", ""} {
			assign(chief, nobody, a).Fails(404, "NOT_FOUND")
		}
		assign(chief, own.ID, a, b).Fails(404, "NOT_FOUND")
		assign(chief, own.ID, free).Fails(404, "NOT_FOUND") // free users have no centre's colleague
		assign(admin, own.ID, a, b).Fails(404, "NOT_FOUND") // not both of one centre
		if got := own.Get("/web/users/" + second).OK(); got.String("data.staffId") != own.ID {
			t.Fatalf("the record: %s", got.Text)
		}
		chief.Put("/web/users/staff", bench.Body{"userIds": []string{a}}).Fails(400, "VALIDATION", "staffId")
		assign(chief, nil, a, free).OK()
		own.Get("/web/users/"+a).Fails(404, "NOT_FOUND")
		if got := chief.Get("/web/users/" + a).OK(); got.Value("data.staffId") != nil || got.String("data.staff") != "" {
			t.Fatalf("the record: %s", got.Text)
		}
	})
}

// Someone becomes responsible at the moment they are deleted or moved away:
// nobody is left with a colleague who is not there.
func TestUsersStaffRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief, admin := w.Staff(access.Chief, access.CentreA), w.Admin().At(w.Replica())
		ids := w.Users(40, func(i int) bench.User {
			return bench.User{Centre: "CENTRE_A", District: w.District(0), Status: 1, Username: fmt.Sprintf("race%04d", i)}
		})
		elsewhere := bench.Role(w, access.Support, access.CentreB).ID
		for round := range 8 {
			who := w.Staff(access.Support, access.CentreA).ID
			var assigned, gone int
			var both sync.WaitGroup
			both.Go(func() {
				assigned = chief.Put("/web/users/staff", bench.Body{"userIds": ids, "staffId": who}).Status
			})
			both.Go(func() {
				if round%2 == 0 {
					gone = admin.Delete("/web/staffs/" + who).Status
				} else {
					gone = admin.Put("/web/staffs", bench.Body{"id": who, "roleId": elsewhere}).Status
				}
			})
			both.Wait()
			if gone != 200 || assigned != 200 && assigned != 404 {
				t.Fatalf("assigned %d, taken away %d", assigned, gone)
			}
			if n := bench.CountRows(w, "users", "staff_id = '"+who+"'"); n != 0 {
				t.Fatalf("%d users are left with someone who is not there (assigned %d)", n, assigned)
			}
		}
	})
}
