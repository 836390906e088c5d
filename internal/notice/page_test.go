package notice_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hearten/internal/notice"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/test/bench"
)

func TestNoticePage(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m, other := bench.SetDistrict(w.Member(), w.District(6), 1), w.Member()
		tell(w, notice.New{UserID: other.ID, Title: "別人的"})
		for _, title := range []string{"丙", "甲", "乙"} {
			w.Clock.Advance(time.Minute)
			tell(w, notice.New{UserID: m.ID, Title: title})
		}
		staff := w.Staff(access.Professional, access.CentreB)
		check := func(request bench.Body, want ...any) {
			t.Helper()
			if got := m.Post("/app/notice/page", request).OK().List("data.0.items", "title"); !slices.Equal(got, want) {
				t.Errorf("%v lists %v, want %v", request, got, want)
			}
			request["userId"] = m.ID
			if got := staff.Post("/web/notice/page", request).OK().List("data.0.items", "title"); !slices.Equal(got, want) {
				t.Errorf("%v lists %v to staff, want %v", request, got, want)
			}
		}
		by := func(property, direction string) []bench.Body {
			return []bench.Body{{"property": property, "direction": direction}}
		}
		check(bench.Body{}, "乙", "甲", "丙")
		check(bench.Body{"sortings": nil, "pagination": bench.Body{"page": 2, "size": 2}}, "丙")
		for _, same := range []string{"sendTime", "send_time", "createdAt", "createAt", "CREATED_TIME"} {
			check(bench.Body{"sortings": by(same, "asc")}, "丙", "甲", "乙")
		}
		check(bench.Body{"sortings": by("title", "ASC")}, "丙", "乙", "甲") // by code point
		check(bench.Body{"pagination": bench.Body{"page": 9}})

		got := m.Post("/app/notice/page", bench.Body{"pagination": bench.Body{"size": 2}}).OK()
		if got.Int("data.0.pagination.totalItems") != 3 || got.Int("data.0.pagination.totalPages") != 2 || got.String("data.0.sortings.0.property") != "sendTime" {
			t.Errorf("totals and the order: %s", got.Text)
		}
		for _, bad := range []bench.Body{
			{"pagination": bench.Body{"page": 0}}, {"pagination": bench.Body{"size": 0}}, {"sortings": by("userId", "ASC")}, {"sortings": by("title", "UP")},
		} {
			m.Post("/app/notice/page", bad).Fails(400, "VALIDATION")
			bad["userId"] = m.ID
			staff.Post("/web/notice/page", bad).Fails(400, "VALIDATION")
		}
	})
}

// Days are Hong Kong's, both ends included.
func TestNoticePageDays(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := bench.SetDistrict(w.Member(), w.District(0), 1)
		day := clock.DateOf(w.Clock.Now())
		for _, n := range []struct {
			title string
			at    time.Time
		}{
			{"頭一刻", day.Start()}, {"最後一刻", day.End().Add(-time.Microsecond)}, {"翌日", day.End()},
		} {
			w.Clock.Set(n.at)
			tell(w, notice.New{UserID: m.ID, Title: n.title})
		}
		staff := w.Staff(access.Professional, access.CentreA)
		for _, c := range []struct {
			from, to any
			want     []any
		}{
			{"2026-11-15", "2026-11-15", []any{"最後一刻", "頭一刻"}},
			{"2026-11-16", "2026-11-16", []any{"翌日"}},
			{"2026-11-15", nil, []any{"翌日", "最後一刻", "頭一刻"}},
			{nil, "2026-11-15", []any{"最後一刻", "頭一刻"}},
			{"2026-11-14", "2026-11-14", []any{}},
			{"2026-11-16", "2026-11-15", []any{}},
		} {
			got := staff.Post("/web/notice/page", bench.Body{"userId": m.ID, "startDate": c.from, "endDate": c.to}).OK().List("data.0.items", "title")
			if !slices.Equal(got, c.want) {
				t.Errorf("from %v to %v: %v, want %v", c.from, c.to, got, c.want)
			}
		}
		for _, bad := range []any{"15/11/2026", "2026-02-30", 20261115} {
			staff.Post("/web/notice/page", bench.Body{"userId": m.ID, "startDate": bad}).Fails(400, "VALIDATION")
		}
	})
}

