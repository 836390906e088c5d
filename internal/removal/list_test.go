package removal_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

func TestRemovalList(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief, ofB := w.Staff(access.Chief, access.CentreA), w.Staff(access.Professional, access.CentreB)
		professional := w.Staff(access.Professional, access.CentreA)
		m := bench.SetDistrict(w.SignUp("91230001"), w.District(2), 1)
		m.Put("/app/users/personal", bench.Body{"nickname": `小美_%\`}).OK()
		org := bench.AskRemoval(w, m, "想休息一下")
		w.Clock.Advance(time.Minute)
		free := bench.AskRemoval(w, w.SignUp("free@example.hk"), "")
		list := func(c *bench.Caller, kind, key string) []string {
			return bench.PageIDs(c, "/web/remove/"+kind+"/page", bench.Body{"loginID": key, "pagination": bench.Body{"page": 1, "size": 10}})
		}
		if got := list(professional, "org", ""); !slices.Equal(got, []string{org}) {
			t.Fatalf("the centre's: %v", got)
		}
		if got := list(chief, "free", ""); !slices.Equal(got, []string{free}) {
			t.Fatalf("of no centre: %v", got)
		}
		if got := list(ofB, "org", ""); len(got) != 0 {
			t.Fatalf("another centre's: %v", got)
		}
		for key, want := range map[string]int{"91230001": 1, "小美": 1, `_%\`: 1, "%%": 0, "free@": 0} {
			if got := list(chief, "org", key); len(got) != want {
				t.Errorf("%q finds %d", key, len(got))
			}
		}
		got := professional.Get("/web/remove/org/detail/" + org).OK()
		for path, want := range map[string]any{
			"id": org, "userId": m.ID, "email": "", "phone": "91230001", "district": "觀塘", "reason": "想休息一下", "reasonType": 2.0,
			"createdRemoveAt": "2026-11-15", "userType": 1.0, "serviceNumber": "", "nickname": `小美_%\`,
		} {
			if got.Value("data."+path) != want {
				t.Errorf("%s is %v, want %v", path, got.Value("data."+path), want)
			}
		}
		log := chief.Post("/web/audit/page", bench.Body{"userId": m.ID, "action": "get-web-remove-org-detail-id"}).OK()
		if log.Int("data.pagination.totalItems") != 1 {
			t.Errorf("the log: %s", log.Text)
		}
		if got := chief.Get("/web/remove/free/detail/" + free).OK(); got.String("data.reason") != "私隱或安全考慮" {
			t.Errorf("without words of their own: %s", got.Text)
		}
		chief.Get("/web/remove/free/detail/"+org).Fails(404, "NOT_FOUND")
		chief.Get("/web/remove/org/detail/"+free).Fails(404, "NOT_FOUND")
		ofB.Get("/web/remove/org/detail/"+org).Fails(404, "NOT_FOUND")
		professional.Get("/web/remove/free/detail/"+free).Fails(403, "FORBIDDEN")
		professional.Post("/web/remove/free/page", bench.Body{"loginID": ""}).Fails(403, "FORBIDDEN")
		chief.Post("/web/remove/org/page", bench.Body{}).Fails(400, "VALIDATION", "loginID")
		chief.Post("/web/remove/org/page", bench.Body{"loginID": "", "sortings": []bench.Body{{"property": "createdRemoveAt", "direction": "asc"}}}).OK()
	})
}

func TestRemovalRestore(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		for _, method := range []string{"GET", "POST"} {
			m := bench.SetDistrict(w.Member(), w.District(0), 1)
			id := bench.AskRemoval(w, m, "")
			path := "/web/remove/restore/" + id
			w.Staff(access.Chief, access.CentreB).Do(method, path, nil).Fails(404, "NOT_FOUND")
			w.Staff(access.Professional, access.CentreA).Do(method, path, nil).Fails(403, "FORBIDDEN")
			for _, purpose := range []string{"prefetch", "prefetch;prerender", "Prefetch; anonymous-client-ip"} {
				chief.With("Sec-Purpose", purpose).Do(method, path, nil).Fails(403, "FORBIDDEN")
			}
			if chief.Get("/web/users/"+m.ID).OK().Int("data.status") != 2 {
				t.Fatal("loading ahead changed something")
			}
			done := chief.Do(method, path, nil).OK()
			if done.Header.Get("Cache-Control") != "no-store" || chief.Get("/web/users/"+m.ID).OK().Int("data.status") != 1 {
				t.Fatalf("restored: %v", done.Header)
			}
			chief.Do(method, path, nil).Fails(409, "CONFLICT")
			w.Admin().Do(method, "/web/remove/delete/"+id, nil).Fails(409, "CONFLICT")
			chief.Get("/web/remove/org/detail/"+id).Fails(404, "NOT_FOUND")
			chief.Do(method, "/web/remove/restore/nothing", nil).Fails(404, "NOT_FOUND")
		}
	})
}

func TestRemovalConfirm(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		supervisor := w.Staff(access.Supervisor, access.CentreA)
		for i, method := range []string{"GET", "POST"} {
			phone := []string{"91230001", "91230002"}[i]
			m := w.SignUp(phone)
			if method == "POST" {
				m = bench.SetDistrict(m, w.District(0), 1)
				w.Staff(access.Supervisor, access.CentreB).Do(method, "/web/remove/delete/"+bench.AskRemoval(w, m, "再見"), nil).Fails(404, "NOT_FOUND")
			} else {
				bench.AskRemoval(w, m, "再見")
			}
			path := "/web/remove/delete/" + bench.RemovalOf(w, m.ID)
			w.Staff(access.Chief, access.CentreA).Do(method, path, nil).Fails(403, "FORBIDDEN")
			supervisor.With("Sec-Purpose", "prefetch").Do(method, path, nil).Fails(403, "FORBIDDEN")
			supervisor.Do(method, path, nil).OK()
			supervisor.Do(method, path, nil).Fails(409, "CONFLICT")
			supervisor.Get("/web/users/"+m.ID).Fails(404, "NOT_FOUND")
			if strings.Contains(bench.Dump(w, "users"), phone) || strings.Contains(bench.Dump(w, "removals"), "再見") {
				t.Error("the person is still there")
			}
			// The log outlives the person, without identity.
			log := w.Admin().Post("/web/audit/page", bench.Body{"userId": m.ID}).OK()
			if log.Int("data.pagination.totalItems") < 1 || strings.Contains(log.Text, phone) {
				t.Errorf("the log: %s", log.Text)
			}
		}
	})
}

// Restored and confirmed at one moment: one of the two happens, wholly.
func TestRemovalRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		supervisor := w.Staff(access.Supervisor, access.CentreA)
		other := w.Staff(access.Chief, access.CentreA).At(w.Replica())
		for range 4 {
			m := w.Member()
			id := bench.AskRemoval(w, m, "")
			var restored, confirmed int
			var both sync.WaitGroup
			both.Go(func() { confirmed = supervisor.Get("/web/remove/delete/" + id).Status })
			both.Go(func() { restored = other.Get("/web/remove/restore/" + id).Status })
			both.Wait()
			if !(restored == 200 && confirmed == 409 || restored == 409 && confirmed == 200) {
				t.Fatalf("restored %d, confirmed %d", restored, confirmed)
			}
			if status := supervisor.Get("/web/users/" + m.ID).Status; status != restored && restored == 200 || status != 404 && confirmed == 200 {
				t.Fatalf("restored %d, confirmed %d, and the record answers %d", restored, confirmed, status)
			}
		}
	})
}
