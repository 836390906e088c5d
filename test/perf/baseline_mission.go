package perf

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"hearten/internal/platform/db"
)

// What the page of missions and the level bar run after the session's read; a
// benchmark checks that the product runs the same.
const (
	missionsSQL = `
		SELECT m.id, m.key, m.name, m.type, m.event, m.link, m.ordering, COALESCE(p.count, 0) AS count,
			COALESCE(p.target, m.target) AS target, COALESCE(p.coin, m.coin) AS coin, COALESCE(p.exp, m.exp) AS exp,
			COALESCE(p.token, m.token) AS token, p.completed_at IS NOT NULL AS completed, p.claimed_at IS NOT NULL AS claimed
		FROM missions m LEFT JOIN mission_progress p
			ON p.user_id = $1 AND p.mission_id = m.id AND p.period = CASE WHEN m.period = 'daily' THEN $2 ELSE '' END
		WHERE m.retired_at IS NULL AND (m.period <> 'window' OR $3 BETWEEN m.starts_on AND m.ends_on)
		ORDER BY m.ordering, m.id`
	stepsTodaySQL = `SELECT steps FROM health_days WHERE user_id = $1 AND day = $2`
	standingSQL   = `
		SELECT u.user_type, u.nickname, w.coin, w.exp, w.token FROM users u JOIN wallets w ON w.user_id = u.id WHERE u.id = $1`
)

// bareMissions is POST /app/mission/page and GET /app/mission/level-bar by hand.
type bareMissions struct {
	account                   *bareAccount // for its session
	missions, steps, standing query
	files                     string
}

func newBareMissions(tb testing.TB, p *product) *bareMissions {
	tb.Helper()
	readers := 6
	if p.DB.Engine() == db.Postgres {
		readers = 10
	}
	return &bareMissions{
		account: newBareAccount(tb, p), files: p.Config.PublicURL + "/files/shared/mission/",
		missions: prepare(tb, p, readers, missionsSQL), steps: prepare(tb, p, readers, stepsTodaySQL), standing: prepare(tb, p, readers, standingSQL),
	}
}

type missionReply struct {
	ID           string `json:"id"`
	Type         int    `json:"type"`
	Name         string `json:"name"`
	Thumbnail    string `json:"thumbnail"`
	Link         int    `json:"link"`
	Item         int64  `json:"item"`
	All          int64  `json:"all"`
	Coin         int64  `json:"coin"`
	Exp          int64  `json:"exp"`
	Token        int64  `json:"token"`
	ButtonStatus int    `json:"buttonStatus"`
	Order        int    `json:"order"`

	steps, completed bool
}

var hongKong = time.FixedZone("HKT", 8*60*60)

// page is the first 100 missions of all types.
func (s *bareMissions) page(w http.ResponseWriter, r *http.Request) {
	who, err := s.account.signedIn(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	var in pageRequest
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Pagination.Size != 100 {
		http.Error(w, fmt.Sprint("only the first 100: ", err), http.StatusBadRequest)
		return
	}
	items, err := s.open(r, who, time.Now().In(hongKong).Format(time.DateOnly))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, struct {
		Pagination totals         `json:"pagination"`
		Sortings   []sorting      `json:"sortings"`
		Items      []missionReply `json:"items"`
	}{totals{1, 100, int64(len(items)), 1}, []sorting{{"order", "ASC"}}, items})
}

func (s *bareMissions) open(r *http.Request, who, today string) ([]missionReply, error) {
	rows, err := s.missions(r.Context(), who, today, today)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var items []missionReply
	walking := false
	for rows.Next() {
		var m missionReply
		var key, event string
		var claimed bool
		if err := rows.Scan(&m.ID, &key, &m.Name, &m.Type, &event, &m.Link, &m.Order, &m.Item, &m.All, &m.Coin, &m.Exp, &m.Token,
			&m.completed, &claimed); err != nil {
			return nil, err
		}
		m.Thumbnail, m.steps = s.files+key+"/1", event == "steps_of_day"
		switch {
		case claimed:
			m.ButtonStatus = 3
		case m.completed:
			m.ButtonStatus = 2
		case m.Link != 0:
			m.ButtonStatus = 1
		}
		walking = walking || m.steps && !m.completed
		items = append(items, m)
	}
	if err := rows.Err(); err != nil || !walking {
		return items, err
	}
	return items, s.walk(r, who, today, items)
}

// walk fills in how far today's steps lead.
func (s *bareMissions) walk(r *http.Request, who, today string, items []missionReply) error {
	rows, err := s.steps(r.Context(), who, today)
	if err != nil {
		return err
	}
	defer rows.Close()
	var walked sql.NullInt64
	if rows.Next() {
		if err := rows.Scan(&walked); err != nil {
			return err
		}
	}
	for i, m := range items {
		switch {
		case m.completed:
			items[i].Item = m.All
		case m.steps:
			items[i].Item = min(walked.Int64, m.All)
		default:
			items[i].Item = min(m.Item, m.All)
		}
	}
	return rows.Err()
}

type levelReply struct {
	UserType      int         `json:"userType"`
	Coin          int64       `json:"coin"`
	Token         int64       `json:"token"`
	Level         int         `json:"level"`
	Nickname      string      `json:"nickname"`
	ShowLevelData bool        `json:"showLevelData"`
	ExpPortion    int64       `json:"expPortion"`
	ExpAll        int64       `json:"expAll"`
	Levels        []giftReply `json:"levels"`
}

type giftReply struct {
	Level   int  `json:"level"`
	Present bool `json:"present"`
}

// level is the bar of someone who is not of the plan: there are no gifts to
// look for.
func (s *bareMissions) level(w http.ResponseWriter, r *http.Request) {
	who, err := s.account.signedIn(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	reply := levelReply{Level: 1, ExpAll: 100}
	if err := one(s.standing, r, []any{who}, &reply.UserType, &reply.Nickname, &reply.Coin, &reply.ExpPortion, &reply.Token); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	for reply.Level < 50 && reply.ExpPortion >= reply.ExpAll {
		reply.ExpPortion -= reply.ExpAll
		reply.Level++
		reply.ExpAll += 50
	}
	for l := max(1, reply.Level-1); l <= min(50, reply.Level+3); l++ {
		reply.Levels = append(reply.Levels, giftReply{Level: l})
	}
	answer(w, reply)
}
