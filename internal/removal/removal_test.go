package removal_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"io"
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
