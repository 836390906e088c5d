package jobs

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Lane is a set of workers of its own: a job waits only for jobs of its lane.
type Lane string

// The lanes.
const (
	Urgent Lane = "urgent" // someone cannot go on without it: codes, passwords, warnings
	Normal Lane = "normal"
	Bulk   Lane = "bulk"   // many messages at once, and messages that failed before
	Upkeep Lane = "upkeep" // sweeps and backups
)

// lanes are all lanes, first things first, with the workers that each has in
// one process.
var lanes = []struct {
	name    Lane
	workers int
}{
	{Urgent, 6},
	{Normal, 4},
	{Bulk, 4},
	{Upkeep, 2},
}

// Lanes are all lanes.
func Lanes() []Lane {
	var all []Lane
	for _, l := range lanes {
		all = append(all, l.name)
	}
	return all
}

func laneNames() (names []string) {
	for _, l := range lanes {
		names = append(names, string(l.name))
	}
	return names
}

// lane is what this process knows about one lane.
type lane struct {
	name    Lane
	slots   chan struct{} // one entry per busy worker
	active  atomic.Int64  // when a worker last took or ended a job, in microseconds
	hung    atomic.Int64  // handlers that did not end in time, ever
	leftNow atomic.Int64  // those of them that still have not ended
}

func newLanes() (all []*lane) {
	for _, l := range lanes {
		all = append(all, &lane{name: l.name, slots: make(chan struct{}, l.workers)})
	}
	return all
}

func (l *lane) free() int { return cap(l.slots) - len(l.slots) }

func (l *lane) workers() int { return cap(l.slots) }

// leave lets a hung handler go on without a worker, unless the lane has as many
// of those as workers: then something is so wrong that the lane must not make
// it worse.
func (l *lane) leave(ended <-chan error) bool {
	if l.leftNow.Add(1) > int64(l.workers()) {
		l.leftNow.Add(-1)
		return false
	}
	go func() {
		<-ended
		l.leftNow.Add(-1)
	}()
	return true
}

// lane finds what is known about one. Jobs of a lane that this program does not
// have are never claimed.
func (q *Queue) lane(name Lane) *lane {
	i := slices.IndexFunc(q.lanes, func(l *lane) bool { return l.name == name })
	return q.lanes[i]
}

// Hung counts the handlers of a lane that did not end in time since the start.
func (q *Queue) Hung(name Lane) int64 { return q.lane(name).hung.Load() }

// stuckAfter is how long a lane may do nothing while jobs are due.
const stuckAfter = 5 * time.Minute

// Stuck is an error when this process works on the queue and a lane does not
// move: jobs have long been due, and no worker took or ended one since. A
// provider that hangs does not make it so, for each try ends at its time limit.
func (q *Queue) Stuck(ctx context.Context, name Lane) error {
	before := q.clock.Now().Add(-stuckAfter)
	if !q.started.Load() || q.lane(name).active.Load() > before.UnixMicro() {
		return nil
	}
	oldest, err := oldestDue(ctx, q.db, name)
	if err != nil {
		return err
	}
	if oldest != nil && oldest.Before(before) {
		return fmt.Errorf("jobs of the lane %s are due since %s and no worker moves", name, oldest.Format(time.RFC3339))
	}
	return nil
}

// inFlight are the jobs that this process works on, whose leases it extends.
type inFlight struct {
	mu  sync.Mutex
	ids map[string]bool
}

func (f *inFlight) add(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ids[id] = true
}

func (f *inFlight) remove(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.ids, id)
}

func (f *inFlight) all() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	ids := make([]string, 0, len(f.ids))
	for id := range f.ids {
		ids = append(ids, id)
	}
	return ids
}
