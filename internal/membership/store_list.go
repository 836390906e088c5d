package membership

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// listPurpose keeps the hashes of the member list apart from others.
const listPurpose = "member list"

// storedLine is a line of a member list as it is stored: addresses can be
// recognised, not read.
type storedLine struct {
	Centre        access.Centre `db:"centre"`
	ServiceNumber string        `db:"service_number"`
	PhoneHash     *string       `db:"phone_hash"`
	EmailHash     *string       `db:"email_hash"`
	Birthday      clock.Date    `db:"birthday"`
	DistrictID    *string       `db:"district_id"`
}

const selectLine = `SELECT centre, service_number, phone_hash, email_hash, birthday, district_id FROM member_list WHERE `

func findLine(ctx context.Context, r db.Reader, centre access.Centre, number string) (storedLine, error) {
	return db.One[storedLine](ctx, r, selectLine+`centre = @centre AND service_number = @number`,
		db.Args{"centre": string(centre), "number": number})
}

// listLines reads the member lists of the centres within reach.
func listLines(ctx context.Context, r db.Reader, scope access.Scope) ([]storedLine, error) {
	where := &db.Filter{}
	scope.OwnCentre(where, "centre")
	return db.All[storedLine](ctx, r, selectLine+where.SQL(), where.Args())
}

func saveLines(ctx context.Context, tx *db.Tx, lines []storedLine, now time.Time) error {
	rows := make([]db.Args, len(lines))
	for i, l := range lines {
		rows[i] = db.Args{
			"centre": string(l.Centre), "service_number": l.ServiceNumber, "phone_hash": l.PhoneHash, "email_hash": l.EmailHash,
			"birthday": l.Birthday, "district_id": l.DistrictID, "updated_at": now,
		}
	}
	return tx.InsertAll(ctx, "member_list", `
		ON CONFLICT (centre, service_number) DO UPDATE SET phone_hash = excluded.phone_hash, email_hash = excluded.email_hash,
			birthday = excluded.birthday, district_id = excluded.district_id, updated_at = excluded.updated_at`, rows)
}
