package notice_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

func TestNoticeFieldLimits(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Chief, access.CentreA).English()
		id := bench.UsersWithDevices(w, access.CentreA, 1)[0]
		for _, ok := range []bench.Body{
			{"title": "一"},
			{"title": "一", "content": nil},
			{"title": strings.Repeat("字", 50), "content": ""},
			{"title": "一", "content": strings.Repeat("字", 255)},
		} {
			ok["userId"] = id
			staff.Post("/web/notice/org/send", ok).OK()
			ok["userIds"] = []string{id}
			staff.Post("/web/notice/org/send-batch", ok).OK()
		}
		before := bench.CountRows(w, "notices", "1 = 1")
		for _, c := range []struct {
			send bench.Body
			says string
		}{
			{bench.Body{"title": ""}, "title: must be 1 to 50 characters"},
			{bench.Body{"title": " 　 "}, "title: is required"},
			{bench.Body{}, "title: is required"},
			{bench.Body{"title": nil}, "title"},
			{bench.Body{"title": 7}, "title: must be text"},
			{bench.Body{"title": strings.Repeat("字", 51)}, "title: must be 1 to 50 characters"},
			{bench.Body{"title": "一", "content": strings.Repeat("字", 256)}, "content: must be at most 255 characters"},
			{bench.Body{"title": " ", "content": strings.Repeat("字", 256)}, "content: must be at most 255 characters; title: is required"},
			{bench.Body{"title": "一", "content": "a\u0000"}, "not allowed"},
		} {
			c.send["userId"], c.send["userIds"] = id, []string{id}
			staff.Post("/web/notice/org/send", c.send).Fails(400, "VALIDATION", c.says)
			staff.Post("/web/notice/org/send-batch", c.send).Fails(400, "VALIDATION", c.says)
		}
		staff.Post("/web/notice/org/send", bench.Body{"title": "一"}).Fails(400, "VALIDATION", "userId: is required")
		staff.Post("/web/notice/org/send", bench.Body{"title": "一", "userId": ""}).Fails(400, "VALIDATION", "userId: is required")
		staff.Post("/web/notice/org/send-batch", bench.Body{"title": " ", "userIds": []string{}}).Fails(400, "VALIDATION", "userIds: is required; title: is required")
		staff.Post("/web/notice/org/send-batch", bench.Body{"title": "一"}).Fails(400, "VALIDATION", "userIds: is required")
		staff.Post("/web/notice/org/send-batch", bench.Body{"title": "一", "userIds": id}).Fails(400, "VALIDATION", "userIds: must be a list")
		if after := bench.CountRows(w, "notices", "1 = 1"); after != before {
			t.Fatalf("refused notices were stored: %d, then %d", before, after)
		}
	})
}

// Whom a position reaches, typed from the programme's role table: 200, 403 for
// what the position may not do, 404 beyond reach, 400 for the other kind.
func TestNoticeReach(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a, b, free := bench.UsersWithDevices(w, access.CentreA, 2), bench.UsersWithDevices(w, access.CentreB, 1), bench.UsersWithDevices(w, access.CentreOther, 1)
		support := w.Staff(access.Support, access.CentreA)
		w.SetStaff(support.ID, a[0], b[0], free[0])
		users := []string{a[0], a[1], b[0], free[0], "nobody"} // the first of A is the support colleague's
		for _, c := range []struct {
			who                                  *bench.Caller
			page, org, free, orgBatch, freeBatch [5]int
		}{
			{support,
				[5]int{200, 404, 404, 403, 404}, [5]int{200, 404, 404, 403, 404}, [5]int{403, 403, 403, 403, 403},
				[5]int{403, 403, 403, 403, 403}, [5]int{403, 403, 403, 403, 403}},
			{w.Staff(access.Professional, access.CentreA),
				[5]int{200, 200, 404, 403, 404}, [5]int{200, 200, 404, 403, 404}, [5]int{403, 403, 403, 403, 403},
				[5]int{403, 403, 403, 403, 403}, [5]int{403, 403, 403, 403, 403}},
			{w.Staff(access.Chief, access.CentreA),
				[5]int{200, 200, 404, 200, 404}, [5]int{200, 200, 404, 400, 404}, [5]int{400, 400, 404, 200, 404},
				[5]int{200, 200, 404, 400, 404}, [5]int{400, 400, 404, 200, 404}},
			{w.Staff(access.Supervisor, access.CentreB),
				[5]int{404, 404, 200, 200, 404}, [5]int{404, 404, 200, 400, 404}, [5]int{404, 404, 400, 200, 404},
				[5]int{404, 404, 200, 400, 404}, [5]int{404, 404, 400, 200, 404}},
			{w.Admin(),
				[5]int{200, 200, 200, 200, 404}, [5]int{200, 200, 200, 400, 404}, [5]int{400, 400, 400, 200, 404},
				[5]int{200, 200, 200, 400, 404}, [5]int{400, 400, 400, 200, 404}},
		} {
			for path, want := range map[string][5]int{
				"page": c.page, "org/send": c.org, "free/send": c.free, "org/send-batch": c.orgBatch, "free/send-batch": c.freeBatch,
			} {
				var got [5]int
				for i, user := range users {
					got[i] = c.who.Post("/web/notice/"+path, bench.Body{"userId": user, "userIds": []string{user}, "title": "界線"}).Status
				}
				if got != want {
					t.Errorf("%s of %s: %v, want %v", path, c.who.Get("/web/auth/info").OK().String("data.role"), got, want)
				}
			}
		}
	})
}

