package checkin

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// selectCommunities counts what is on the map today: photos of retired
// buildings are kept and not shown.
const selectCommunities = `
	SELECT d.id, d.short_name, d.name, d.community_number, d.code,
		COUNT(b.id) AS buildings, COUNT(c.file_key) AS photos
	FROM districts d
	LEFT JOIN buildings b ON b.community_number = d.community_number AND b.retired_at IS NULL
	LEFT JOIN checkins c ON c.building_id = b.id AND c.user_id = @user
	WHERE d.community_number IS NOT NULL AND d.retired_at IS NULL`

const groupCommunities = ` GROUP BY d.id, d.short_name, d.name, d.community_number, d.code`

func listCommunities(ctx context.Context, r db.Reader, userID string) ([]Community, error) {
	return db.All[Community](ctx, r, selectCommunities+groupCommunities+` ORDER BY d.community_number`, db.Args{"user": userID})
}

func findCommunity(ctx context.Context, r db.Reader, userID string, number int) (Community, error) {
	found, err := db.One[Community](ctx, r, selectCommunities+` AND d.community_number = @community`+groupCommunities,
		db.Args{"user": userID, "community": number})
	return found, db.NoneAs(err, fault.ErrNotFound)
}

func listBuildings(ctx context.Context, r db.Reader, userID string, community int) ([]Building, error) {
	return db.All[Building](ctx, r, `
		SELECT b.id, b.number, b.name, c.file_key, c.uploaded_at
		FROM buildings b LEFT JOIN checkins c ON c.building_id = b.id AND c.user_id = @user
		WHERE b.community_number = @community AND b.retired_at IS NULL ORDER BY b.number`,
		db.Args{"user": userID, "community": community})
}

func listPhotos(ctx context.Context, r db.Reader, userID string, community *int) ([]Photo, error) {
	where := (&db.Filter{}).And("c.user_id = @user", db.Args{"user": userID}).
		And("c.file_key IS NOT NULL").And("b.retired_at IS NULL").And("d.retired_at IS NULL")
	if community != nil {
		where.And("b.community_number = @community", db.Args{"community": *community})
	}
	return db.All[Photo](ctx, r, `
		SELECT b.community_number, b.name, c.file_key
		FROM checkins c JOIN buildings b ON b.id = c.building_id JOIN districts d ON d.community_number = b.community_number
		WHERE `+where.SQL()+` ORDER BY b.community_number, b.number`, where.Args())
}

// target is the building of an upload with what decides about it: the member's
// centre, tokens and photo.
type target struct {
	BuildingID string        `db:"id"`
	Code       string        `db:"code"`
	Centre     access.Centre `db:"centre"`
	Tokens     int64         `db:"token"`
	Paid       bool          `db:"paid"`
	FileKey    *string       `db:"file_key"`
}

func findTarget(ctx context.Context, r db.Reader, userID string, communityNumber, number int) (target, error) {
	found, err := db.One[target](ctx, r, `
		SELECT b.id, d.code, u.centre, w.token, c.user_id IS NOT NULL AS paid, c.file_key
		FROM buildings b
		JOIN districts d ON d.community_number = b.community_number AND d.retired_at IS NULL
		JOIN users u ON u.id = @user
		JOIN wallets w ON w.user_id = u.id
		LEFT JOIN checkins c ON c.building_id = b.id AND c.user_id = u.id
		WHERE b.community_number = @community AND b.number = @number AND b.retired_at IS NULL`,
		db.Args{"user": userID, "community": communityNumber, "number": number})
	return found, db.NoneAs(err, fault.ErrNotFound)
}

// insert writes a building's first photo, without its file, and reports whether
// it was the first.
func insert(ctx context.Context, tx *db.Tx, userID, buildingID string, now time.Time) (first bool, err error) {
	return tx.InsertOrIgnore(ctx, "checkins", db.Args{
		"user_id": userID, "building_id": buildingID, "uploaded_at": now, "created_at": now,
	})
}

func findPhoto(ctx context.Context, r db.Reader, userID, buildingID string) (key *string, err error) {
	return db.Value[*string](ctx, r, `
		SELECT file_key FROM checkins WHERE user_id = @user AND building_id = @building`,
		db.Args{"user": userID, "building": buildingID})
}

func updatePhoto(ctx context.Context, tx *db.Tx, userID, buildingID string, key *string, at time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE checkins SET file_key = @key, uploaded_at = @at WHERE user_id = @user AND building_id = @building`,
		db.Args{"user": userID, "building": buildingID, "key": key, "at": at})
}
