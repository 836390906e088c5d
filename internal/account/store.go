package account

import (
	"context"
	"time"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
)

const selectUser = `
	SELECT u.id, u.username, u.email, u.phone, u.password_hash, u.password_chosen, u.nickname, u.signature, u.gender,
		u.birthday, u.status, u.user_type, u.service_number, u.district_id, d.name AS district, d.community_number,
		u.centre, u.staff_id, u.avatar_key, u.default_avatar, u.invitation_code, u.last_login, u.version, u.created_at
	FROM users u LEFT JOIN districts d ON d.id = u.district_id
	WHERE u.status <> ` + access.RemovedSQL + ` AND `

// columnOf is where a login name is kept.
var columnOf = map[identity.Kind]string{
	identity.Email: "u.email", identity.Phone: "u.phone", identity.Username: "u.username_key",
}

// findByName reads the user of a login name; none is db.ErrNone.
func findByName(ctx context.Context, r db.Reader, name identity.Name) (User, error) {
	return db.One[User](ctx, r, selectUser+columnOf[name.Kind]+` = @name`, db.Args{"name": name.Text})
}

func findByID(ctx context.Context, r db.Reader, id string) (User, error) {
	return db.One[User](ctx, r, selectUser+`u.id = @id`, db.Args{"id": id})
}

// findWithin reads a user within reach of a staff member; none is db.ErrNone.
func findWithin(ctx context.Context, r db.Reader, scope access.Scope, id string) (User, error) {
	where := (&db.Filter{}).And("u.id = @id", db.Args{"id": id})
	scope.Users(where, "u")
	return db.One[User](ctx, r, selectUser+where.SQL(), where.Args())
}

// listWithin reads the named users within reach, each once.
func listWithin(ctx context.Context, r db.Reader, scope access.Scope, ids []string) ([]User, error) {
	where := (&db.Filter{}).In("u.id", ids)
	scope.Users(where, "u")
	return db.All[User](ctx, r, selectUser+where.SQL(), where.Args())
}

func numberInUse(ctx context.Context, r db.Reader, centre access.Centre, number string) (bool, error) {
	found, err := db.Column[string](ctx, r, `SELECT id FROM users WHERE centre = @centre AND service_number = @number`,
		db.Args{"centre": string(centre), "number": number})
	return len(found) > 0, err
}

// lockNormal locks a user in the normal state; none is db.ErrNone.
func lockNormal(ctx context.Context, tx *db.Tx, id string) error {
	return lockWhere(ctx, tx, `id = @id AND status = `+access.NormalSQL, db.Args{"id": id})
}

// lockIfPassword locks a user who still has the password that was read; any
// other is db.ErrNone.
func lockIfPassword(ctx context.Context, tx *db.Tx, u User) error {
	return lockWhere(ctx, tx, `id = @id AND password_hash = @hash`, db.Args{"id": u.ID, "hash": *u.PasswordHash})
}

func lockWhere(ctx context.Context, tx *db.Tx, condition string, args db.Args) error {
	type row struct {
		ID string `db:"id"`
	}
	_, err := db.LockOne[row](ctx, tx, db.Users, `SELECT id FROM users WHERE `+condition, args)
	return err
}

// lockStaff locks a staff member, so that nobody deletes, disables or moves
// them, and tells their centre; who does not work in the portal is db.ErrNone.
func lockStaff(ctx context.Context, tx *db.Tx, staffID string) (access.Centre, error) {
	type row struct {
		Centre access.Centre `db:"centre"`
	}
	found, err := db.LockOne[row](ctx, tx, db.Staff.As("s"), `
		SELECT (SELECT o.centre FROM roles o WHERE o.id = s.role_id) AS centre
		FROM staff s WHERE s.id = @id AND s.deleted_at IS NULL AND s.disabled = FALSE`, db.Args{"id": staffID})
	return found.Centre, err
}

func insertUser(ctx context.Context, tx *db.Tx, u User) error {
	return tx.Insert(ctx, "users", db.Args{
		"id": u.ID, "username": u.Username, "username_key": usernameKey(u.Username), "email": u.Email, "phone": u.Phone,
		"password_hash": nil, "password_chosen": false, "nickname": u.Nickname, "signature": "", "birthday": u.Birthday,
		"status": int(access.Normal), "user_type": int(u.UserType), "service_number": u.ServiceNumber, "district_id": u.DistrictID,
		"centre": string(u.Centre), "default_avatar": u.DefaultAvatar, "invitation_code": u.InvitationCode, "version": 1,
		"created_at": u.CreatedAt, "updated_at": u.CreatedAt,
	})
}

// usernameKey is what tells usernames apart: without the case of letters.
func usernameKey(username string) string { return identity.Parse(username).Text }

// errIfTaken turns the violation of a login name's uniqueness into its refusal.
func errIfTaken(err error) error {
	for _, constraint := range []string{"uq_users__email", "uq_users__phone", "uq_users__username_key"} {
		if db.IsUnique(err, constraint) {
			return errTaken
		}
	}
	return err
}

// errIfNumberTaken turns the violation of a service number's uniqueness into its
// refusal.
func errIfNumberTaken(err error) error {
	if db.IsUnique(err, "uq_users__centre_service_number") {
		return ErrNumberInUse
	}
	return err
}

// isGeneratedTwice reports whether a generated name belongs to someone else.
func isGeneratedTwice(err error) bool {
	return db.IsUnique(err, "uq_users__username_key") || db.IsUnique(err, "uq_users__invitation_code")
}

// setLastLogin is guarded by the account's state: it may have been closed since
// it was read.
func setLastLogin(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	return tx.ExecOne(ctx, `UPDATE users SET last_login = @now WHERE id = @id AND status = `+access.NormalSQL, db.Args{"id": id, "now": now})
}

