package notice_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/delivery"
	"hearten/internal/notice"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// tell sends notices as another area of the product would.
func tell(w *bench.World, notices ...notice.New) {
	w.T.Helper()
	ctx := context.Background()
	bench.Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error { return w.App.Notices.Send(ctx, tx, notices...) }))
}

// ownNotices lists a member's notices, newest first.
func ownNotices(m *bench.Caller) *bench.Reply { return m.Post("/app/notice/page", bench.Body{}).OK() }

func hasNewNotice(m *bench.Caller) bool {
	return m.Get("/app/notice/has-new").OK().Value("data") == true
}

func TestNoticeLife(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Professional, access.CentreA)
		m, other := bench.SetDistrict(w.Member(), w.District(0), 1), w.Member()
		if hasNewNotice(m) || ownNotices(m).Int("data.0.pagination.totalItems") != 0 {
			t.Fatal("a new member has notices")
		}
		staff.Post("/web/notice/org/send", bench.Body{"userId": m.ID, "title": " 下午茶聚 ", "content": "星期三見"}).OK()
		page := ownNotices(m)
		if page.String("data.0.items.0.title") != "下午茶聚" || page.String("data.0.items.0.content") != "星期三見" ||
			page.String("data.0.items.0.sendTime") != "2026-11-15T02:00:00.000Z" || page.Value("data.0.items.0.isRead") != false ||
			page.Value("data.0.items.0.missionLink") != nil || page.Value("data.1") != nil {
			t.Fatalf("the list shows %s", page.Text)
		}
		id := page.String("data.0.items.0.id")
		if !hasNewNotice(m) || hasNewNotice(other) {
			t.Fatal("the notice is new to its user and to nobody else")
		}

		for _, stranger := range []string{id, "not-an-id", "read-all", "%00"} {
			other.Put("/app/notice/"+stranger+"/read", nil).Fails(404, "NOT_FOUND")
			other.Delete("/app/notice/"+stranger).Fails(404, "NOT_FOUND")
		}
		m.Put("/app/notice/"+id+"/read", nil).OK()
		m.Put("/app/notice/"+id+"/read", nil).OK()
		if hasNewNotice(m) || ownNotices(m).Value("data.0.items.0.isRead") != true {
			t.Fatal("a notice that was read is still new")
		}

		m.Delete("/app/notice/" + id).OK()
		m.Delete("/app/notice/"+id).Fails(404, "NOT_FOUND")
		m.Put("/app/notice/"+id+"/read", nil).Fails(404, "NOT_FOUND")
		if ownNotices(m).Int("data.0.pagination.totalItems") != 0 {
			t.Fatal("a deleted notice is still listed")
		}
		if got := staff.Post("/web/notice/page", bench.Body{"userId": m.ID}).OK(); got.String("data.0.items.0.id") != id || got.Value("data.0.items.0.isRead") != true {
			t.Fatalf("staff see %s", got.Text)
		}
	})
}

func TestNoticeReadAll(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m, other := w.Member(), w.Member()
		m.Put("/app/notice/read-all", nil).OK() // nothing to read
		tell(w, notice.New{UserID: m.ID, Title: "一"}, notice.New{UserID: m.ID, Title: "二"}, notice.New{UserID: other.ID, Title: "三"})
		m.Put("/app/notice/"+ownNotices(m).String("data.0.items.0.id")+"/read", nil).OK()
		if !hasNewNotice(m) {
			t.Fatal("one of two was read and nothing is new")
		}
		m.Put("/app/notice/read-all", nil).OK()
		if read := ownNotices(m).List("data.0.items", "isRead"); hasNewNotice(m) || !slices.Equal(read, []any{true, true}) {
			t.Fatalf("after reading all: %v", read)
		}
		if !hasNewNotice(other) {
			t.Fatal("reading all read another's notices")
		}
		other.Delete("/app/notice/" + ownNotices(other).String("data.0.items.0.id")).OK()
		if hasNewNotice(other) {
			t.Fatal("a notice that was put away unread is new")
		}
	})
}

