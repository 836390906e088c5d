package media

import (
	"context"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// HoldTable is where holds are; it says nothing about files.
const HoldTable = "media_holds"

const (
	// holdFor is how long a hold lasts if nobody renews it: a process that dies
	// gives it up.
	holdFor    = 5 * time.Minute
	renewEvery = time.Minute
)

// Hold keeps the objects of all files that exist now, also of those that are
// removed meanwhile, until release is called. Whoever reads the rows afterwards
// finds their objects.
func Hold(ctx context.Context, d *db.DB, c clock.Clock) (release func(), err error) {
	id := uuid.Must(uuid.NewV7()).String()
	if err := d.Write(ctx, func(tx *db.Tx) error { return insertHold(ctx, tx, id, c.Now()) }); err != nil {
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
				// A renewal that fails is tried again; the hold lasts for several.
				_ = d.Write(ctx, func(tx *db.Tx) error { return renewHold(ctx, tx, id, c.Now()) })
			}
		}
	}()
	return func() {
		close(stop)
		<-done
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), renewEvery)
		defer cancel()
		_ = d.Write(ctx, func(tx *db.Tx) error { return removeHold(ctx, tx, id) }) // it runs out by itself
	}, nil
}

func insertHold(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	if _, err := tx.Exec(ctx, `DELETE FROM media_holds WHERE held_until <= $1`, now); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `INSERT INTO media_holds (id, held_until) VALUES ($1, $2)`, id, now.Add(holdFor))
	return err
}

func renewHold(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE media_holds SET held_until = $1 WHERE id = $2`, now.Add(holdFor), id)
	return err
}

func removeHold(ctx context.Context, tx *db.Tx, id string) error {
	_, err := tx.Exec(ctx, `DELETE FROM media_holds WHERE id = $1`, id)
	return err
}

func held(ctx context.Context, r db.Reader, now time.Time) (bool, error) {
	found, err := db.Column[string](ctx, r, `SELECT id FROM media_holds WHERE held_until > $1 LIMIT 1`, now)
	return len(found) > 0, err
}
