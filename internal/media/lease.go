package media

import (
	"context"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

const (
	// leaseLife is how long a lease lasts unless it is renewed: that of a process
	// that died ends by itself.
	leaseLife  = 5 * time.Minute
	renewEvery = time.Minute
)

// RetainObjects keeps the objects of all files that exist now, also of those that
// are removed meanwhile, until release is called. Whoever reads the rows
// afterwards finds their objects.
func RetainObjects(ctx context.Context, d *db.DB, c clock.Clock) (release func(), err error) {
	id := uuid.Must(uuid.NewV7()).String()
	if err := d.Write(ctx, func(tx *db.Tx) error { return insertLease(ctx, tx, id, c.Now()) }); err != nil {
		return nil, err
	}
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(renewEvery)
		defer ticker.Stop()
		for {
			select {
			case <-stop:
				return
			case <-ticker.C:
				// A renewal that fails is tried again; the lease lasts for several.
				_ = d.Write(ctx, func(tx *db.Tx) error { return renewLease(ctx, tx, id, c.Now()) })
			}
		}
	}()
	return func() {
		close(stop)
		<-done
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), renewEvery)
		defer cancel()
		_ = d.Write(ctx, func(tx *db.Tx) error { return deleteLease(ctx, tx, id) }) // it ends by itself
	}, nil
}
