package perf

import (
	"context"
	"fmt"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

var (
	surnames = []rune("陳李張黃何林吳梁王劉鄭周")
	given    = []rune("美明欣怡志強麗芬偉玲嘉慧文俊雅詩樂晴朗心")
)

// nickname of a member; there are 12 × 20 × 20 of them.
func nickname(i int) string {
	return string([]rune{surnames[i%len(surnames)], given[i/7%len(given)], given[i/3%len(given)]})
}

// peopleOf is a product with that many members, who joined one a minute up to
// now: of each centre two fifths, and a fifth of none. One of ten is frozen,
// every third has a service number.
func peopleOf(tb testing.TB, engine db.Engine, people int) *product {
	tb.Helper()
	p := start(tb, engine, map[string]string{})
	ctx := context.Background()
	districts := map[access.Centre]string{}
	for centre, community := range map[access.Centre]int{access.CentreA: 0, access.CentreB: 6} {
		id, err := db.Value[string](ctx, p.DB, `SELECT id FROM districts WHERE community_number = @number`, db.Args{"number": community})
		bench.Must(tb, err)
		districts[centre] = id
	}
	centres := []access.Centre{access.CentreA, access.CentreB, access.CentreA, access.CentreB, access.CentreOther}
	first := p.Clock.Now().Add(-time.Duration(people) * time.Minute)
	bench.Must(tb, p.DB.Write(ctx, func(tx *db.Tx) error {
		for from := 0; from < people; from += atOnce {
			err := insertAll(ctx, tx, "users", `id, username, username_key, email, phone, password_chosen, nickname, signature, status,
				user_type, service_number, district_id, centre, default_avatar, invitation_code, version, created_at, updated_at`,
				"", min(atOnce, people-from), func(n int) []any {
					i := from + n
					name, centre := fmt.Sprintf("u%08d", i), centres[i%len(centres)]
					var district, number any
					kind := 1
					if centre != access.CentreOther {
						district = districts[centre]
						if i%3 == 0 {
							number, kind = fmt.Sprintf("S%06d", i), 2
						}
					}
					status := 1
					if i%10 == 7 {
						status = 0
					}
					joined := first.Add(time.Duration(i) * time.Minute)
					return []any{fmt.Sprintf("%032d", i), name, name, name + "@example.org", fmt.Sprintf("6%07d", i), false, nickname(i), "",
						status, kind, number, district, string(centre), 1, name, 1, joined, joined}
				})
			if err != nil {
				return err
			}
		}
		return nil
	}))
	p.vacuum(tb, "users")
	return p
}
