package limit

import (
	"context"
	"time"

	"hearten/internal/platform/db"
)

// addHit counts a call and gives the calls of its window so far.
func addHit(ctx context.Context, tx *db.Tx, keyHash string, start time.Time) (hits int64, err error) {
	return db.Value[int64](ctx, tx, `
		INSERT INTO rate_counters (key_hash, window_start, hits) VALUES (@key, @start, 1)
		ON CONFLICT (key_hash, window_start) DO UPDATE SET hits = rate_counters.hits + 1
		RETURNING hits`, db.Args{"key": keyHash, "start": start})
}

func deleteHits(ctx context.Context, tx *db.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, `DELETE FROM rate_counters WHERE window_start < @before`, db.Args{"before": before})
	return err
}
