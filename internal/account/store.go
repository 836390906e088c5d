package account

import (
	"context"
	"time"

	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
)

const selectUser = `
	SELECT u.id, u.username, u.email, u.phone, u.password_hash, u.password_chosen, u.nickname, u.signature, u.gender,
		u.birthday, u.status, u.user_type, u.service_number, u.district_id, d.name AS district, d.community_number,
		u.centre, u.staff_id, u.avatar_key, u.default_avatar, u.invitation_code, u.last_login, u.version, u.created_at
	FROM users u LEFT JOIN districts d ON d.id = u.district_id
	WHERE u.status <> 3 AND `

// columnOf is where a login name is kept.
var columnOf = map[identity.Kind]string{
	identity.Email: "u.email", identity.Phone: "u.phone", identity.Username: "u.username_key",
}

// findByName gives the account of a login name; none is db.ErrNone.
func findByName(ctx context.Context, r db.Reader, name identity.Name) (User, error) {
	return db.One[User](ctx, r, selectUser+columnOf[name.Kind]+` = $1`, name.Text)
}

func findByID(ctx context.Context, r db.Reader, id string) (User, error) {
	u, err := db.One[User](ctx, r, selectUser+`u.id = $1`, id)
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	return u, err
}

func insertUser(ctx context.Context, tx *db.Tx, u User) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO users (id, username, username_key, email, phone, password_hash, password_chosen, nickname, signature,
			birthday, status, user_type, service_number, district_id, centre, default_avatar, invitation_code, version,
			created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, NULL, FALSE, $6, '', $7, 1, $8, $9, $10, $11, $12, $13, 1, $14, $14)`,
		u.ID, u.Username, usernameKey(u.Username), u.Email, u.Phone, u.Nickname, u.Birthday, u.UserType, u.ServiceNumber,
		u.DistrictID, string(u.Centre), u.DefaultAvatar, u.InvitationCode, u.CreatedAt)
	return err
}

func usernameKey(username string) string { return identity.Parse(username).Text }

// takenBy turns the violation of a login name's uniqueness into its refusal.
func takenBy(err error) error {
	for _, constraint := range []string{"uq_users__email", "uq_users__phone", "uq_users__username_key"} {
		if db.IsUnique(err, constraint) {
			return errTaken
		}
	}
	return err
}

// numberTaken turns the violation of a service number's uniqueness into its
// refusal.
func numberTaken(err error) error {
	if db.IsUnique(err, "uq_users__centre_service_number") {
		return errNumberInUse
	}
	return err
}

// noteLogin is guarded by the account's state: it may have been closed since it
// was read.
func noteLogin(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	return tx.ExecOne(ctx, `UPDATE users SET last_login = $1 WHERE id = $2 AND status = 1`, now, id)
}

// keepsPassword holds the account and reports db.ErrNone when its password was
// changed since it was checked.
func keepsPassword(ctx context.Context, tx *db.Tx, u User) error {
	return tx.ExecOne(ctx, `UPDATE users SET version = version WHERE id = $1 AND password_hash = $2`, u.ID, u.PasswordHash)
}

// setPassword is guarded by the password that was there: of two changes at once
// one wins.
func setPassword(ctx context.Context, tx *db.Tx, u User, hash string, chosen bool, now time.Time) error {
	text, args := `UPDATE users SET password_hash = $1, password_chosen = $2, updated_at = $3, version = version + 1 WHERE id = $4 AND password_hash IS NULL`,
		[]any{hash, chosen, now, u.ID}
	if u.PasswordHash != nil {
		text = `UPDATE users SET password_hash = $1, password_chosen = $2, updated_at = $3, version = version + 1 WHERE id = $4 AND password_hash = $5`
		args = append(args, *u.PasswordHash)
	}
	return tx.ExecOne(ctx, text, args...)
}
