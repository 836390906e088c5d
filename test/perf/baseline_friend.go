package perf

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/keys"
)

// What the App's friend operations run after the session's read; benchmarks
// check that the product runs the same.
const (
	friendsFrom = ` FROM (
		SELECT id, user_low AS me, user_high AS other, status, requested_by, created_at, friend_at FROM friend_pairs UNION ALL
		SELECT id, user_high AS me, user_low AS other, status, requested_by, created_at, friend_at FROM friend_pairs) p
		WHERE p.me = $1 AND p.status = 1 AND NOT EXISTS (SELECT 1 FROM users n WHERE n.id = p.other AND n.status <> 1)`
	friendRowsSQL  = `SELECT p.other AS user_id` + friendsFrom + ` ORDER BY p.friend_at DESC, p.id DESC LIMIT 20 OFFSET 0`
	friendTotalSQL = `SELECT COUNT(*)` + friendsFrom
	stepDaysSQL    = `SELECT day, steps, distance, calories FROM health_days WHERE user_id = $1 AND day BETWEEN $2 AND $3`
	stepMonthsSQL  = `SELECT month, steps, distance, calories FROM health_months WHERE user_id = $1 AND month BETWEEN $2 AND $3`
	ownedSQL       = `SELECT (SELECT COUNT(*) FROM user_mascots WHERE user_id = $1) AS mascots,
		(SELECT COUNT(*) FROM user_items WHERE user_id = $1) AS items`
	inUseSQL = `SELECT i.id, i.key, i.name, i.category, i.subcategory, i.animation_input, i.animation_value, i.coin, i.birthday,
			i.saleable, i.ordering, i.retired_at IS NOT NULL AS retired,
			o.created_at AS purchased_at, COALESCE(o.in_use, FALSE) AS in_use
		FROM user_items o JOIN shop_items i ON i.id = o.item_id WHERE o.user_id = $1 AND o.in_use ORDER BY i.category, i.subcategory, i.ordering, i.id`
	mainMascotSQL = `SELECT m.id, o.mascot_number, o.name FROM user_mascots o JOIN mascots m ON m.number = o.mascot_number
		WHERE o.user_id = $1 AND o.active ORDER BY CASE WHEN m.retired_at IS NULL THEN 0 ELSE 1 END, m.id LIMIT 1`
	learnedSQL = `SELECT COUNT(*) FILTER (WHERE p.finished_at IS NOT NULL) AS finished,
			COUNT(*) FILTER (WHERE p.opened_at IS NOT NULL AND p.finished_at IS NULL AND l.retired_at IS NULL AND l.published_at <= $2) AS studying,
			COUNT(*) FILTER (WHERE p.opened_at IS NULL AND l.retired_at IS NULL AND l.published_at <= $2) AS learnable,
			COUNT(*) FILTER (WHERE l.retired_at IS NULL AND l.published_at <= $2 AND (v.visited_at IS NULL OR l.published_at > v.visited_at)) > 0 AS has_new
		FROM lessons l LEFT JOIN lesson_progress p ON p.user_id = $1 AND p.lesson_id = l.id
			LEFT JOIN lesson_visits v ON v.user_id = $1`
	walletSQL = `SELECT coin, exp, token FROM wallets WHERE user_id = $1`
)

// What lies between the caller and 20 others, and one.
var friendTiesSQL, friendTieSQL = tiesSQL(32), tiesSQL(1)

