package account

import (
	"context"
	"time"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// States of an application.
const (
	underReview = 1
	approved    = 2
	rejected    = 3
	withdrawn   = 4 // by the member, or replaced by a newer wish
)

var errClosed = fault.New(fault.Conflict, "申請已處理", "The application has been decided already")

// holdUser reads a user and keeps others from changing the row until the
// transaction ends.
func holdUser(ctx context.Context, tx *db.Tx, id string) (User, error) {
	if err := tx.ExecOne(ctx, `UPDATE users SET version = version WHERE id = $1`, id); err != nil {
		return User{}, notFoundIfNone(err)
	}
	return findByID(ctx, tx, id)
}

// HoldOpen keeps a member's account open until the transaction ends; one that
// was closed meanwhile is refused. Whatever saves a file of a person holds them,
// so that erasing them leaves none behind.
func HoldOpen(ctx context.Context, tx *db.Tx, id string) error {
	err := tx.ExecOne(ctx, `UPDATE users SET version = version WHERE id = $1 AND status = 1`, id)
	if db.IsNone(err) {
		return errNotOpen
	}
	return err
}

type districtWish struct {
	ID           string    `db:"id"`
	UserID       string    `db:"user_id"`
	Source       string    `db:"source_district_id"`
	Target       string    `db:"target_district_id"`
	TargetCentre string    `db:"target_centre"`
	Status       int       `db:"status"`
	CreatedAt    time.Time `db:"created_at"`
}

func insertDistrictWish(ctx context.Context, tx *db.Tx, w districtWish) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO district_applications (id, user_id, source_district_id, target_district_id, target_centre, status, mark, created_at)
		VALUES ($1, $2, $3, $4, $5, 1, '', $6)`, w.ID, w.UserID, w.Source, w.Target, w.TargetCentre, w.CreatedAt)
	return err
}

// closeDistrictWish ends the pending change of a user; none is db.ErrNone.
func closeDistrictWish(ctx context.Context, tx *db.Tx, userID string, status int, mark, staffID string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE district_applications SET status = $1, mark = $2, decided_by = $3, decided_at = $4
		WHERE user_id = $5 AND status = 1`, status, mark, staffID, now, userID)
}

// closeWish ends an application of either table that is still pending; one that
// is not, because the member took it back or a colleague was faster, is
// db.ErrNone.
func closeWish(ctx context.Context, tx *db.Tx, table, id string, status int, mark, staffID string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE `+table+` SET status = $1, mark = $2, decided_by = $3, decided_at = $4
		WHERE id = $5 AND status = 1`, status, mark, staffID, now, id)
}

// holdDistrictWishes reads the named applications within reach; a missing one,
// or one of another centre, is not found, and a decided one is a conflict.
func holdDistrictWishes(ctx context.Context, tx *db.Tx, scope access.Scope, ids []string) ([]districtWish, error) {
	where := (&db.Where{}).In("id", db.Anys(ids)...)
	scope.Own(where, "target_centre")
	text, args := where.SQL()
	wishes, err := db.All[districtWish](ctx, tx, `
		SELECT id, user_id, source_district_id, target_district_id, target_centre, status, created_at
		FROM district_applications WHERE `+text+` ORDER BY id`, args...)
	if err != nil {
		return nil, err
	}
	if len(wishes) != len(unique(ids)) {
		return nil, fault.ErrNotFound
	}
	for _, w := range wishes {
		if w.Status != underReview {
			return nil, errClosed
		}
	}
	return wishes, nil
}

// pendingDistrict is a pending change as the member sees it.
type pendingDistrict struct {
	CreatedAt time.Time `db:"created_at"`
	Source    string    `db:"source"`
	Target    string    `db:"target"`
}

func findPendingDistrict(ctx context.Context, r db.Reader, userID string) (pendingDistrict, error) {
	return db.One[pendingDistrict](ctx, r, `
		SELECT a.created_at, s.name AS source, t.name AS target
		FROM district_applications a
		JOIN districts s ON s.id = a.source_district_id JOIN districts t ON t.id = a.target_district_id
		WHERE a.user_id = $1 AND a.status = 1`, userID)
}

type memberWish struct {
	ID            string    `db:"id"`
	UserID        string    `db:"user_id"`
	Centre        string    `db:"centre"`
	ServiceNumber string    `db:"service_number"`
	Status        int       `db:"status"`
	CreatedAt     time.Time `db:"created_at"`
}

const selectMemberWish = `SELECT id, user_id, centre, service_number, status, created_at FROM member_applications WHERE `

func insertMemberWish(ctx context.Context, tx *db.Tx, w memberWish) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO member_applications (id, user_id, centre, service_number, status, mark, created_at)
		VALUES ($1, $2, $3, $4, 1, '', $5)`, w.ID, w.UserID, w.Centre, w.ServiceNumber, w.CreatedAt)
	return err
}

