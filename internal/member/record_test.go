package member_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/wallet"
	"hearten/test/bench"
)

func TestMemberRecord(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief, support := w.Staff(access.Chief, access.CentreA), w.Staff(access.Support, access.CentreA)
		id := bench.Enrol(chief, bench.Body{"phone": "91230001", "email": "Mei@Example.hk", "nickname": " 小美 ", "birthday": "1990-02-28",
			"districtId": w.District(2), "serviceNumber": "S-1"})
		chief.Put("/web/users/staff", bench.Body{"userIds": []string{id}, "staffId": support.ID}).OK()
		got := chief.Get("/web/users/" + id).OK()
		for path, want := range map[string]any{
			"id": id, "nickname": "小美", "phone": "91230001", "email": "mei@example.hk", "district": "觀塘", "userType": 2.0, "level": 1.0,
			"serviceNumber": "S-1", "gender": nil, "birthday": "1990-02-28", "signature": "", "status": 1.0, "staffId": support.ID,
			"staff": "同工", "centreEnum": "CENTRE_A", "joinedAt": "2026-11-15T02:00:00.000Z", "lastLogin": nil,
		} {
			if got.Value("data."+path) != want {
				t.Errorf("%s is %v, want %v", path, got.Value("data."+path), want)
			}
		}
		if got.String("data.avatarUrl") == "" || len(got.String("data.username")) != 9 {
			t.Errorf("the record: %s", got.Text)
		}
		w.Pay(id, wallet.Exp, 250)
		w.Clock.Advance(time.Minute)
		m := bench.SignInByCode(w, "mei@example.hk") // by either address
		m.Put("/app/users/personal", bench.Body{"gender": 0, "signature": "慢慢來"}).OK()
		if got := support.Get("/web/users/" + id).OK(); got.Int("data.level") != 3 || got.Int("data.gender") != 0 ||
			got.String("data.lastLogin") != "2026-11-15T02:01:00.000Z" {
			t.Errorf("later: %s", got.Text)
		}
		// Whoever looks at a record leaves a row.
		log := chief.Post("/web/audit/page", bench.Body{"userId": id, "action": "get-web-users-user_id"}).OK()
		if log.Int("data.pagination.totalItems") != 2 {
			t.Errorf("the log: %s", log.Text)
		}
	})
}

// Who sees whom: the own centre, support staff their own people, free users
// those in charge.
func TestMemberReach(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin()
		ofA, ofB := bench.Enrol(admin, bench.Body{"districtId": w.District(0)}), bench.Enrol(admin, bench.Body{"districtId": w.District(6)})
		assigned := bench.Enrol(admin, bench.Body{"districtId": w.District(1)})
		free, nowhere := bench.Enrol(admin, bench.Body{"districtId": w.District(-1)}), bench.Enrol(admin, bench.Body{})
		gone := w.Member()
		gone.Delete("/app/users/remove").OK()
		admin.Post("/web/remove/delete/"+bench.RemovalOf(w, gone.ID), nil).OK()
		for _, c := range []struct {
			code                               access.Code
			centre                             access.Centre
			ofA, assigned, ofB, free, nowhere_ int
		}{
			{access.Support, access.CentreA, 404, 200, 404, 403, 403},
			{access.Support, access.CentreB, 404, 404, 404, 403, 403},
			{access.Professional, access.CentreA, 200, 200, 404, 403, 403},
			{access.Professional, access.CentreB, 404, 404, 200, 403, 403},
			{access.Chief, access.CentreA, 200, 200, 404, 200, 200},
			{access.Supervisor, access.CentreB, 404, 404, 200, 200, 200},
			{access.Admin, access.CentreAll, 200, 200, 200, 200, 200},
		} {
			staff := w.Staff(c.code, c.centre)
			if c.code == access.Support && c.centre == access.CentreA {
				admin.Put("/web/users/staff", bench.Body{"userIds": []string{assigned}, "staffId": staff.ID}).OK()
			}
			var want []any
			for _, one := range []struct {
				id     string
				status int
			}{{ofA, c.ofA}, {assigned, c.assigned}, {ofB, c.ofB}, {free, c.free}, {nowhere, c.nowhere_}, {gone.ID, 404}, {"nothing", 404}} {
				if got := staff.Get("/web/users/" + one.id).Status; got != one.status {
					t.Errorf("%s of %s gets %d for %s, want %d", c.code, c.centre, got, one.id, one.status)
				}
				if one.status == 200 && one.id != free && one.id != nowhere {
					want = append(want, one.id)
				}
			}
			got := staff.Post("/web/users/org/page", bench.Body{"sortings": []bench.Body{{"property": "userId", "direction": "asc"}}}).OK().List("data.items", "userId")
			if slices.SortFunc(want, func(a, b any) int { return strings.Compare(a.(string), b.(string)) }); !slices.Equal(got, want) {
				t.Errorf("%s of %s lists %v, want %v", c.code, c.centre, got, want)
			}
			page := staff.Post("/web/users/free/page", bench.Body{})
			if c.free == 403 {
				page.Fails(403, "FORBIDDEN")
			} else if ids := page.OK().List("data.items", "userId"); len(ids) != 2 || ids[0] != nowhere || ids[1] != free {
				t.Errorf("%s of %s lists free users %v", c.code, c.centre, ids)
			}
		}
	})
}
