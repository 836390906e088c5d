package health

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// runningAtOnce is how many shared transactions run at a time: while one
	// waits for the disk, the next is at work.
	runningAtOnce = 2
	// sharers bounds who shares a transaction.
	sharers = 64
	// sharedTime bounds a shared transaction, whose callers may have gone.
	sharedTime = 20 * time.Second
)

// gather lets members who report at the same moment share a transaction, and so
// the wait for the disk. Whoever finds nobody at work writes at once; who comes
// meanwhile waits for the next turn. When a shared transaction fails, everyone
// tries alone: nobody pays for another's mistake.
type gather struct {
	mu      sync.Mutex
	running int
	waiting []*sharer
}

type sharer struct {
	report Report
	told   chan verdict
}

// verdict is what someone who waits is told: the outcome, or what to do.
type verdict struct {
	err         error
	lead, alone bool
}

// do writes a report, perhaps together with others'. No transaction has two
// reports of one member.
func (g *gather) do(ctx context.Context, report Report, write func(context.Context, []Report) error) error {
	me := &sharer{report, make(chan verdict, 1)}
	if g.mustWait(me) {
		// Not for the caller's context: the report may be part of a transaction
		// that is about to commit.
		switch v := <-me.told; {
		case v.alone:
			return write(ctx, []Report{report})
		case !v.lead:
			return v.err
		}
	}
	defer g.next()
	with := g.company(me)
	if len(with) == 0 {
		return write(ctx, []Report{report})
	}
	result := verdict{alone: true} // also when writing panics
	defer func() {
		for _, s := range with {
			s.told <- result
		}
	}()
	reports := []Report{report}
	for _, s := range with {
		reports = append(reports, s.report)
	}
	shared, cancel := context.WithTimeout(context.WithoutCancel(ctx), sharedTime)
	defer cancel()
	if write(shared, reports) == nil {
		result = verdict{}
		return nil
	}
	return write(ctx, []Report{report})
}

// mustWait reports whether others are at work; then it is the caller's turn
// when it is told so.
func (g *gather) mustWait(me *sharer) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running == runningAtOnce {
		g.waiting = append(g.waiting, me)
		return true
	}
	g.running++
	return false
}

// company takes those along who wait, each member once.
func (g *gather) company(me *sharer) (with []*sharer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	users := map[string]bool{me.report.UserID: true}
	g.waiting = slices.DeleteFunc(g.waiting, func(s *sharer) bool {
		if users[s.report.UserID] || len(with) == sharers-1 {
			return false
		}
		users[s.report.UserID] = true
		with = append(with, s)
		return true
	})
	return with
}

// next hands the turn on.
func (g *gather) next() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.waiting) == 0 {
		g.running--
		return
	}
	g.waiting[0].told <- verdict{lead: true}
	g.waiting = g.waiting[1:]
}
