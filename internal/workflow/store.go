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

func (r *Review) table() string { return r.kind.Table.Name() }

// InReach filters for the items that exist and are within a staff member's
// reach.
func InReach(scope access.Scope) *db.Filter {
	where := (&db.Filter{}).And("deleted_at IS NULL")
	scope.OwnOrSharedCentre(where, "centre")
	return where
}

// lockItems reads and locks items; one that is not within reach is not found.
func (r *Review) lockItems(ctx context.Context, tx *db.Tx, scope access.Scope, ids []string) ([]Item, error) {
	where := InReach(scope).In("id", ids)
	items, err := db.LockAll[Item](ctx, tx, r.kind.Table,
		`SELECT `+itemColumns+` FROM `+r.table()+` WHERE `+where.SQL()+` ORDER BY id`, where.Args())
	if err == nil && len(items) < len(ids) {
		err = fault.ErrNotFound
	}
	return items, err
}

func (r *Review) lockItem(ctx context.Context, tx *db.Tx, scope access.Scope, id string) (Item, error) {
	items, err := r.lockItems(ctx, tx, scope, []string{id})
	if err != nil {
		return Item{}, err
	}
	return items[0], nil
}

// lockScheduled reads and locks an item, whoever's it is.
func (r *Review) lockScheduled(ctx context.Context, tx *db.Tx, id string) (Item, error) {
	return db.LockOne[Item](ctx, tx, r.kind.Table,
		`SELECT `+itemColumns+` FROM `+r.table()+` WHERE id = @id AND deleted_at IS NULL`, db.Args{"id": id})
}

// updateStatus gives locked items the status and times that they share.
func (r *Review) updateStatus(ctx context.Context, tx *db.Tx, moves []Move) error {
	ids := make([]string, len(moves))
	for i, m := range moves {
		ids[i] = m.After.ID
	}
	after := moves[0].After
	_, err := tx.Exec(ctx, `
		UPDATE `+r.table()+` SET status = @status, push_time = @push, pull_time = @pull, updated_at = @now, version = version + 1
		WHERE id IN (@ids)`,
		db.Args{"ids": ids, "status": after.Status, "push": after.PushTime, "pull": after.PullTime, "now": moves[0].At})
	return err
}

// MarkDeleted hides a locked item from every list; its row and its log stay.
func (r *Review) MarkDeleted(ctx context.Context, tx *db.Tx, id string) error {
	return tx.ExecOne(ctx, `UPDATE `+r.table()+` SET deleted_at = @now, version = version + 1 WHERE id = @id AND deleted_at IS NULL`,
		db.Args{"id": id, "now": r.Clock.Now()})
}

// line is one line of the log.
type line struct {
	itemID  string
	content string
	remark  string
	staffID *string
}

func (r *Review) insertLines(ctx context.Context, tx *db.Tx, lines []line, now time.Time) error {
	rows := make([]db.Args, len(lines))
	for i, l := range lines {
		rows[i] = db.Args{
			"id": uuid.Must(uuid.NewV7()).String(), "kind": r.kind.Name, "item_id": l.itemID, "content": l.content,
			"mark": l.remark, "staff_id": l.staffID, "created_at": now,
		}
	}
	return tx.InsertAll(ctx, "content_logs", "", rows)
}

// Line is a line of the log as staff read it.
type Line struct {
	ID        string    `db:"id"`
	CreatedAt time.Time `db:"created_at"`
	Content   string    `db:"content"`
	Remark    string    `db:"mark"`
}

var lineSorts = page.Sorts{
	{Property: "updatedAt", Column: "created_at"},
	{Property: "createdAt", Column: "created_at"},
	{Property: "content", Column: "content"},
	{Property: "mark", Column: "mark"},
}

func (r *Review) linesOf(id string) *db.Filter {
	return (&db.Filter{}).And("kind = @kind AND item_id = @item", db.Args{"kind": r.kind.Name, "item": id})
}

func (r *Review) listLines(ctx context.Context, id string, p page.Request) (page.Of[Line], error) {
	return page.Fetch[Line](ctx, r.DB, page.Query{
		Select: "id, created_at, content, mark", From: "content_logs", Tie: "id", Sorts: lineSorts, Filter: r.linesOf(id),
	}, p)
}

func (r *Review) countLines(ctx context.Context, id string) (int64, error) {
	where := r.linesOf(id)
	return db.Value[int64](ctx, r.DB, `SELECT COUNT(*) FROM content_logs WHERE `+where.SQL(), where.Args())
}

// checkExists refuses an item that is not within reach.
func (r *Review) checkExists(ctx context.Context, scope access.Scope, id string) error {
	where := InReach(scope).And("id = @id", db.Args{"id": id})
	_, err := db.Value[int](ctx, r.DB, `SELECT 1 FROM `+r.table()+` WHERE `+where.SQL(), where.Args())
	return db.NoneAs(err, fault.ErrNotFound)
}

func (r *Review) countItems(ctx context.Context, from db.Reader, ids []string) (int, error) {
	return db.Value[int](ctx, from, `SELECT COUNT(*) FROM `+r.table()+` WHERE deleted_at IS NULL AND id IN (@ids)`, db.Args{"ids": ids})
}

func (r *Review) countByStatus(ctx context.Context, where *db.Filter) (map[Status]int64, error) {
	rows, err := db.All[struct {
		Status Status `db:"status"`
		Count  int64  `db:"n"`
	}](ctx, r.DB, `SELECT status, COUNT(*) AS n FROM `+r.table()+` WHERE `+where.SQL()+` GROUP BY status`, where.Args())
	counts := map[Status]int64{}
	for _, row := range rows {
		counts[row.Status] = row.Count
	}
	return counts, err
}

// countWaiting counts items in some statuses, without those that editor saved
// last.
func (r *Review) countWaiting(ctx context.Context, scope access.Scope, statuses []Status, editor string) (int64, error) {
	where := InReach(scope).In("status", statuses)
	if editor != "" {
		where.And("editor_id <> @editor", db.Args{"editor": editor})
	}
	return db.Value[int64](ctx, r.DB, `SELECT COUNT(*) FROM `+r.table()+` WHERE `+where.SQL(), where.Args())
}
