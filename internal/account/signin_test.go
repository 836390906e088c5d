package account_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/test/bench"
)

func TestSignUpBothWays(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		for _, loginID := range []string{"91230001", "mei@example.hk"} {
			m := w.SignUp(loginID)
			account := m.Get("/app/users/account").OK()
			username := account.String("data.username")
			if len(username) != 9 || username[0] != 'u' || account.Int("data.userType") != 1 || account.String("data.centreEnum") != "CENTRE_OTHER" ||
				account.String("data.district") != "" || account.Value("data.isTypeApproving") != false {
				t.Errorf("a new account is %s", account.Text)
			}
			info := m.Get("/app/auth/info").OK()
			if info.Value("data.phone") != loginID && info.Value("data.email") != loginID {
				t.Errorf("reached at %s", info.Text)
			}
			check := w.Anonymous().Post("/app/auth/account/check", bench.Body{"loginID": strings.ToUpper(loginID)}).OK()
			if check.Value("data.exists") != true || check.Value("data.setPassword") != false {
				t.Errorf("checked: %s", check.Text)
			}
			bench.AskCode(w, 2, loginID).Fails(409, "CONFLICT")
		}
		if check := w.Anonymous().Post("/app/auth/account/check", bench.Body{"loginID": "nobody"}).OK(); check.Value("data.exists") != false || check.Int("data.accountType") != 1 {
			t.Errorf("nobody: %s", check.Text)
		}
		for _, bad := range []string{"someone", "12345678", "mei@example", "mеi@example.hk", "９１２３０００１"} {
			bench.AskCode(w, 2, bad).Fails(400, "VALIDATION")
		}
		bench.AskCode(w, 2, "91230009", 1).Fails(400, "VALIDATION", "sendType")
	})
}

