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

// byIDs reads the rows of a query that ends with IN, however many ids there are.
func byIDs[T any](ctx context.Context, r db.Reader, query string, ids []string) ([]T, error) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	var all []T
	for some := range slices.Chunk(ids, idsAtOnce) {
		list, args := db.List(db.Anys(some))
		rows, err := db.All[T](ctx, r, db.Number(query+" "+list), args...)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}

type belonging struct {
	ID     string        `db:"id"`
	Centre access.Centre `db:"centre"`
}

// centresOf are the centres of the people the messages concern, by their ids.
func centresOf(ctx context.Context, r db.Reader, messages []Message) (map[string]access.Centre, error) {
	var users, staff []string
	for _, m := range messages {
		switch {
		case m.UserID != "":
			users = append(users, m.UserID)
		case m.StaffID != "":
			staff = append(staff, m.StaffID)
		}
	}
	ofUsers, err := byIDs[belonging](ctx, r, `SELECT id, centre FROM users WHERE id IN`, users)
	if err != nil {
		return nil, err
	}
	ofStaff, err := byIDs[belonging](ctx, r, `
		SELECT s.id, r.centre FROM staff s JOIN roles r ON r.id = s.role_id WHERE s.id IN`, staff)
	centres := map[string]access.Centre{}
	for _, b := range append(ofUsers, ofStaff...) {
		centres[b.ID] = b.Centre
	}
	return centres, err
}

func insert(ctx context.Context, tx *db.Tx, entries []entry) error {
	return tx.InsertAll(ctx, "deliveries", `id, channel, target_masked, target_hash, user_id, staff_id, centre, dedupe_key,
		status, attempts, last_error, created_at, updated_at, expires_at`,
		"ON CONFLICT (dedupe_key) DO NOTHING", len(entries), func(i int) []any {
			e := entries[i]
			return []any{e.ID, string(e.Channel), e.Target, e.targetHash, e.userID, e.staffID, string(e.centre), e.dedupe,
				int(e.Status), 0, "", e.CreatedAt, e.CreatedAt, e.expiresAt}
		})
}

// repeated are the entries that were not inserted because their key is known.
func repeated(ctx context.Context, r db.Reader, entries []entry) (map[string]bool, error) {
	known := map[string]bool{}
	var asked []string
	for _, e := range entries {
		if e.dedupe != nil {
			known[e.ID] = true
			asked = append(asked, e.ID)
		}
	}
	inserted, err := byIDs[Delivery](ctx, r, `SELECT id FROM deliveries WHERE id IN`, asked)
	for _, d := range inserted {
		delete(known, d.ID)
	}
	return known, err
}

func statusOf(ctx context.Context, r db.Reader, id string) (Status, error) {
	return db.Value[Status](ctx, r, `SELECT status FROM deliveries WHERE id = $1`, id)
}

// update is guarded: what has ended stays as it ended.
func update(ctx context.Context, tx *db.Tx, o outcome, now time.Time) error {
	var sent *time.Time
	if o.status == Sent {
		sent = &now
	}
	_, err := tx.Exec(ctx, `
		UPDATE deliveries SET status = $1, attempts = $2, last_error = $3, sent_at = $4, updated_at = $5
		WHERE id = $6 AND status = $7`, int(o.status), o.attempts, o.lastError, sent, now, o.id, int(Queued))
	return err
}

const lostError = "its job was given up without a word"

// failLost gives up the messages whose job is dead without having said so: a
// process died with the last try in hand, or the secret is no longer live.
func failLost(ctx context.Context, tx *db.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE deliveries SET status = $1, last_error = $2, updated_at = $3
		WHERE status = $4 AND id IN (SELECT unique_key FROM jobs WHERE kind = $5 AND state = 'dead')`,
		int(Failed), lostError, now, int(Queued), sendKind.Name)
	return err
}

func removeBefore(ctx context.Context, tx *db.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, `DELETE FROM deliveries WHERE created_at < $1`, before)
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
	where := &db.Where{}
	scope.Own(where, "centre")
	if f.Channel != "" {
		where.And("channel = ?", string(f.Channel))
	}
	if len(f.Statuses) > 0 {
		where.In("status", db.Anys(f.Statuses)...)
	}
	if f.UserID != "" {
		where.And("user_id = ?", f.UserID)
	}
	return page.Fetch[Delivery](ctx, d, page.Query{
		Select: "id, channel, target_masked, status, attempts, last_error, created_at",
		From:   "deliveries", Where: where, Tie: "id", Sorts: sorts,
	}, p)
}
