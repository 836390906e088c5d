package perf

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// The resources of the two sets, all of them listed and of one community: the
// list that a member sees is as long as the set.
const (
	fewResources  = 500
	manyResources = 50_000
)

// listedSQL is the rows of a member's page; the benchmark checks that the
// product runs the same.
const listedSQL = `SELECT r.id, r.name, r.address, r.subtype_id, t.type, t.name AS type_name, s.name AS subtype ` +
	`FROM resources r JOIN resource_subtypes s ON s.id = r.subtype_id JOIN resource_types t ON t.type = s.type ` +
	`WHERE r.status = 5 AND r.deleted_at IS NULL AND r.community_id = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT 20 OFFSET 0`

// A member's page of 20 resources: its rows among many against among few, and
// the whole request with its exact total.
func BenchmarkResourcePage(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		short, long := resourcesOf(b, engine, fewResources), resourcesOf(b, engine, manyResources)
		if ran := long.product.statements(func() { long.page.once() }); len(ran) != 3 || ran[1] != listedSQL {
			b.Fatalf("the product runs %q", ran)
		}
		ratio, fast, slow := byTurns(b, short.rows(b), long.rows(b))
		figure(b, "resources, rows of a page: among 50,000 / among 500", ratio, "times", atMost(1.5),
			perSecond("500", fast), perSecond("50,000", slow))
	})
}

func BenchmarkResourcePageWithTotal(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		short, long := resourcesOf(b, engine, fewResources), resourcesOf(b, engine, manyResources)
		ratio, fast, slow := byTurns(b, short.page.slice, long.page.slice)
		figure(b, "resources, page with its total: among 50,000 / among 500", ratio, "times", atMost(2),
			perSecond("500", fast), perSecond("50,000", slow))
	})
}

// Marks that other services set and take away, each a change that is durable.
func BenchmarkStarMarks(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := resourcesOf(b, engine, fewResources)
		who, err := p.Sessions.Member(context.Background(), p.token)
		bench.Must(b, err)
		key := p.Config.InternalKeys[0]
		up := newLoad(b, p.url, "POST /star/info", key, fmt.Sprintf(`{"userId":%q,"infoId":%q}`, who.ID, p.ids[0]), callers)
		down := newLoad(b, p.url, "POST /star/info", key, fmt.Sprintf(`{"userId":%q,"infoId":%q,"vote":0}`, who.ID, p.ids[0]), 1)
		var n int64
		for b.Loop() {
			down.once()
			up.once()
			n += 2
		}
		seconds := b.Elapsed().Seconds()
		figure(b, "marks by /star, one caller, each a change", float64(n)/seconds, "per-second", target{},
			perSecond("repeated by eight", up.rate(slice)))
	})
}

// directory is a product with resources, and a member who looks at them.
type directory struct {
	*product
	token     string // the member's
	community string
	ids       []string
	page      *load
}

func resourcesOf(tb testing.TB, engine db.Engine, n int) directory {
	tb.Helper()
	ctx := context.Background()
	d := directory{product: start(tb, engine, nil)}
	d.token = d.product.member(tb)
	staff, err := db.Value[string](ctx, d.DB, `SELECT id FROM staff`)
	bench.Must(tb, err)
	d.community, err = db.Value[string](ctx, d.DB, `SELECT id FROM districts WHERE community_number = 0`)
	bench.Must(tb, err)
	subtypes, err := db.Column[string](ctx, d.DB, `SELECT id FROM resource_subtypes ORDER BY id`)
	bench.Must(tb, err)
	now := d.Clock.Now()
	bench.Must(tb, d.DB.Write(ctx, func(tx *db.Tx) error {
		if err := insertAll(ctx, tx, "resource_counts", "community_id, subtype_id, listed", "", len(subtypes), func(i int) []any {
			return []any{d.community, subtypes[i], (n - i + len(subtypes) - 1) / len(subtypes)}
		}); err != nil {
			return err
		}
		return insertAll(ctx, tx, "resources", `id, number, centre, status, author_id, editor_id, name, phone, address, introduce,
			subtype_id, community_id, picture, version, created_at, updated_at`, "", n, func(i int) []any {
			id := uuid.Must(uuid.NewV7()).String()
			d.ids = append(d.ids, id)
			return []any{id, i + 1, "CENTRE_A", 5, staff, staff, fmt.Sprintf("第 %d 間社區飯堂", i), "23456789", fmt.Sprintf("觀塘道 %d 號", i), "",
				subtypes[i%len(subtypes)], d.community, "centre_a/community/info/cko&sk/" + id + "/1", 1, now, now}
		})
	}))
	d.vacuum(tb, "resources")
	d.page = newLoad(tb, d.url, "POST /app/community-resource/page", d.token,
		fmt.Sprintf(`{"communityId":%q,"pagination":{"page":1,"size":20}}`, d.community), callers)
	return d
}

// rows is how often a second the rows of the page can be read.
func (d directory) rows(tb testing.TB) func() float64 {
	type row struct {
		ID        string `db:"id"`
		Name      string `db:"name"`
		Address   string `db:"address"`
		SubtypeID string `db:"subtype_id"`
		Type      int    `db:"type"`
		TypeName  string `db:"type_name"`
		Subtype   string `db:"subtype"`
	}
	text, args := named(listedSQL, d.community)
	return func() float64 {
		return rateOf(func() {
			found, err := db.All[row](context.Background(), d.DB, text, args)
			bench.Must(tb, err)
			if len(found) != 20 {
				tb.Fatalf("%d rows", len(found))
			}
		})
	}
}
