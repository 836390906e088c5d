package staff_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/config"
	"hearten/internal/platform/db"
	"hearten/internal/staff"
	"hearten/test/bench"
)

func TestStaffSignInAndOut(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		email := w.NewStaff(access.Chief, access.CentreA)
		staff := w.SignIn(" "+strings.ToUpper(email)+" ", bench.Password)

		info := staff.Get("/web/auth/info").OK()
		if info.String("data.email") != email || info.String("data.role") != "主任" || info.String("data.centreEnum") != "CENTRE_A" ||
			info.Value("data.mustChangePassword") != false || info.String("data.roleId") == "" {
			t.Fatalf("info shows %s", info.Text)
		}
		if admin := w.Admin().Get("/web/auth/info").OK(); admin.Value("data.centreEnum") != nil || admin.String("data.role") != "管理員" {
			t.Fatalf("an administrator is of all centres: %s", admin.Text)
		}

		staff.Delete("/web/auth/logout").OK()
		staff.Get("/web/auth/info").Fails(401, "UNAUTHENTICATED")
		staff.Delete("/web/auth/logout").Fails(401, "UNAUTHENTICATED")
	})
}

func TestStaffSignInByGeneratedUsername(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		email := w.NewStaff(access.Support, access.CentreB)
		username, err := db.Value[string](context.Background(), w.App.DB, `SELECT username FROM staff WHERE email = @email`, db.Args{"email": email})
		bench.Must(t, err)
		w.SignIn(username, bench.Password)
	})
}

func TestStaffSignInRefused(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		email := w.NewStaff(access.Chief, access.CentreA)
		wrong := bench.StaffLogin(w, email, "not-the-password").Fails(401, "BAD_CREDENTIALS")
		unknown := bench.StaffLogin(w, "nobody@hearten.test", "not-the-password").Fails(401, "BAD_CREDENTIALS")
		if wrong.Text != unknown.Text {
			t.Fatalf("the answer tells who exists: %s %s", wrong.Text, unknown.Text)
		}
		signedIn := w.SignIn(email, bench.Password)
		w.DisableStaff(signedIn.ID)
		bench.StaffLogin(w, email, bench.Password).Fails(401, "BAD_CREDENTIALS")
		signedIn.Get("/web/auth/info").Fails(401, "UNAUTHENTICATED")
		w.EnableStaff(signedIn.ID)
		signedIn = w.SignIn(email, bench.Password)
		w.DeleteStaff(signedIn.ID)
		bench.StaffLogin(w, email, bench.Password).Fails(401, "BAD_CREDENTIALS")
		signedIn.Get("/web/auth/info").Fails(401, "UNAUTHENTICATED")

		for _, bad := range []bench.Body{{}, {"loginID": email}, {"password": "x"}, {"loginID": "", "password": "x"}, {"loginID": 1, "password": "x"}} {
			w.Anonymous().Post("/web/auth/login", bad).Fails(400, "VALIDATION")
		}
	})
}

// Unknown accounts and wrong passwords take the same steps, so that the time
// they take tells nothing; the statements show it without a clock.
func TestStaffSignInTakesTheSameSteps(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		email := w.NewStaff(access.Chief, access.CentreA)
		bench.StaffLogin(w, "warm@hearten.test", "wrong-password")
		known := w.Statements(func() { bench.StaffLogin(w, email, "wrong-password") })
		unknown := w.Statements(func() { bench.StaffLogin(w, "nobody@hearten.test", "wrong-password") })
		if strings.Join(known, "\n") != strings.Join(unknown, "\n") || len(known) == 0 {
			t.Fatalf("known account:\n%v\nunknown account:\n%v", known, unknown)
		}
	})
}

