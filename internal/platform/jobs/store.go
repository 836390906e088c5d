package jobs

import (
	"context"
	"time"

	"hearten/internal/platform/db"
)

type row struct {
	ID          string    `db:"id"`
	Kind        string    `db:"kind"`
	UniqueKey   *string   `db:"unique_key"`
	Args        string    `db:"args"`
	Secret      []byte    `db:"secret"`
	RunAt       time.Time `db:"run_at"`
	Attempts    int       `db:"attempts"`
	MaxAttempts int       `db:"max_attempts"`
	CreatedAt   time.Time `db:"created_at"`
}

func insert(ctx context.Context, tx *db.Tx, rows []row) error {
	return tx.InsertAll(ctx, "jobs", "id, kind, unique_key, args, secret, state, run_at, attempts, max_attempts, created_at",
		"ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL DO NOTHING", len(rows), func(i int) []any {
			r := rows[i]
			return []any{r.ID, r.Kind, r.UniqueKey, r.Args, r.Secret, Ready, r.RunAt, 0, r.MaxAttempts, r.CreatedAt}
		})
}

// anyDue is a cheap look before a claim, so that an idle queue never writes.
func anyDue(ctx context.Context, r db.Reader, now time.Time) (bool, error) {
	found, err := db.Column[string](ctx, r, `
		SELECT id FROM jobs WHERE state = 'ready' AND run_at <= $1 LIMIT 1`, now)
	return len(found) > 0, err
}

// claim takes due jobs for one process until the lease ends.
func claim(ctx context.Context, tx *db.Tx, owner string, now, until time.Time, limit int) ([]row, error) {
	return db.All[row](ctx, tx, `
		UPDATE jobs SET state = 'running', leased_by = $1, leased_until = $2, attempts = attempts + 1
		WHERE state = 'ready' AND id IN (
			SELECT id FROM jobs WHERE state = 'ready' AND run_at <= $3
			ORDER BY run_at, id LIMIT $4`+tx.SkipLocked()+`)
		RETURNING id, kind, args, secret, attempts, max_attempts`, owner, until, now, limit)
}

func extend(ctx context.Context, tx *db.Tx, owner string, until time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE jobs SET leased_until = $1 WHERE state = 'running' AND leased_by = $2`, until, owner)
	return err
}

// finish is guarded by the lease: a process that lost its job changes nothing.
func finish(ctx context.Context, tx *db.Tx, r row, owner, state string, lastError *string, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE jobs SET state = $1, last_error = $2, finished_at = $3, secret = NULL, leased_by = NULL, leased_until = NULL
		WHERE id = $4 AND leased_by = $5 AND attempts = $6`, state, lastError, now, r.ID, owner, r.Attempts)
	return err
}

func postpone(ctx context.Context, tx *db.Tx, r row, owner, lastError string, until time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE jobs SET state = 'ready', last_error = $1, run_at = $2, leased_by = NULL, leased_until = NULL
		WHERE id = $3 AND leased_by = $4 AND attempts = $5`, lastError, until, r.ID, owner, r.Attempts)
	return err
}

// release gives a job back that this process did not get to do.
func release(ctx context.Context, tx *db.Tx, r row, owner string) error {
	_, err := tx.Exec(ctx, `
		UPDATE jobs SET state = 'ready', attempts = attempts - 1, leased_by = NULL, leased_until = NULL
		WHERE id = $1 AND leased_by = $2 AND attempts = $3`, r.ID, owner, r.Attempts)
	return err
}

// wrongClock is what times of a clock that was ahead are known by: no lease is
// so long, nothing that was not given a time of its own waits so long for its
// first try, and no try is put off so long.
const (
	tooLongForLease = 10 * time.Minute
	tooLongForFirst = time.Minute
	tooLongForRetry = 25 * time.Hour
)

const mistimed = `state = 'ready' AND run_at > $1 AND (run_at = created_at OR attempts > 0 AND run_at > $2)`

// anyMistimed looks for jobs that wait for a time that a wrong clock set.
func anyMistimed(ctx context.Context, r db.Reader, now time.Time) (bool, error) {
	found, err := db.Column[string](ctx, r, `SELECT id FROM jobs WHERE `+mistimed+` LIMIT 1`, now.Add(tooLongForFirst), now.Add(tooLongForRetry))
	return len(found) > 0, err
}

// retime makes them due.
func retime(ctx context.Context, tx *db.Tx, now time.Time) (int64, error) {
	return tx.Exec(ctx, `UPDATE jobs SET run_at = $3 WHERE `+mistimed, now.Add(tooLongForFirst), now.Add(tooLongForRetry), now)
}

const lostError = "the process that worked on it ended"

// rescue frees the jobs of processes that died; those out of attempts are dead.
func rescue(ctx context.Context, tx *db.Tx, now time.Time) (int64, error) {
	dead, err := tx.Exec(ctx, `
		UPDATE jobs SET state = 'dead', last_error = $1, finished_at = $2, secret = NULL, leased_by = NULL, leased_until = NULL
		WHERE state = 'running' AND (leased_until < $2 OR leased_until > $3) AND attempts >= max_attempts`, lostError, now, now.Add(tooLongForLease))
	if err != nil {
		return 0, err
	}
	freed, err := tx.Exec(ctx, `
		UPDATE jobs SET state = 'ready', last_error = $1, run_at = $2, leased_by = NULL, leased_until = NULL
		WHERE state = 'running' AND (leased_until < $2 OR leased_until > $3)`, lostError, now, now.Add(tooLongForLease))
	return dead + freed, err
}

func anyLost(ctx context.Context, r db.Reader, now time.Time) (bool, error) {
	found, err := db.Column[string](ctx, r, `
		SELECT id FROM jobs WHERE state = 'running' AND (leased_until < $1 OR leased_until > $2) LIMIT 1`, now, now.Add(tooLongForLease))
	return len(found) > 0, err
}

func removeDone(ctx context.Context, tx *db.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, `DELETE FROM jobs WHERE state = 'done' AND finished_at < $1`, before)
	return err
}

// Depth is how many jobs are in a state and since when the oldest waits.
type Depth struct {
	State  string     `db:"state"`
	Jobs   int64      `db:"jobs"`
	Oldest *time.Time `db:"oldest"`
}

func depths(ctx context.Context, r db.Reader) ([]Depth, error) {
	counts, err := db.All[Depth](ctx, r, `
		SELECT state, COUNT(*) AS jobs FROM jobs WHERE state <> 'done' GROUP BY state`)
	if err != nil {
		return nil, err
	}
	for i := range counts {
		oldest, err := db.Value[time.Time](ctx, r, `
			SELECT run_at FROM jobs WHERE state = $1 ORDER BY run_at LIMIT 1`, counts[i].State)
		if err != nil && !db.IsNone(err) {
			return nil, err
		}
		counts[i].Oldest = &oldest
	}
	return counts, nil
}

// DeadJob is a job that gave up, as people look at it.
type DeadJob struct {
	ID         string    `db:"id"`
	Kind       string    `db:"kind"`
	Attempts   int       `db:"attempts"`
	LastError  string    `db:"last_error"`
	FinishedAt time.Time `db:"finished_at"`
}

func listDead(ctx context.Context, r db.Reader) ([]DeadJob, error) {
	return db.All[DeadJob](ctx, r, `
		SELECT id, kind, attempts, last_error, finished_at FROM jobs
		WHERE state = 'dead' ORDER BY finished_at DESC, id DESC LIMIT 100`)
}
