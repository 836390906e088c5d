package delivery

import (
	"cmp"
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// Filter narrows the list of messages; what is empty narrows nothing.
type Filter struct {
	Channel  Channel
	Statuses []Status
	UserID   string
}

// Page lists how the messages within reach fared: staff of a centre see those
// of its users and colleagues, administrators all.
func (s *Service) Page(ctx context.Context, who access.Staff, f Filter, p page.Request) (page.Of[Delivery], error) {
	return list(ctx, s.db, who.Scope(), f, p)
}

// CountFailed counts the messages within reach, written since then, that could
// not be sent.
func (s *Service) CountFailed(ctx context.Context, who access.Staff, since time.Time) (int64, error) {
	return countFailed(ctx, s.db, who.Scope(), since)
}

// Trouble is what was not delivered by one channel.
type Trouble struct {
	Channel Channel `db:"channel"`
	// Waiting were tried and will be tried again; GivenUp were refused, or not
	// sent before their time was over.
	Waiting   int64 `db:"waiting"`
	GivenUp   int64 `db:"given_up"`
	LastError string
}

// Troubles lists the channels with messages since an instant that were not
// delivered at the first try.
func Troubles(ctx context.Context, r db.Reader, since time.Time) ([]Trouble, error) {
	found, err := listTroubles(ctx, r, since)
	if err != nil {
		return nil, err
	}
	for i, t := range found {
		last, err := findLastError(ctx, r, t.Channel, since)
		if err != nil {
			return nil, err
		}
		found[i].LastError = cmp.Or(last, "none")
	}
	return found, nil
}
