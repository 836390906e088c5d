package perf

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// bareSteps upserts hourly rows, one transaction each call, and nothing else:
// no merge, no hours, no totals, no missions. It has a table of its own in the
// product's database, as many connections as the product writes with, and waits
// for the disk as the product does.
type bareSteps struct {
	engine db.Engine
	handle *sql.DB
	text   string
	turn   chan struct{} // SQLite has one writer
	conn   *sql.Conn
	begin  *sql.Stmt
	upsert *sql.Stmt
	commit *sql.Stmt
}

const bareTable = `CREATE TABLE bare_steps (user_id TEXT NOT NULL, origin TEXT NOT NULL, start_at %[1]s NOT NULL, end_at %[1]s NOT NULL,
	steps BIGINT NOT NULL, PRIMARY KEY (user_id, origin, start_at))`

func newBareSteps(tb testing.TB, p *product, rows int) *bareSteps {
	tb.Helper()
	ctx := context.Background()
	s := &bareSteps{engine: p.DB.Engine(), turn: make(chan struct{}, 1)}
	driver, address, moment, writers := "pgx", p.Config.DatabaseURL, "TIMESTAMPTZ", 10
	if s.engine == db.SQLite {
		driver, moment, writers = "sqlite", "DATETIME", 1
		address = "file:" + filepath.Join(p.Config.Data, "hearten.db") + "?" + url.Values{
			"_txlock": {"immediate"}, "_time_format": {"sqlite"}, "_timezone": {"UTC"},
			"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "foreign_keys(1)", "mmap_size(268435456)", "synchronous(FULL)"},
		}.Encode()
	}
	var err error
	s.handle, err = sql.Open(driver, address)
	bench.Must(tb, err)
	s.handle.SetMaxOpenConns(writers)
	s.handle.SetMaxIdleConns(writers)
	tb.Cleanup(func() { _ = s.handle.Close() })
	_, err = s.handle.Exec(fmt.Sprintf(bareTable, moment))
	bench.Must(tb, err)
	s.text = number(`INSERT INTO bare_steps (user_id, origin, start_at, end_at, steps) VALUES ` +
		strings.TrimSuffix(strings.Repeat("(?, ?, ?, ?, ?), ", rows), ", ") +
		` ON CONFLICT (user_id, origin, start_at) DO UPDATE SET end_at = excluded.end_at, steps = excluded.steps`)
	if s.engine == db.SQLite { // prepared once, as the product does
		s.conn, err = s.handle.Conn(ctx)
		bench.Must(tb, err)
		tb.Cleanup(func() { _ = s.conn.Close() })
		for text, into := range map[string]**sql.Stmt{"BEGIN IMMEDIATE": &s.begin, s.text: &s.upsert, "COMMIT": &s.commit} {
			*into, err = s.conn.PrepareContext(ctx, text)
			bench.Must(tb, err)
		}
	}
	return s
}

// write upserts one call's rows.
func (s *bareSteps) write(ctx context.Context, userID string, start time.Time, steps []int) error {
	args := make([]any, 0, 5*len(steps))
	for i, n := range steps {
		at := start.Add(time.Duration(i) * time.Hour)
		args = append(args, userID, "fit", at, at.Add(time.Hour), n)
	}
	if s.engine == db.Postgres {
		tx, err := s.handle.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, s.text, args...); err != nil {
			return err
		}
		return tx.Commit()
	}
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	if _, err := s.begin.ExecContext(ctx); err != nil {
		return err
	}
	if _, err := s.upsert.ExecContext(ctx, args...); err != nil {
		return err
	}
	_, err := s.commit.ExecContext(ctx)
	return err
}

// handler is POST /app/health/steps/sync by hand.
func (s *bareSteps) handler(tb testing.TB, p *product) http.HandlerFunc {
	tb.Helper()
	sessions := 2
	if s.engine == db.Postgres {
		sessions = 4
	}
	account := &bareAccount{bare: &bare{keys: p.Keys}, session: prepare(tb, p, sessions, memberSQL)}
	return func(w http.ResponseWriter, r *http.Request) {
		id, err := account.signedIn(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		var in struct {
			Data []struct {
				StartTime time.Time `json:"startTime"`
				EndTime   time.Time `json:"endTime"`
				Steps     int       `json:"steps"`
			} `json:"data"`
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || len(in.Data) != 24 {
			http.Error(w, fmt.Sprint("24 rows: ", err), http.StatusBadRequest)
			return
		}
		steps := make([]int, len(in.Data))
		for i, row := range in.Data {
			steps[i] = row.Steps
		}
		if err := s.write(r.Context(), id, in.Data[0].StartTime, steps); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		answer(w, nil)
	}
}
