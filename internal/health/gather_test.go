package health

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
)

// Whatever is shared, each report is written once, in order for its member, and
// only who is at fault fails.
func TestGatherWritesEachOnce(t *testing.T) {
	var g gather
	var mu sync.Mutex
	written := map[string][]int64{}
	refused := errors.New("refused")
	write := func(_ context.Context, reports []Report) error {
		seen := map[string]bool{}
		for _, r := range reports {
			if seen[r.UserID] {
				t.Errorf("two reports of %s in one transaction", r.UserID)
			}
			seen[r.UserID] = true
			if r.UserID == "bad" {
				return refused
			}
		}
		mu.Lock()
		defer mu.Unlock()
		for _, r := range reports {
			written[r.UserID] = append(written[r.UserID], r.Rows[0].Steps)
		}
		return nil
	}
	var all sync.WaitGroup
	for u := range 40 {
		id := fmt.Sprint("user", u)
		if u%10 == 0 {
			id = "bad"
		}
		all.Go(func() {
			for n := range 50 {
				err := g.do(context.Background(), Report{UserID: id, Rows: []Row{{Steps: int64(n)}}}, write)
				if (id == "bad") != errors.Is(err, refused) {
					t.Errorf("%s: %v", id, err)
				}
			}
		})
	}
	all.Wait()
	for id, steps := range written {
		for i, n := range steps {
			if n != int64(i) {
				t.Fatalf("%s: %v", id, steps)
			}
		}
		if len(steps) != 50 {
			t.Errorf("%s: %d reports written", id, len(steps))
		}
	}
	if len(written) != 36 {
		t.Errorf("%d members", len(written))
	}
	if g.running != 0 || len(g.waiting) != 0 {
		t.Errorf("%d at work, %d waiting", g.running, len(g.waiting))
	}
}

// Who waits while others are at work goes together, and a panic of one leaves
// nobody waiting.
func TestGatherSharesAndSurvives(t *testing.T) {
	var g gather
	enter, leave := make(chan int, 100), make(chan bool)
	panics := true
	write := func(_ context.Context, reports []Report) error {
		enter <- len(reports)
		<-leave
		if panics && len(reports) > 1 {
			panic("a mistake in the program")
		}
		return nil
	}
	var all sync.WaitGroup
	call := func(id string) {
		all.Go(func() {
			defer func() { _ = recover() }()
			if err := g.do(context.Background(), Report{UserID: id}, write); err != nil {
				t.Error(err)
			}
		})
	}
	for i := range runningAtOnce {
		call(fmt.Sprint("first", i))
		if n := <-enter; n != 1 {
			t.Fatalf("who finds nobody at work goes with %d", n)
		}
	}
	for i := range 5 {
		call(fmt.Sprint("later", i))
	}
	for waiting := 0; waiting < 5; {
		g.mu.Lock()
		waiting = len(g.waiting)
		g.mu.Unlock()
	}
	leave <- true
	if n := <-enter; n != 5 {
		t.Fatalf("%d go together", n)
	}
	close(leave) // it panics; the four others try alone
	all.Wait()
	if g.running != 0 || len(g.waiting) != 0 {
		t.Errorf("%d at work, %d waiting", g.running, len(g.waiting))
	}
}
