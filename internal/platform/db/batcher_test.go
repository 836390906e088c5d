package db

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
)

type report struct {
	user string
	n    int
}

func userOf(r report) string { return r.user }

// In whatever batches, each item is written once, in order for its key, and only
// the caller at fault gets an error.
func TestBatcherWritesEachOnce(t *testing.T) {
	var mu sync.Mutex
	written := map[string][]int{}
	refused := errors.New("refused")
	b := NewBatcher(userOf, func(_ context.Context, reports []report) error {
		seen := map[string]bool{}
		for _, r := range reports {
			if seen[r.user] {
				t.Errorf("two reports of %s in one batch", r.user)
			}
			seen[r.user] = true
			if r.user == "bad" {
				return refused
			}
		}
		mu.Lock()
		defer mu.Unlock()
		for _, r := range reports {
			written[r.user] = append(written[r.user], r.n)
		}
		return nil
	})
	var all sync.WaitGroup
	for u := range 40 {
		id := fmt.Sprint("user", u)
		if u%10 == 0 {
			id = "bad"
		}
		all.Go(func() {
			for n := range 50 {
				err := b.Do(context.Background(), report{id, n})
				if (id == "bad") != errors.Is(err, refused) {
					t.Errorf("%s: %v", id, err)
				}
			}
		})
	}
	all.Wait()
	for id, reports := range written {
		for i, n := range reports {
			if n != i {
				t.Fatalf("%s: %v", id, reports)
			}
		}
		if len(reports) != 50 {
			t.Errorf("%s: %d reports written", id, len(reports))
		}
	}
	if len(written) != 36 {
		t.Errorf("%d users", len(written))
	}
	if b.running != 0 || len(b.waiting) != 0 {
		t.Errorf("%d running, %d waiting", b.running, len(b.waiting))
	}
}

// Callers who wait go together in one batch, and when it panics none is left
// waiting.
func TestBatcherSharesAndSurvivesPanics(t *testing.T) {
	enter, leave := make(chan int, 100), make(chan bool)
	b := NewBatcher(userOf, func(_ context.Context, reports []report) error {
		enter <- len(reports)
		<-leave
		if len(reports) > 1 {
			panic("a mistake in the program")
		}
		return nil
	})
	var all sync.WaitGroup
	call := func(id string) {
		all.Go(func() {
			defer func() { _ = recover() }()
			if err := b.Do(context.Background(), report{user: id}); err != nil {
				t.Error(err)
			}
		})
	}
	for i := range batchesAtOnce {
		call(fmt.Sprint("first", i))
		if n := <-enter; n != 1 {
			t.Fatalf("a caller with a free slot goes with %d", n)
		}
	}
	for i := range 5 {
		call(fmt.Sprint("later", i))
	}
	for waiting := 0; waiting < 5; {
		b.mu.Lock()
		waiting = len(b.waiting)
		b.mu.Unlock()
	}
	leave <- true
	if n := <-enter; n != 5 {
		t.Fatalf("%d go together", n)
	}
	close(leave) // the batch panics; the four others write alone
	all.Wait()
	if b.running != 0 || len(b.waiting) != 0 {
		t.Errorf("%d running, %d waiting", b.running, len(b.waiting))
	}
}
