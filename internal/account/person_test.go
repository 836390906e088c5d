package account_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hearten/test/bench"
)

func TestPersonalData(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		empty := m.Get("/app/users/personal").OK()
		if empty.String("data.nickname") != "" || empty.Value("data.gender") != nil || empty.Value("data.birthday") != nil {
			t.Fatalf("at first: %s", empty.Text)
		}
		m.Put("/app/users/personal", bench.Body{"nickname": " 小美 ", "signature": "慢慢來", "gender": 0, "birthday": "1990-02-28"}).OK()
		m.Put("/app/users/personal", bench.Body{"signature": "", "nickname": nil}).OK()
		got := m.Get("/app/users/personal").OK()
		if got.String("data.nickname") != "小美" || got.String("data.signature") != "" || got.Int("data.gender") != 0 || got.String("data.birthday") != "1990-02-28" {
			t.Fatalf("then: %s", got.Text)
		}
		m.Put("/app/users/personal", bench.Body{"nickname": strings.Repeat("字", 100)}).OK()
		for _, bad := range []bench.Body{
			{"nickname": strings.Repeat("字", 101)}, {"signature": strings.Repeat("字", 101)}, {"gender": 3}, {"gender": -1}, {"gender": "0"},
			{"birthday": "2026-02-30"}, {"birthday": "1990/01/01"}, {"birthday": "2026-11-16"}, {"birthday": "1899-12-31"}, {"nickname": "a\u0000"},
		} {
			m.Put("/app/users/personal", bad).Fails(400, "VALIDATION")
		}
		m.Put("/app/users/personal", bench.Body{"birthday": "2026-11-15"}).OK() // today
		var events int
		bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM mission_events WHERE user_id = $1 AND event = 'profile_completed'`, m.ID).Scan(&events))
		if events != 1 {
			t.Fatalf("a completed profile was counted %d times", events)
		}
		// Two screens that save at the same moment keep each other's words.
		there := m.At(w.Replica())
		for i := range 10 {
			word := fmt.Sprint(i)
			bench.AtOnce(2, func(side int) int {
				if side == 0 {
					return m.Put("/app/users/personal", bench.Body{"nickname": word}).Status
				}
				return there.Put("/app/users/personal", bench.Body{"signature": word}).Status
			})
			if got := m.Get("/app/users/personal").OK(); got.String("data.nickname") != word || got.String("data.signature") != word {
				t.Fatalf("of two changes is left %s", got.Text)
			}
		}
	})
}

func TestUsernames(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a, b := w.Member(), w.Member()
		a.Put("/app/users/username", bench.Body{"username": "Sunny.Mei_7"}).OK()
		if got := a.Get("/app/users/profile").OK().String("data.username"); got != "Sunny.Mei_7" {
			t.Fatalf("shown as %s", got)
		}
		b.Put("/app/users/username", bench.Body{"username": "sunny.mei_7"}).Fails(409, "CONFLICT")
		a.Put("/app/users/username", bench.Body{"username": "SUNNY.MEI_7"}).OK() // the own one in other letters
		for _, bad := range []string{"abc", strings.Repeat("a", 21), "12345678", "91234567", "mei@example.hk", "mei wong", "美美美美", "mеi.wong"} {
			b.Put("/app/users/username", bench.Body{"username": bad}).Fails(400, "VALIDATION", "username")
		}
		b.Put("/app/users/username", bench.Body{"username": "abcd"}).OK()
	})
}

func TestChangeOfAddress(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.SignUp("91230001")
		other := w.Member()
		token := m.Put("/app/users/phone", bench.Body{"phone": "61230002"}).OK().String("data.otpToken")
		code := w.LastCode("61230002")
		m.Post("/app/users/email/verify", bench.Body{"otp": code, "otpToken": token}).Fails(400, "OTP_INVALID")
		other.Post("/app/user/phone/verify", bench.Body{"otp": code, "otpToken": token}).Fails(400, "OTP_INVALID") // another's
		m.Post("/app/user/phone/verify", bench.Body{"otp": code, "otpToken": token}).OK()
		if got := m.Get("/app/auth/info").OK().String("data.phone"); got != "61230002" {
			t.Fatalf("the phone is %s", got)
		}
		w.RunJobs()
		told := w.Inbox("91230001")[0]
		if told.Code != nil || strings.Contains(told.Body, "61230002") {
			t.Fatalf("the old number was told %q", told.Body)
		}
		w.SignUp("91230001") // the old number is free

		token = m.Put("/app/users/email", bench.Body{"email": "Mei@Example.hk"}).OK().String("data.otpToken")
		m.Post("/app/users/email/verify", bench.Body{"otp": w.LastCode("mei@example.hk"), "otpToken": token}).OK()
		token = m.Put("/app/users/phone", bench.Body{"phone": "61230003"}).OK().String("data.otpToken")
		m.Post("/app/users/phone/verify", bench.Body{"otp": w.LastCode("61230003"), "otpToken": token}).OK() // the alias
		other.Put("/app/users/email", bench.Body{"email": "MEI@example.hk"}).Fails(409, "CONFLICT")
		for _, bad := range []string{"12345678", "9123456", "", "mei@example.hk"} {
			m.Put("/app/users/phone", bench.Body{"phone": bad}).Fails(400, "VALIDATION", "phone")
		}
		for _, bad := range []string{"", "mei", strings.Repeat("a", 41) + "@b.hk.test", "91230001"} {
			m.Put("/app/users/email", bench.Body{"email": bad}).Fails(400, "VALIDATION", "email")
		}
	})
}

func TestAvatar(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		w.RunJobs() // our own pictures are put up
		m := w.Member()
		profile := m.Get("/app/users/profile").OK()
		if res, _ := bench.Fetch(w, profile.String("data.avatarUrl")); profile.Value("data.avatarDefault") != true || res.StatusCode != 200 {
			t.Fatalf("at first: %s", profile.Text)
		}
		picture := bench.Attachment{Field: "file", Name: "me.jpg", Body: bench.JPEG(30, 20)}
		m.Upload("/app/users/avatar", nil, picture).OK()
		profile = m.Get("/app/users/profile").OK()
		res, _ := bench.Fetch(w, profile.String("data.avatarUrl"))
		if profile.Value("data.avatarDefault") != false || res.StatusCode != 200 || res.Header.Get("Content-Type") != "image/jpeg" {
			t.Fatalf("the own picture: %s %d", profile.Text, res.StatusCode)
		}
		plain := strings.SplitN(profile.String("data.avatarUrl"), "?", 2)[0]
		if res, _ := bench.Fetch(w, plain); res.StatusCode != 404 {
			t.Fatalf("without a signature: %d", res.StatusCode)
		}
		m.Upload("/app/users/avatar", nil, picture).OK() // replaces
		m.Upload("/app/users/avatar", nil).Fails(400, "VALIDATION", "file")
		m.Upload("/app/users/avatar", nil, bench.Attachment{Field: "file", Name: "x.jpg", Body: []byte("<html>")}).Fails(400, "BAD_FILE")
		pdf := []byte("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n0\n%%EOF\n")
		m.Upload("/app/users/avatar", nil, bench.Attachment{Field: "file", Name: "x.pdf", Body: pdf}).Fails(400, "BAD_FILE")
		m.Delete("/app/users/avatar").OK()
		m.Delete("/app/users/avatar").OK()
		w.RunJobs()
		if res, _ := bench.Fetch(w, profile.String("data.avatarUrl")); res.StatusCode != 404 || m.Get("/app/users/profile").OK().Value("data.avatarDefault") != true {
			t.Fatalf("after the removal: %d", res.StatusCode)
		}
	})
}

func TestNewAccountHasItsTokens(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		var coin, exp, token, rows int
		bench.Must(t, w.SQL().QueryRow(`SELECT coin, exp, token FROM wallets WHERE user_id = $1`, m.ID).Scan(&coin, &exp, &token))
		bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM wallet_ledger WHERE user_id = $1 AND currency = 'token' AND amount = 3 AND balance = 3`, m.ID).Scan(&rows))
		if coin != 0 || exp != 0 || token != 3 || rows != 1 {
			t.Fatalf("%d coins, %d exp, %d tokens, %d rows", coin, exp, token, rows)
		}
	})
}

