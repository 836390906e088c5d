package otp_test

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/config"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

func sendSMS(w *bench.World, phone string) string {
	w.T.Helper()
	return w.Service().Post("/sms/send", bench.Body{"loginID": phone}).OK().String("data.otpToken")
}

func TestCodeForAnotherService(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		token := sendSMS(w, "91234567")
		code := w.LastCode("91234567")
		if code < 1000 || code > 9999 {
			t.Fatalf("the code is %d", code)
		}
		bench.VerifyCode(w, token, bench.OtherCode(code)).Fails(400, "OTP_INVALID")
		if got := bench.VerifyCode(w, token, code).OK().String("data.loginID"); got != "91234567" {
			t.Fatalf("it was %s's", got)
		}
		bench.VerifyCode(w, token, code).Fails(400, "OTP_EXPIRED") // single use

		mail := w.Service().Post("/email/send", bench.Body{"loginID": " Mei@Example.hk "}).OK().String("data.otpToken")
		if got := bench.VerifyCode(w, mail, w.LastCode("mei@example.hk")).OK().String("data.loginID"); got != "mei@example.hk" {
			t.Fatalf("it was %s's", got)
		}
	})
}

func TestCodeRequestsRefused(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		for _, bad := range []string{"", "12345678", "9123456", "912345678", "mei@example.hk", "９１２３４５６７", "91234567x"} {
			w.Service().Post("/sms/send", bench.Body{"loginID": bad}).Fails(400, "VALIDATION", "loginID")
		}
		for _, bad := range []string{"", "91234567", "mei", "mei@", "mei@example", "a@b.hk\r\nBcc: x@y.hk", "mеi@example.hk"} {
			w.Service().Post("/email/send", bench.Body{"loginID": bad}).Fails(400, "VALIDATION", "loginID")
		}
		token := sendSMS(w, "91234567")
		code := w.LastCode("91234567")
		for _, bad := range []string{"", "x", "a.b.c", token + "x", token[1:], strings.Replace(token, ".", ".9", 1)} {
			bench.VerifyCode(w, bad, code).Fails(400, "OTP_INVALID")
		}
		for _, bad := range []any{"1234", 1.5, nil, -1, 10_000_000} {
			w.Service().Post("/otp/verify", bench.Body{"otp": bad, "otpToken": token}).Fails(400, "VALIDATION", "otp")
		}
		bench.VerifyCode(w, token, code).OK()
	})
}

func TestCodeExpiresAndIsReplaced(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		first := sendSMS(w, "91234567")
		old := w.LastCode("91234567")
		w.Clock.Advance(time.Minute)
		second := sendSMS(w, "91234567")
		code := w.LastCode("91234567")
		bench.VerifyCode(w, first, old).Fails(400, "OTP_LOCKED") // a new one burns the older
		w.Clock.Advance(5*time.Minute - time.Microsecond)
		proof := sendSMS(w, "61234567")
		bench.VerifyCode(w, second, code).OK()
		late := w.LastCode("61234567")
		w.Clock.Advance(5 * time.Minute)
		bench.VerifyCode(w, proof, late).Fails(400, "OTP_EXPIRED")
	})
}

// Five wrong tries burn a code, the right one after them too.
func TestCodeBurns(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		token := sendSMS(w, "91234567")
		code := w.LastCode("91234567")
		for range 5 {
			bench.VerifyCode(w, token, bench.OtherCode(code)).Fails(400, "OTP_INVALID")
		}
		bench.VerifyCode(w, token, code).Fails(400, "OTP_LOCKED")
	})
}

