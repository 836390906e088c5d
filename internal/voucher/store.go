package voucher

import (
	"context"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// prize is a voucher of the catalogue that someone has reached.
type prize struct {
	ID        string `db:"id"`
	ValidDays int    `db:"valid_days"`
}

// listReached is what a plan member has reached and not been given; nothing for
// others.
func listReached(ctx context.Context, r db.Reader, userID string, level int) ([]prize, error) {
	return db.All[prize](ctx, r, `
		SELECT v.id, v.valid_days FROM vouchers v
		WHERE v.retired_at IS NULL AND v.level <= @level
			AND EXISTS (SELECT 1 FROM users WHERE id = @user AND user_type = `+access.PlanMemberSQL+`)
			AND NOT EXISTS (SELECT 1 FROM user_vouchers WHERE user_id = @user AND voucher_id = v.id)
		ORDER BY v.level, v.ordering`, db.Args{"level": level, "user": userID})
}

func insertGranted(ctx context.Context, tx *db.Tx, userID string, prizes []prize, now time.Time) error {
	rows := make([]db.Args, len(prizes))
	for i, p := range prizes {
		rows[i] = db.Args{
			"id": uuid.Must(uuid.NewV7()).String(), "user_id": userID, "voucher_id": p.ID, "status": int(Granted),
			"valid_until": now.Add(time.Duration(p.ValidDays) * 24 * time.Hour), "created_at": now,
		}
	}
	return tx.InsertAll(ctx, "user_vouchers", "ON CONFLICT (user_id, voucher_id) DO NOTHING", rows)
}

func markExpired(ctx context.Context, tx *db.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE user_vouchers SET status = `+expiredSQL+` WHERE status < `+redeemedSQL+` AND valid_until <= @now`, db.Args{"now": now})
	return err
}

func countVouchers(ctx context.Context, r db.Reader, userID string) (Counts, error) {
	return db.One[Counts](ctx, r, `
		SELECT COUNT(*) AS rewarded, COALESCE(SUM(CASE WHEN status = `+redeemedSQL+` THEN 1 ELSE 0 END), 0) AS redeemed
		FROM user_vouchers WHERE user_id = @user`, db.Args{"user": userID})
}

// own is a voucher as its member sees it.
type own struct {
	ID         string     `db:"id"`
	VoucherID  string     `db:"voucher_id"`
	Name       string     `db:"name"`
	Status     Status     `db:"status"`
	ValidUntil time.Time  `db:"valid_until"`
	QRKey      *string    `db:"qr_key"`
	ClaimedAt  *time.Time `db:"claimed_at"`
	RedeemedAt *time.Time `db:"redeemed_at"`
	CreatedAt  time.Time  `db:"created_at"`
}

func listOwn(ctx context.Context, r db.Reader, userID string, now time.Time) ([]own, error) {
	found, err := db.All[own](ctx, r, `
		SELECT o.id, o.voucher_id, v.name, o.status, o.valid_until, o.qr_key, o.claimed_at, o.redeemed_at, o.created_at
		FROM user_vouchers o JOIN vouchers v ON v.id = o.voucher_id
		WHERE o.user_id = @user ORDER BY o.created_at DESC, o.id DESC`, db.Args{"user": userID})
	for i := range found {
		found[i].Status = statusAt(found[i].Status, found[i].ValidUntil, now)
	}
	return found, err
}

// reward is a voucher that waits to be claimed.
type reward struct {
	VoucherID  string    `db:"voucher_id"`
	Name       string    `db:"name"`
	Level      int       `db:"level"`
	ValidUntil time.Time `db:"valid_until"`
}

// findReward is the oldest one; who is not a plan member cannot claim it and is
// not shown it.
func findReward(ctx context.Context, r db.Reader, userID string, now time.Time) (reward, error) {
	return db.One[reward](ctx, r, `
		SELECT o.voucher_id, v.name, v.level, o.valid_until
		FROM user_vouchers o JOIN vouchers v ON v.id = o.voucher_id JOIN users u ON u.id = o.user_id
		WHERE o.user_id = @user AND o.status = `+grantedSQL+` AND o.valid_until > @now AND u.user_type = `+access.PlanMemberSQL+`
		ORDER BY o.created_at, v.level, o.id LIMIT 1`, db.Args{"user": userID, "now": now})
}

// granted is a voucher of the catalogue with what a member has of it.
type granted struct {
	ID         string          `db:"id"` // empty: nothing
	Status     Status          `db:"status"`
	ValidUntil time.Time       `db:"valid_until"`
	UserType   access.UserType `db:"user_type"`
	Centre     access.Centre   `db:"centre"`
}

func findGranted(ctx context.Context, r db.Reader, userID, voucherID string) (granted, error) {
	type row struct {
		ID         *string         `db:"id"`
		Status     *Status         `db:"status"`
		ValidUntil *time.Time      `db:"valid_until"`
		UserType   access.UserType `db:"user_type"`
		Centre     access.Centre   `db:"centre"`
	}
	found, err := db.One[row](ctx, r, `
		SELECT o.id, o.status, o.valid_until, u.user_type, u.centre
		FROM vouchers v JOIN users u ON u.id = @user LEFT JOIN user_vouchers o ON o.voucher_id = v.id AND o.user_id = u.id
		WHERE v.id = @voucher AND (v.retired_at IS NULL OR o.id IS NOT NULL)`, db.Args{"user": userID, "voucher": voucherID})
	if err != nil || found.ID == nil {
		return granted{UserType: found.UserType, Centre: found.Centre}, err
	}
	return granted{*found.ID, *found.Status, *found.ValidUntil, found.UserType, found.Centre}, nil
}

// markClaimed is guarded: of several claims one finds the voucher as it was.
func markClaimed(ctx context.Context, tx *db.Tx, id, hash string, sealed []byte, qrKey string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE user_vouchers SET status = `+claimedSQL+`, code_hash = @hash, code_sealed = @sealed, qr_key = @qr, claimed_at = @now
		WHERE id = @id AND status = `+grantedSQL+` AND valid_until > @now
			AND EXISTS (SELECT 1 FROM users WHERE users.id = user_vouchers.user_id AND user_type = `+access.PlanMemberSQL+`)`,
		db.Args{"id": id, "hash": hash, "sealed": sealed, "qr": qrKey, "now": now})
}

