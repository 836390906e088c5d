package audit

import (
	"context"
	"strings"
	"time"

	"hearten/internal/access"
	"hearten/internal/clock"
	"hearten/internal/db"
	"hearten/internal/page"
)

type row struct {
	ID        string    `db:"id"`
	CreatedAt time.Time `db:"created_at"`
	StaffID   string    `db:"staff_id"`
	Actor     string    `db:"actor"`
	Role      string    `db:"role"`
	Centre    string    `db:"centre"`
	Action    string    `db:"action"`
	Subject   string    `db:"subject"`
	SubjectID string    `db:"subject_id"`
	UserID    *string   `db:"user_id"`
	Before    *string   `db:"before"`
	After     *string   `db:"after"`
	Mark      string    `db:"mark"`
	IP        string    `db:"ip"`
	RequestID string    `db:"request_id"`
}

const columns = `id, created_at, staff_id, actor, role, centre, action, subject, subject_id, user_id, before, after, mark, ip, request_id`

// rowsAtOnce keeps a statement's arguments below both engines' limits.
const rowsAtOnce = 500

func insert(ctx context.Context, tx *db.Tx, rows []row) error {
	for len(rows) > 0 {
		batch := rows[:min(len(rows), rowsAtOnce)]
		rows = rows[len(batch):]
		const places = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
		args := make([]any, 0, len(batch)*15)
		for _, r := range batch {
			args = append(args, r.ID, r.CreatedAt, r.StaffID, r.Actor, r.Role, r.Centre, r.Action, r.Subject,
				r.SubjectID, r.UserID, r.Before, r.After, r.Mark, r.IP, r.RequestID)
		}
		text := "INSERT INTO audit_log (" + columns + ") VALUES " + places + strings.Repeat(", "+places, len(batch)-1)
		if _, err := tx.Exec(ctx, db.Number(text), args...); err != nil {
			return err
		}
	}
	return nil
}

type filter struct {
	staffID string
	userID  string
	action  string
	from    clock.Date
	to      clock.Date
}

func (s *Service) list(ctx context.Context, scope access.Scope, f filter, p page.Request) (page.Of[row], error) {
	where := &db.Where{}
	scope.Own(where, "centre")
	if f.staffID != "" {
		where.And("staff_id = ?", f.staffID)
	}
	if f.userID != "" {
		where.And("user_id = ?", f.userID)
	}
	if f.action != "" {
		where.And("action = ?", f.action)
	}
	if !f.from.IsZero() {
		where.And("created_at >= ?", f.from.Start())
	}
	if !f.to.IsZero() {
		where.And("created_at < ?", f.to.End())
	}
	return page.Fetch[row](ctx, s.db, page.Query{
		Select: columns, From: "audit_log", Where: where, Tie: "id",
		Sorts: page.Sorts{
			{Property: "createdAt", Column: "created_at"},
			{Property: "actor", Column: "actor"},
			{Property: "role", Column: "role"},
			{Property: "action", Column: "action"},
		},
	}, p)
}