func TestStaffLockOut(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		email := w.NewStaff(access.Chief, access.CentreA)
		wrong := func(n int) {
			for range n {
				bench.StaffLogin(w, email, "wrong-password").Fails(401, "BAD_CREDENTIALS")
			}
		}
		wrong(4)
		w.SignIn(email, bench.Password) // a right one wipes the slate
		wrong(5)
		bench.StaffLogin(w, email, bench.Password).Fails(401, "BAD_CREDENTIALS") // locked
		w.Clock.Advance(15*time.Minute - time.Second)
		bench.StaffLogin(w, email, bench.Password).Fails(401, "BAD_CREDENTIALS")
		w.Clock.Advance(time.Second)
		wrong(5) // the second round doubles
		w.Clock.Advance(15 * time.Minute)
		bench.StaffLogin(w, email, bench.Password).Fails(401, "BAD_CREDENTIALS")
		w.Clock.Advance(15 * time.Minute)
		w.SignIn(email, bench.Password)

		other := w.NewStaff(access.Chief, access.CentreB)
		wrong(5)
		w.SignIn(other, bench.Password) // a lock is one account's
	})
}

func TestStaffLockOutUnderParallelTries(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		email := w.NewStaff(access.Chief, access.CentreA)
		replica := w.Replica()
		var all sync.WaitGroup
		for i := range 12 {
			at := []*bench.World{w, replica}[i%2]
			all.Go(func() { bench.StaffLogin(at, email, "wrong-password") })
		}
		all.Wait()
		bench.StaffLogin(replica, email, bench.Password).Fails(401, "BAD_CREDENTIALS")
		w.Clock.Advance(15 * time.Minute)
		w.SignIn(email, bench.Password)
	})
}

func TestStaffRefresh(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		old := w.Staff(access.Professional, access.CentreB)
		w.Clock.Advance(7 * time.Hour)
		fresh := *old
		fresh.Token = old.Post("/web/auth/refresh", nil).OK().String("data.accessToken")
		old.Get("/web/auth/info").Fails(401, "UNAUTHENTICATED")
		old.Post("/web/auth/refresh", nil).Fails(401, "UNAUTHENTICATED")
		w.Clock.Advance(8*time.Hour - time.Second)
		fresh.Get("/web/auth/info").OK()
		w.Clock.Advance(time.Second)
		fresh.Get("/web/auth/info").Fails(401, "UNAUTHENTICATED")
	})
}

func TestStaffRefreshRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Professional, access.CentreB)
		var all sync.WaitGroup
		won := make([]int, 10)
		for i := range won {
			all.Go(func() {
				if staff.Post("/web/auth/refresh", nil).Status == 200 {
					won[i] = 1
				}
			})
		}
		all.Wait()
		total := 0
		for _, n := range won {
			total += n
		}
		if total != 1 {
			t.Fatalf("one token was exchanged %d times", total)
		}
	})
}

func TestStaffChangePassword(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		email := w.NewStaff(access.Supervisor, access.CentreA)
		here, elsewhere := w.SignIn(email, bench.Password), w.SignIn(email, bench.Password)
		change := func(old, new string) *bench.Reply {
			return here.English().Put("/web/staffs/password", bench.Body{"oldPassword": old, "password": new})
		}
		change("not-the-old-one", "brand-new-9").Fails(400, "BAD_CREDENTIALS")
		for new, says := range map[string]string{
			"short":                 "password: must be 6 to 40 characters",
			strings.Repeat("x", 41): "password: must be 6 to 40 characters",
			"with space":            "password: must be 6 to 40 characters",
			"密碼密碼密碼密碼":              "password: must be 6 to 40 characters",
			"password123":           "password: is too common",
			email:                   "password: must not be the login name",
			bench.Password:          "password: must differ",
		} {
			change(bench.Password, new).Fails(400, "VALIDATION", says)
		}
		w.SignIn(email, bench.Password)

		longest := strings.Repeat("Ab3!", 10)
		change(bench.Password, longest).OK()
		here.Get("/web/auth/info").OK()
		elsewhere.Get("/web/auth/info").Fails(401, "UNAUTHENTICATED")
		bench.StaffLogin(w, email, bench.Password).Fails(401, "BAD_CREDENTIALS")
		w.SignIn(email, longest)
	})
}

