package delivery

import (
	"context"
	"slices"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// idsAtOnce keeps a list of ids below both engines' limits.
const idsAtOnce = 1000

// byIDs reads the rows of a query with IN (@ids), however many ids there are.
func byIDs[T any](ctx context.Context, r db.Reader, query string, ids []string) ([]T, error) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	var all []T
	for some := range slices.Chunk(ids, idsAtOnce) {
		rows, err := db.All[T](ctx, r, query, db.Args{"ids": some})
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}

type personCentre struct {
	ID     string        `db:"id"`
	Centre access.Centre `db:"centre"`
}

// listCentres gives the centres of the people whom messages concern, by their ids.
func listCentres(ctx context.Context, r db.Reader, messages []Message) (map[string]access.Centre, error) {
	var users, staff []string
	for _, m := range messages {
		switch {
		case m.UserID != "":
			users = append(users, m.UserID)
		case m.StaffID != "":
			staff = append(staff, m.StaffID)
		}
	}
	ofUsers, err := byIDs[personCentre](ctx, r, `SELECT id, centre FROM users WHERE id IN (@ids)`, users)
	if err != nil {
		return nil, err
	}
	ofStaff, err := byIDs[personCentre](ctx, r, `
		SELECT s.id, r.centre FROM staff s JOIN roles r ON r.id = s.role_id WHERE s.id IN (@ids)`, staff)
	centres := map[string]access.Centre{}
	for _, b := range append(ofUsers, ofStaff...) {
		centres[b.ID] = b.Centre
	}
	return centres, err
}

func insert(ctx context.Context, tx *db.Tx, entries []entry) error {
	rows := make([]db.Args, len(entries))
	for i, e := range entries {
		rows[i] = db.Args{
			"id": e.ID, "channel": e.Channel, "target_masked": e.Target, "target_hash": e.targetHash,
			"user_id": e.userID, "staff_id": e.staffID, "centre": e.centre, "dedupe_key": e.dedupe,
			"status": e.Status, "attempts": 0, "last_error": "", "created_at": e.CreatedAt, "updated_at": e.CreatedAt, "expires_at": e.expiresAt,
		}
	}
	return tx.InsertAll(ctx, "deliveries", "ON CONFLICT (dedupe_key) DO NOTHING", rows)
}

// listRepeated gives the entries that were not inserted because their key is
// known.
func listRepeated(ctx context.Context, r db.Reader, entries []entry) (map[string]bool, error) {
	known := map[string]bool{}
	var asked []string
	for _, e := range entries {
		if e.dedupe != nil {
			known[e.ID] = true
			asked = append(asked, e.ID)
		}
	}
	inserted, err := byIDs[Delivery](ctx, r, `SELECT id FROM deliveries WHERE id IN (@ids)`, asked)
	for _, d := range inserted {
		delete(known, d.ID)
	}
	return known, err
}

func findStatus(ctx context.Context, r db.Reader, id string) (Status, error) {
	return db.Value[Status](ctx, r, `SELECT status FROM deliveries WHERE id = @id`, db.Args{"id": id})
}

// update is guarded: what has ended stays as it ended.
func update(ctx context.Context, tx *db.Tx, o outcome, now time.Time) error {
	var sent *time.Time
	if o.status == Sent {
		sent = &now
	}
	_, err := tx.Exec(ctx, `
		UPDATE deliveries SET status = @status, attempts = @attempts, last_error = @error, sent_at = @sent, updated_at = @now
		WHERE id = @id AND status = @queued`,
		db.Args{"id": o.id, "status": o.status, "attempts": o.attempts, "error": o.lastError, "sent": sent, "now": now, "queued": Queued})
	return err
}

const lostError = "its job was given up without a word"

// failLost gives up the messages whose job is dead without having said so: a
// process died during the last try, or the secret is no longer live.
func failLost(ctx context.Context, tx *db.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE deliveries SET status = @failed, last_error = @error, updated_at = @now
		WHERE status = @queued AND id IN (SELECT unique_key FROM jobs WHERE kind = @kind AND state = 'dead')`,
		db.Args{"failed": Failed, "error": lostError, "now": now, "queued": Queued, "kind": sendKind.Name})
	return err
}

func deleteBefore(ctx context.Context, tx *db.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, `DELETE FROM deliveries WHERE created_at < @before`, db.Args{"before": before})
	return err
}

var sorts = page.Sorts{
	{Property: "createdAt", Column: "created_at"},
	{Property: "id", Column: "id"},
	{Property: "channel", Column: "channel"},
	{Property: "target", Column: "target_masked"},
	{Property: "status", Column: "status"},
	{Property: "attempts", Column: "attempts"},
	{Property: "lastError", Column: "last_error"},
}

func list(ctx context.Context, d *db.DB, scope access.Scope, f Filter, p page.Request) (page.Of[Delivery], error) {
	where := &db.Filter{}
	scope.OwnCentre(where, "centre")
	if f.Channel != "" {
		where.And("channel = @channel", db.Args{"channel": f.Channel})
	}
	if len(f.Statuses) > 0 {
		where.In("status", f.Statuses)
	}
	if f.UserID != "" {
		where.And("user_id = @user", db.Args{"user": f.UserID})
	}
	return page.Fetch[Delivery](ctx, d, page.Query{
		Select: "id, channel, target_masked, status, attempts, last_error, created_at",
		From:   "deliveries", Filter: where, Tie: "id", Sorts: sorts,
	}, p)
}

func countFailed(ctx context.Context, d *db.DB, scope access.Scope, since time.Time) (int64, error) {
	where := (&db.Filter{}).And("status = @failed", db.Args{"failed": Failed}).And("created_at >= @since", db.Args{"since": since})
	scope.OwnCentre(where, "centre")
	return d.Count(ctx, `SELECT COUNT(*) FROM deliveries WHERE `+where.SQL(), where.Args())
}

func listTroubles(ctx context.Context, r db.Reader, since time.Time) ([]Trouble, error) {
	return db.All[Trouble](ctx, r, `
		SELECT channel, COUNT(*) FILTER (WHERE status = @queued) AS waiting, COUNT(*) FILTER (WHERE status <> @queued) AS given_up
		FROM deliveries
		WHERE created_at >= @since AND (status = @queued AND attempts > 0 OR status IN (@ended))
		GROUP BY channel ORDER BY channel`,
		db.Args{"since": since, "queued": Queued, "ended": []Status{Failed, Expired}})
}

// findLastError gives the newest error of a channel; none is "".
func findLastError(ctx context.Context, r db.Reader, c Channel, since time.Time) (string, error) {
	found, err := db.Column[string](ctx, r, `
		SELECT last_error FROM deliveries
		WHERE created_at >= @since AND channel = @channel AND last_error <> '' ORDER BY updated_at DESC LIMIT 1`,
		db.Args{"since": since, "channel": c})
	if err != nil || len(found) == 0 {
		return "", err
	}
	return found[0], nil
}
