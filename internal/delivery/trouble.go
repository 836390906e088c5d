package delivery

import (
	"context"
	"time"

	"hearten/internal/platform/db"
)

// Trouble is what did not get through by one channel.
type Trouble struct {
	Channel Channel `db:"channel"`
	// Waiting were tried and will be tried again; GivenUp were refused, or not
	// sent before their time was over.
	Waiting   int64 `db:"waiting"`
	GivenUp   int64 `db:"given_up"`
	LastError string
}

// Troubles are the channels whose messages since an instant did not get through
// at once.
func Troubles(ctx context.Context, r db.Reader, since time.Time) ([]Trouble, error) {
	found, err := db.All[Trouble](ctx, r, `
		SELECT channel, COUNT(*) FILTER (WHERE status = 0) AS waiting, COUNT(*) FILTER (WHERE status <> 0) AS given_up
		FROM deliveries
		WHERE created_at >= $1 AND (status = 0 AND attempts > 0 OR status IN (2, 3))
		GROUP BY channel ORDER BY channel`, since)
	if err != nil {
		return nil, err
	}
	for i, t := range found {
		reasons, err := db.Column[string](ctx, r, `
			SELECT last_error FROM deliveries
			WHERE created_at >= $1 AND channel = $2 AND last_error <> '' ORDER BY updated_at DESC LIMIT 1`, since, string(t.Channel))
		if err != nil {
			return nil, err
		}
		found[i].LastError = "none"
		if len(reasons) > 0 {
			found[i].LastError = reasons[0]
		}
	}
	return found, nil
}
