package notice

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

var sorts = page.Sorts{
	{Property: "sendTime", Column: "created_at"},
	{Property: "id", Column: "id"},
	{Property: "title", Column: "title"},
	{Property: "content", Column: "content"},
	{Property: "isRead", Column: "read_at IS NOT NULL"},
	{Property: "missionLink", Column: "COALESCE(link, -1)"}, // the engines disagree on where null belongs
}

// listOwn lists what a user has not hidden.
func listOwn(ctx context.Context, d *db.DB, userID string, p page.Request) (page.Of[Notice], error) {
	where := (&db.Filter{}).And("user_id = @user", db.Args{"user": userID}).And("deleted_at IS NULL")
	return fetch(ctx, d, where, p)
}

func list(ctx context.Context, d *db.DB, f Filter, p page.Request) (page.Of[Notice], error) {
	where := (&db.Filter{}).And("user_id = @user", db.Args{"user": f.UserID})
	if !f.From.IsZero() {
		where.And("created_at >= @from", db.Args{"from": f.From.Start()})
	}
	if !f.To.IsZero() {
		where.And("created_at < @to", db.Args{"to": f.To.End()})
	}
	return fetch(ctx, d, where, p)
}

func fetch(ctx context.Context, d *db.DB, where *db.Filter, p page.Request) (page.Of[Notice], error) {
	return page.Fetch[Notice](ctx, d, page.Query{
		Select: "id, user_id, title, content, link, read_at IS NOT NULL AS is_read, created_at",
		From:   "notices", Filter: where, Tie: "id", Sorts: sorts,
	}, p)
}

// listRecipients lists those of the users who are within reach and whose
// accounts are not being removed.
func listRecipients(ctx context.Context, r db.Reader, scope access.Scope, userIDs []string) ([]recipient, error) {
	where := (&db.Filter{}).In("u.id", userIDs).And("u.status IN (" + access.FrozenSQL + ", " + access.NormalSQL + ")")
	scope.Users(where, "u")
	return db.All[recipient](ctx, r, `SELECT u.id, u.centre FROM users u WHERE `+where.SQL(), where.Args())
}

// findUser reports db.ErrNone for a user who is beyond reach or removed.
func findUser(ctx context.Context, r db.Reader, scope access.Scope, userID string) error {
	where := (&db.Filter{}).And("u.id = @user", db.Args{"user": userID}).And("u.status <> " + access.RemovedSQL)
	scope.Users(where, "u")
	_, err := db.Value[string](ctx, r, `SELECT u.id FROM users u WHERE `+where.SQL(), where.Args())
	return err
}

func insert(ctx context.Context, tx *db.Tx, ids []string, notices []New, now time.Time) error {
	rows := make([]db.Args, len(notices))
	for i, n := range notices {
		var link *Link
		if n.Link != NoLink {
			link = &n.Link
		}
		var sentBy *string
		if n.SentBy != "" {
			sentBy = &n.SentBy
		}
		rows[i] = db.Args{
			"id": ids[i], "user_id": n.UserID, "title": n.Title, "content": n.Content, "link": link, "sent_by": sentBy, "created_at": now,
		}
	}
	return tx.InsertAll(ctx, "notices", "", rows)
}

func hasUnread(ctx context.Context, r db.Reader, userID string) (bool, error) {
	return db.Value[bool](ctx, r, `
		SELECT EXISTS (SELECT 1 FROM notices WHERE user_id = @user AND read_at IS NULL AND deleted_at IS NULL)`, db.Args{"user": userID})
}

// markRead keeps the first time, so that reading again changes nothing.
func markRead(ctx context.Context, tx *db.Tx, userID, id string, now time.Time) error {
	err := tx.ExecOne(ctx, `
		UPDATE notices SET read_at = COALESCE(read_at, @now) WHERE id = @id AND user_id = @user AND deleted_at IS NULL`,
		db.Args{"now": now, "id": id, "user": userID})
	return db.NoneAs(err, fault.ErrNotFound)
}

func markAllRead(ctx context.Context, tx *db.Tx, userID string, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE notices SET read_at = @now WHERE user_id = @user AND read_at IS NULL AND deleted_at IS NULL`,
		db.Args{"now": now, "user": userID})
	return err
}

// markDeleted is guarded: of two deletions at once one finds it gone.
func markDeleted(ctx context.Context, tx *db.Tx, userID, id string, now time.Time) error {
	err := tx.ExecOne(ctx, `
		UPDATE notices SET deleted_at = @now WHERE id = @id AND user_id = @user AND deleted_at IS NULL`,
		db.Args{"now": now, "id": id, "user": userID})
	return db.NoneAs(err, fault.ErrNotFound)
}