// Reading someone's notices is written down, and costs the same however many.
func TestNoticePageIsLogged(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff, m := w.Staff(access.Chief, access.CentreA), w.Member()
		for range 30 {
			tell(w, notice.New{UserID: m.ID, Title: "通知"})
		}
		ask := func(size int) int {
			return len(w.Statements(func() {
				staff.Post("/web/notice/page", bench.Body{"userId": m.ID, "pagination": bench.Body{"size": size}}).OK()
			}))
		}
		if few, many := ask(2), ask(25); few != 5 || many != 5 {
			t.Fatalf("a page of 2 costs %d statements, of 25 %d; want session, reach, rows, total and log", few, many)
		}
		log := staff.Post("/web/audit/page", bench.Body{"userId": m.ID}).OK()
		if log.Int("data.pagination.totalItems") != 2 || log.String("data.items.0.action") != "post-web-notice-page" {
			t.Fatalf("the log: %s", log.Text)
		}
	})
}

// modelNotice and its list are a slow model of the staff's page.
type modelNotice struct {
	id, title, content string
	link               int // -1: none
	read               bool
	sent               time.Time
}

func modelNotices(all []modelNotice, from, to, property, direction string, page, size int) (ids []any, total int) {
	var found []modelNotice
	for _, n := range all {
		if day := n.sent.In(clock.HongKong).Format("2006-01-02"); (from == "" || day >= from) && (to == "" || day <= to) {
			found = append(found, n)
		}
	}
	number := map[bool]int{true: 1}
	slices.SortFunc(found, func(a, b modelNotice) int {
		order := cmp.Or(map[string]int{
			"title": strings.Compare(a.title, b.title), "content": strings.Compare(a.content, b.content), "missionLink": a.link - b.link,
			"isRead": number[a.read] - number[b.read], "sendTime": a.sent.Compare(b.sent),
		}[property], strings.Compare(a.id, b.id))
		if direction == "DESC" {
			order = -order
		}
		return order
	})
	ids = []any{}
	for i := (page - 1) * size; i < page*size && i < len(found); i++ {
		ids = append(ids, found[i].id)
	}
	return ids, len(found)
}

// when is a value or null.
func when(yes bool, v any) any {
	if yes {
		return v
	}
	return nil
}

// Days, sorting, paging and totals equal the model's, whatever the data.
func TestNoticePageEqualsAModel(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin, users := w.Admin(), bench.UsersWithDevices(w, access.CentreA, 2)
		text := rapid.StringOfN(rapid.SampledFrom([]rune(`甲乙aBÉ%_\' `)), 1, 6, -1)
		titles := rapid.SliceOfN(text, 80, 80).Example(7)
		var all []modelNotice
		for i, title := range titles {
			all = append(all, modelNotice{
				id: fmt.Sprintf("id-%03d", (i*37)%80), title: title, content: titles[(i*3)%80], link: i%4 - 1, read: i%3 == 0,
				sent: w.Clock.Now().Add(time.Duration(i%11-5) * 6 * time.Hour),
			})
		}
		rows := make([]bench.Notice, len(all))
		for i, n := range all {
			rows[i] = bench.Notice{ID: n.id, UserID: users[0], Title: n.title, Content: n.content, Link: n.link, Read: n.read, Deleted: i%5 == 0, Sent: n.sent}
		}
		w.Notices(rows...)
		tell(w, notice.New{UserID: users[1], Title: "別人的"})
		day := rapid.SampledFrom([]string{"", "2026-11-13", "2026-11-14", "2026-11-15", "2026-11-16", "2026-11-17"})
		rapid.Check(t, func(rt *rapid.T) {
			from, to := day.Draw(rt, "from"), day.Draw(rt, "to")
			property := rapid.SampledFrom([]string{"title", "content", "missionLink", "isRead", "sendTime", "id"}).Draw(rt, "property")
			direction := rapid.SampledFrom([]string{"ASC", "DESC"}).Draw(rt, "direction")
			page, size := rapid.IntRange(1, 9).Draw(rt, "page"), rapid.IntRange(1, 100).Draw(rt, "size")
			got := admin.Post("/web/notice/page", bench.Body{
				"userId": users[0], "startDate": when(from != "", from), "endDate": when(to != "", to), "pagination": bench.Body{"page": page, "size": size},
				"sortings": []bench.Body{{"property": property, "direction": direction}},
			}).OK()
			ids, total := modelNotices(all, from, to, property, direction, page, size)
			if !slices.Equal(got.List("data.0.items", "id"), ids) || got.Int("data.0.pagination.totalItems") != total {
				rt.Fatalf("from %q to %q by %s %s, page %d of %d:\n got %v of %d\nwant %v of %d", from, to, property, direction, page, size,
					got.List("data.0.items", "id"), got.Int("data.0.pagination.totalItems"), ids, total)
			}
		})
	})
}