func tiesSQL(n int) string {
	return number(`
		SELECT u.id, u.username, u.nickname, COALESCE(d.name, '') AS district, u.avatar_key, u.default_avatar, u.status = 1 AS normal,
			COALESCE(s.searchable, ?) AS searchable, COALESCE(s.requestable, ?) AS requestable,
			COALESCE(s.step_view, ?) AS step_view, COALESCE(s.map_view, ?) AS map_view,
			COALESCE(s.mascot_view, ?) AS mascot_view, COALESCE(s.avatar_view, ?) AS avatar_view,
			g.step_view AS step_flag, g.map_view AS map_flag, g.mascot_view AS mascot_flag, g.avatar_view AS avatar_flag,
			p.id AS pair_id, p.status AS pair_status, p.requested_by, p.friend_at,
			EXISTS (SELECT 1 FROM friend_blocks b WHERE b.user_id = ? AND b.blocked_id = u.id) AS blocked_them,
			EXISTS (SELECT 1 FROM friend_blocks b WHERE b.user_id = u.id AND b.blocked_id = ?) AS blocked_me,
			EXISTS (SELECT 1 FROM friend_cooldowns c WHERE c.user_id = ? AND c.other_id = u.id AND c.until > ?) AS cooling_down
		FROM users u
			LEFT JOIN districts d ON d.id = u.district_id
			LEFT JOIN friend_settings s ON s.user_id = u.id
			LEFT JOIN friend_permissions g ON g.user_id = u.id AND g.viewer_id = ?
			LEFT JOIN friend_pairs p ON p.user_low = CASE WHEN u.id < ? THEN u.id ELSE ? END
				AND p.user_high = CASE WHEN u.id < ? THEN ? ELSE u.id END
		WHERE u.status <> 3 AND u.id IN (` + strings.TrimSuffix(strings.Repeat("?, ", n), ", ") + `)`)
}

// bareFriends is the App's page of friends and the detail of one by hand.
type bareFriends struct {
	account                                            *bareAccount // for its session
	rows, total, ties, tie                             query
	days, months, owned, inUse, mascot, learned, purse query
	keys                                               *keys.Ring
	files                                              string
}

func newBareFriends(tb testing.TB, p *product) *bareFriends {
	tb.Helper()
	readers := 6
	if p.DB.Engine() == db.Postgres {
		readers = 10
	}
	q := func(text string) query { return prepare(tb, p, readers, text) }
	return &bareFriends{
		account: newBareAccount(tb, p), keys: p.Keys, files: p.Config.PublicURL + "/files/",
		rows: q(friendRowsSQL), total: prepare(tb, p, 1, friendTotalSQL), ties: q(friendTiesSQL), tie: q(friendTieSQL),
		days: q(stepDaysSQL), months: q(stepMonthsSQL), owned: q(ownedSQL), inUse: q(inUseSQL), mascot: q(mainMascotSQL),
		learned: q(learnedSQL), purse: q(walletSQL),
	}
}

// bareTie is someone, with what the caller may see of them.
type bareTie struct {
	id, username, nickname, district string
	avatar                           *string
	picture                          int
	audiences                        [4]int   // steps, map, mascot, avatar
	flags                            [4]*bool // what was set for the caller
	friends, blocked                 bool
}

// sees reports whether the caller may see one of the four.
func (t bareTie) sees(i int) bool {
	switch {
	case t.blocked || t.audiences[i] == 0:
		return false
	case t.flags[i] != nil:
		return *t.flags[i]
	default:
		return t.audiences[i] == 2 || t.friends
	}
}

