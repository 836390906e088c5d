package load

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"hearten/internal/demo/jsonpath"
)

// origin names the run's own step counter, whose rows win once it is chosen.
// Another run's rows are another source's.
var origin = fmt.Sprintf("hearten.load.%d", time.Now().UnixNano())

// Member is a member who plays, one act after the other.
type Member struct {
	cast      *Cast
	id, phone string
	token     string
	rand      *rand.Rand
	// hours is what was synchronised and acknowledged; pending what was sent
	// and not answered: it is sent again before anything else.
	hours   map[string]int
	pending []Body
}

// act is something a member does, with its share of all acts.
type act struct {
	share int
	do    func(*Member, context.Context)
}

var memberActs = []act{
	{30, (*Member).open}, {18, (*Member).sync}, {20, (*Member).read}, {8, (*Member).claim},
	{8, (*Member).meet}, {6, (*Member).shop}, {5, (*Member).study}, {5, (*Member).walkStats},
}

// Play does one thing.
func (m *Member) Play(ctx context.Context) {
	total := 0
	for _, a := range memberActs {
		total += a.share
	}
	n := m.rand.IntN(total)
	for _, a := range memberActs {
		if n -= a.share; n < 0 {
			a.do(m, ctx)
			return
		}
	}
}

func (m *Member) call(ctx context.Context, method, operation, path string, in any) Reply {
	r, _ := m.cast.client.Call(ctx, m.token, method, operation, path, in) // the figures know
	return r
}

func (m *Member) get(ctx context.Context, path string) Reply {
	return m.call(ctx, "GET", path, path, nil)
}

// open is what the App asks for when it comes up.
func (m *Member) open(ctx context.Context) {
	for _, path := range []string{"/app/users/account", "/app/mission/level-bar", "/app/mission/badges", "/app/shop/wallet", "/app/friends/info"} {
		m.get(ctx, path)
	}
	m.call(ctx, "POST", "/app/mission/page", "/app/mission/page", Body{"type": 0, "pagination": Body{"page": 1, "size": 10}})
}

// sync sends a day of hours, or once more what was not answered.
func (m *Member) sync(ctx context.Context) {
	if len(m.pending) == 0 {
		now := time.Now().UTC().Truncate(time.Hour)
		from := now.Add(-time.Duration(24*(1+m.rand.IntN(3))) * time.Hour)
		for n := range 24 {
			hour := from.Add(time.Duration(n) * time.Hour)
			// Counts grow, as they do on a phone: a value that was sent before
			// would be a repetition, and change nothing.
			steps := m.hours[stamp(hour)] + 1 + m.rand.IntN(20)
			m.pending = append(m.pending, Body{"startTime": stamp(hour), "endTime": stamp(hour.Add(time.Hour)), "steps": steps})
		}
	}
	m.settle(ctx)
}

// settle sends what is pending; it reports whether nothing is left.
func (m *Member) settle(ctx context.Context) bool {
	if len(m.pending) == 0 {
		return true
	}
	r := m.call(ctx, "POST", "/app/health/steps/sync", "/app/health/steps/sync",
		Body{"dataOrigins": []string{origin}, "dataOrigin": origin, "data": m.pending})
	if !r.OK() {
		return false
	}
	for _, row := range m.pending {
		m.hours[row["startTime"].(string)] = row["steps"].(int)
	}
	m.pending = nil
	return true
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

func (m *Member) walkStats(ctx context.Context) {
	for _, period := range []string{"day", "week", "month", "year"} {
		path := "/app/health/steps/fetch/" + period
		m.call(ctx, "POST", path, path, Body{})
	}
}

func (m *Member) read(ctx context.Context) {
	page := m.call(ctx, "POST", "/app/articles/page", "/app/articles/page", Body{"pagination": Body{"page": 1, "size": 20}})
	items := jsonpath.List(page.Data, "items")
	if len(items) == 0 {
		return
	}
	id := jsonpath.Text(items[m.rand.IntN(len(items))], "id")
	m.call(ctx, "GET", "/app/articles/{article_id}", "/app/articles/"+id, nil)
	m.call(ctx, "POST", "/app/articles/{article_id}/read", "/app/articles/"+id+"/read", nil)
	if m.rand.IntN(3) == 0 {
		method := []string{"POST", "DELETE"}[m.rand.IntN(2)]
		m.call(ctx, method, "/app/articles/{article_id}/like", "/app/articles/"+id+"/like", nil)
	}
}

func (m *Member) claim(ctx context.Context) {
	waiting := m.get(ctx, "/app/mission/rewards")
	if id := jsonpath.Text(waiting.Data, "missionId"); id != "" {
		m.call(ctx, "POST", "/app/mission/{mission_id}/claim", "/app/mission/"+id+"/claim", nil)
	}
	granted := m.call(ctx, "POST", "/app/shop/vouchers/rewards", "/app/shop/vouchers/rewards", nil)
	if id := jsonpath.Text(granted.Data, "voucherId"); id != "" {
		m.call(ctx, "POST", "/app/shop/vouchers/{voucher_id}/claim", "/app/shop/vouchers/"+id+"/claim", nil)
	}
}

// meet asks, answers, removes and blocks other players.
func (m *Member) meet(ctx context.Context) {
	m.call(ctx, "POST", "/app/friends/users/page", "/app/friends/users/page", Body{})
	waiting := m.call(ctx, "POST", "/app/friends/request-users/page", "/app/friends/request-users/page", Body{})
	for _, one := range jsonpath.List(waiting.Data, "items") {
		m.call(ctx, "POST", "/app/friends/users/{user_id}/accept", "/app/friends/users/"+jsonpath.Text(one, "userId")+"/accept", nil)
	}
	other := m.cast.members[m.rand.IntN(len(m.cast.members))]
	if other == m {
		return
	}
	switch path := "/app/friends/users/" + other.id; m.rand.IntN(10) {
	case 0:
		m.call(ctx, "DELETE", "/app/friends/users/{user_id}", path, nil)
	case 1:
		m.call(ctx, "POST", "/app/friends/users/{user_id}/block", path+"/block", nil)
	case 2:
		m.call(ctx, "DELETE", "/app/friends/users/{user_id}/block", path+"/block", nil)
	default:
		m.call(ctx, "POST", "/app/friends/users/{user_id}/request", path+"/request", nil)
	}
}

func (m *Member) shop(ctx context.Context) {
	items := m.call(ctx, "POST", "/app/shop/items/filter", "/app/shop/items/filter", Body{"categoryId": 1 + m.rand.IntN(2)})
	all := jsonpath.List(items.Data, "")
	if len(all) == 0 {
		return
	}
	id := jsonpath.Text(all[m.rand.IntN(len(all))], "id")
	m.call(ctx, "POST", "/app/shop/items/{shop_item_id}/purchase", "/app/shop/items/"+id+"/purchase", nil)
}

func (m *Member) study(ctx context.Context) {
	page := m.call(ctx, "POST", "/app/lesson/all-lesson-page", "/app/lesson/all-lesson-page",
		Body{"category": 0, "pagination": Body{"page": 1, "size": 20}})
	items := jsonpath.List(page.Data, "items")
	if len(items) == 0 {
		return
	}
	lesson := items[m.rand.IntN(len(items))]
	path := fmt.Sprintf("/app/lesson/%s/chapters/%d/finish", jsonpath.Text(lesson, "lessonId"), 1+m.rand.IntN(max(1, jsonpath.Int(lesson, "chapterTotal"))))
	m.call(ctx, "POST", "/app/lesson/{lesson_id}/chapters/{chapter_sort}/finish", path, nil)
}
