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

func list(ctx context.Context, d *db.DB, where *db.Where, p page.Request) (page.Of[Notice], error) {
	return page.Fetch[Notice](ctx, d, page.Query{
		Select: "id, user_id, title, content, link, read_at IS NOT NULL AS is_read, created_at",
		From:   "notices", Where: where, Tie: "id", Sorts: sorts,
	}, p)
}

// recipients are those of the users who are within reach and have an account
// that is not on its way out.
func recipients(ctx context.Context, r db.Reader, scope access.Scope, userIDs []string) ([]recipient, error) {
	where := (&db.Where{}).In("u.id", db.Anys(userIDs)...).And("u.status IN (" + access.FrozenSQL + ", " + access.NormalSQL + ")")
	scope.People(where, "u")
	text, args := where.SQL()
	return db.All[recipient](ctx, r, `SELECT u.id, u.centre FROM users u WHERE `+text, args...)
}

// reaches reports db.ErrNone for a user who is beyond reach or no longer there.
func reaches(ctx context.Context, r db.Reader, scope access.Scope, userID string) error {
	where := (&db.Where{}).And("u.id = ?", userID).And("u.status <> " + access.RemovedSQL)
	scope.People(where, "u")
	text, args := where.SQL()
	_, err := db.Value[string](ctx, r, `SELECT u.id FROM users u WHERE `+text, args...)
	return err
}

func insert(ctx context.Context, tx *db.Tx, ids []string, notices []New, now time.Time) error {
	return tx.InsertAll(ctx, "notices", "id, user_id, title, content, link, sent_by, created_at", "", len(notices),
		func(i int) []any {
			n := notices[i]
			var sentBy *string
			if n.SentBy != "" {
				sentBy = &n.SentBy
			}
			return []any{ids[i], n.UserID, n.Title, n.Content, n.Link, sentBy, now}
		})
}

func hasUnread(ctx context.Context, r db.Reader, userID string) (bool, error) {
	return db.Value[bool](ctx, r, `
		SELECT EXISTS (SELECT 1 FROM notices WHERE user_id = $1 AND read_at IS NULL AND deleted_at IS NULL)`, userID)
}

// markRead keeps the first time, so that reading again changes nothing.
func markRead(ctx context.Context, tx *db.Tx, userID, id string, now time.Time) error {
	return notFoundIfNone(tx.ExecOne(ctx, `
		UPDATE notices SET read_at = COALESCE(read_at, $1) WHERE id = $2 AND user_id = $3 AND deleted_at IS NULL`,
		now, id, userID))
}

func markAllRead(ctx context.Context, tx *db.Tx, userID string, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE notices SET read_at = $1 WHERE user_id = $2 AND read_at IS NULL AND deleted_at IS NULL`, now, userID)
	return err
}

// markDeleted is guarded: of two deletions at once one finds it gone.
func markDeleted(ctx context.Context, tx *db.Tx, userID, id string, now time.Time) error {
	return notFoundIfNone(tx.ExecOne(ctx, `
		UPDATE notices SET deleted_at = $1 WHERE id = $2 AND user_id = $3 AND deleted_at IS NULL`, now, id, userID))
}

func notFoundIfNone(err error) error {
	if db.IsNone(err) {
		return fault.ErrNotFound
	}
	return err
}
