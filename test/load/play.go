package load

import (
	"context"
	"sync"
	"time"
)

// player is anyone who plays.
type player interface{ Play(context.Context) }

// Play lets so many players act at once for a while. Each is played by one at
// a time; members come as often as there are more of them.
func (cast *Cast) Play(ctx context.Context, atOnce int, length time.Duration) {
	ctx, stop := context.WithTimeout(ctx, length)
	defer stop()
	turns := make(chan player)
	go func() {
		defer close(turns)
		for n := 0; ; n++ {
			var next player = cast.members[n%len(cast.members)]
			if n%10 == 9 { // one act in ten is a staff member's
				next = cast.staff[n/10%len(cast.staff)]
			}
			select {
			case <-ctx.Done():
				return
			case turns <- &alone{next, cast.lockOf(next)}:
			}
		}
	}()
	var playing sync.WaitGroup
	for range atOnce {
		playing.Go(func() {
			for p := range turns {
				p.Play(ctx)
			}
		})
	}
	playing.Wait()
}

// alone keeps two turns of the same player apart: they remember things.
type alone struct {
	player
	mu *sync.Mutex
}

func (a *alone) Play(ctx context.Context) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.player.Play(ctx)
}

func (cast *Cast) lockOf(p player) *sync.Mutex {
	mu, _ := cast.locks.LoadOrStore(p, &sync.Mutex{})
	return mu.(*sync.Mutex)
}
