package perf

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// What a purchase runs in its transaction; a benchmark checks that the product
// runs the same.
var purchaseSQL = []string{
	`SELECT i.id, i.category, i.subcategory, i.coin, i.birthday, i.saleable, u.birthday AS born,
		EXISTS (SELECT 1 FROM user_items WHERE user_id = $1 AND item_id = $2) AS owned
	FROM shop_items i JOIN users u ON u.id = $1 WHERE i.id = $2 AND i.retired_at IS NULL AND i.published_at <= $3`,
	`UPDATE wallets SET coin = coin + $1 WHERE user_id = $2 AND coin + $1 >= 0 RETURNING coin`,
	`INSERT INTO wallet_ledger (id, user_id, currency, amount, balance, reason, reference, created_at)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
	`INSERT INTO user_items (user_id, item_id, category, subcategory, in_use, created_at) VALUES ($1, $2, $3, $4, FALSE, $5)
	ON CONFLICT (user_id, item_id) DO NOTHING`,
	`INSERT INTO mission_events (id, user_id, event, event_key, day, created_at) VALUES ($1, $2, $3, $4, $5, $6)
	ON CONFLICT (user_id, event, event_key) DO NOTHING`,
	`INSERT INTO mission_progress (user_id, mission_id, period, count, target, coin, exp, token, closes_on, completed_at)
	SELECT $1, m.id, CASE WHEN m.period = 'daily' THEN $2 ELSE '' END, 1, m.target, m.coin, m.exp, m.token,
		CASE WHEN m.period = 'daily' THEN $3 ELSE m.ends_on END, CASE WHEN m.target = 1 THEN $4 ELSE m.retired_at END
	FROM missions m
	WHERE m.event = $5 AND m.retired_at IS NULL AND (m.period <> 'window' OR $3 BETWEEN m.starts_on AND m.ends_on)
	ORDER BY m.id
	ON CONFLICT (user_id, mission_id, period) DO UPDATE SET count = mission_progress.count + 1, closes_on = excluded.closes_on,
		completed_at = CASE WHEN mission_progress.count + 1 >= mission_progress.target THEN $4 ELSE mission_progress.completed_at END
	WHERE mission_progress.completed_at IS NULL`,
}

// bareShop sells by hand, one transaction each time, on a connection of its own
// that waits for the disk as the product does.
type bareShop struct {
	conn  *sql.Conn
	begin func(ctx context.Context) (runner, error)
}

// runner runs the statements of one purchase, by their place.
type runner struct {
	query  func(n int, args ...any) *sql.Row
	exec   func(n int, args ...any) error
	commit func() error
}

func newBareShop(tb testing.TB, p *product) *bareShop {
	tb.Helper()
	ctx := context.Background()
	driver, address := "pgx", p.Config.DatabaseURL
	if p.DB.Engine() == db.SQLite {
		driver = "sqlite"
		address = "file:" + filepath.Join(p.Config.Data, "hearten.db") + "?" + url.Values{
			"_txlock": {"immediate"}, "_time_format": {"sqlite"}, "_timezone": {"UTC"},
			"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "foreign_keys(1)", "mmap_size(268435456)", "synchronous(FULL)"},
		}.Encode()
	}
	handle, err := sql.Open(driver, address)
	bench.Must(tb, err)
	tb.Cleanup(func() { _ = handle.Close() })
	conn, err := handle.Conn(ctx)
	bench.Must(tb, err)
	tb.Cleanup(func() { _ = conn.Close() })
	s := &bareShop{conn: conn, begin: func(ctx context.Context) (runner, error) { return inPostgres(ctx, conn) }}
	if p.DB.Engine() == db.SQLite { // prepared once, as the product does
		statements := make([]*sql.Stmt, 0, len(purchaseSQL)+2)
		for _, text := range append([]string{"BEGIN IMMEDIATE", "COMMIT"}, purchaseSQL...) {
			stmt, err := conn.PrepareContext(ctx, text)
			bench.Must(tb, err)
			statements = append(statements, stmt)
		}
		s.begin = func(ctx context.Context) (runner, error) { return inSQLite(ctx, statements) }
	}
	return s
}

// inPostgres needs no preparing: the driver keeps statements by their text.
func inPostgres(ctx context.Context, conn *sql.Conn) (runner, error) {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return runner{}, err
	}
	return runner{
		query: func(n int, args ...any) *sql.Row { return tx.QueryRowContext(ctx, purchaseSQL[n], args...) },
		exec: func(n int, args ...any) error {
			_, err := tx.ExecContext(ctx, purchaseSQL[n], args...)
			return err
		},
		commit: tx.Commit,
	}, nil
}

func inSQLite(ctx context.Context, statements []*sql.Stmt) (runner, error) {
	begin, commit, all := statements[0], statements[1], statements[2:]
	_, err := begin.ExecContext(ctx)
	return runner{
		query: func(n int, args ...any) *sql.Row { return all[n].QueryRowContext(ctx, args...) },
		exec: func(n int, args ...any) error {
			_, err := all[n].ExecContext(ctx, args...)
			return err
		},
		commit: func() error {
			_, err := commit.ExecContext(ctx)
			return err
		},
	}, err
}

// buy is a purchase by hand. A refusal ends the benchmark, so nothing is rolled
// back.
func (s *bareShop) buy(ctx context.Context, userID, itemID string) error {
	run, err := s.begin(ctx)
	if err != nil {
		return err
	}
	now := time.Now().UTC().Truncate(time.Microsecond)
	today := now.In(hongKong).Format(time.DateOnly)
	var id string
	var category, subcategory int
	var coin, balance int64
	var birthday, saleable, owned bool
	var born any
	if err := run.query(0, userID, itemID, now).Scan(&id, &category, &subcategory, &coin, &birthday, &saleable, &born, &owned); err != nil {
		return err
	}
	if birthday || owned || !saleable {
		return errors.New("this cannot be bought")
	}
	if err := run.query(1, -coin, userID).Scan(&balance); err != nil {
		return err
	}
	return errors.Join(
		run.exec(2, uuid.Must(uuid.NewV7()).String(), userID, "coin", -coin, balance, "item", itemID, now),
		run.exec(3, userID, id, category, subcategory, now),
		run.exec(4, uuid.Must(uuid.NewV7()).String(), userID, "item_bought", itemID, today, now),
		run.exec(5, userID, today, today, now, "item_bought"),
		run.commit(),
	)
}