// Reading at the same time is no error, and the first time stays.
func TestNoticeReadRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		tell(w, notice.New{UserID: m.ID, Title: "搶先"})
		id := ownNotices(m).String("data.0.items.0.id")
		readAt := func() (at time.Time) {
			bench.Must(t, w.SQL().QueryRow(`SELECT read_at FROM notices WHERE id = $1`, id).Scan(&at))
			return at
		}
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() { m.Put("/app/notice/"+id+"/read", nil).OK() })
			all.Go(func() { m.Put("/app/notice/read-all", nil).OK() })
		}
		all.Wait()
		first := readAt()
		w.Clock.Advance(time.Hour)
		m.Put("/app/notice/"+id+"/read", nil).OK()
		m.Put("/app/notice/read-all", nil).OK()
		if again := readAt(); !again.Equal(first) {
			t.Fatalf("read at %s, then at %s", first, again)
		}
		gone := make([]int, 10)
		for i := range gone {
			all.Go(func() { gone[i] = m.Delete("/app/notice/" + id).Status })
		}
		all.Wait()
		if slices.Sort(gone); gone[0] != 200 || gone[1] != 404 {
			t.Fatalf("of many deletions exactly one finds it: %v", gone)
		}
	})
}

func TestNoticePush(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff, m := w.Staff(access.Chief, access.CentreB), w.Member()
		for _, device := range []string{"phone", "tablet"} {
			m.Put("/app/auth/device-token", bench.Body{"deviceToken": device}).OK()
		}
		staff.Post("/web/notice/free/send", bench.Body{"userId": m.ID, "title": "天氣轉涼", "content": "多穿衣服"}).OK()
		w.RunJobs()
		for _, device := range []string{"phone", "tablet"} {
			letters := w.Inbox(device)
			if len(letters) != 1 || letters[0].Subject != "天氣轉涼" || letters[0].Body != "多穿衣服" || letters[0].Data["navigation"] != 1.0 {
				t.Fatalf("%s got %+v", device, letters)
			}
		}

		tell(w) // nothing to tell
		tell(w, notice.New{UserID: m.ID, Title: "新問卷", Link: notice.LinkSurvey, Navigation: delivery.Surveys})
		w.RunJobs()
		if got := w.Inbox("phone"); len(got) != 2 || got[0].Data["navigation"] != 2.0 {
			t.Fatalf("another screen: %+v", got)
		}
		if got := ownNotices(m); got.Int("data.0.items.0.missionLink") != 8 || got.String("data.0.items.0.content") != "" {
			t.Fatalf("the notice of another area: %s", got.Text)
		}

		ctx, changed := context.Background(), errors.New("changed my mind")
		if err := w.App.DB.Write(ctx, func(tx *db.Tx) error {
			bench.Must(t, w.App.Notices.Send(ctx, tx, notice.New{UserID: m.ID, Title: "收回"}))
			return changed
		}); !errors.Is(err, changed) {
			t.Fatal(err)
		}
		w.RunJobs()
		if len(w.Inbox("phone")) != 2 || strings.Contains(ownNotices(m).Text, "收回") {
			t.Fatal("a transaction that was rolled back left a notice")
		}
	})
}

// What was told to someone goes with them; the log keeps that it was done.
func TestNoticeErasure(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff, m := w.Staff(access.Supervisor, access.CentreA), w.Member()
		staff.Post("/web/notice/free/send", bench.Body{"userId": m.ID, "title": "只給小美"}).OK()
		m.Delete("/app/users/remove").OK()
		staff.Post("/web/notice/page", bench.Body{"userId": m.ID}).OK() // until it is certain
		ctx, who := bench.AsStaff(w, access.Supervisor, access.CentreA)
		bench.Must(t, w.App.Removals.Confirm(ctx, who, bench.RemovalOf(w, m.ID)))
		if strings.Contains(strings.Join(bench.DumpAll(w), "\n"), "只給小美") {
			t.Fatal("the notice is still there")
		}
		staff.Post("/web/notice/page", bench.Body{"userId": m.ID}).Fails(404, "NOT_FOUND")
		log := w.Admin().Post("/web/audit/page", bench.Body{"userId": m.ID, "action": "post-web-notice-free-send"}).OK()
		if log.Int("data.pagination.totalItems") != 1 || log.Value("data.items.0.detail.after") != nil {
			t.Fatalf("the log: %s", log.Text)
		}
	})
}