// Sign-ups of one identifier at the same moment make one account.
func TestSignUpRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		token := bench.AskCode(w, 2, "91230001").OK().String("data.otpToken")
		code := w.LastCode("91230001")
		replica := w.Replica()
		statuses := map[int]int{}
		var mu sync.Mutex
		var all sync.WaitGroup
		for i := range 20 {
			at := []*bench.World{w, replica}[i%2]
			all.Go(func() {
				r := at.Anonymous().Post("/app/auth/signup/verify", bench.Body{"otp": code, "otpToken": token})
				mu.Lock()
				defer mu.Unlock()
				statuses[r.Status]++
			})
		}
		all.Wait()
		var users int
		bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM users`).Scan(&users))
		if statuses[200] != 1 || users != 1 || statuses[500] != 0 {
			t.Fatalf("answers %v, %d accounts", statuses, users)
		}
	})
}

func TestAddressTakenBetweenRequestAndVerify(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		token := m.Put("/app/users/phone", bench.Body{"phone": "91230001"}).OK().String("data.otpToken")
		code := w.LastCode("91230001")
		w.SignUp("91230001") // someone else was faster
		m.Post("/app/user/phone/verify", bench.Body{"otp": code, "otpToken": token}).Fails(409, "CONFLICT")
		m.Put("/app/users/phone", bench.Body{"phone": "91230001"}).Fails(409, "CONFLICT")
	})
}

func TestPasswordSignIn(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.SignUp("91230001")
		bench.AppLogin(w, "91230001", bench.MemberPassword).Fails(401, "BAD_CREDENTIALS") // none is set yet
		if m.Get("/app/users/is-set-pwd").OK().Value("data") != false {
			t.Fatal("a password is said to be set")
		}
		m.Put("/app/users/password", bench.Body{"oldPassword": "whatever-1", "password": bench.MemberPassword}).Fails(409, "CONFLICT")
		m.Post("/app/auth/password", bench.Body{}).OK() // the system makes one up
		m.Post("/app/auth/password", nil).OK()
		if m.Get("/app/users/is-set-pwd").OK().Value("data") != false {
			t.Fatal("a made-up password does not count")
		}
		for _, bad := range []string{"short", "with space 1", "password", "91230001"} {
			m.Post("/app/auth/password", bench.Body{"password": bad}).Fails(400, "VALIDATION", "password")
		}
		m.Post("/app/auth/password", bench.Body{"password": bench.MemberPassword}).OK()
		m.Post("/app/auth/password", bench.Body{"password": "another-one-2"}).Fails(409, "CONFLICT")
		username := m.Get("/app/users/profile").OK().String("data.username")
		for _, loginID := range []string{"91230001", username, strings.ToUpper(username)} {
			again := m.WithToken(bench.AppLogin(w, loginID, bench.MemberPassword).OK().String("data.accessToken"))
			again.Get("/app/users/profile").OK()
		}
		wrong, unknown := bench.AppLogin(w, "91230001", "wrong-one-1").Fails(401, "BAD_CREDENTIALS"), bench.AppLogin(w, "91239999", "wrong-one-1").Fails(401, "BAD_CREDENTIALS")
		if wrong.Text != unknown.Text {
			t.Error("the answer tells who exists")
		}

		elsewhere := m.WithToken(bench.AppLogin(w, "91230001", bench.MemberPassword).OK().String("data.accessToken"))
		m.Put("/app/auth/device-token", bench.Body{"deviceToken": "device-2"}).OK()
		m.Put("/app/users/password", bench.Body{"oldPassword": "wrong-old-1", "password": "brand-new-9"}).Fails(400, "BAD_CREDENTIALS")
		m.Put("/app/users/password", bench.Body{"oldPassword": bench.MemberPassword, "password": bench.MemberPassword}).Fails(400, "VALIDATION", "password")
		m.Put("/app/users/password", bench.Body{"oldPassword": bench.MemberPassword, "password": "brand-new-9"}).OK()
		m.Get("/app/users/profile").OK() // the calling session stays
		elsewhere.Get("/app/users/profile").Fails(401, "UNAUTHENTICATED")
		if devices, err := w.App.Delivery.DevicesOf(context.Background(), w.App.DB, []string{m.ID}); err != nil || !slices.Equal(devices[m.ID], []string{"device-2"}) {
			t.Errorf("pushes still reach %v %v", devices, err)
		}
		bench.AppLogin(w, "91230001", bench.MemberPassword).Fails(401, "BAD_CREDENTIALS")
		bench.AppLogin(w, "91230001", "brand-new-9").OK()
	})
}

// Known and unknown accounts take the same statements.
func TestAppSignInTakesTheSameSteps(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.SignUp("91230001")
		m.Post("/app/auth/password", bench.Body{"password": bench.MemberPassword}).OK()
		bench.AppLogin(w, "91239998", "wrong-one-1")
		known := w.Statements(func() { bench.AppLogin(w, "91230001", "wrong-one-1") })
		unknown := w.Statements(func() { bench.AppLogin(w, "91239999", "wrong-one-1") })
		if strings.Join(known, "\n") != strings.Join(unknown, "\n") || len(known) == 0 {
			t.Fatalf("known:\n%v\nunknown:\n%v", known, unknown)
		}
	})
}

func TestAppLockOut(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.SignUp("91230001")
		m.Post("/app/auth/password", bench.Body{"password": bench.MemberPassword}).OK()
		for range 5 {
			bench.AppLogin(w, "91230001", "wrong-one-1").Fails(401, "BAD_CREDENTIALS")
		}
		bench.AppLogin(w, "91230001", bench.MemberPassword).Fails(401, "BAD_CREDENTIALS")
		w.Clock.Advance(15 * time.Minute)
		bench.AppLogin(w, "91230001", bench.MemberPassword).OK()
	})
}

func TestCodeSignIn(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.SignUp("91230001")
		prove := func(path, token string, code int) *bench.Reply {
			return w.Anonymous().Post(path, bench.Body{"otp": code, "otpToken": token})
		}
		token := bench.AskCode(w, 1, "91230001").OK().String("data.otpToken")
		code := w.LastCode("91230001")
		for _, path := range []string{"/app/auth/signup/verify", "/app/auth/forgot-password/verify", "/web/auth/forgot-password/verify"} {
			prove(path, token, code).Fails(400, "OTP_INVALID") // natures are not interchangeable
		}
		bench.VerifyCode(w, token, code).Fails(400, "OTP_INVALID")
		m.Post("/app/users/phone/verify", bench.Body{"otp": code, "otpToken": token}).Fails(400, "OTP_INVALID")
		signedIn := m.WithToken(prove("/app/auth/login/verify", token, code).OK().String("data.accessToken"))
		signedIn.Get("/app/users/profile").OK()
		prove("/app/auth/login/verify", token, code).Fails(400, "OTP_EXPIRED")

		username := m.Get("/app/users/profile").OK().String("data.username")
		bench.AskCode(w, 1, username, 2).OK()
		w.LastCode("91230001")
		for _, bad := range [][]any{{1, username}, {1, username, 0}, {1, username, 1}, {1, username, 3}, {1, "91230001", 2}, {4, "91230001"}, {5, "91230001"}, {0, "91230001"}, {6, "91230001"}} {
			bench.AskCode(w, bad[0].(int), bad[1].(string), bad[2:]...).Fails(400, "VALIDATION")
		}

		// Nobody gets a token too, and no message.
		before := len(w.Inbox(""))
		unknown := bench.AskCode(w, 1, "91239999").OK().String("data.otpToken")
		w.RunJobs()
		if len(w.Inbox("")) != before {
			t.Error("a code was sent to nobody")
		}
		for range 5 {
			prove("/app/auth/login/verify", unknown, 4711).Fails(400, "OTP_INVALID")
		}
		prove("/app/auth/login/verify", unknown, 4711).Fails(400, "OTP_LOCKED")
	})
}

func TestForgottenPassword(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.SignUp("mei@example.hk")
		token := bench.AskCode(w, 3, "mei@example.hk").OK().String("data.otpToken")
		reset := m.WithToken(w.Anonymous().Post("/app/auth/forgot-password/verify", bench.Body{"otp": w.LastCode("mei@example.hk"), "otpToken": token}).OK().String("data.accessToken"))
		reset.Get("/app/users/profile").Fails(403, "FORBIDDEN")
		m.Put("/app/auth/password", bench.Body{"password": bench.MemberPassword}).Fails(403, "FORBIDDEN")
		reset.Put("/app/auth/password", bench.Body{}).Fails(400, "VALIDATION", "password")
		reset.Put("/app/auth/password", bench.Body{"password": bench.MemberPassword}).OK()
		reset.Put("/app/auth/password", bench.Body{"password": "once-more-2"}).Fails(401, "UNAUTHENTICATED")
		m.Get("/app/users/profile").Fails(401, "UNAUTHENTICATED")
		bench.AppLogin(w, "mei@example.hk", bench.MemberPassword).OK()
	})
}

func TestAppSessions(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		replica := w.Replica()
		fresh := m.WithToken(m.Post("/app/auth/refresh", nil).OK().String("data.accessToken"))
		m.Get("/app/users/profile").Fails(401, "UNAUTHENTICATED")
		fresh.At(replica).Get("/app/users/profile").OK()
		w.Clock.Advance(30*24*time.Hour - time.Second)
		fresh.Get("/app/users/profile").OK()
		w.Clock.Advance(time.Second)
		fresh.Get("/app/users/profile").Fails(401, "UNAUTHENTICATED")

		other := w.Member()
		other.Delete("/app/auth/logout").OK()
		other.At(replica).Get("/app/users/profile").Fails(401, "UNAUTHENTICATED")
	})
}

func TestDeviceTokens(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		devices := func(userID string) []string {
			found, err := w.App.Delivery.DevicesOf(context.Background(), w.App.DB, []string{userID})
			bench.Must(t, err)
			return found[userID]
		}
		a, b := w.Member(), w.Member()
		a.Put("/app/auth/device-token", bench.Body{"deviceToken": "phone"}).OK()
		a.Put("/app/auth/device-token", bench.Body{"deviceToken": "tablet"}).OK()
		if len(devices(a.ID)) != 2 {
			t.Fatalf("a has %v", devices(a.ID))
		}
		b.Put("/app/auth/device-token", bench.Body{"deviceToken": "phone"}).OK() // it belongs to whoever sent it last
		if len(devices(a.ID)) != 1 || len(devices(b.ID)) != 1 {
			t.Fatalf("a has %v, b has %v", devices(a.ID), devices(b.ID))
		}
		a = a.WithToken(a.Post("/app/auth/refresh", nil).OK().String("data.accessToken"))
		if len(devices(a.ID)) != 1 {
			t.Fatal("a refresh loses the device")
		}
		a.Delete("/app/auth/logout").OK()
		if len(devices(a.ID)) != 0 {
			t.Fatal("a logout keeps the device")
		}
		for _, bad := range []any{"", strings.Repeat("x", 256), nil, 5} {
			b.Put("/app/auth/device-token", bench.Body{"deviceToken": bad}).Fails(400, "VALIDATION", "deviceToken")
		}
		b.Put("/app/auth/device-token", bench.Body{"deviceToken": strings.Repeat("x", 255)}).OK()
	})
}

func TestUsernameInfo(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.SignUp("91230021")
		m.Put("/app/users/username", bench.Body{"username": "Sunny_Mei"}).OK()
		info := w.Anonymous().Post("/app/auth/username/info", bench.Body{"username": "sunny_MEI"}).OK()
		if info.Value("data.phone") != "9****21" || info.Value("data.email") != nil {
			t.Errorf("masked: %s", info.Text)
		}
		nobody := w.Anonymous().Post("/app/auth/username/info", bench.Body{"username": "nobody"}).OK()
		if nobody.Value("data.phone") != nil || nobody.Value("data.email") != nil {
			t.Errorf("nobody: %s", nobody.Text)
		}
	})
}

// A frozen or leaving account's tokens die at once on every replica; who proves
// the password or code is told why.
func TestClosedAccounts(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.SignUp("91230001")
		m.Post("/app/auth/password", bench.Body{"password": bench.MemberPassword}).OK()
		replica := w.Replica()
		m.At(replica).Get("/app/users/profile").OK()
		w.SetStatus(bench.Frozen, m.ID)
		m.At(replica).Get("/app/users/profile").Fails(401, "UNAUTHENTICATED")
		bench.AppLogin(w, "91230001", bench.MemberPassword).Fails(403, "FORBIDDEN", "凍結")
		bench.AppLogin(w, "91230001", "wrong-one-1").Fails(401, "BAD_CREDENTIALS") // the reason is for who proved it
		token := bench.AskCode(w, 1, "91230001").OK().String("data.otpToken")
		w.Anonymous().Post("/app/auth/login/verify", bench.Body{"otp": w.LastCode("91230001"), "otpToken": token}).Fails(403, "FORBIDDEN", "凍結")
	})
}
