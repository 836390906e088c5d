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
	values := make([]db.Args, len(rows))
	for i, r := range rows {
		values[i] = db.Args{
			"id": r.ID, "kind": r.Kind, "lane": string(r.Lane), "unique_key": r.UniqueKey, "args": r.Args, "secret": r.Secret, "state": Ready,
			"run_at": r.RunAt, "attempts": 0, "max_attempts": r.MaxAttempts, "created_at": r.CreatedAt,
		}
	}
	return tx.InsertAll(ctx, "jobs", "ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL DO NOTHING", values)
}

// lanesDue tells which lanes have due jobs: one statement that looks at the
// first entry of each lane in the index, so that an idle queue never writes.
func lanesDue(ctx context.Context, r db.Reader, now time.Time) ([]Lane, error) {
	return db.Column[Lane](ctx, r, lanesDueSQL, db.Args{"now": now})
}

var lanesDueSQL = func() string {
	var looks []string
	for _, l := range lanes {
		looks = append(looks, fmt.Sprintf(`
			SELECT '%s' WHERE EXISTS (SELECT 1 FROM jobs WHERE state = 'ready' AND lane = '%s' AND run_at <= @now)`, l.name, l.name))
	}
	return strings.Join(looks, " UNION ALL")
}()

// claim takes due jobs of a lane for one process until the lease ends. They are
// selected in a step of their own: PostgreSQL may run a subquery that locks rows
// more than once, and then takes more of them than its limit.
func claim(ctx context.Context, tx *db.Tx, owner string, name Lane, now, until time.Time, limit int) ([]row, error) {
	rows, err := db.All[row](ctx, tx, `
		WITH due AS MATERIALIZED (
			SELECT id FROM jobs WHERE state = 'ready' AND lane = @lane AND run_at <= @now
			ORDER BY run_at, id LIMIT @limit`+tx.SkipLocked()+`
		)
		UPDATE jobs SET state = 'running', leased_by = @owner, leased_until = @until, attempts = attempts + 1
		WHERE state = 'ready' AND id IN (SELECT id FROM due)
		RETURNING id, kind, lane, args, secret, run_at, attempts, max_attempts`,
		db.Args{"owner": owner, "lane": string(name), "now": now, "until": until, "limit": limit})
	slices.SortFunc(rows, func(a, b row) int { return cmp.Or(a.RunAt.Compare(b.RunAt), cmp.Compare(a.ID, b.ID)) })
	return rows, err
}

// extend keeps the leases of jobs that this process still works on.
func extend(ctx context.Context, tx *db.Tx, owner string, ids []string, until time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE jobs SET leased_until = @until WHERE state = 'running' AND leased_by = @owner AND id IN (@ids)`,
		db.Args{"owner": owner, "ids": ids, "until": until})
	return err
}

// leased is the condition under which a process may end a try.
const leased = `id = @id AND leased_by = @owner AND attempts = @attempt`

func (r row) leasedBy(owner string) db.Args {
	return db.Args{"id": r.ID, "owner": owner, "attempt": r.Attempts}
}

// finish is guarded by the lease: a process that lost its job changes nothing.
func finish(ctx context.Context, tx *db.Tx, r row, owner, state string, lastError *string, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE jobs SET state = @state, last_error = @error, finished_at = @now, secret = NULL, leased_by = NULL, leased_until = NULL
		WHERE `+leased, r.leasedBy(owner), db.Args{"state": state, "error": lastError, "now": now})
	return err
}

func postpone(ctx context.Context, tx *db.Tx, r row, owner string, name Lane, lastError string, until time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE jobs SET state = 'ready', lane = @lane, last_error = @error, run_at = @until, leased_by = NULL, leased_until = NULL
		WHERE `+leased, r.leasedBy(owner), db.Args{"lane": string(name), "error": lastError, "until": until})
	return err
}

// release gives a job back that this process did not get to do.
func release(ctx context.Context, tx *db.Tx, r row, owner string) error {
	_, err := tx.Exec(ctx, `
		UPDATE jobs SET state = 'ready', attempts = attempts - 1, leased_by = NULL, leased_until = NULL
		WHERE `+leased, r.leasedBy(owner))
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
var mistimed = `state = 'ready' AND lane IN ('` + strings.Join(laneNames(), "', '") + `') AND run_at > @first AND (run_at = created_at OR attempts > 0 AND run_at > @retry)`

func mistimedAt(now time.Time) db.Args {
	return db.Args{"first": now.Add(tooLongForFirst), "retry": now.Add(tooLongForRetry)}
}

// anyMistimed looks for jobs that wait for a time that a wrong clock set.
func anyMistimed(ctx context.Context, r db.Reader, now time.Time) (bool, error) {
	found, err := db.Column[string](ctx, r, `SELECT id FROM jobs WHERE `+mistimed+` LIMIT 1`, mistimedAt(now))
	return len(found) > 0, err
}

// retime makes them due.
func retime(ctx context.Context, tx *db.Tx, now time.Time) (int64, error) {
	return tx.Exec(ctx, `UPDATE jobs SET run_at = @now WHERE `+mistimed, mistimedAt(now), db.Args{"now": now})
}

const lostError = "the process that worked on it ended, or could not write down how it went"

// lost is what jobs are known by that no process works on any more.
const lost = `state = 'running' AND (leased_until < @now OR leased_until > @longest)`

func lostAt(now time.Time) db.Args { return db.Args{"now": now, "longest": now.Add(tooLongForLease)} }

// rescue frees the jobs whose lease ran out: their process died; those out of attempts are dead.
func rescue(ctx context.Context, tx *db.Tx, now time.Time) (int64, error) {
	dead, err := tx.Exec(ctx, `
		UPDATE jobs SET state = 'dead', last_error = @error, finished_at = @now, secret = NULL, leased_by = NULL, leased_until = NULL
		WHERE `+lost+` AND attempts >= max_attempts`, lostAt(now), db.Args{"error": lostError})
	if err != nil {
		return 0, err
	}
	freed, err := tx.Exec(ctx, `
		UPDATE jobs SET state = 'ready', last_error = @error, run_at = @now, leased_by = NULL, leased_until = NULL
		WHERE `+lost, lostAt(now), db.Args{"error": lostError})
	return dead + freed, err
}

func anyLost(ctx context.Context, r db.Reader, now time.Time) (bool, error) {
	found, err := db.Column[string](ctx, r, `SELECT id FROM jobs WHERE `+lost+` LIMIT 1`, lostAt(now))
	return len(found) > 0, err
}

func removeDone(ctx context.Context, tx *db.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, `DELETE FROM jobs WHERE state = 'done' AND finished_at < @before`, db.Args{"before": before})
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
		SELECT run_at FROM jobs WHERE state = 'ready' AND lane = @lane ORDER BY run_at LIMIT 1`, db.Args{"lane": string(name)})
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
	return db.All[nextRun](ctx, r, `SELECT name, next_run FROM job_schedules WHERE next_run > @now`, db.Args{"now": now})
}

// moveSchedule sets when a due schedule runs next. It reports false where
// another replica was quicker.
func moveSchedule(ctx context.Context, tx *db.Tx, name string, now, next, tooFar time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO job_schedules (name, next_run) VALUES (@name, @next)
		ON CONFLICT (name) DO UPDATE SET next_run = excluded.next_run
		WHERE job_schedules.next_run <= @now OR job_schedules.next_run > @far`,
		db.Args{"name": name, "next": next, "now": now, "far": tooFar})
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