func closeMemberWish(ctx context.Context, tx *db.Tx, userID string, status int, mark, staffID string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE member_applications SET status = $1, mark = $2, decided_by = $3, decided_at = $4
		WHERE user_id = $5 AND status = 1`, status, mark, staffID, now, userID)
}

func holdMemberWishes(ctx context.Context, tx *db.Tx, scope access.Scope, ids []string) ([]memberWish, error) {
	where := (&db.Where{}).In("id", db.Anys(ids)...)
	scope.Own(where, "centre")
	text, args := where.SQL()
	wishes, err := db.All[memberWish](ctx, tx, selectMemberWish+text+` ORDER BY id`, args...)
	if err != nil {
		return nil, err
	}
	if len(wishes) != len(unique(ids)) {
		return nil, fault.ErrNotFound
	}
	for _, w := range wishes {
		if w.Status != underReview {
			return nil, errClosed
		}
	}
	return wishes, nil
}

// findMemberWish is the newest application that was not withdrawn.
func findMemberWish(ctx context.Context, r db.Reader, userID string) (memberWish, error) {
	return db.One[memberWish](ctx, r, selectMemberWish+`user_id = $1 AND status <> 4 ORDER BY created_at DESC, id DESC LIMIT 1`, userID)
}

func numberInUse(ctx context.Context, r db.Reader, centre, number string) (bool, error) {
	found, err := db.Column[string](ctx, r, `SELECT id FROM users WHERE centre = $1 AND service_number = $2`, centre, number)
	return len(found) > 0, err
}

func saveDistrict(ctx context.Context, tx *db.Tx, id string, d catalog.District, now time.Time) error {
	// The number is of the old centre; it goes before the centre changes, or it
	// might collide with one of the new centre's.
	_, err := tx.Exec(ctx, `
		UPDATE users SET district_id = $1, centre = $2, updated_at = $3, version = version + 1,
			service_number = CASE WHEN centre = $2 THEN service_number END
		WHERE id = $4`, d.ID, d.Centre, now, id)
	return err
}

func saveMembership(ctx context.Context, tx *db.Tx, id string, userType access.UserType, number *string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE users SET user_type = $1, service_number = $2, updated_at = $3, version = version + 1 WHERE id = $4`,
		userType, number, now, id)
}

func saveStaff(ctx context.Context, tx *db.Tx, id string, staffID *string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE users SET staff_id = $1, updated_at = $2, version = version + 1 WHERE id = $3`, staffID, now, id)
}

func clearStaff(ctx context.Context, tx *db.Tx, staffID string, kept access.Centre, now time.Time) (ids []string, err error) {
	return db.Column[string](ctx, tx, `
		UPDATE users SET staff_id = NULL, updated_at = $1, version = version + 1
		WHERE staff_id = $2 AND centre <> $3 RETURNING id`, now, staffID, string(kept))
}

// holdStaff gives the centre of someone who works in the portal and keeps
// others from deleting, disabling or moving them until the transaction ends;
// whoever does not work there is db.ErrNone.
func holdStaff(ctx context.Context, tx *db.Tx, staffID string) (centre string, err error) {
	return db.Value[string](ctx, tx, `
		UPDATE staff SET version = version WHERE id = $1 AND deleted_at IS NULL AND disabled = FALSE
		RETURNING (SELECT o.centre FROM roles o WHERE o.id = staff.role_id)`, staffID)
}

func unique(ids []string) map[string]bool {
	set := map[string]bool{}
	for _, id := range ids {
		set[id] = true
	}
	return set
}
