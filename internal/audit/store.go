package audit

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
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

func insert(ctx context.Context, tx *db.Tx, rows []row) error {
	return tx.InsertAll(ctx, "audit_log", columns, "", len(rows), func(i int) []any {
		r := rows[i]
		return []any{r.ID, r.CreatedAt, r.StaffID, r.Actor, r.Role, r.Centre, r.Action, r.Subject,
			r.SubjectID, r.UserID, r.Before, r.After, r.Mark, r.IP, r.RequestID}
	})
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
			{Property: "target", Column: "subject || ':' || subject_id"},
		},
	}, p)
}
