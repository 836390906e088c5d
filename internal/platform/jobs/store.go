package jobs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"hearten/internal/platform/db"
)

type row struct {
	ID          string    `db:"id"`
	Kind        string    `db:"kind"`
	Lane        Lane      `db:"lane"`
	UniqueKey   *string   `db:"unique_key"`
	Args        string    `db:"args"`
	Secret      []byte    `db:"secret"`
	RunAt       time.Time `db:"run_at"`
	Attempts    int       `db:"attempts"`
	MaxAttempts int       `db:"max_attempts"`
	CreatedAt   time.Time `db:"created_at"`
}

func insert(ctx context.Context, tx *db.Tx, rows []row) error {
	return tx.InsertAll(ctx, "jobs", "id, kind, lane, unique_key, args, secret, state, run_at, attempts, max_attempts, created_at",
		"ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL DO NOTHING", len(rows), func(i int) []any {
			r := rows[i]
			return []any{r.ID, r.Kind, string(r.Lane), r.UniqueKey, r.Args, r.Secret, Ready, r.RunAt, 0, r.MaxAttempts, r.CreatedAt}
		})
}

// lanesDue tells which lanes have due jobs: one statement that looks at the
// first entry of each lane in the index, so that an idle queue never writes.
func lanesDue(ctx context.Context, r db.Reader, now time.Time) ([]Lane, error) {
	return db.Column[Lane](ctx, r, lanesDueSQL, now)
}

var lanesDueSQL = func() string {
	var looks []string
	for _, l := range lanes {
		looks = append(looks, fmt.Sprintf(`
			SELECT '%s' WHERE EXISTS (SELECT 1 FROM jobs WHERE state = 'ready' AND lane = '%s' AND run_at <= $1)`, l.name, l.name))
	}
	return strings.Join(looks, " UNION ALL")
}()

// claim takes due jobs of a lane for one process until the lease ends. They are
// selected in a step of their own: PostgreSQL may run a subquery that locks rows
// more than once, and then takes more of them than its limit.
func claim(ctx context.Context, tx *db.Tx, owner string, name Lane, now, until time.Time, limit int) ([]row, error) {
	rows, err := db.All[row](ctx, tx, `
		WITH due AS MATERIALIZED (
			SELECT id FROM jobs WHERE state = 'ready' AND lane = $3 AND run_at <= $4
			ORDER BY run_at, id LIMIT $5`+tx.SkipLocked()+`
		)
		UPDATE jobs SET state = 'running', leased_by = $1, leased_until = $2, attempts = attempts + 1
		WHERE state = 'ready' AND id IN (SELECT id FROM due)
		RETURNING id, kind, lane, args, secret, run_at, attempts, max_attempts`, owner, until, string(name), now, limit)
	slices.SortFunc(rows, func(a, b row) int { return cmp.Or(a.RunAt.Compare(b.RunAt), cmp.Compare(a.ID, b.ID)) })
	return rows, err
}

// extend keeps the leases of jobs that this process still works on.
func extend(ctx context.Context, tx *db.Tx, owner string, ids []string, until time.Time) error {
	list, args := db.List(db.Anys(ids))
	_, err := tx.Exec(ctx, db.Number(`
		UPDATE jobs SET leased_until = ? WHERE state = 'running' AND leased_by = ? AND id IN `+list), append([]any{until, owner}, args...)...)
	return err
}

// finish is guarded by the lease: a process that lost its job changes nothing.
func finish(ctx context.Context, tx *db.Tx, r row, owner, state string, lastError *string, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE jobs SET state = $1, last_error = $2, finished_at = $3, secret = NULL, leased_by = NULL, leased_until = NULL
		WHERE id = $4 AND leased_by = $5 AND attempts = $6`, state, lastError, now, r.ID, owner, r.Attempts)
	return err
}

func postpone(ctx context.Context, tx *db.Tx, r row, owner string, name Lane, lastError string, until time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE jobs SET state = 'ready', lane = $1, last_error = $2, run_at = $3, leased_by = NULL, leased_until = NULL
		WHERE id = $4 AND leased_by = $5 AND attempts = $6`, string(name), lastError, until, r.ID, owner, r.Attempts)
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

// The lanes are named so that the index of due jobs serves.
var mistimed = `state = 'ready' AND lane IN ('` + strings.Join(laneNames(), "', '") + `') AND run_at > $1 AND (run_at = created_at OR attempts > 0 AND run_at > $2)`

// anyMistimed looks for jobs that wait for a time that a wrong clock set.
func anyMistimed(ctx context.Context, r db.Reader, now time.Time) (bool, error) {
	found, err := db.Column[string](ctx, r, `SELECT id FROM jobs WHERE `+mistimed+` LIMIT 1`, now.Add(tooLongForFirst), now.Add(tooLongForRetry))
	return len(found) > 0, err
}

// retime makes them due.
func retime(ctx context.Context, tx *db.Tx, now time.Time) (int64, error) {
	return tx.Exec(ctx, `UPDATE jobs SET run_at = $3 WHERE `+mistimed, now.Add(tooLongForFirst), now.Add(tooLongForRetry), now)
}

const lostError = "the process that worked on it ended, or could not write down how it went"

// rescue frees the jobs whose lease ran out: their process died; those out of attempts are dead.
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

// Depth is how many jobs of a lane are in a state.
type Depth struct {
	Lane  Lane   `db:"lane"`
	State string `db:"state"`
	Jobs  int64  `db:"jobs"`
	// Oldest is since when the oldest one is due; known for ready jobs only.
	Oldest *time.Time
}

func depths(ctx context.Context, r db.Reader) ([]Depth, error) {
	counts, err := db.All[Depth](ctx, r, `
		SELECT lane, state, COUNT(*) AS jobs FROM jobs WHERE state IN ('ready', 'running', 'dead') GROUP BY lane, state`)
	if err != nil {
		return nil, err
	}
	for i, d := range counts {
		if d.State != Ready {
			continue
		}
		if counts[i].Oldest, err = oldestDue(ctx, r, d.Lane); err != nil {
			return nil, err
		}
	}
	return counts, nil
}

// oldestDue is when the oldest waiting job of a lane was or will be due; nil
// means that none waits.
func oldestDue(ctx context.Context, r db.Reader, name Lane) (*time.Time, error) {
	oldest, err := db.Value[time.Time](ctx, r, `
		SELECT run_at FROM jobs WHERE state = 'ready' AND lane = $1 ORDER BY run_at LIMIT 1`, string(name))
	if db.IsNone(err) {
		return nil, nil
	}
	return &oldest, err
}

// nextRun is when a schedule is due again.
type nextRun struct {
	Name string    `db:"name"`
	At   time.Time `db:"next_run"`
}

// schedulesAfter are the schedules that are not due yet.
func schedulesAfter(ctx context.Context, r db.Reader, now time.Time) ([]nextRun, error) {
	return db.All[nextRun](ctx, r, `SELECT name, next_run FROM job_schedules WHERE next_run > $1`, now)
}

// moveSchedule sets when a due schedule runs next. It reports false where
// another replica was quicker.
func moveSchedule(ctx context.Context, tx *db.Tx, name string, now, next, tooFar time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO job_schedules (name, next_run) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET next_run = excluded.next_run
		WHERE job_schedules.next_run <= $3 OR job_schedules.next_run > $4`, name, next, now, tooFar)
	return n > 0, err
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
