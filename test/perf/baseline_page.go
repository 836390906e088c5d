package perf

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// The list's two statements; a benchmark checks that the product runs the same.
const (
	rowsSQL = `SELECT id, title, link, centre, version, created_at FROM surveys
		WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 20 OFFSET 0`
	countSQL = `SELECT COUNT(*) FROM surveys WHERE deleted_at IS NULL`
)

type pageRequest struct {
	SearchKey  string    `json:"searchKey"`
	Pagination totals    `json:"pagination"`
	Sortings   []sorting `json:"sortings"`
}

type totals struct {
	Page       int   `json:"page"`
	Size       int   `json:"size"`
	TotalItems int64 `json:"totalItems"`
	TotalPages int64 `json:"totalPages"`
}

type sorting struct {
	Property  string `json:"property"`
	Direction string `json:"direction"`
}

type surveyReply struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Link      string `json:"link"`
	CreatedAt string `json:"createdAt"`
}

// page is POST /web/survey/page by hand: the first page of 20, newest first.
func (s *bare) page(w http.ResponseWriter, r *http.Request) {
	if _, err := s.signedIn(r); err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	var in pageRequest
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Pagination.Page != 1 || in.Pagination.Size != 20 {
		http.Error(w, fmt.Sprint("only the first 20: ", err), http.StatusBadRequest)
		return
	}
	items, total, err := s.surveys(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, struct {
		Pagination totals        `json:"pagination"`
		Sortings   []sorting     `json:"sortings"`
		Items      []surveyReply `json:"items"`
	}{totals{1, 20, total, (total + 19) / 20}, []sorting{{"createdAt", "DESC"}}, items})
}

func (s *bare) surveys(r *http.Request) (items []surveyReply, total int64, err error) {
	rows, err := s.rows(r.Context())
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var one surveyReply
		var centre sql.RawBytes
		var version int64
		var created time.Time
		if err := rows.Scan(&one.ID, &one.Title, &one.Link, &centre, &version, &created); err != nil {
			return nil, 0, err
		}
		one.CreatedAt = created.UTC().Format("2006-01-02T15:04:05.000Z")
		items = append(items, one)
	}
	if err := rows.Err(); err != nil {
		return nil, 0, err
	}
	counted, err := s.count(r.Context())
	if err != nil {
		return nil, 0, err
	}
	defer counted.Close()
	counted.Next()
	return items, total, counted.Scan(&total)
}
