package removal

import (
	"context"
	"fmt"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// isOpen is the condition of open removals as r. A literal: the partial index
// needs it.
const isOpen = `r.state = '` + string(open) + `'`

func insertRemoval(ctx context.Context, tx *db.Tx, r removal) error {
	return tx.Insert(ctx, "removals", db.Args{
		"id": r.ID, "user_id": r.UserID, "centre": string(r.Centre), "reason_type": r.ReasonType, "reason": r.Reason,
		"state": string(open), "requested_at": r.RequestedAt,
	})
}

// findRemoval reads the removal of someone within reach.
func findRemoval(ctx context.Context, r db.Reader, scope access.Scope, id string) (removal, error) {
	where := (&db.Filter{}).And("r.id = @id", db.Args{"id": id})
	scope.Users(where, "u")
	return db.One[removal](ctx, r, `
		SELECT r.id, r.user_id, r.centre, r.reason_type, r.reason, r.state, r.requested_at
		FROM removals r JOIN users u ON u.id = r.user_id WHERE `+where.SQL(), where.Args())
}

// closeRemoval decides an open removal; one that is not open is db.ErrNone.
func closeRemoval(ctx context.Context, tx *db.Tx, id string, state State, now time.Time) error {
	return tx.ExecOne(ctx, `UPDATE removals SET state = @state, closed_at = @now WHERE id = @id AND state = '`+string(open)+`'`,
		db.Args{"id": id, "state": string(state), "now": now})
}

// listDue lists the open removals that were asked for before a time.
func listDue(ctx context.Context, r db.Reader, before time.Time, limit int) ([]string, error) {
	return db.Column[string](ctx, r, fmt.Sprintf(`
		SELECT r.id FROM removals r WHERE `+isOpen+` AND r.requested_at <= @before ORDER BY r.requested_at LIMIT %d`, limit),
		db.Args{"before": before})
}

const (
	// reasonShown is the member's own words or, without any, the reason they chose.
	reasonShown = `CASE WHEN r.reason <> '' THEN r.reason ELSE CASE r.reason_type WHEN 0 THEN '其他原因' WHEN 1 THEN '不再需要帳戶'
		WHEN 2 THEN '私隱或安全考慮' WHEN 3 THEN '使用體驗欠佳' WHEN 4 THEN '太多訊息或通知' ELSE '' END END`

	removalColumns = `r.id, r.user_id, u.username, u.nickname, COALESCE(u.email, '') AS email, COALESCE(u.phone, '') AS phone,
		COALESCE(d.name, '') AS district, r.reason_type, ` + reasonShown + ` AS reason, u.user_type,
		COALESCE(u.service_number, '') AS service_number, r.requested_at`

	removals = `removals r JOIN users u ON u.id = r.user_id LEFT JOIN districts d ON d.id = u.district_id`
)

var removalSorts = page.Sorts{
	{Property: "createdRemoveAt", Column: "r.requested_at"},
	{Property: "createdAt", Column: "r.requested_at"},
	{Property: "id", Column: "r.id"},
	{Property: "userId", Column: "r.user_id"},
	{Property: "username", Column: "u.username"},
	{Property: "email", Column: "COALESCE(u.email, '')"},
	{Property: "phone", Column: "COALESCE(u.phone, '')"},
	{Property: "district", Column: "COALESCE(d.name, '')"},
	{Property: "reasonType", Column: "COALESCE(r.reason_type, -1)"},
	{Property: "reason", Column: reasonShown},
	{Property: "userType", Column: "u.user_type"},
	{Property: "serviceNumber", Column: "COALESCE(u.service_number, '')"},
}

// openWithin is the open removals of users within reach.
func openWithin(scope access.Scope, of access.Attachment) *db.Filter {
	where := (&db.Filter{}).And(isOpen)
	if of == access.Attached {
		scope.OrgUsers(where, "u")
	} else {
		scope.FreeUsers(where, "u")
	}
	return where
}

func listOpen(ctx context.Context, d *db.DB, scope access.Scope, of access.Attachment, key string, p page.Request) (page.Of[Removal], error) {
	return page.Fetch[Removal](ctx, d, page.Query{
		Select: removalColumns, From: removals, Tie: "r.id", Sorts: removalSorts,
		Filter: openWithin(scope, of).Contains(key, "u.staff_names"),
	}, p)
}

func findOpen(ctx context.Context, r db.Reader, scope access.Scope, of access.Attachment, id string) (Removal, error) {
	where := openWithin(scope, of).And("r.id = @id", db.Args{"id": id})
	return db.One[Removal](ctx, r, `SELECT `+removalColumns+` FROM `+removals+` WHERE `+where.SQL(), where.Args())
}

func countOpen(ctx context.Context, d *db.DB, scope access.Scope) (int64, error) {
	where := (&db.Filter{}).And(isOpen)
	scope.Users(where, "u")
	return d.Count(ctx, `SELECT COUNT(*) FROM `+removals+` WHERE `+where.SQL(), where.Args())
}

func findConsent(ctx context.Context, r db.Reader, userID, version string) (Consent, error) {
	return db.One[Consent](ctx, r, `SELECT accepted, created_at FROM consents WHERE user_id = @user AND version = @version`,
		db.Args{"user": userID, "version": version})
}

// saveConsent keeps the time of an answer that is given again.
func saveConsent(ctx context.Context, tx *db.Tx, userID, version string, accepted bool, now time.Time) error {
	return tx.InsertAll(ctx, "consents", `
		ON CONFLICT (user_id, version) DO UPDATE SET accepted = excluded.accepted, created_at = excluded.created_at
		WHERE consents.accepted <> excluded.accepted`,
		[]db.Args{{"user_id": userID, "version": version, "accepted": accepted, "created_at": now}})
}

func findExport(ctx context.Context, r db.Reader, userID string) (Export, error) {
	return db.One[Export](ctx, r, `SELECT status, file_key, created_at FROM data_exports WHERE user_id = @user`, db.Args{"user": userID})
}

// beginExport reports whether a new archive is to be made: also when the last
// one was begun so long ago that it will not come.
func beginExport(ctx context.Context, tx *db.Tx, userID string, now, givenUp time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO data_exports (user_id, status, created_at) VALUES (@user, @preparing, @now)
		ON CONFLICT (user_id) DO UPDATE SET status = excluded.status, created_at = excluded.created_at
		WHERE data_exports.status <> excluded.status OR data_exports.created_at <= @given_up`,
		db.Args{"user": userID, "preparing": int(exportPreparing), "now": now, "given_up": givenUp})
	return n > 0, err
}

func saveExport(ctx context.Context, tx *db.Tx, userID, fileKey string) error {
	_, err := tx.Exec(ctx, `UPDATE data_exports SET status = @ready, file_key = @key WHERE user_id = @user`,
		db.Args{"user": userID, "ready": int(exportReady), "key": fileKey})
	return err
}
