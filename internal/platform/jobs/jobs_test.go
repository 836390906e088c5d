package jobs_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/db"
	"hearten/internal/platform/jobs"
	"hearten/test/bench"
)

type note struct {
	Text string `json:"text"`
}

var noteKind = jobs.Kind[note]{Name: "test.note", Attempts: 3}

// notes is a handler that remembers what it did, and fails as told.
type notes struct {
	mu   sync.Mutex
	done []string
	fail func(attempt int) error
}

func (n *notes) handle(_ context.Context, job jobs.Job[note]) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.fail != nil {
		if err := n.fail(job.Attempt); err != nil {
			return err
		}
	}
	n.done = append(n.done, job.Args.Text+string(job.Secret))
	return nil
}

func handleNotes(w *bench.World) *notes {
	n := &notes{}
	jobs.Handle(w.App.Queue, noteKind, n.handle)
	return n
}

func enqueue(w *bench.World, text string, options ...jobs.Option) {
	w.T.Helper()
	ctx := context.Background()
	bench.Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error {
		return jobs.Enqueue(ctx, w.App.Queue, tx, noteKind, note{text}, options...)
	}))
}

func TestJobExistsOnlyIfItsTransactionCommits(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		did := handleNotes(w)
		ctx := context.Background()
		undone := errors.New("undone")
		err := w.App.DB.Write(ctx, func(tx *db.Tx) error {
			if err := jobs.Enqueue(ctx, w.App.Queue, tx, noteKind, note{"rolled back"}); err != nil {
				return err
			}
			return undone
		})
		if !errors.Is(err, undone) {
			t.Fatal(err)
		}
		enqueue(w, "committed")
		w.RunJobs()
		if !slices.Equal(did.done, []string{"committed"}) {
			t.Fatalf("did %v", did.done)
		}
		w.RunJobs()
		if len(did.done) != 1 {
			t.Fatal("a job was done twice")
		}
	})
}

func TestJobsUniqueByKeyAndInTime(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		did := handleNotes(w)
		enqueue(w, "first", jobs.Unique("k"))
		enqueue(w, "second", jobs.Unique("k"))
		enqueue(w, "other", jobs.Unique("k2"))
		enqueue(w, "later", jobs.At(w.Clock.Now().Add(time.Hour)))
		w.RunJobs()
		enqueue(w, "third", jobs.Unique("k")) // also once it is done
		w.RunJobs()
		if slices.Sort(did.done); !slices.Equal(did.done, []string{"first", "other"}) {
			t.Fatalf("did %v", did.done)
		}
		w.Clock.Advance(time.Hour)
		w.RunJobs()
		if !slices.Contains(did.done, "later") {
			t.Fatal("the later one was forgotten")
		}
	})
}

func TestJobRetriesAndDies(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		did := handleNotes(w)
		did.fail = func(attempt int) error {
			if attempt < 3 {
				return errors.New("the provider is down")
			}
			return nil
		}
		enqueue(w, "patience")
		w.RunJobs()
		w.RunJobs() // too early
		if len(did.done) != 0 {
			t.Fatal("it failed twice already")
		}
		w.Clock.Advance(10 * time.Second)
		w.RunJobs()
		w.Clock.Advance(30 * time.Second)
		w.RunJobs()
		if !slices.Equal(did.done, []string{"patience"}) {
			t.Fatalf("did %v", did.done)
		}

		did.fail = func(int) error { return errors.New("never") }
		enqueue(w, "hopeless")
		for range 5 {
			w.RunJobs()
			w.Clock.Advance(2 * time.Hour)
		}
		did.fail = func(int) error { return jobs.Permanent(errors.New("no such address")) }
		enqueue(w, "permanent")
		w.RunJobs()
		dead, err := w.App.Queue.DeadJobs(context.Background())
		bench.Must(t, err)
		if len(dead) != 2 || dead[0].LastError != "no such address" || dead[0].Attempts != 1 || dead[1].Attempts != 3 {
			t.Fatalf("dead: %+v", dead)
		}
		metrics := w.Service().Unchecked("GET", "/metrics", nil)
		if !strings.Contains(metrics.Text, `hearten_jobs{lane="normal",state="dead"} 2`) {
			t.Fatalf("the metrics do not show them")
		}
	})
}