// people reads someone by each id; padded is how many places the query has.
func (s *bareFriends) people(r *http.Request, q query, me string, ids []string, padded int) (map[string]bareTie, error) {
	args := []any{true, true, 1, 0, 1, 2, me, me, me, time.Now().UTC().Truncate(time.Microsecond), me, me, me, me, me}
	for i := range padded {
		args = append(args, ids[min(i, len(ids)-1)])
	}
	rows, err := q(r.Context(), args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := make(map[string]bareTie, len(ids))
	for rows.Next() {
		var t bareTie
		var skip any
		var status *int
		a, f := &t.audiences, &t.flags
		if err := rows.Scan(&t.id, &t.username, &t.nickname, &t.district, &t.avatar, &t.picture, &skip, &skip, &skip, &a[0], &a[1], &a[2], &a[3],
			&f[0], &f[1], &f[2], &f[3], &skip, &status, &skip, &skip, &skip, &t.blocked, &skip); err != nil {
			return nil, err
		}
		t.friends = status != nil && *status == 1
		found[t.id] = t
	}
	return found, rows.Err()
}

func (s *bareFriends) pictureOf(t bareTie) string {
	if t.avatar == nil || !t.sees(3) {
		return fmt.Sprint(s.files, "shared/default/user/profile/", t.picture)
	}
	expires := strconv.FormatInt(time.Now().Add(15*time.Minute).Unix(), 10)
	q := url.Values{"expires": {expires}, "signature": {s.keys.Hash("file", *t.avatar+" "+expires)}}
	return s.files + *t.avatar + "?" + q.Encode()
}

type friendItem struct {
	UserID    string `json:"userId"`
	AvatarURL string `json:"avatarUrl"`
	Nickname  string `json:"nickname"`
	Username  string `json:"username"`
}

// page is POST /app/friends/users/page by hand: the first 20.
func (s *bareFriends) page(w http.ResponseWriter, r *http.Request) {
	me, err := s.account.signedIn(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	var in pageRequest
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.SearchKey != "" || in.Pagination.Page != 1 || in.Pagination.Size != 20 {
		http.Error(w, fmt.Sprint("only the first 20: ", err), http.StatusBadRequest)
		return
	}
	items, total, err := s.friendsOf(r, me)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, struct {
		Pagination totals       `json:"pagination"`
		Sortings   []sorting    `json:"sortings"`
		Items      []friendItem `json:"items"`
	}{totals{1, 20, total, (total + 19) / 20}, []sorting{{"createdAt", "DESC"}}, items})
}

func (s *bareFriends) friendsOf(r *http.Request, me string) (items []friendItem, total int64, err error) {
	rows, err := s.rows(r.Context(), me)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	ids := make([]string, 0, 20)
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, 0, err
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		return nil, 0, err
	}
	if err := one(s.total, r, []any{me}, &total); err != nil {
		return nil, 0, err
	}
	people, err := s.people(r, s.ties, me, ids, 32)
	items = make([]friendItem, len(ids))
	for i, id := range ids {
		t := people[id]
		items[i] = friendItem{id, s.pictureOf(t), t.nickname, t.username}
	}
	return items, total, err
}

type (
	friendReply struct {
		UserID  string `json:"userId"`
		Profile struct {
			UseAvatar       bool       `json:"useAvatar"`
			IsDefaultAvatar bool       `json:"isDefaultAvatar"`
			AvatarURL       string     `json:"avatarUrl"`
			ShopItems       []struct{} `json:"shopItems"`
		} `json:"profile"`
		Account struct {
			Username string `json:"username"`
			Nickname string `json:"nickname"`
			District string `json:"district"`
		} `json:"account"`
		Statistics []figureGroup `json:"statistics"`
	}
	figureGroup struct {
		ID       int          `json:"id"`
		SubItems []figureItem `json:"subItems"`
	}
	figureItem struct {
		SubID    int           `json:"subId"`
		Section  *figurePeriod `json:"section,omitempty"`
		Value    *int64        `json:"value,omitempty"`
		SubValue *float64      `json:"subValue,omitempty"`
	}
	figurePeriod struct {
		Daily   figureValue `json:"daily"`
		Weekly  figureValue `json:"weekly"`
		Monthly figureValue `json:"monthly"`
		Yearly  figureValue `json:"yearly"`
	}
	figureValue struct {
		Value    int64   `json:"value"`
		SubValue float64 `json:"subValue"`
	}
)