// update sets columns of a user; none is db.ErrNone.
func update(ctx context.Context, tx *db.Tx, id string, now time.Time, set string, args db.Args) error {
	return tx.ExecOne(ctx, `UPDATE users SET `+set+`, updated_at = @now, version = version + 1 WHERE id = @id`,
		db.Args{"id": id, "now": now}, args)
}

// setPassword is guarded by the password that was there: of two changes at once
// one succeeds.
func setPassword(ctx context.Context, tx *db.Tx, u User, hash string, chosen bool, now time.Time) error {
	condition, args := `password_hash IS NULL`, db.Args{"id": u.ID, "now": now, "hash": hash, "chosen": chosen}
	if u.PasswordHash != nil {
		condition, args["old"] = `password_hash = @old`, *u.PasswordHash
	}
	return tx.ExecOne(ctx, `
		UPDATE users SET password_hash = @hash, password_chosen = @chosen, updated_at = @now, version = version + 1
		WHERE id = @id AND `+condition, args)
}

func savePersonal(ctx context.Context, tx *db.Tx, u User, now time.Time) error {
	return update(ctx, tx, u.ID, now, `nickname = @nickname, signature = @signature, gender = @gender, birthday = @birthday`,
		db.Args{"nickname": u.Nickname, "signature": u.Signature, "gender": u.Gender, "birthday": u.Birthday})
}

func saveUsername(ctx context.Context, tx *db.Tx, id, username string, now time.Time) error {
	return update(ctx, tx, id, now, `username = @username, username_key = @key`,
		db.Args{"username": username, "key": usernameKey(username)})
}

func saveAddress(ctx context.Context, tx *db.Tx, id string, kind identity.Kind, address string, now time.Time) error {
	column := "email"
	if kind == identity.Phone {
		column = "phone"
	}
	return update(ctx, tx, id, now, column+` = @address`, db.Args{"address": address})
}

func saveAddresses(ctx context.Context, tx *db.Tx, u User, now time.Time) error {
	return update(ctx, tx, u.ID, now, `phone = @phone, email = @email`, db.Args{"phone": u.Phone, "email": u.Email})
}

func saveAvatar(ctx context.Context, tx *db.Tx, id string, key *string, now time.Time) error {
	return update(ctx, tx, id, now, `avatar_key = @key`, db.Args{"key": key})
}

func saveDistrict(ctx context.Context, tx *db.Tx, id string, d catalog.District, now time.Time) error {
	// The number is of the old centre; it goes before the centre changes, or it
	// might collide with one of the new centre's.
	return update(ctx, tx, id, now, `district_id = @district, centre = @centre,
		service_number = CASE WHEN centre = @centre THEN service_number END`,
		db.Args{"district": d.ID, "centre": d.Centre})
}

func savePlan(ctx context.Context, tx *db.Tx, id string, userType access.UserType, number *string, now time.Time) error {
	return update(ctx, tx, id, now, `user_type = @type, service_number = @number`, db.Args{"type": int(userType), "number": number})
}

func saveStaff(ctx context.Context, tx *db.Tx, id string, staffID *string, now time.Time) error {
	return update(ctx, tx, id, now, `staff_id = @staff`, db.Args{"staff": staffID})
}

// setStatus is guarded by the state the account must be in; in any other it is
// db.ErrNone.
func setStatus(ctx context.Context, tx *db.Tx, id string, from, to access.UserStatus, now time.Time) error {
	n, err := setStatusOf(ctx, tx, []string{id}, from, to, now)
	if err == nil && n == 0 {
		err = db.ErrNone
	}
	return err
}

// setStatusOf changes those of the users who are in the first state, and tells
// how many they are.
func setStatusOf(ctx context.Context, tx *db.Tx, ids []string, from, to access.UserStatus, now time.Time) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE users SET status = @to, updated_at = @now, version = version + 1 WHERE status = @from AND id IN (@ids)`,
		db.Args{"ids": ids, "from": int(from), "to": int(to), "now": now})
}

// setStaffOf makes a staff member responsible for those of the users who are of
// the centre, and tells how many they are.
func setStaffOf(ctx context.Context, tx *db.Tx, ids []string, staffID string, centre access.Centre, now time.Time) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE users SET staff_id = @staff, updated_at = @now, version = version + 1 WHERE centre = @centre AND id IN (@ids)`,
		db.Args{"ids": ids, "staff": staffID, "centre": string(centre), "now": now})
}

func clearStaffOf(ctx context.Context, tx *db.Tx, ids []string, now time.Time) (int64, error) {
	return tx.Exec(ctx, `UPDATE users SET staff_id = NULL, updated_at = @now, version = version + 1 WHERE id IN (@ids)`,
		db.Args{"ids": ids, "now": now})
}

// clearStaff leaves a staff member's users without one, except those of a
// centre, and tells who they are.
func clearStaff(ctx context.Context, tx *db.Tx, staffID string, kept access.Centre, now time.Time) (ids []string, err error) {
	return db.Column[string](ctx, tx, `
		UPDATE users SET staff_id = NULL, updated_at = @now, version = version + 1
		WHERE staff_id = @staff AND centre <> @kept RETURNING id`, db.Args{"staff": staffID, "kept": string(kept), "now": now})
}

// errIfMissing refuses a list of ids of which some were not found.
func errIfMissing(found int, ids []string) error {
	distinct := map[string]bool{}
	for _, id := range ids {
		distinct[id] = true
	}
	if found != len(distinct) {
		return fault.ErrNotFound
	}
	return nil
}