// Fifteen wrong tries in a day close the identifier until enough have passed.
func TestIdentifierCloses(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		for range 3 {
			token := sendSMS(w, "91234567")
			code := w.LastCode("91234567")
			for range 5 {
				bench.VerifyCode(w, token, bench.OtherCode(code)).Fails(400, "OTP_INVALID")
			}
			w.Clock.Advance(time.Hour)
		}
		closed := w.Service().Post("/sms/send", bench.Body{"loginID": "91234567"}).Fails(429, "OTP_LOCKED")
		if wait, err := strconv.Atoi(closed.Header.Get("Retry-After")); err != nil || wait != 21*3600 {
			t.Fatalf("Retry-After is %q", closed.Header.Get("Retry-After"))
		}
		sendSMS(w, "61234567") // others are not concerned
		w.Clock.Advance(21*time.Hour - time.Second)
		w.Service().Post("/sms/send", bench.Body{"loginID": "91234567"}).Fails(429, "OTP_LOCKED")
		w.Clock.Advance(time.Second)
		token := sendSMS(w, "91234567")
		bench.VerifyCode(w, token, w.LastCode("91234567")).OK()
	})
}

func TestClosedIdentifierCannotVerifyAndStaffOpenIt(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		var token string
		var code int
		for range 3 {
			token = sendSMS(w, "91234567")
			code = w.LastCode("91234567")
			for range 4 {
				bench.VerifyCode(w, token, bench.OtherCode(code)).Fails(400, "OTP_INVALID")
			}
		}
		token = sendSMS(w, "91234567")
		code = w.LastCode("91234567")
		for range 3 {
			bench.VerifyCode(w, token, bench.OtherCode(code)).Fails(400, "OTP_INVALID")
		}
		bench.VerifyCode(w, token, code).Fails(429, "OTP_LOCKED") // the fifteenth closed it
		ctx := context.Background()
		bench.Must(t, w.App.DB.Write(ctx, func(tx *db.Tx) error { return w.App.Codes.Unlock(ctx, tx, "91234567") }))
		bench.VerifyCode(w, token, code).OK()
	})
}

// Fifty callers with one right code: one gets in.
func TestCodeRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		replica := w.Replica()
		token := sendSMS(w, "91234567")
		code := w.LastCode("91234567")
		statuses := map[int]int{}
		var mu sync.Mutex
		var all sync.WaitGroup
		for i := range 50 {
			at := []*bench.World{w, replica}[i%2]
			all.Go(func() {
				status := bench.VerifyCode(at, token, code).Status
				mu.Lock()
				defer mu.Unlock()
				statuses[status]++
			})
		}
		all.Wait()
		if statuses[200] != 1 || statuses[400] != 49 {
			t.Fatalf("answers %v", statuses)
		}
	})
}

// Guesses at the same moment count like guesses one after the other.
func TestCodeGuessRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		token := sendSMS(w, "91234567")
		code := w.LastCode("91234567")
		codes := map[string]int{}
		var mu sync.Mutex
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				answer := bench.VerifyCode(w, token, bench.OtherCode(code)).Header.Get("X-Error-Code")
				mu.Lock()
				defer mu.Unlock()
				codes[answer]++
			})
		}
		all.Wait()
		if codes["OTP_INVALID"] != 5 || codes["OTP_LOCKED"] != 15 {
			t.Fatalf("answers %v", codes)
		}
		bench.VerifyCode(w, token, code).Fails(400, "OTP_LOCKED")
	})
}

func budgeted(change func(*config.Config)) bench.Option {
	return bench.With(func(c *config.Config) {
		c.RateLimits, c.RateGeneral = "on", 10_000
		change(c)
	})
}

