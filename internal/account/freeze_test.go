package account_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

func TestFreezing(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a, b := bench.SetDistrict(w.Member(), w.District(0), 1), bench.SetDistrict(w.Member(), w.District(6), 1)
		ctx, chief := bench.AsStaff(w, access.Chief, access.CentreA)
		if err := w.App.Accounts.SetFrozen(ctx, chief, []string{a.ID, b.ID}, true, "安全"); err == nil {
			t.Fatal("a user of another centre was frozen")
		}
		a.Get("/app/users/profile").OK() // all or none
		bench.Must(t, w.App.Accounts.SetFrozen(ctx, chief, []string{a.ID, a.ID}, true, "安全"))
		a.At(w.Replica()).Get("/app/users/profile").Fails(401, "UNAUTHENTICATED")
		if err := w.App.Accounts.SetFrozen(ctx, chief, []string{a.ID}, true, "安全"); err == nil {
			t.Fatal("frozen twice")
		}
		bench.Must(t, w.App.Accounts.SetFrozen(ctx, chief, []string{a.ID}, false, ""))
	})
}

func TestUsersFreeze(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		a, free := bench.SetDistrict(w.Member(), w.District(0), 1), w.Member()
		b := bench.SetDistrict(w.Member(), w.District(6), 1)
		freeze := func(ids ...string) *bench.Reply {
			return chief.Put("/web/users/freeze", bench.Body{"userIds": ids, "mark": "安全理由"})
		}
		unfreeze := func(ids ...string) *bench.Reply { return chief.Put("/web/users/unfreeze", bench.Body{"userIds": ids}) }
		freeze(a.ID, b.ID).Fails(404, "NOT_FOUND")
		freeze(a.ID, "nothing").Fails(404, "NOT_FOUND")
		a.Get("/app/users/profile").OK() // all or none
		freeze(a.ID, free.ID, a.ID).OK()
		for _, m := range []*bench.Caller{a, free} {
			m.Get("/app/users/profile").Fails(401, "UNAUTHENTICATED")
			if got := chief.Get("/web/users/" + m.ID).OK(); got.Int("data.status") != 0 {
				t.Fatalf("frozen: %s", got.Text)
			}
		}
		freeze(a.ID).Fails(409, "CONFLICT")
		other := bench.SetDistrict(w.Member(), w.District(0), 1)
		freeze(other.ID, a.ID).Fails(409, "CONFLICT")
		other.Get("/app/users/profile").OK()
		unfreeze(other.ID, a.ID).Fails(409, "CONFLICT")
		unfreeze(a.ID, free.ID).OK()
		other.Delete("/app/users/remove").OK()
		freeze(other.ID).Fails(409, "CONFLICT") // leaving
		for _, bad := range []any{bench.Body{"userIds": []string{}}, bench.Body{"userIds": slices.Repeat([]string{"x"}, 1001)}, bench.Body{}, bench.Body{"userIds": []string{a.ID}, "mark": strings.Repeat("字", 256)}} {
			chief.Put("/web/users/freeze", bad).Fails(400, "VALIDATION")
		}
		log := chief.Post("/web/audit/page", bench.Body{"userId": a.ID, "action": "put-web-users-freeze"}).OK()
		if log.Int("data.pagination.totalItems") != 1 || log.String("data.items.0.detail.mark") != "安全理由" {
			t.Errorf("the log: %s", log.Text)
		}
	})
}

// A thousand at once, and two colleagues at one moment: one of them wins.
func TestUsersFreezeMany(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		district := w.District(0)
		ids := w.Users(1000, func(i int) bench.User {
			return bench.User{Centre: "CENTRE_A", District: district, Status: 1, Username: fmt.Sprintf("many%04d", i)}
		})
		callers := []*bench.Caller{w.Staff(access.Chief, access.CentreA), w.Staff(access.Supervisor, access.CentreA)}
		statuses := make([]int, 2)
		var all sync.WaitGroup
		for i, c := range callers {
			all.Go(func() { statuses[i] = c.Put("/web/users/freeze", bench.Body{"userIds": ids}).Status })
		}
		all.Wait()
		if slices.Sort(statuses); !slices.Equal(statuses, []int{200, 409}) {
			t.Fatalf("two at once: %v", statuses)
		}
		if n := callers[0].Post("/web/users/org/page", bench.Body{"statuses": []bool{true}}).OK().Int("data.pagination.totalItems"); n != 1000 {
			t.Fatalf("%d are frozen", n)
		}
	})
}

func TestUsersOTPUnlock(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.SignUp("91230001")
		m.Put("/app/users/username", bench.Body{"username": "Sunny.Mei"}).OK()
		for range 3 {
			token := bench.AskCode(w, 1, "91230001").OK().String("data.otpToken")
			code := w.LastCode("91230001")
			for range 5 {
				w.Anonymous().Post("/app/auth/login/verify", bench.Body{"otp": bench.OtherCode(code), "otpToken": token}).Fails(400, "OTP_INVALID")
			}
		}
		bench.AskCode(w, 1, "91230001").Fails(429, "OTP_LOCKED")
		chief := w.Staff(access.Chief, access.CentreA)
		chief.Put("/web/users/"+m.ID+"/otp-unlock", nil).OK()
		bench.AskCode(w, 1, "91230001").OK()
		for range 3 { // a new address that is being proven is opened too
			token := m.Put("/app/users/phone", bench.Body{"phone": "91230002"}).OK().String("data.otpToken")
			code := w.LastCode("91230002")
			for range 5 {
				m.Post("/app/user/phone/verify", bench.Body{"otp": bench.OtherCode(code), "otpToken": token}).Fails(400, "OTP_INVALID")
			}
		}
		m.Put("/app/users/phone", bench.Body{"phone": "91230002"}).Fails(429, "OTP_LOCKED")
		chief.Put("/web/users/"+m.ID+"/otp-unlock", nil).OK()
		m.Put("/app/users/phone", bench.Body{"phone": "91230002"}).OK()
		bench.SetDistrict(m, w.District(6), 1)
		chief.Put("/web/users/"+m.ID+"/otp-unlock", nil).Fails(404, "NOT_FOUND")
	})
}