// Frozen accounts are written to, those on their way out are not.
func TestNoticeAccountStates(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff, ids := w.Staff(access.Chief, access.CentreA), bench.UsersWithDevices(w, access.CentreA, 4)
		for status, want := range []int{200, 200, 404, 404} {
			w.SetStatus(status, ids[status])
			got := staff.Post("/web/notice/org/send", bench.Body{"userId": ids[status], "title": "狀態"}).Status
			many := staff.Post("/web/notice/org/send-batch", bench.Body{"userIds": []string{ids[status]}, "title": "狀態"}).Status
			if got != want || many != want {
				t.Errorf("an account of status %d: %d and %d, want %d", status, got, many, want)
			}
		}
		staff.Post("/web/notice/org/send-batch", bench.Body{"userIds": ids, "title": "全部"}).Fails(404, "NOT_FOUND")
		if n := bench.CountRows(w, "notices", "title = '全部'"); n != 0 {
			t.Fatalf("%d notices of a refused batch", n)
		}
	})
}

func TestNoticeBatch(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Chief, access.CentreA).English()
		org, free := bench.UsersWithDevices(w, access.CentreA, 3), bench.UsersWithDevices(w, access.CentreOther, 2)
		none := func(why string) {
			t.Helper()
			if n := bench.CountRows(w, "notices", "1 = 1") + bench.CountRows(w, "deliveries", "channel = 'push'") + bench.CountRows(w, "audit_log", "subject = 'notice'"); n != 0 {
				t.Fatalf("%s left %d rows", why, n)
			}
		}
		mixed := append(slices.Clone(org), free...)
		reply := staff.Post("/web/notice/org/send-batch", bench.Body{"userIds": mixed, "title": "混合"}).Fails(400, "VALIDATION", "organisation", free[0], free[1])
		if strings.Contains(reply.Text, org[0]) {
			t.Fatalf("names users who are right: %s", reply.Text)
		}
		staff.Post("/web/notice/free/send-batch", bench.Body{"userIds": mixed, "title": "混合"}).Fails(400, "VALIDATION", "free", org[0], org[2])
		staff.Post("/web/notice/org/send-batch", bench.Body{"userIds": append(mixed, "nobody"), "title": "混合"}).Fails(404, "NOT_FOUND")
		none("a refused batch")

		staff.Post("/web/notice/org/send-batch", bench.Body{"userIds": append(org, org...), "title": "同行", "content": "每人一份"}).OK()
		staff.Post("/web/notice/free/send-batch", bench.Body{"userIds": free, "title": "同行"}).OK()
		if n, pushes := bench.CountRows(w, "notices", "title = '同行'"), bench.CountRows(w, "deliveries", "channel = 'push'"); n != 5 || pushes != 5 {
			t.Fatalf("%d notices and %d pushes for five users", n, pushes)
		}
		w.RunJobs()
		if got := w.Inbox("device of " + org[1]); len(got) != 1 || got[0].Body != "每人一份" {
			t.Fatalf("the inbox has %+v", got)
		}
		for _, id := range mixed {
			log := staff.Post("/web/audit/page", bench.Body{"userId": id}).OK()
			if log.Int("data.pagination.totalItems") != 1 || !strings.Contains(log.String("data.items.0.detail.after"), "同行") {
				t.Fatalf("the log of %s: %s", id, log.Text)
			}
		}
	})
}

// A thousand users cost as few statements as ten, but for rows going in by 500.
func TestNoticeBatchOfAThousand(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff, ids := w.Staff(access.Supervisor, access.CentreB).English(), bench.UsersWithDevices(w, access.CentreB, 1001)
		send := func(n int) int {
			return len(w.Statements(func() {
				staff.Post("/web/notice/org/send-batch", bench.Body{"userIds": ids[:n], "title": fmt.Sprint("共", n)}).OK()
			}))
		}
		few, many := send(10), send(1000)
		const tables = 4 // notices, deliveries, jobs and the log take a second statement each
		if few > 12 || many > few+tables {
			t.Fatalf("ten cost %d statements, a thousand %d", few, many)
		}
		if n, pushes := bench.CountRows(w, "notices", "title = '共1000'"), bench.CountRows(w, "jobs", "kind = 'delivery.send' AND state = 'ready'"); n != 1000 || pushes != 1010 {
			t.Fatalf("%d notices, %d pushes wait", n, pushes)
		}
		staff.Post("/web/notice/org/send-batch", bench.Body{"userIds": ids, "title": "太多"}).Fails(400, "VALIDATION", "userIds: must have at most 1000 items")
		if n := bench.CountRows(w, "notices", "title = '太多'"); n != 0 {
			t.Fatalf("%d of too many were stored", n)
		}
	})
}
