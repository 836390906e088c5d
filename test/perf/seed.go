package perf

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// atOnce is how many surveys one statement inserts: SQLite looks its arguments
// up one by one, so that very many take longer, not shorter.
const atOnce = 50

// seed fills the list of surveys, one a minute up to now, the centres taking
// turns, and one of twenty deleted.
func (p *product) seed(tb testing.TB, surveys int) {
	tb.Helper()
	ctx := context.Background()
	who, err := p.Sessions.Staff(ctx, p.token)
	bench.Must(tb, err)
	centres := []access.Centre{access.CentreA, access.CentreB, access.CentreAll}
	first := p.Clock.Now().Add(-time.Duration(surveys) * time.Minute)
	bench.Must(tb, p.DB.Write(ctx, func(tx *db.Tx) error {
		for from := 0; from < surveys; from += atOnce {
			n := min(atOnce, surveys-from)
			args := make([]any, 0, 8*n)
			for i := from; i < from+n; i++ {
				created := first.Add(time.Duration(i) * time.Minute)
				args = append(args, uuid.Must(uuid.NewV7()).String(), fmt.Sprintf("第 %d 次活動問卷", i),
					fmt.Sprintf("https://forms.example.org/surveys/%d", i), string(centres[i%len(centres)]), who.ID, created, created, deleted(i, created))
			}
			values := strings.TrimSuffix(strings.Repeat("(?, ?, ?, ?, ?, 1, ?, ?, ?), ", n), ", ")
			text, named := named(number(`INSERT INTO surveys
				(id, title, link, centre, created_by, version, created_at, updated_at, deleted_at) VALUES `+values), args...)
			if _, err := tx.Exec(ctx, text, named); err != nil {
				return err
			}
		}
		return nil
	}))
	p.settle(tb)
}

func deleted(i int, created time.Time) any {
	if i%20 == 10 {
		return created
	}
	return nil
}

func (p *product) settle(tb testing.TB) {
	tb.Helper()
	p.vacuum(tb, "surveys")
}

// vacuum does at once what PostgreSQL's autovacuum does within a minute.
func (p *product) vacuum(tb testing.TB, table string) {
	tb.Helper()
	if p.DB.Engine() != db.Postgres {
		return
	}
	handle, err := sql.Open("pgx", p.Config.DatabaseURL)
	bench.Must(tb, err)
	_, err = handle.Exec("VACUUM ANALYZE " + table)
	bench.Must(tb, errors.Join(err, handle.Close()))
}
