package jobs

import (
	"context"
	"time"
)

// SetGrace changes how long a handler may take to notice that its time is over.
func (q *Queue) SetGrace(d time.Duration) { q.grace = d }

// ExtendLeases does at once what a running queue does every ten seconds.
func (q *Queue) ExtendLeases(ctx context.Context) { q.extendLeases(ctx) }

// Workers is how many workers a lane has.
func (q *Queue) Workers(l Lane) int { return q.lane(l).workers() }
