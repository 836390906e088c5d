package perf

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/staff"
	"hearten/test/bench"
)

// The first page walks the index and sorts nothing, and its total reads the
// index alone, whichever part of the list the caller reaches.
func TestSurveyListUsesItsIndex(t *testing.T) {
	for _, engine := range engines {
		t.Run(string(engine), func(t *testing.T) {
			p := listOf(t, engine, 20_000)
			check := func(whose, token string, args ...any) {
				list := newLoad(t, p.url, "POST /web/survey/page", token, firstPage, 1)
				ran := p.statements(func() { list.once() })
				if len(ran) != 3 {
					t.Fatalf("want session, rows and count, ran:\n%s", strings.Join(ran, "\n"))
				}
				if plan := p.explain(t, ran[1], args, true); !walksIndex(plan) {
					t.Errorf("the rows of %s do not follow the index:\n%s\n%s", whose, ran[1], plan)
				}
				if plan := p.explain(t, ran[2], args, false); !readsIndexOnly(plan) {
					t.Errorf("the total of %s reads more than the index:\n%s\n%s", whose, ran[2], plan)
				}
			}
			check("an administrator", p.token)
			check("a centre", p.tokenOf(t, access.Support), "CENTRE_A", "CENTRE_ALL")
		})
	}
}

func walksIndex(plan string) bool {
	return strings.Contains(plan, "ix_surveys__listed") &&
		!strings.Contains(plan, "sort") && !strings.Contains(plan, "temp b-tree")
}

func readsIndexOnly(plan string) bool {
	return strings.Contains(plan, "covering index ix_surveys__listed") ||
		strings.Contains(plan, "index only scan using ix_surveys__listed")
}

// planRow is a row of either engine's answer to EXPLAIN.
type planRow struct {
	ID       int    `db:"id"`
	Parent   int    `db:"parent"`
	Unused   int    `db:"notused"`
	SQLite   string `db:"detail"`
	Postgres string `db:"QUERY PLAN"`
}

// explain is the engine's plan of a statement, in small letters. For a total
// PostgreSQL weighs the index against reading the whole table; without that
// choice it tells whether the index alone would do.
func (p *product) explain(t *testing.T, text string, args []any, wholeTable bool) (plan string) {
	t.Helper()
	ctx := context.Background()
	bench.Must(t, p.DB.Write(ctx, func(tx *db.Tx) error {
		verb := "EXPLAIN QUERY PLAN "
		if p.DB.Engine() == db.Postgres {
			verb = "EXPLAIN "
			if _, err := tx.Exec(ctx, "SET LOCAL enable_seqscan = "+strconv.FormatBool(wholeTable)); err != nil {
				return err
			}
		}
		text, named := named(verb+text, args...)
		rows, err := db.All[planRow](ctx, tx, text, named)
		for _, r := range rows {
			plan += strings.ToLower(r.SQLite+r.Postgres) + "\n"
		}
		return err
	}))
	return plan
}

// tokenOf signs in someone of a position at centre A.
func (p *product) tokenOf(tb testing.TB, code access.Code) string {
	tb.Helper()
	ctx := context.Background()
	for _, role := range access.Roles() {
		if role.Code == code && role.Centre == access.CentreA {
			email := strings.ToLower(string(code)) + "@hearten.test"
			_, err := p.Staff.Create(ctx, staff.NewStaff{Email: email, Name: "同工", Role: role, Password: bench.Password})
			bench.Must(tb, err)
			token, err := p.Staff.Login(ctx, access.Caller{}, email, bench.Password)
			bench.Must(tb, err)
			return token
		}
	}
	tb.Fatal("no such role")
	return ""
}
