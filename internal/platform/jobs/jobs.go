// Package jobs runs background and periodic work from a queue in the product's
// own database: a job is enqueued in the transaction that causes it, runs at
// least once however often processes die, and a periodic job runs once across
// all replicas. Each lane has its own workers, and each kind of job a time
// limit.
package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/keys"
)

// States of a job.
const (
	Ready   = "ready"
	Running = "running"
	Done    = "done"
	Dead    = "dead" // gave up; stays until someone looks at it
)

const (
	defaultAttempts = 12
	defaultTimeout  = time.Minute
)

// Kind declares a sort of job and the type of its arguments.
type Kind[T any] struct {
	Name string
	// Attempts is how often it is tried before it is dead; zero means 12.
	Attempts int
	// Lane is where it runs unless In says otherwise; empty means Normal.
	Lane Lane
	// Timeout ends the context of one try; zero means a minute.
	Timeout time.Duration
}

// Job is one job at work.
type Job[T any] struct {
	ID      string
	Attempt int
	Args    T
	// Secret is what was enqueued with WithSecret, decrypted.
	Secret []byte
}

// Queue holds the handlers and runs the jobs.
type Queue struct {
	db        *db.DB
	keys      *keys.Ring
	clock     clock.Clock
	log       *slog.Logger
	owner     string // names this process in leases
	handlers  map[string]handler
	schedules []schedule
	wake      chan struct{}
	lanes     []*lane
	inFlight  inFlight
	started   atomic.Bool
	grace     time.Duration // how long a handler may take to notice that its time is over
}

// handler does the jobs of one kind.
type handler struct {
	work    func(context.Context, row) error
	timeout time.Duration
}

// New builds an idle queue; Start sets it to work.
func New(d *db.DB, k *keys.Ring, c clock.Clock, log *slog.Logger) *Queue {
	return &Queue{
		db: d, keys: k, clock: c, log: log,
		owner:    uuid.NewString(),
		handlers: map[string]handler{},
		wake:     make(chan struct{}, 1),
		lanes:    newLanes(),
		inFlight: inFlight{ids: map[string]bool{}},
		grace:    hangGrace,
	}
}

// Handle says how jobs of a kind are done.
func Handle[T any](q *Queue, kind Kind[T], work func(ctx context.Context, job Job[T]) error) {
	if _, known := q.handlers[kind.Name]; known {
		panic("two handlers for jobs of kind " + kind.Name)
	}
	q.handlers[kind.Name] = handler{timeout: cmp.Or(kind.Timeout, defaultTimeout), work: func(ctx context.Context, r row) error {
		job := Job[T]{ID: r.ID, Attempt: r.Attempts}
		if err := json.Unmarshal([]byte(r.Args), &job.Args); err != nil {
			return Permanent(fmt.Errorf("read arguments: %w", err))
		}
		if len(r.Secret) > 0 {
			secret, err := q.keys.Decrypt(r.Secret)
			if err != nil {
				return Permanent(err)
			}
			job.Secret = secret
		}
		return work(ctx, job)
	}}
}

// Option says more about a job when it is enqueued.
type Option func(*row, *Queue)

// Unique enqueues nothing when a job of this kind with this key is known.
func Unique(key string) Option { return func(r *row, _ *Queue) { r.UniqueKey = &key } }

// At runs the job no earlier than an instant.
func At(t time.Time) Option { return func(r *row, _ *Queue) { r.RunAt = t } }

// In runs the job in a lane other than that of its kind.
func In(l Lane) Option { return func(r *row, _ *Queue) { r.Lane = l } }

// WithSecret keeps an argument encrypted, and blanks it when the job has ended.
func WithSecret(secret []byte) Option {
	return func(r *row, q *Queue) { r.Secret = q.keys.Encrypt(secret) }
}

// Enqueue adds a job in the caller's transaction: it exists if and only if the
// transaction commits.
func Enqueue[T any](ctx context.Context, q *Queue, tx *db.Tx, kind Kind[T], args T, options ...Option) error {
	return EnqueueAll(ctx, q, tx, kind, []Item[T]{{args, options}})
}

// Item is one job of several to enqueue.
type Item[T any] struct {
	Args    T
	Options []Option
}

// EnqueueAll adds many jobs in few statements.
func EnqueueAll[T any](ctx context.Context, q *Queue, tx *db.Tx, kind Kind[T], batch []Item[T]) error {
	now := q.clock.Now()
	rows := make([]row, len(batch))
	for i, job := range batch {
		text, err := json.Marshal(job.Args)
		if err != nil {
			return err
		}
		rows[i] = row{
			ID: uuid.Must(uuid.NewV7()).String(), Kind: kind.Name, Args: string(text),
			Lane: cmp.Or(kind.Lane, Normal), RunAt: now, MaxAttempts: cmp.Or(kind.Attempts, defaultAttempts), CreatedAt: now,
		}
		for _, o := range job.Options {
			o(&rows[i], q)
		}
	}
	tx.AfterCommit(q.nudge)
	return insert(ctx, tx, rows)
}

// nudge wakes this process's workers; other replicas find the job by polling.
func (q *Queue) nudge() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

// Permanent marks a failure that trying again cannot mend.
func Permanent(err error) error { return permanent{err} }

func isPermanent(err error) bool { return errors.As(err, new(permanent)) }

type delayed struct {
	error
	wait time.Duration
}

func (d delayed) Unwrap() error { return d.error }

// RetryAfter marks a failure that is not worth trying again before some time
// has passed, as a busy server may say.
func RetryAfter(err error, wait time.Duration) error { return delayed{err, wait} }

type moved struct {
	error
	lane Lane
}

func (m moved) Unwrap() error { return m.error }

// RetryIn marks a failure that is to be tried again in another lane, where it
// delays only what failed too.
func RetryIn(err error, l Lane) error { return moved{err, l} }

func laneOf(err error, otherwise Lane) Lane {
	var m moved
	if errors.As(err, &m) {
		return m.lane
	}
	return otherwise
}

func waitOf(err error) time.Duration {
	var d delayed
	errors.As(err, &d)
	return d.wait
}
