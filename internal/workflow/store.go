package workflow

import (
	"context"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

const itemColumns = `id, centre, status, author_id, editor_id, push_time, pull_time, version`

// reach is the items that exist and are within a staff member's reach.
func reach(scope access.Scope) *db.Where {
	where := (&db.Where{}).And("deleted_at IS NULL")
	scope.OwnOrShared(where, "centre")
	return where
}

// hold reads items and keeps others from changing them; one that is not within
// reach makes it fail.
func (r *Review) hold(ctx context.Context, tx *db.Tx, scope access.Scope, ids []string) ([]Item, error) {
	where, args := reach(scope).In("id", db.Anys(ids)...).SQL()
	items, err := db.All[Item](ctx, tx,
		`SELECT `+itemColumns+` FROM `+r.kind.Table+` WHERE `+where+` ORDER BY id`+tx.ForUpdate(), args...)
	if err == nil && len(items) < len(ids) {
		err = fault.ErrNotFound
	}
	return items, err
}

// Hold reads one item and keeps others from changing it until the transaction
// ends.
func (r *Review) Hold(ctx context.Context, tx *db.Tx, scope access.Scope, id string) (Item, error) {
	items, err := r.hold(ctx, tx, scope, []string{id})
	if err != nil {
		return Item{}, err
	}
	return items[0], nil
}

// write gives held items the status and times they share.
func (r *Review) write(ctx context.Context, tx *db.Tx, moves []Move) error {
	ids := make([]any, len(moves))
	for i, m := range moves {
		ids[i] = m.After.ID
	}
	list, ids := db.List(ids)
	after := moves[0].After
	args := append([]any{int(after.Status), after.PushTime, after.PullTime, moves[0].At}, ids...)
	_, err := tx.Exec(ctx, db.Number(`
		UPDATE `+r.kind.Table+` SET status = ?, push_time = ?, pull_time = ?, updated_at = ?, version = version + 1
		WHERE id IN `+list), args...)
	return err
}

// line is one line of the log.
type line struct {
	itemID  string
	content string
	mark    string
	staffID *string
}

func (r *Review) insertLines(ctx context.Context, tx *db.Tx, lines []line, now time.Time) error {
	return tx.InsertAll(ctx, "content_logs", "id, kind, item_id, content, mark, staff_id, created_at", "", len(lines),
		func(i int) []any {
			l := lines[i]
			return []any{uuid.Must(uuid.NewV7()).String(), r.kind.Name, l.itemID, l.content, l.mark, l.staffID, now}
		})
}

// Line is a line of the log as staff read it.
type Line struct {
	ID        string    `db:"id"`
	CreatedAt time.Time `db:"created_at"`
	Content   string    `db:"content"`
	Mark      string    `db:"mark"`
}

var lineSorts = page.Sorts{
	{Property: "updatedAt", Column: "created_at"},
	{Property: "createdAt", Column: "created_at"},
	{Property: "content", Column: "content"},
	{Property: "mark", Column: "mark"},
}

func (r *Review) ofItem(id string) *db.Where {
	return (&db.Where{}).And("kind = ?", r.kind.Name).And("item_id = ?", id)
}

// within refuses what is not in the caller's reach.
func (r *Review) within(ctx context.Context, scope access.Scope, id string) error {
	where, args := reach(scope).And("id = ?", id).SQL()
	_, err := db.Value[int](ctx, r.db, `SELECT 1 FROM `+r.kind.Table+` WHERE `+where, args...)
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	return err
}

// Logs lists what happened to an item, newest first.
func (r *Review) Logs(ctx context.Context, who access.Staff, id string, p page.Request) (page.Of[Line], error) {
	if err := r.within(ctx, who.Scope(), id); err != nil {
		return page.Of[Line]{}, err
	}
	return page.Fetch[Line](ctx, r.db, page.Query{
		Select: "id, created_at, content, mark", From: "content_logs", Tie: "id", Sorts: lineSorts, Where: r.ofItem(id),
	}, p)
}

// LogCount is how many lines an item's log has.
func (r *Review) LogCount(ctx context.Context, who access.Staff, id string) (int64, error) {
	if err := r.within(ctx, who.Scope(), id); err != nil {
		return 0, err
	}
	where, args := r.ofItem(id).SQL()
	return db.Value[int64](ctx, r.db, `SELECT COUNT(*) FROM content_logs WHERE `+where, args...)
}

// Counts is how many items stand in each status; narrow adds the area's own
// conditions.
func (r *Review) Counts(ctx context.Context, who access.Staff, narrow func(*db.Where)) (map[Status]int64, error) {
	where := reach(who.Scope())
	if narrow != nil {
		narrow(where)
	}
	condition, args := where.SQL()
	rows, err := db.All[struct {
		Status Status `db:"status"`
		Count  int64  `db:"n"`
	}](ctx, r.db, `SELECT status, COUNT(*) AS n FROM `+r.kind.Table+` WHERE `+condition+` GROUP BY status`, args...)
	counts := map[Status]int64{}
	for _, row := range rows {
		counts[row.Status] = row.Count
	}
	return counts, err
}

// Waiting is how many items wait for this staff member's approval.
func (r *Review) Waiting(ctx context.Context, who access.Staff) (int64, error) {
	statuses := approves(who.Role.Code)
	if len(statuses) == 0 {
		return 0, nil
	}
	where := reach(who.Scope()).In("status", db.Anys(statuses)...)
	if who.Role.Code != admin {
		where.And("editor_id <> ?", who.ID)
	}
	condition, args := where.SQL()
	return db.Value[int64](ctx, r.db, `SELECT COUNT(*) FROM `+r.kind.Table+` WHERE `+condition, args...)
}
