package staff_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

func TestStaffForgottenPassword(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		email := w.NewStaff(access.Chief, access.CentreA)
		signedIn := w.SignIn(email, bench.Password)
		ask := func(send bench.Body) *bench.Reply { return w.Anonymous().Post("/web/auth/otp", send) }
		prove := func(token string, code int) *bench.Reply {
			return w.Anonymous().Post("/web/auth/forgot-password/verify", bench.Body{"otp": code, "otpToken": token})
		}

		token := ask(bench.Body{"nature": 3, "loginID": email}).OK().String("data.otpToken")
		code := w.LastCode(email)
		prove(token, bench.OtherCode(code)).Fails(400, "OTP_INVALID")
		bench.VerifyCode(w, token, code).Fails(400, "OTP_INVALID") // natures are not interchangeable
		reset := *signedIn
		reset.Token = prove(token, code).OK().String("data.accessToken")
		prove(token, code).Fails(400, "OTP_EXPIRED")

		reset.Get("/web/auth/info").Fails(403, "FORBIDDEN")
		reset.Get("/web/roles/list").Fails(403, "FORBIDDEN")
		signedIn.Put("/web/auth/password", bench.Body{"password": "fresh-start-8"}).Fails(403, "FORBIDDEN")
		reset.English().Put("/web/auth/password", bench.Body{"password": "short"}).Fails(400, "VALIDATION", "password")
		reset.English().Put("/web/auth/password", bench.Body{}).Fails(400, "VALIDATION", "password")
		reset.Put("/web/auth/password", bench.Body{"password": "fresh-start-8"}).OK()
		reset.Put("/web/auth/password", bench.Body{"password": "fresh-start-9"}).Fails(401, "UNAUTHENTICATED")
		signedIn.Get("/web/auth/info").Fails(401, "UNAUTHENTICATED")
		bench.StaffLogin(w, email, bench.Password).Fails(401, "BAD_CREDENTIALS")
		w.SignIn(email, "fresh-start-8")
	})
}

func TestStaffForgottenPasswordRefused(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		email := w.NewStaff(access.Chief, access.CentreA)
		username, err := db.Value[string](context.Background(), w.App.DB, `SELECT username FROM staff WHERE email = @email`, db.Args{"email": email})
		bench.Must(t, err)
		ask := func(send bench.Body) *bench.Reply { return w.Anonymous().Post("/web/auth/otp", send) }
		for _, bad := range []bench.Body{
			{"nature": 1, "loginID": email}, {"nature": 4, "loginID": email}, {"nature": 9, "loginID": email},
			{"nature": 3, "loginID": email, "sendType": 1}, {"nature": 3, "loginID": username}, {"nature": 3, "loginID": username, "sendType": 0},
			{"nature": 3, "loginID": username, "sendType": 2}, {"nature": 3, "loginID": username, "sendType": 3}, {"nature": 3}, {"loginID": email},
		} {
			ask(bad).Fails(400, "VALIDATION")
		}
		ask(bench.Body{"nature": 3, "loginID": username, "sendType": 1}).OK()
		w.LastCode(email)

		// An unknown account gets a token like any other, and nothing is sent.
		unknown := ask(bench.Body{"nature": 3, "loginID": "nobody@hearten.test"}).OK().String("data.otpToken")
		w.RunJobs()
		if n := strings.Count(bench.Dump(w, "deliveries"), "\n"); n != 1 {
			t.Fatalf("%d messages went out, want the known account's alone", n)
		}
		for code := range 4 {
			w.Anonymous().Post("/web/auth/forgot-password/verify", bench.Body{"otp": 2000 + code, "otpToken": unknown}).Fails(400, "OTP_INVALID")
		}
	})
}

func TestResetTokenDiesAfterTenMinutes(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		email := w.NewStaff(access.Chief, access.CentreA)
		token := w.Anonymous().Post("/web/auth/otp", bench.Body{"nature": 3, "loginID": email}).OK().String("data.otpToken")
		reset := *w.Anonymous()
		reset.Token = w.Anonymous().Post("/web/auth/forgot-password/verify", bench.Body{"otp": w.LastCode(email), "otpToken": token}).OK().String("data.accessToken")
		w.Clock.Advance(10 * time.Minute)
		reset.Put("/web/auth/password", bench.Body{"password": "fresh-start-8"}).Fails(401, "UNAUTHENTICATED")
	})
}
