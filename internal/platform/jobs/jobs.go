// Package jobs is the queue and the clockwork, kept in the product's own
// database: a job is enqueued in the transaction that causes it, runs at least
// once however often processes die, and a periodic job runs once across all
// replicas.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
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

const defaultAttempts = 12

// Kind declares a sort of job and the type of its arguments.
type Kind[T any] struct {
	Name string
	// Attempts is how often it is tried before it is dead; zero means 12.
	Attempts int
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
	handlers  map[string]func(context.Context, row) error
	schedules []schedule
	wake      chan struct{}
}

// New builds an idle queue; Start sets it to work.
func New(d *db.DB, k *keys.Ring, c clock.Clock, log *slog.Logger) *Queue {
	return &Queue{
		db: d, keys: k, clock: c, log: log,
		owner:    uuid.NewString(),
		handlers: map[string]func(context.Context, row) error{},
		wake:     make(chan struct{}, 1),
	}
}

// Handle says how jobs of a kind are done.
func Handle[T any](q *Queue, kind Kind[T], work func(ctx context.Context, job Job[T]) error) {
	if q.handlers[kind.Name] != nil {
		panic("two handlers for jobs of kind " + kind.Name)
	}
	q.handlers[kind.Name] = func(ctx context.Context, r row) error {
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
	}
}

// Option says more about a job when it is enqueued.
type Option func(*row, *Queue)

// Unique enqueues nothing when a job of this kind with this key is known.
func Unique(key string) Option { return func(r *row, _ *Queue) { r.UniqueKey = &key } }

// At runs the job no earlier than an instant.
func At(t time.Time) Option { return func(r *row, _ *Queue) { r.RunAt = t } }

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
			RunAt: now, MaxAttempts: kind.Attempts, CreatedAt: now,
		}
		if rows[i].MaxAttempts == 0 {
			rows[i].MaxAttempts = defaultAttempts
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

func waitOf(err error) time.Duration {
	var d delayed
	errors.As(err, &d)
	return d.wait
}