// detail is GET /app/friends/users/{id} by hand, for a friend who uses nothing
// of the shop.
func (s *bareFriends) detail(w http.ResponseWriter, r *http.Request) {
	me, err := s.account.signedIn(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	id := strings.TrimPrefix(r.URL.Path, "/app/friends/users/")
	people, err := s.people(r, s.tie, me, []string{id}, 1)
	t := people[id]
	if err == nil && !t.friends {
		err = errNobody
	}
	var reply friendReply
	if err == nil {
		reply.Statistics, err = s.figures(r, id)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	reply.UserID, reply.Profile.UseAvatar, reply.Profile.IsDefaultAvatar, reply.Profile.AvatarURL = id, true, t.avatar == nil, s.pictureOf(t)
	reply.Profile.ShopItems = []struct{}{}
	reply.Account.Username, reply.Account.Nickname, reply.Account.District = t.username, t.nickname, t.district
	answer(w, reply)
}

// figures are those that a friend sees where nothing else was set.
func (s *bareFriends) figures(r *http.Request, id string) ([]figureGroup, error) {
	steps, err := s.steps(r, id)
	if err != nil {
		return nil, err
	}
	var mascots, items, finished, studying, exp float64
	var skip any
	err = one(s.owned, r, []any{id}, &mascots, &items)
	if err == nil {
		err = nobody(s.inUse, r, id)
	}
	if err == nil {
		err = nobody(s.mascot, r, id)
	}
	if err == nil {
		err = one(s.learned, r, []any{id, time.Now().UTC().Truncate(time.Microsecond)}, &finished, &studying, &skip, &skip)
	}
	if err == nil {
		err = one(s.purse, r, []any{id}, &skip, &exp, &skip)
	}
	level := 1.0
	for need := 100.0; exp >= need && level < 50; need += 50 {
		exp -= need
		level++
	}
	return []figureGroup{{1, steps}, {3, figureItems(mascots, items)}, {4, figureItems(studying, finished)}, {5, figureItems(level)}}, err
}

// nobody runs a query that finds nothing in the benchmark's world.
func nobody(q query, r *http.Request, id string) error {
	rows, err := q(r.Context(), id)
	if err != nil {
		return err
	}
	defer rows.Close()
	if rows.Next() {
		return fmt.Errorf("%s uses something of the shop", id)
	}
	return rows.Err()
}

func figureItems(values ...float64) []figureItem {
	items := make([]figureItem, len(values))
	for i, n := range values {
		v := figureOf(n)
		items[i] = figureItem{SubID: i + 1, Value: &v.Value, SubValue: &v.SubValue}
	}
	return items
}

func figureOf(n float64) figureValue {
	return figureValue{int64(math.Round(n)), math.Round(n*100) / 100}
}

// steps are a friend's steps, distance and calories of the day, week, month and
// year.
func (s *bareFriends) steps(r *http.Request, id string) ([]figureItem, error) {
	today := time.Now().In(clock.HongKong)
	day, month := today.Format(time.DateOnly), today.Format("2006-01")
	monday := today.AddDate(0, 0, -(int(today.Weekday())+6)%7)
	var sums [4][3]float64 // of the day, week, month, year
	add := func(q query, now string, current, all int, args ...any) error {
		rows, err := q(r.Context(), args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var at string
			var amount [3]float64
			if err := rows.Scan(&at, &amount[0], &amount[1], &amount[2]); err != nil {
				return err
			}
			for i, n := range amount {
				sums[all][i] += n
				if strings.HasPrefix(at, now) {
					sums[current][i] += n
				}
			}
		}
		return rows.Err()
	}
	if err := add(s.days, day, 0, 1, id, monday.Format(time.DateOnly), monday.AddDate(0, 0, 6).Format(time.DateOnly)); err != nil {
		return nil, err
	}
	if err := add(s.months, month, 2, 3, id, today.Format("2006")+"-01", month); err != nil {
		return nil, err
	}
	items := make([]figureItem, 3)
	for i, unit := range []float64{1, 1e10, 1e6} {
		items[i] = figureItem{SubID: i + 1, Section: &figurePeriod{
			figureOf(sums[0][i] / unit), figureOf(sums[1][i] / unit), figureOf(sums[2][i] / unit), figureOf(sums[3][i] / unit),
		}}
	}
	return items, nil
}
