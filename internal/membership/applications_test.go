package membership_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

func TestApplicationsForThePlan(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief, ofB := w.Staff(access.Chief, access.CentreA), w.Staff(access.Chief, access.CentreB)
		a := bench.Applicant(w, "91230001", 0, "S1")
		w.Clock.Advance(time.Minute)
		b := bench.Applicant(w, "91230002", 2, `S_2%\`)
		bench.Applicant(w, "91230003", 6, "S3")
		list := func(c *bench.Caller, b bench.Body) []string { return bench.PageIDs(c, "/web/member-apply/page", b) }
		ids := list(chief, bench.Body{})
		if len(ids) != 2 || len(list(ofB, bench.Body{})) != 1 || len(list(w.Admin(), bench.Body{})) != 3 {
			t.Fatalf("listed: %v", ids)
		}
		newest := chief.Post("/web/member-apply/page", bench.Body{}).OK()
		for path, want := range map[string]any{
			"userId": b.ID, "phone": "91230002", "email": "", "district": "觀塘", "serviceNumber": `S_2%\`, "status": 1.0, "mark": "",
			"applyDate": "2026-11-15", "createdAt": "2026-11-15T02:01:00.000Z", "decidedAt": nil, "nickname": "",
		} {
			if got := newest.Value("data.items.0." + path); got != want {
				t.Errorf("%s is %v, want %v", path, got, want)
			}
		}
		for key, want := range map[string]int{"91230001": 1, `_2%\`: 1, "%": 1, "_": 1, "s": 2, "nothing": 0, " 9123 ": 2} {
			if got := list(chief, bench.Body{"searchKey": key}); len(got) != want {
				t.Errorf("%q finds %d, want %d", key, len(got), want)
			}
		}
		if got := list(chief, bench.Body{"sortings": []bench.Body{{"property": "serviceNumber", "direction": "ASC"}}}); got[0] != ids[1] {
			t.Errorf("sorted: %v", got)
		}
		decide := func(c *bench.Caller, verdict string, ids ...string) *bench.Reply {
			return c.Put("/web/member-apply/"+verdict, bench.Body{"ids": ids, "mark": "已核實"})
		}
		decide(ofB, "approve", ids[0]).Fails(404, "NOT_FOUND")
		decide(chief, "approve", ids[0], "nothing").Fails(404, "NOT_FOUND")
		if b.Get("/app/users/account").OK().Int("data.userType") != 1 {
			t.Fatal("one bad id moves nothing")
		}
		decide(chief, "approve", ids[0], ids[0]).OK()
		if b.Get("/app/users/account").OK().Int("data.userType") != 2 { // the session stays alive
			t.Fatal("approved")
		}
		decide(chief, "reject", ids...).Fails(409, "CONFLICT")
		decide(chief, "reject", ids[1]).OK()
		if got := a.Get("/app/users/member-apply").OK(); got.Int("data.status") != 3 {
			t.Fatalf("rejected: %s", got.Text)
		}
		decide(chief, "approve", ids[1]).Fails(409, "CONFLICT")
		a.Put("/app/users/join-member", bench.Body{"serviceNumber": "S4"}).OK() // once more
		for status, want := range map[int]int{1: 1, 2: 1, 3: 1, 4: 0} {
			if got := list(chief, bench.Body{"statuses": []int{status}}); len(got) != want {
				t.Errorf("%d of status %d, want %d", len(got), status, want)
			}
		}
		a.Delete("/app/users/member-apply").OK()
		if got := list(chief, bench.Body{}); len(got) != 2 {
			t.Errorf("what was taken back is listed: %v", got)
		}
		for _, bad := range []any{bench.Body{"ids": []string{}}, bench.Body{}, bench.Body{"ids": slices.Repeat([]string{"x"}, 101)}, bench.Body{"ids": ids, "mark": strings.Repeat("字", 256)}} {
			chief.Put("/web/member-apply/approve", bad).Fails(400, "VALIDATION")
			chief.Put("/web/district-apply/reject", bad).Fails(400, "VALIDATION")
		}
		chief.English().Put("/web/member-apply/approve", bench.Body{"ids": []string{}}).Fails(400, "VALIDATION", "ids: must have 1 to 100 items")
	})
}

// Support staff see what their own people ask for.
func TestApplicationsOfAssignedPeople(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		support, admin := w.Staff(access.Support, access.CentreA), w.Admin()
		a := bench.Applicant(w, "91230001", 0, "S1")
		bench.Applicant(w, "91230002", 0, "S2")
		if got := bench.PageIDs(support, "/web/member-apply/page", bench.Body{}); len(got) != 0 {
			t.Fatalf("before: %v", got)
		}
		admin.Put("/web/users/staff", bench.Body{"userIds": []string{a.ID}, "staffId": support.ID}).OK()
		if got := bench.PageIDs(support, "/web/member-apply/page", bench.Body{}); len(got) != 1 {
			t.Fatalf("assigned: %v", got)
		}
		if got := bench.PageIDs(w.Staff(access.Professional, access.CentreA), "/web/member-apply/page", bench.Body{}); len(got) != 2 {
			t.Fatalf("a professional colleague: %v", got)
		}
	})
}

func TestApplicationsToMove(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		ofA, ofB := w.Staff(access.Chief, access.CentreA), w.Staff(access.Chief, access.CentreB)
		m := bench.SetDistrict(w.SignUp("91230001"), w.District(2), 1)
		bench.SetDistrict(m, w.District(6), 2)
		free := bench.SetDistrict(w.SignUp("91230002"), w.District(-1), 1)
		w.Clock.Advance(time.Second)
		bench.SetDistrict(free, w.District(8), 2)
		list := func(c *bench.Caller) []string {
			return bench.PageIDs(c, "/web/district-apply/page", bench.Body{"statuses": []int{1}})
		}
		ids := list(ofB)
		if len(ids) != 2 || len(list(ofA)) != 0 {
			t.Fatalf("listed: %v", ids)
		}
		// Free users are for those in charge.
		if got := list(w.Staff(access.Professional, access.CentreB)); !slices.Equal(got, ids[1:]) {
			t.Errorf("a professional colleague sees %v", got)
		}
		oldest := ofB.Post("/web/district-apply/page", bench.Body{"sortings": []bench.Body{{"property": "createdTime", "direction": "asc"}}}).OK()
		for path, want := range map[string]any{
			"userId": m.ID, "sourceDistrict": "觀塘", "targetDistrict": "深水埗", "applyDate": "2026年11月15日", "status": 1.0, "phone": "91230001",
		} {
			if got := oldest.Value("data.items.0." + path); got != want {
				t.Errorf("%s is %v, want %v", path, got, want)
			}
		}
		ofA.Put("/web/district-apply/approve", bench.Body{"ids": ids}).Fails(404, "NOT_FOUND")
		ofB.Put("/web/district-apply/approve", bench.Body{"ids": ids, "mark": "歡迎"}).OK()
		for _, c := range []*bench.Caller{m, free} {
			if c.Get("/app/users/account").OK().String("data.centreEnum") != "CENTRE_B" {
				t.Error("not moved")
			}
		}
		ofB.Put("/web/district-apply/reject", bench.Body{"ids": ids[:1]}).Fails(409, "CONFLICT")
		log := ofB.Post("/web/audit/page", bench.Body{"action": "put-web-district-apply-approve"}).OK()
		if log.Int("data.pagination.totalItems") != 2 || log.String("data.items.0.detail.mark") != "歡迎" {
			t.Errorf("the log: %s", log.Text)
		}
	})
}

// Two colleagues who decide at one moment: one of them wins.
func TestApplicationsDecidedTwice(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief, supervisor := w.Staff(access.Chief, access.CentreA), w.Staff(access.Supervisor, access.CentreA).At(w.Replica())
		race := func(path string, id string) {
			statuses := make([]int, 2)
			var both sync.WaitGroup
			both.Go(func() { statuses[0] = chief.Put(path+"approve", bench.Body{"ids": []string{id}}).Status })
			both.Go(func() { statuses[1] = supervisor.Put(path+"reject", bench.Body{"ids": []string{id}}).Status })
			both.Wait()
			if slices.Sort(statuses); !slices.Equal(statuses, []int{200, 409}) {
				t.Errorf("%s: %v", path, statuses)
			}
		}
		for _, phone := range []string{"91230001", "91230002", "91230003"} {
			m := bench.Applicant(w, phone, 0, "S"+phone)
			race("/web/member-apply/", bench.PageIDs(chief, "/web/member-apply/page", bench.Body{"statuses": []int{1}})[0])
			status := m.Get("/app/users/member-apply").OK().Int("data.status")
			if plan := m.Get("/app/users/account").OK().Int("data.userType") == 2; plan != (status == 2) {
				t.Errorf("plan member %v, application %d", plan, status)
			}
			mover := bench.SetDistrict(w.Member(), w.District(6), 1)
			bench.SetDistrict(mover, w.District(0), 2)
			race("/web/district-apply/", bench.PageIDs(chief, "/web/district-apply/page", bench.Body{"statuses": []int{1}})[0])
		}
		// One number for two: the second is a conflict, and all of that call is undone.
		bench.Applicant(w, "91230004", 0, "S9")
		bench.Applicant(w, "91230005", 0, "S9")
		ids := bench.PageIDs(chief, "/web/member-apply/page", bench.Body{"statuses": []int{1}})
		chief.Put("/web/member-apply/approve", bench.Body{"ids": ids}).Fails(409, "CONFLICT")
		if left := bench.PageIDs(chief, "/web/member-apply/page", bench.Body{"statuses": []int{1}}); len(left) != 2 {
			t.Errorf("left: %v", left)
		}
	})
}
