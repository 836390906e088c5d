package test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

func TestLeavingAndComingBack(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := bench.SetDistrict(w.SignUp("91230001"), w.District(0), 1)
		m.Post("/app/auth/password", bench.Body{"password": bench.MemberPassword}).OK()
		m.Put("/app/auth/device-token", bench.Body{"deviceToken": "phone"}).OK()
		for _, bad := range []bench.Body{{"reasonType": 5}, {"reasonType": -1}, {"reason": strings.Repeat("字", 501)}} {
			m.Do("DELETE", "/app/users/remove", bad).Fails(400, "VALIDATION")
		}
		m.Do("DELETE", "/app/users/remove", bench.Body{"reasonType": 2, "reason": "想休息一下"}).OK()
		m.Get("/app/users/profile").Fails(401, "UNAUTHENTICATED")
		bench.AppLogin(w, "91230001", bench.MemberPassword).Fails(403, "FORBIDDEN", "移除")
		if devices, err := w.App.Delivery.DevicesOf(context.Background(), w.App.DB, []string{m.ID}); err != nil || len(devices) != 0 {
			t.Fatalf("devices %v %v", devices, err)
		}
		id := bench.RemovalOf(w, m.ID)
		ctx, other := bench.AsStaff(w, access.Supervisor, access.CentreB)
		if err := w.App.Removals.Restore(ctx, other, id); err == nil || !strings.Contains(err.Error(), "NOT_FOUND") {
			t.Fatalf("another centre restored: %v", err)
		}
		ctx, own := bench.AsStaff(w, access.Chief, access.CentreA)
		bench.Must(t, w.App.Removals.Restore(ctx, own, id))
		if err := w.App.Removals.Restore(ctx, own, id); err == nil || !strings.Contains(err.Error(), "CONFLICT") {
			t.Fatalf("restored twice: %v", err)
		}
		bench.AppLogin(w, "91230001", bench.MemberPassword).OK()
	})
}

func TestRemovalWithoutAReason(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		w.Member().Delete("/app/users/remove").OK()
		m := w.Member() // asked for on two screens at once
		there := m.At(w.Replica())
		got := bench.AtOnce(6, func(i int) int { return []*bench.Caller{m, there}[i%2].Delete("/app/users/remove").Status })
		if got[200] != 1 || got[401] != 5 || bench.CountRows(w, "removals", "user_id = '"+m.ID+"'") != 1 {
			t.Errorf("at the same moment: %v", got)
		}
	})
}

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

// Confirmed by staff, it happens at once and stays in the log without a name.
func TestErasureByStaff(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.SignUp("91230001")
		m.Delete("/app/users/remove").OK()
		id := bench.RemovalOf(w, m.ID)
		ctx, who := bench.AsStaff(w, access.Supervisor, access.CentreA) // a free user belongs to both
		bench.Must(t, w.App.Removals.Confirm(ctx, who, id))
		if err := w.App.Removals.Confirm(ctx, who, id); err == nil || !strings.Contains(err.Error(), "CONFLICT") {
			t.Fatalf("confirmed twice: %v", err)
		}
		if strings.Contains(bench.Dump(w, "users"), "91230001") {
			t.Fatal("the number is still there")
		}
		if log := w.Admin().Post("/web/audit/page", bench.Body{"userId": m.ID}).OK(); log.Int("data.pagination.totalItems") != 1 {
			t.Fatalf("the log: %s", log.Text)
		}
		// One who cannot be erased, here because nobody is left, keeps no one waiting.
		w.ReopenRemoval(id)
		w.Clock.Advance(time.Second)
		w.SignUp("91230002").Delete("/app/users/remove").OK()
		w.Clock.Advance(30 * 24 * time.Hour)
		err := w.App.Removals.ConfirmDue(context.Background())
		if err == nil || !strings.Contains(err.Error(), id) || strings.Contains(bench.Dump(w, "users"), "91230002") {
			t.Fatalf("the others wait: %v", err)
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

func TestOwnDataExport(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		m := w.SignUp("91230001")
		m.Put("/app/users/personal", bench.Body{"nickname": "小美"}).OK()
		m.Post("/app/auth/password", bench.Body{"password": bench.MemberPassword}).OK()
		state := func() *bench.Reply { return m.Get("/app/users/data-export").OK() }
		if s := state(); s.Int("data.status") != 0 || s.Value("data.url") != nil {
			t.Fatalf("at first: %s", s.Text)
		}
		m.Post("/app/users/data-export", nil).OK()
		w.DropJobs("account.export")
		w.Clock.Advance(time.Hour)
		m.Post("/app/users/data-export", nil).OK()
		m.Post("/app/users/data-export", nil).OK() // asking again changes nothing
		if n := bench.CountRows(w, "jobs", "kind = 'account.export'"); n != 1 {
			t.Fatalf("%d archives are being made", n)
		}
		if s := state(); s.Int("data.status") != 1 || s.Value("data.url") != nil {
			t.Fatalf("asked: %s", s.Text)
		}
		w.RunJobs()
		ready := state()
		if ready.Int("data.status") != 2 {
			t.Fatalf("made: %s", ready.Text)
		}
		res, archive := bench.Fetch(w, ready.String("data.url"))
		if res.StatusCode != 200 || res.Header.Get("Content-Type") != "application/zip" {
			t.Fatalf("fetched: %d %s", res.StatusCode, res.Header.Get("Content-Type"))
		}
		files, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
		bench.Must(t, err)
		content := map[string]string{}
		for _, f := range files.File {
			r, err := f.Open()
			bench.Must(t, err)
			text, err := io.ReadAll(r)
			bench.Must(t, err)
			if !json.Valid(text) {
				t.Errorf("%s is not JSON", f.Name)
			}
			content[f.Name] = string(text)
		}
		if !strings.Contains(content["account.json"], "小美") || !strings.Contains(content["account.json"], "91230001") || !strings.Contains(content["wallet.json"], "welcome") {
			t.Errorf("the archive holds %v", content)
		}
		for name, text := range content {
			if strings.Contains(text, "argon2id") || strings.Contains(text, "token_sealed") {
				t.Errorf("%s holds a secret", name)
			}
		}
		plain := strings.SplitN(ready.String("data.url"), "?", 2)[0]
		if res, _ := bench.Fetch(w, plain); res.StatusCode != 404 {
			t.Errorf("without a signature: %d", res.StatusCode)
		}
		w.Clock.Advance(24 * time.Hour)
		if res, _ := bench.Fetch(w, ready.String("data.url")); res.StatusCode != 404 {
			t.Errorf("after a day: %d", res.StatusCode)
		}
	})
}