func TestJobSecretsAreEncryptedAndBlanked(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		did := handleNotes(w)
		enqueue(w, "code ", jobs.WithSecret([]byte("4711-very-secret")))
		if strings.Contains(bench.Dump(w, "jobs"), "4711-very-secret") {
			t.Fatal("the secret lies readable in the queue")
		}
		secrets := func() (n int) {
			bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM jobs WHERE secret IS NOT NULL`).Scan(&n))
			return n
		}
		if secrets() != 1 {
			t.Fatal("the secret was not stored")
		}
		w.RunJobs()
		if !slices.Equal(did.done, []string{"code 4711-very-secret"}) || secrets() != 0 {
			t.Fatalf("did %v, %d secrets left", did.done, secrets())
		}
		did.fail = func(int) error { return jobs.Permanent(errors.New("expired")) }
		enqueue(w, "dead ", jobs.WithSecret([]byte("0815")))
		w.RunJobs()
		if secrets() != 0 {
			t.Fatal("a dead job keeps its secret")
		}
	})
}

// A process that dies with a job in hand: another one does it after the lease.
func TestJobOfADeadProcessIsRescued(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		did := handleNotes(w)
		enqueue(w, "orphan")
		w.LoseJobs("test.note")
		w.RunJobs()
		if len(did.done) != 0 {
			t.Fatal("the lease had not ended")
		}
		w.Clock.Advance(time.Second)
		w.RunJobs()
		if !slices.Equal(did.done, []string{"orphan"}) {
			t.Fatalf("did %v", did.done)
		}
	})
}

func TestJobThatPanicsIsTriedAgain(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		did := handleNotes(w)
		did.fail = func(attempt int) error {
			if attempt == 1 {
				panic("a mistake in the program")
			}
			return nil
		}
		enqueue(w, "survivor")
		w.RunJobs()
		w.Clock.Advance(time.Minute)
		w.RunJobs()
		if !slices.Equal(did.done, []string{"survivor"}) {
			t.Fatalf("did %v", did.done)
		}
	})
}

// Two processes work on one queue: each job once, a periodic job once a period.
func TestJobsAcrossReplicas(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		replica := w.Replica()
		worlds := []*bench.World{w, replica}
		did := handleNotes(w)
		jobs.Handle(replica.App.Queue, noteKind, did.handle)
		var mu sync.Mutex
		ticks := 0
		for _, at := range worlds {
			at.App.Queue.Every(jobs.Periodic{Name: "test.tick", Period: time.Hour}, func(context.Context) error {
				mu.Lock()
				defer mu.Unlock()
				ticks++
				return nil
			})
		}
		const n = 60
		for i := range n {
			enqueue(w, string(rune('A'+i)))
		}
		round := func() {
			var all sync.WaitGroup
			for _, at := range worlds {
				all.Go(at.RunJobs)
			}
			all.Wait()
		}
		round()
		slices.Sort(did.done)
		if len(did.done) != n || len(slices.Compact(slices.Clone(did.done))) != n {
			t.Fatalf("%d jobs were done %d times", n, len(did.done))
		}
		round()
		if ticks != 1 {
			t.Fatalf("the periodic job ran %d times in its first period", ticks)
		}
		w.Clock.Advance(5 * time.Hour) // missed periods are made up for once
		round()
		round()
		if ticks != 2 {
			t.Fatalf("the periodic job ran %d times", ticks)
		}
	})
}

// The queue at work by itself: woken by a commit, drained at stop.
func TestJobsRunInTheBackground(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		started, finish := make(chan struct{}), make(chan struct{})
		var finished sync.WaitGroup
		finished.Add(1)
		jobs.Handle(w.App.Queue, noteKind, func(context.Context, jobs.Job[note]) error {
			defer finished.Done()
			close(started)
			<-finish
			return nil
		})
		runner := w.App.Queue.Start()
		enqueue(w, "slow")
		<-started
		stopped := make(chan struct{})
		go func() {
			runner.Stop(context.Background())
			close(stopped)
		}()
		select {
		case <-stopped:
			t.Fatal("stopped with a job under way")
		default:
		}
		close(finish)
		finished.Wait()
		<-stopped
		var state string
		bench.Must(t, w.SQL().QueryRow(`SELECT state FROM jobs WHERE kind = 'test.note'`).Scan(&state))
		if state != "done" {
			t.Fatalf("the drained job is %s", state)
		}
	})
}

// A job that outlives the patience of a stop is given back, not lost.
func TestJobIsGivenBackWhenTheStopCannotWait(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		started := make(chan struct{})
		jobs.Handle(w.App.Queue, noteKind, func(ctx context.Context, _ jobs.Job[note]) error {
			close(started)
			<-ctx.Done()
			return ctx.Err()
		})
		runner := w.App.Queue.Start()
		enqueue(w, "endless")
		<-started
		impatient, cancel := context.WithCancel(context.Background())
		cancel()
		runner.Stop(impatient)
		var state string
		var attempts int
		bench.Must(t, w.SQL().QueryRow(`SELECT state, attempts FROM jobs WHERE kind = 'test.note'`).Scan(&state, &attempts))
		if state != "ready" || attempts != 0 {
			t.Fatalf("the job is %s after %d attempts", state, attempts)
		}
	})
}

func TestHousekeeping(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Admin()
		bench.StaffLogin(w, "nobody@hearten.test", "wrong-password")
		count := func(table string) (n int) {
			bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM `+table).Scan(&n))
			return n
		}
		if count("sessions") == 0 || count("login_locks") == 0 {
			t.Fatal("there is nothing to keep house for")
		}
		w.RunJobs()
		staff.Get("/web/auth/info").OK()
		w.Clock.Advance(10 * 24 * time.Hour)
		w.RunJobs()
		if count("sessions") != 0 || count("login_locks") != 0 {
			t.Fatalf("%d sessions and %d locks are left", count("sessions"), count("login_locks"))
		}
		w.Clock.Advance(10 * 24 * time.Hour)
		w.RunJobs()
		w.Clock.Advance(time.Hour)
		w.RunJobs()
		if n, rounds := count("jobs"), 2; n > rounds*count("job_schedules") { // what the last two rounds did
			t.Fatalf("%d old jobs are kept", n)
		}
	})
}