// coded is a voucher with a code and the member who claimed it.
type coded struct {
	ID           string            `db:"id"`
	UserID       string            `db:"user_id"`
	Username     string            `db:"username"`
	Nickname     string            `db:"nickname"`
	HolderStatus access.UserStatus `db:"holder_status"`
	Name         string            `db:"name"`
	Status       Status            `db:"status"`
	ValidUntil   time.Time         `db:"valid_until"`
	QRKey        string            `db:"qr_key"`
	RedeemedAt   *time.Time        `db:"redeemed_at"`
}

func findByCode(ctx context.Context, r db.Reader, scope access.Scope, code string) (coded, error) {
	filter := (&db.Filter{}).And("o.code_hash = @hash", db.Args{"hash": codeHash(code)})
	scope.CentreUsers(filter, "u")
	return db.One[coded](ctx, r, `
		SELECT o.id, o.user_id, u.username, u.nickname, u.status AS holder_status, v.name, o.status, o.valid_until, o.qr_key,
			o.redeemed_at
		FROM user_vouchers o JOIN users u ON u.id = o.user_id JOIN vouchers v ON v.id = o.voucher_id
		WHERE `+filter.SQL(), filter.Args())
}

func markRedeemed(ctx context.Context, tx *db.Tx, id, staffID string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE user_vouchers SET status = `+redeemedSQL+`, redeemed_at = @now, redeemed_by = @staff
		WHERE id = @id AND status = `+claimedSQL+` AND valid_until > @now`, db.Args{"id": id, "staff": staffID, "now": now})
}

// markReversed is guarded by the redeem that was looked at.
func markReversed(ctx context.Context, tx *db.Tx, id string, redeemedAt time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE user_vouchers SET status = `+claimedSQL+`, redeemed_at = NULL, redeemed_by = NULL
		WHERE id = @id AND status = `+redeemedSQL+` AND redeemed_at = @redeemed`, db.Args{"id": id, "redeemed": redeemedAt})
}
