package audit

import (
	"context"
	"time"

	"hearten/internal/platform/access"
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
	all := make([]db.Args, len(rows))
	for i, r := range rows {
		all[i] = db.Args{
			"id": r.ID, "created_at": r.CreatedAt, "staff_id": r.StaffID, "actor": r.Actor, "role": r.Role, "centre": r.Centre,
			"action": r.Action, "subject": r.Subject, "subject_id": r.SubjectID, "user_id": r.UserID,
			"before": r.Before, "after": r.After, "mark": r.Mark, "ip": r.IP, "request_id": r.RequestID,
		}
	}
	return tx.InsertAll(ctx, "audit_log", "", all)
}

var sorts = page.Sorts{
	{Property: "createdAt", Column: "created_at"},
	{Property: "actor", Column: "actor"},
	{Property: "role", Column: "role"},
	{Property: "action", Column: "action"},
	{Property: "target", Column: "subject || ':' || subject_id"},
}

func list(ctx context.Context, d *db.DB, scope access.Scope, f Filter, p page.Request) (page.Of[row], error) {
	where := &db.Filter{}
	scope.OwnCentre(where, "centre")
	if f.StaffID != "" {
		where.And("staff_id = @staff", db.Args{"staff": f.StaffID})
	}
	if f.UserID != "" {
		where.And("user_id = @user", db.Args{"user": f.UserID})
	}
	if f.Action != "" {
		where.And("action = @action", db.Args{"action": f.Action})
	}
	if !f.From.IsZero() {
		where.And("created_at >= @from", db.Args{"from": f.From.Start()})
	}
	if !f.To.IsZero() {
		where.And("created_at < @to", db.Args{"to": f.To.End()})
	}
	return page.Fetch[row](ctx, d, page.Query{Select: columns, From: "audit_log", Filter: where, Tie: "id", Sorts: sorts}, p)
}