func TestAppConfigAndConsent(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		config := w.Anonymous().Get("/app/config").OK()
		if config.String("data.minVersion") == "" || config.String("data.crisisContacts.0.phone") != "999" || config.String("data.consent.text") == "" || config.Int("data.limits.pictureBytes") != 10<<20 {
			t.Fatalf("the configuration: %s", config.Text)
		}
		version := config.String("data.consent.version")
		m := w.Member()
		if c := m.Get("/app/consents").OK(); c.Value("data.accepted") != false || c.String("data.version") != version || c.Value("data.answeredAt") != nil {
			t.Fatalf("at first: %s", c.Text)
		}
		m.Put("/app/consents", bench.Body{"version": "1999-01-01", "accepted": true}).Fails(409, "CONFLICT")
		m.Put("/app/consents", bench.Body{"version": version}).Fails(400, "VALIDATION", "accepted")
		m.Put("/app/consents", bench.Body{"version": version, "accepted": true}).OK()
		w.Clock.Advance(time.Hour)
		m.Put("/app/consents", bench.Body{"version": version, "accepted": true}).OK() // keeps its first time
		if c := m.Get("/app/consents").OK(); c.Value("data.accepted") != true || c.String("data.answeredAt") != "2026-11-15T02:00:00.000Z" {
			t.Fatalf("accepted: %s", c.Text)
		}
		w.NewConsent("2027")
		if c := m.Get("/app/consents").OK(); c.Value("data.accepted") != false || c.String("data.version") != "2027" {
			t.Fatalf("a newer version asks again: %s", c.Text)
		}
	})
}
