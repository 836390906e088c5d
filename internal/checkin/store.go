package checkin

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// selectCommunities counts what is on the map today: photos of retired
// buildings are kept and not shown.
const selectCommunities = `
	SELECT d.id, d.short_name, d.name, d.community_number, d.code,
		COUNT(b.id) AS buildings, COUNT(c.file_key) AS photos
	FROM districts d
	LEFT JOIN buildings b ON b.community_number = d.community_number AND b.retired_at IS NULL
	LEFT JOIN checkins c ON c.building_id = b.id AND c.user_id = $1
	WHERE d.community_number IS NOT NULL AND d.retired_at IS NULL`

const groupCommunities = ` GROUP BY d.id, d.short_name, d.name, d.community_number, d.code`

func communities(ctx context.Context, r db.Reader, userID string) ([]Community, error) {
	return db.All[Community](ctx, r, selectCommunities+groupCommunities+` ORDER BY d.community_number`, userID)
}

func community(ctx context.Context, r db.Reader, userID string, number int) (Community, error) {
	return db.One[Community](ctx, r, selectCommunities+` AND d.community_number = $2`+groupCommunities, userID, number)
}

func buildings(ctx context.Context, r db.Reader, userID string, number int) ([]Building, error) {
	return db.All[Building](ctx, r, `
		SELECT b.id, b.number, b.name, c.file_key, c.uploaded_at
		FROM buildings b LEFT JOIN checkins c ON c.building_id = b.id AND c.user_id = $1
		WHERE b.community_number = $2 AND b.retired_at IS NULL ORDER BY b.number`, userID, number)
}

func photos(ctx context.Context, r db.Reader, userID string, community *int) ([]Photo, error) {
	where := (&db.Where{}).And("c.user_id = ?", userID).And("c.file_key IS NOT NULL").And("b.retired_at IS NULL").And("d.retired_at IS NULL")
	if community != nil {
		where.And("b.community_number = ?", *community)
	}
	text, args := where.SQL()
	return db.All[Photo](ctx, r, `
		SELECT b.community_number, b.name, c.file_key
		FROM checkins c JOIN buildings b ON b.id = c.building_id JOIN districts d ON d.community_number = b.community_number
		WHERE `+text+` ORDER BY b.community_number, b.number`, args...)
}

// target is the building an upload is for, as the member stands to it.
type target struct {
	BuildingID string        `db:"id"`
	Code       string        `db:"code"`
	Centre     access.Centre `db:"centre"`
	Tokens     int64         `db:"token"`
	Paid       bool          `db:"paid"`
	FileKey    *string       `db:"file_key"`
}

func findTarget(ctx context.Context, r db.Reader, userID string, communityNumber, number int) (target, error) {
	return db.One[target](ctx, r, `
		SELECT b.id, d.code, u.centre, w.token, c.user_id IS NOT NULL AS paid, c.file_key
		FROM buildings b
		JOIN districts d ON d.community_number = b.community_number AND d.retired_at IS NULL
		JOIN users u ON u.id = $1
		JOIN wallets w ON w.user_id = u.id
		LEFT JOIN checkins c ON c.building_id = b.id AND c.user_id = u.id
		WHERE b.community_number = $2 AND b.number = $3 AND b.retired_at IS NULL`, userID, communityNumber, number)
}

// insert notes a building's first photo and reports whether it was the first.
func insert(ctx context.Context, tx *db.Tx, userID, buildingID string, now time.Time) (first bool, err error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO checkins (user_id, building_id, uploaded_at, created_at) VALUES ($1, $2, $3, $3)
		ON CONFLICT (user_id, building_id) DO NOTHING`, userID, buildingID, now)
	return n > 0, err
}

func photoOf(ctx context.Context, r db.Reader, userID, buildingID string) (*string, error) {
	return db.Value[*string](ctx, r, `SELECT file_key FROM checkins WHERE user_id = $1 AND building_id = $2`, userID, buildingID)
}

func setPhoto(ctx context.Context, tx *db.Tx, userID, buildingID string, key *string, at time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE checkins SET file_key = $1, uploaded_at = $2 WHERE user_id = $3 AND building_id = $4`, key, at, userID, buildingID)
}
