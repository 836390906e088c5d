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

// The two statements of a centre's list of users with filters; a benchmark
// checks that the product runs the same.
const (
	peopleWhere = `u.status <> 3 AND u.user_type IN ($1) AND u.status IN ($2) AND u.district_id IN ($3) AND u.centre = $4`

	peopleSQL = `SELECT u.id, u.username, u.nickname, COALESCE(u.email, '') AS email, COALESCE(u.phone, '') AS phone,
		COALESCE(d.name, '') AS district, u.user_type, COALESCE(u.service_number, '') AS service_number, u.status,
		COALESCE(s.name, '') AS staff, u.created_at, u.last_login
		FROM users u LEFT JOIN districts d ON d.id = u.district_id LEFT JOIN staff s ON s.id = u.staff_id
		WHERE u.id IN (SELECT u.id FROM users u WHERE ` + peopleWhere + ` ORDER BY u.created_at DESC, u.id DESC LIMIT 20 OFFSET 0)
		ORDER BY u.created_at DESC, u.id DESC`
	peopleCountSQL = `SELECT COUNT(*) FROM users u WHERE ` + peopleWhere
)

// barePeople is POST /web/users/org/page by hand: the first page of 20, newest
// first, of one type, status and district of centre A.
type barePeople struct {
	*bare
	rows  query
	count query
}

func newBarePeople(tb testing.TB, p *product) *barePeople {
	tb.Helper()
	lists := 6
	if p.DB.Engine() == db.Postgres {
		lists = 10
	}
	return &barePeople{newBare(tb, p), prepare(tb, p, lists, peopleSQL), prepare(tb, p, 1, peopleCountSQL)}
}

type personReply struct {
	UserID        string  `json:"userId"`
	Username      string  `json:"username"`
	Nickname      string  `json:"nickname"`
	Email         string  `json:"email"`
	Phone         string  `json:"phone"`
	District      string  `json:"district"`
	Disabled      bool    `json:"disabled"`
	Status        int     `json:"status"`
	JoinedAt      string  `json:"joinedAt"`
	LastLogin     *string `json:"lastLogin"`
	UserType      int     `json:"userType"`
	ServiceNumber string  `json:"serviceNumber"`
	Staff         string  `json:"staff"`
}

type peopleRequest struct {
	UserTypes   []int    `json:"userTypes"`
	Statuses    []bool   `json:"statuses"`
	DistrictIDs []string `json:"districtIds"`
	Pagination  totals   `json:"pagination"`
}

func (s *barePeople) page(w http.ResponseWriter, r *http.Request) {
	who, err := s.signedIn(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	var in peopleRequest
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Pagination != (totals{Page: 1, Size: 20}) ||
		len(in.UserTypes) != 1 || len(in.Statuses) != 1 || in.Statuses[0] || len(in.DistrictIDs) != 1 {
		http.Error(w, fmt.Sprint("only the first 20 of one kind: ", err), http.StatusBadRequest)
		return
	}
	items, total, err := s.people(r, in.UserTypes[0], 1, in.DistrictIDs[0], string(who.role.Centre))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, struct {
		Pagination totals        `json:"pagination"`
		Sortings   []sorting     `json:"sortings"`
		Items      []personReply `json:"items"`
	}{totals{1, 20, total, (total + 19) / 20}, []sorting{{"joinedAt", "DESC"}}, items})
}

func (s *barePeople) people(r *http.Request, args ...any) (items []personReply, total int64, err error) {
	rows, err := s.rows(r.Context(), args...)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var one personReply
		var joined time.Time
		var login sql.NullTime
		if err := rows.Scan(&one.UserID, &one.Username, &one.Nickname, &one.Email, &one.Phone, &one.District, &one.UserType,
			&one.ServiceNumber, &one.Status, &one.Staff, &joined, &login); err != nil {
			return nil, 0, err
		}
		one.JoinedAt = joined.UTC().Format("2006-01-02T15:04:05.000Z")
		items = append(items, one)
	}
	if err := rows.Err(); err != nil {
		return nil, 0, err
	}
	return items, total, one(s.count, r, args, &total)
}
