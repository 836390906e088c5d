package test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/test/bench"
)

// personWithEverything is a member about whom every area holds something.
func personWithEverything(w *bench.World) (*bench.Caller, []string) {
	m := bench.SetDistrict(w.SignUp("91230001"), w.District(0), 1)
	m.Put("/app/users/username", bench.Body{"username": "Sunny.Mei"}).OK()
	m.Put("/app/users/personal", bench.Body{"nickname": "小美一號", "signature": "慢慢來的簽名", "gender": 0, "birthday": "1990-02-28"}).OK()
	token := m.Put("/app/users/email", bench.Body{"email": "mei@example.hk"}).OK().String("data.otpToken")
	m.Post("/app/users/email/verify", bench.Body{"otp": w.LastCode("mei@example.hk"), "otpToken": token}).OK()
	m.Post("/app/auth/password", bench.Body{"password": bench.MemberPassword}).OK()
	m.Put("/app/auth/device-token", bench.Body{"deviceToken": "device-token-of-mei"}).OK()
	m.Put("/app/users/join-member", bench.Body{"serviceNumber": "SERVICE-4711"}).OK()
	m.Put("/app/users/district", bench.Body{"districtId": w.District(6)}).OK()
	m.Put("/app/consents", bench.Body{"version": w.Anonymous().Get("/app/config").OK().String("data.consent.version"), "accepted": true}).OK()
	m.Upload("/app/users/avatar", nil, bench.Attachment{Field: "file", Name: "me.jpg", Body: bench.JPEG(30, 20)}).OK()
	m.Post("/app/users/invitation-code/apply", bench.Body{"invitationCode": w.Member().Get("/app/users/invitation-code").OK().String("data.invitationCode")}).OK()
	m.Put("/app/health/physique", bench.Body{"age": 36, "height": 171.23, "weight": 61.87}).OK()
	bench.SyncSteps(m, "watch-of-mei", bench.StepRow("2026-11-15 08:00", "2026-11-15 09:00", 100)).OK()
	m.Post("/app/users/data-export", nil).OK()
	bench.AskCode(w, 1, "91230001").OK()
	bench.AppLogin(w, "91230001", "wrong-one-1")
	w.RunJobs()
	return m, []string{"91230001", "mei@example.hk", "Sunny.Mei", "sunny.mei", "小美一號", "慢慢來的簽名", "1990-02-28", "SERVICE-4711",
		"device-token-of-mei", "想休息一下", "watch-of-mei", m.Get("/app/users/invitation-code").OK().String("data.invitationCode")}
}

// Erasure is real: no column of the live schema and no stored file holds the
// person any more.
func TestErasure(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		m, traces := personWithEverything(w)
		m.Do("DELETE", "/app/users/remove", bench.Body{"reasonType": 2, "reason": "想休息一下"}).OK()
		before := strings.Join(bench.DumpAll(w), "\n")
		for _, trace := range traces {
			if trace != "device-token-of-mei" && !strings.Contains(before, trace) { // tokens are sealed from the start
				t.Fatalf("the test leaves no trace %q to erase", trace)
			}
		}
		w.Clock.Advance(30*24*time.Hour - 2*time.Hour)
		w.RunJobs()
		if !strings.Contains(strings.Join(bench.DumpAll(w), "\n"), "91230001") {
			t.Fatal("erased before its time")
		}
		w.Clock.Advance(2 * time.Hour)
		w.RunJobs()
		w.RunJobs() // objects of removed files go with jobs of their own

		for _, table := range w.Tables() {
			dump := bench.Dump(w, table)
			for _, trace := range traces {
				if strings.Contains(dump, trace) {
					t.Errorf("%s still holds %q", table, trace)
				}
			}
		}
		if list := w.Service().Post("/media/list", bench.Body{"fileKey": "centre_a/user/" + m.ID}).OK().List("data", "fileKey"); len(list) != 0 {
			t.Errorf("files are left: %v", list)
		}
		if list := w.Service().Post("/media/list", bench.Body{"fileKey": "shared/user/" + m.ID}).OK().List("data", "fileKey"); len(list) != 0 {
			t.Errorf("files are left: %v", list)
		}
		w.SignUp("91230001") // the identifiers are free again
		w.SignUp("mei@example.hk")
		var rows, status int
		bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM wallet_ledger WHERE user_id = $1`, m.ID).Scan(&rows))
		bench.Must(t, w.SQL().QueryRow(`SELECT status FROM users WHERE id = $1`, m.ID).Scan(&status))
		if rows == 0 || status != 3 {
			t.Errorf("the ledger has %d rows, the account is %d", rows, status)
		}
		var bodies, steps int
		bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM health_people WHERE user_id = $1`, m.ID).Scan(&bodies))
		bench.Must(t, w.SQL().QueryRow(`SELECT steps FROM health_days WHERE user_id = $1`, m.ID).Scan(&steps))
		if bodies != 0 || steps != 100 {
			t.Errorf("the body is there %d times, %d steps are kept", bodies, steps)
		}
	})
}

// Every table with a user column belongs to an area that says how it is shown
// and erased.
func TestEveryTableAboutPeopleIsSpokenFor(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		spoken := map[string]bool{}
		for _, table := range w.App.People.Tables() {
			spoken[table.Name] = true
		}
		exceptions := map[string]string{
			"otp_codes": "the account area forgets codes by owner and by identifier",
		}
		people := []string{"user_id", "owner_id", "inviter_id"}
		for _, table := range w.Tables() {
			rows, err := w.SQL().Query("SELECT * FROM " + table + " WHERE 1 = 0")
			bench.Must(t, err)
			columns, err := rows.Columns()
			bench.Must(t, err)
			bench.Must(t, rows.Close())
			for _, column := range columns {
				if slices.Contains(people, column) && !spoken[table] && exceptions[table] == "" {
					t.Errorf("nobody speaks for %s.%s", table, column)
				}
			}
		}
	})
}
