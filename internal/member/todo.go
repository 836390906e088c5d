package member

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// failuresMatter is how long a message that failed is something to do about:
// nobody ticks it off, and it must not stand there for ever.
const failuresMatter = 7 * 24 * time.Hour

// Todo counts what waits for a staff member: what they may decide about, within
// their reach.
type Todo struct {
	MemberApplications   int64
	DistrictApplications int64
	Removals             int64
	Articles             int64
	Resources            int64
	FailedDeliveries     int64
}

// Todo tells what waits for the caller.
func (s *Service) Todo(ctx context.Context, who access.Staff) (t Todo, err error) {
	scope := who.Scope()
	if who.Role.May(access.ApplicationDecide) {
		if t.MemberApplications, err = s.pending(ctx, scope, "member_applications", "a.centre"); err != nil {
			return t, err
		}
		if t.DistrictApplications, err = s.pending(ctx, scope, "district_applications", "a.target_centre"); err != nil {
			return t, err
		}
	}
	if who.Role.May(access.RemovalRestore) {
		if t.Removals, err = s.count(ctx, removals, openRemovals(scope, access.Scope.People)); err != nil {
			return t, err
		}
	}
	if t.Articles, err = s.reviews.Articles.Waiting(ctx, who); err != nil {
		return t, err
	}
	if t.Resources, err = s.reviews.Resources.Waiting(ctx, who); err != nil {
		return t, err
	}
	if who.Role.May(access.DeliveryRead) {
		t.FailedDeliveries, err = s.delivery.CountFailed(ctx, who, s.clock.Now().Add(-failuresMatter))
	}
	return t, err
}

// pending counts the applications of a table that nobody decided about.
func (s *Service) pending(ctx context.Context, scope access.Scope, table, centre string) (int64, error) {
	where := (&db.Where{}).And("a.status = 1")
	scope.Applications(where, centre, "u")
	return s.count(ctx, table+` a JOIN users u ON u.id = a.user_id`, where)
}

func (s *Service) count(ctx context.Context, from string, where *db.Where) (int64, error) {
	text, args := where.SQL()
	return s.db.Count(ctx, `SELECT COUNT(*) FROM `+from+` WHERE `+text, args...)
}
