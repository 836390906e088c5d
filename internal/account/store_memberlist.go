package account

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// listPurpose keeps the hashes of the member list apart from others.
const listPurpose = "member list"

type listed struct {
	Centre        string     `db:"centre"`
	ServiceNumber string     `db:"service_number"`
	PhoneHash     *string    `db:"phone_hash"`
	EmailHash     *string    `db:"email_hash"`
	Birthday      clock.Date `db:"birthday"`
	DistrictID    *string    `db:"district_id"`
}

const listColumns = `centre, service_number, phone_hash, email_hash, birthday, district_id`

func findListed(ctx context.Context, r db.Reader, centre, number string) (listed, error) {
	return db.One[listed](ctx, r, `
		SELECT `+listColumns+` FROM member_list WHERE centre = $1 AND service_number = $2`, centre, number)
}

// readList gives the member lists of the centres within reach.
func readList(ctx context.Context, r db.Reader, scope access.Scope) ([]listed, error) {
	where := &db.Where{}
	scope.Own(where, "centre")
	text, args := where.SQL()
	return db.All[listed](ctx, r, `SELECT `+listColumns+` FROM member_list WHERE `+text, args...)
}

func saveList(ctx context.Context, tx *db.Tx, lines []listed, now time.Time) error {
	return tx.InsertAll(ctx, "member_list", listColumns+`, updated_at`, `
		ON CONFLICT (centre, service_number) DO UPDATE SET phone_hash = excluded.phone_hash, email_hash = excluded.email_hash,
			birthday = excluded.birthday, district_id = excluded.district_id, updated_at = excluded.updated_at`,
		len(lines), func(i int) []any {
			l := lines[i]
			return []any{l.Centre, l.ServiceNumber, l.PhoneHash, l.EmailHash, l.Birthday, l.DistrictID, now}
		})
}