// A mailed first password opens only its own change, for seven days.
func TestStaffFirstPassword(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		create := func(email string) string {
			plain, err := w.App.Staff.Create(context.Background(), staff.NewStaff{Email: email, Name: "新同工", Role: bench.Role(w, access.Chief, access.CentreA)})
			bench.Must(t, err)
			return plain
		}
		first := create("new@hearten.test")
		fresh := w.SignIn("new@hearten.test", first)
		if fresh.Get("/web/auth/info").OK().Value("data.mustChangePassword") != true {
			t.Fatal("the first password must be changed")
		}
		fresh.Get("/web/roles/list").Fails(403, "FORBIDDEN")
		fresh.Post("/web/survey/page", bench.Body{"searchKey": ""}).Fails(403, "FORBIDDEN")
		fresh.Post("/web/auth/refresh", nil).Fails(403, "FORBIDDEN")
		fresh.Put("/web/staffs/password", bench.Body{"oldPassword": first, "password": "my-own-choice-1"}).OK()
		fresh.Get("/web/auth/info").Fails(401, "UNAUTHENTICATED")
		bench.StaffLogin(w, "new@hearten.test", first).Fails(401, "BAD_CREDENTIALS")
		w.SignIn("new@hearten.test", "my-own-choice-1").Get("/web/roles/list").OK()

		late := create("late@hearten.test")
		w.Clock.Advance(7*24*time.Hour - time.Second)
		w.SignIn("late@hearten.test", late)
		w.Clock.Advance(time.Second)
		bench.StaffLogin(w, "late@hearten.test", late).Fails(401, "BAD_CREDENTIALS")
	})
}

func TestRolesList(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		list := w.Staff(access.Support, access.CentreA).Get("/web/roles/list").OK()
		want := []struct{ name, code, centre string }{
			{"支援同工", "SUPPORT", "CENTRE_A"}, {"支援同工", "SUPPORT", "CENTRE_B"},
			{"專業同工", "PROFESSIONAL", "CENTRE_A"}, {"專業同工", "PROFESSIONAL", "CENTRE_B"},
			{"主任", "CHIEF", "CENTRE_A"}, {"主任", "CHIEF", "CENTRE_B"},
			{"督導", "SUPERVISOR", "CENTRE_A"}, {"督導", "SUPERVISOR", "CENTRE_B"},
			{"管理員", "ADMIN", ""},
		}
		names, codes, centres, ids := list.List("data", "name"), list.List("data", "code"), list.List("data", "centreEnum"), list.List("data", "id")
		if len(names) != len(want) {
			t.Fatalf("%d roles", len(names))
		}
		seen := map[any]bool{}
		for i, r := range want {
			centre, _ := centres[i].(string)
			if names[i] != r.name || codes[i] != r.code || centre != r.centre || seen[ids[i]] {
				t.Errorf("role %d is %v %v %v", i, names[i], codes[i], centres[i])
			}
			seen[ids[i]] = true
		}
	})
}

func TestSecretsAreNeverReadable(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		email := w.NewStaff(access.Chief, access.CentreA)
		staff := w.SignIn(email, bench.Password)
		bench.StaffLogin(w, email, "a-wrong-password-typed").Fails(401, "BAD_CREDENTIALS")
		staff.Put("/web/staffs/password", bench.Body{"oldPassword": bench.Password, "password": "the-next-one-3"}).OK()
		logs := w.Logs.String()
		for _, secret := range []string{bench.Password, "a-wrong-password-typed", "the-next-one-3", config.DevAdminPassword, staff.Token, email} {
			if strings.Contains(logs, secret) {
				t.Errorf("the log holds %q", secret)
			}
			for _, table := range []string{"staff", "sessions", "login_locks", "audit_log", "jobs", "rate_counters"} {
				if secret == email && table == "staff" {
					continue // the address is what staff are known by
				}
				if found := bench.Dump(w, table); strings.Contains(found, secret) {
					t.Errorf("table %s holds %q", table, secret)
				}
			}
		}
		if !strings.Contains(logs, "post-web-auth-login") {
			t.Fatal("the log was not looked at")
		}
	})
}
