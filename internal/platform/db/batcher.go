package db

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// batchesAtOnce is how many batches are written at a time: while one waits
	// for the disk, the next is at work.
	batchesAtOnce = 2
	// maxBatch bounds the items of a batch.
	maxBatch = 64
	// batchTime bounds a batch, whose callers' contexts may have ended.
	batchTime = 20 * time.Second
)

// Batcher writes items of concurrent callers in one transaction (group commit),
// so that they share the wait for the disk. A caller who finds a free slot
// writes at once; others wait and go together in the next batch. When a batch
// fails, each caller writes alone and gets its own error.
type Batcher[T any] struct {
	key   func(T) string
	write func(ctx context.Context, items []T) error

	mu      sync.Mutex
	running int
	waiting []*waiter[T]
}

// NewBatcher builds a batcher around the write of a batch. Key is what no two
// items of one batch have in common, such as the user.
func NewBatcher[T any](key func(T) string, write func(ctx context.Context, items []T) error) *Batcher[T] {
	return &Batcher[T]{key: key, write: write}
}

type waiter[T any] struct {
	item T
	next chan step
}

// step is what a waiter does next: return the batch's error, write a batch with
// those who wait, or write alone.
type step struct {
	err         error
	lead, alone bool
}

// Do writes an item, perhaps in a batch with those of other callers.
func (b *Batcher[T]) Do(ctx context.Context, item T) error {
	me := &waiter[T]{item, make(chan step, 1)}
	if b.mustWait(me) {
		// Not for the caller's context: the item may be part of a transaction
		// that is about to commit.
		switch s := <-me.next; {
		case s.alone:
			return b.write(ctx, []T{item})
		case !s.lead:
			return s.err
		}
	}
	defer b.handOn()
	others := b.takeOthers(me)
	if len(others) == 0 {
		return b.write(ctx, []T{item})
	}
	result := step{alone: true} // also when write panics
	defer func() {
		for _, w := range others {
			w.next <- result
		}
	}()
	items := []T{item}
	for _, w := range others {
		items = append(items, w.item)
	}
	shared, cancel := context.WithTimeout(context.WithoutCancel(ctx), batchTime)
	defer cancel()
	if b.write(shared, items) == nil {
		result = step{}
		return nil
	}
	return b.write(ctx, []T{item})
}

// mustWait takes a free slot, or adds the caller to those who wait.
func (b *Batcher[T]) mustWait(me *waiter[T]) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.running == batchesAtOnce {
		b.waiting = append(b.waiting, me)
		return true
	}
	b.running++
	return false
}

// takeOthers removes the waiters who go in one batch with the caller, one of
// each key.
func (b *Batcher[T]) takeOthers(me *waiter[T]) (others []*waiter[T]) {
	b.mu.Lock()
	defer b.mu.Unlock()
	keys := map[string]bool{b.key(me.item): true}
	b.waiting = slices.DeleteFunc(b.waiting, func(w *waiter[T]) bool {
		key := b.key(w.item)
		if keys[key] || len(others) == maxBatch-1 {
			return false
		}
		keys[key] = true
		others = append(others, w)
		return true
	})
	return others
}

// handOn gives the slot to the first waiter.
func (b *Batcher[T]) handOn() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting) == 0 {
		b.running--
		return
	}
	b.waiting[0].next <- step{lead: true}
	b.waiting = b.waiting[1:]
}
