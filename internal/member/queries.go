package member

import (
	"context"
	"fmt"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// Filter narrows a list of members; what is empty does not narrow.
type Filter struct {
	Key       string
	UserTypes []access.UserType
	Frozen    []bool // true: frozen accounts, false: normal ones
	Districts []string
	Staff     []string
	// NotInSurvey leaves out the recipients of a survey and users who are
	// leaving: they cannot be added.
	NotInSurvey string
}

// OrgPage lists the users of partner centres within reach.
func (s *Service) OrgPage(ctx context.Context, who access.Staff, f Filter, p page.Request) (page.Of[Person], error) {
	return listOrg(ctx, s.DB, who.Scope(), f, p)
}

// FreePage lists the users of no centre.
func (s *Service) FreePage(ctx context.Context, who access.Staff, f Filter, p page.Request) (page.Of[Person], error) {
	return listFree(ctx, s.DB, who.Scope(), f, p)
}

// OrgJoinable lists the users of partner centres who can be added to a survey.
func (s *Service) OrgJoinable(ctx context.Context, who access.Staff, surveyID string, f Filter, p page.Request) (page.Of[Person], error) {
	if _, err := s.Surveys.Find(ctx, who, surveyID); err != nil {
		return page.Of[Person]{}, fmt.Errorf("find the survey: %w", err)
	}
	f.NotInSurvey = surveyID
	return s.OrgPage(ctx, who, f, p)
}

// FreeJoinable lists the users of no centre who can be added to a survey.
func (s *Service) FreeJoinable(ctx context.Context, who access.Staff, surveyID string, f Filter, p page.Request) (page.Of[Person], error) {
	if _, err := s.Surveys.Find(ctx, who, surveyID); err != nil {
		return page.Of[Person]{}, fmt.Errorf("find the survey: %w", err)
	}
	f.NotInSurvey = surveyID
	return s.FreePage(ctx, who, f, p)
}

// Find reads one member's record. Someone of another centre, or for support
// staff someone else's, is not found; staff who may not read free users are
// refused theirs.
func (s *Service) Find(ctx context.Context, who access.Staff, id string) (Record, error) {
	record, err := find(ctx, s.DB, who.Scope(), id)
	if db.IsNone(err) {
		return Record{}, who.WhyNot(ctx, s.DB, id)
	}
	if err != nil {
		return Record{}, err
	}
	if record.Level, err = s.Wallet.LevelOf(ctx, s.DB, record.Exp); err != nil {
		return Record{}, fmt.Errorf("find the level: %w", err)
	}
	record.Picture = s.Accounts.Picture(record.AvatarKey, record.DefaultAvatar)
	return record, nil
}

// failuresCount is for how long a failed message is something to do about:
// nobody ticks it off, and it must not be counted for ever.
const failuresCount = 7 * 24 * time.Hour

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
	if who.Role.May(access.ApplicationDecide) {
		if t.MemberApplications, t.DistrictApplications, err = s.Memberships.CountPending(ctx, who); err != nil {
			return t, fmt.Errorf("count applications: %w", err)
		}
	}
	if who.Role.May(access.RemovalRestore) {
		if t.Removals, err = s.Removals.CountOpen(ctx, who); err != nil {
			return t, fmt.Errorf("count removals: %w", err)
		}
	}
	if t.Articles, err = s.Articles.Waiting(ctx, who); err != nil {
		return t, fmt.Errorf("count articles: %w", err)
	}
	if t.Resources, err = s.Resources.Waiting(ctx, who); err != nil {
		return t, fmt.Errorf("count resources: %w", err)
	}
	if who.Role.May(access.DeliveryRead) {
		if t.FailedDeliveries, err = s.Delivery.CountFailed(ctx, who, s.Clock.Now().Add(-failuresCount)); err != nil {
			return t, fmt.Errorf("count failed deliveries: %w", err)
		}
	}
	return t, nil
}