func TestCodeBudgets(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		ask := func(phone string) *bench.Reply { return w.Service().Post("/sms/send", bench.Body{"loginID": phone}) }
		wait := func(r *bench.Reply) string { return r.Fails(429, "RATE_LIMITED").Header.Get("Retry-After") }

		ask("91234567").OK()
		if got := wait(ask("91234567")); got != "60" {
			t.Errorf("sixty seconds between sends: %s", got)
		}
		w.Clock.Advance(59 * time.Second)
		wait(ask("91234567"))
		for range 4 { // five an hour
			w.Clock.Advance(time.Minute)
			ask("91234567").OK()
		}
		w.Clock.Advance(time.Minute)
		wait(ask("91234567"))
		w.Clock.Advance(time.Hour)
		for range 5 { // ten a day
			ask("91234567").OK()
			w.Clock.Advance(time.Minute)
		}
		w.Clock.Advance(2 * time.Hour)
		wait(ask("91234567"))
		w.Clock.Advance(22 * time.Hour)
		ask("91234567").OK()
	}, budgeted(func(*config.Config) {}))
}

func TestCodeBudgetOfAnAddress(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		replica := w.Replica()
		for i := range 20 {
			at := []*bench.World{w, replica}[i%2]
			at.Service().Post("/email/send", bench.Body{"loginID": "m" + strconv.Itoa(i) + "@example.hk"}).OK()
		}
		replica.Service().Post("/email/send", bench.Body{"loginID": "late@example.hk"}).Fails(429, "RATE_LIMITED")
		w.Clock.Advance(time.Hour)
		w.Service().Post("/email/send", bench.Body{"loginID": "late@example.hk"}).OK()
	}, budgeted(func(*config.Config) {}))
}

// The SMS budget is everyone's; mail still goes out when it is spent.
func TestSMSBreaker(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		for i := range 3 {
			w.Service().Post("/sms/send", bench.Body{"loginID": "9000000" + strconv.Itoa(i)}).OK()
		}
		w.Service().English().Post("/sms/send", bench.Body{"loginID": "90000009"}).Fails(429, "RATE_LIMITED", "SMS")
		w.Service().Post("/email/send", bench.Body{"loginID": "mei@example.hk"}).OK()
		w.Clock.Advance(time.Hour)
		w.Service().Post("/sms/send", bench.Body{"loginID": "90000009"}).OK()
	}, budgeted(func(c *config.Config) { c.SMSHourly = 3 }))
}

func TestCodesAreNeverReadable(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		token := sendSMS(w, "91234567")
		tables := []string{"otp_codes", "otp_wrong_tries", "otp_turns", "jobs", "deliveries", "audit_log"}
		before := map[string]string{}
		for _, table := range tables {
			before[table] = bench.Dump(w, table)
		}
		code := strconv.Itoa(w.LastCode("91234567"))
		bench.VerifyCode(w, token, 1).Fails(400, "OTP_INVALID")
		for _, table := range tables {
			for _, dump := range []string{before[table], bench.Dump(w, table)} {
				for _, field := range strings.FieldsFunc(dump, func(r rune) bool { return strings.ContainsRune("|\n \"{}:,", r) }) {
					if field == code || strings.Contains(field, "91234567") {
						t.Errorf("%s holds %s", table, field)
					}
				}
			}
		}
		if strings.Contains(w.Logs.String(), "91234567") || strings.Contains(w.Logs.String(), token) {
			t.Error("the log holds the number or the token")
		}
	})
}

// A failed statement is no refusal: nothing of the try is kept.
func TestCheckRollsBackOnAFailedStatement(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		token := sendSMS(w, "91234567")
		code := w.LastCode("91234567")
		rename := func(from, to string) {
			_, err := w.SQL().Exec("ALTER TABLE " + from + " RENAME TO " + to)
			bench.Must(t, err)
		}
		before := bench.Dump(w, "otp_turns")
		w.Clock.Advance(time.Minute)
		rename("otp_wrong_tries", "elsewhere")
		w.Service().Unchecked("POST", "/otp/verify", bench.Body{"otp": code, "otpToken": token}).Fails(500, "INTERNAL")
		rename("elsewhere", "otp_wrong_tries")
		if after := bench.Dump(w, "otp_turns"); after != before {
			t.Fatalf("the failed try was committed: %s, before %s", after, before)
		}
		bench.VerifyCode(w, token, code).OK()
	})
}
