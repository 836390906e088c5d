package membership

import (
	"context"
	"time"

	"hearten/internal/account"
	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// Applicant is who applies, and how it went.
type Applicant struct {
	ID        string     `db:"id"`
	UserID    string     `db:"user_id"`
	Username  string     `db:"username"`
	Nickname  string     `db:"nickname"`
	Email     string     `db:"email"`
	Phone     string     `db:"phone"`
	State     State      `db:"status"`
	Remark    string     `db:"mark"`
	CreatedAt time.Time  `db:"created_at"`
	DecidedAt *time.Time `db:"decided_at"`
}

// PlanApplication asks to join the plan.
type PlanApplication struct {
	Applicant
	District      string `db:"district"`
	ServiceNumber string `db:"service_number"`
}

// DistrictApplication asks to move to another centre.
type DistrictApplication struct {
	Applicant
	Source string `db:"source"`
	Target string `db:"target"`
}

// Filter narrows a list of applications; what is empty does not narrow.
type Filter struct {
	Key    string
	States []State
}

// PlanApplications lists who applied for the plan in the caller's centre.
func (s *Service) PlanApplications(ctx context.Context, who access.Staff, f Filter, p page.Request) (page.Of[PlanApplication], error) {
	return listForPlan(ctx, s.DB, who.Scope(), f, p)
}

// DistrictApplications lists who applied to move into the caller's centre.
func (s *Service) DistrictApplications(ctx context.Context, who access.Staff, f Filter, p page.Request) (page.Of[DistrictApplication], error) {
	return listForDistrict(ctx, s.DB, who.Scope(), f, p)
}

// CountPending counts the applications for the plan and for another district
// that wait for the caller's decision.
func (s *Service) CountPending(ctx context.Context, who access.Staff) (plan, district int64, err error) {
	if plan, err = countPending(ctx, s.DB, who.Scope(), planTable, "a.centre"); err != nil {
		return 0, 0, err
	}
	district, err = countPending(ctx, s.DB, who.Scope(), districtTable, "a.target_centre")
	return plan, district, err
}

// Pending tells which applications of a user are under review.
func (s *Service) Pending(ctx context.Context, r db.Reader, userID string) (plan, district bool, err error) {
	p, err := findPending(ctx, r, userID)
	return p.Plan, p.District, err
}

// NewestPlanApplication is the caller's newest one that was not withdrawn; none
// is db.ErrNone.
func (s *Service) NewestPlanApplication(ctx context.Context, who access.Member) (planApplication, error) {
	return findNewestForPlan(ctx, s.DB, who.ID)
}

// PendingDistrict is the caller's change of district that is under review; none
// is db.ErrNone.
func (s *Service) PendingDistrict(ctx context.Context, who access.Member) (pendingDistrict, error) {
	return findPendingDistrict(ctx, s.DB, who.ID)
}

// Invitations is a user's invitation code and what it has earned.
type Invitations struct {
	Code     string
	Terms    catalog.Invitation
	Obtained int64 `db:"obtained"`
	Invited  int64 `db:"invited"`
}

// Invitations tells the caller their code and what it has earned.
func (s *Service) Invitations(ctx context.Context, who access.Member) (Invitations, error) {
	u, err := account.Find(ctx, s.DB, who.ID)
	if err != nil {
		return Invitations{}, err
	}
	settings, err := catalog.ReadSettings(ctx, s.DB)
	if err != nil {
		return Invitations{}, err
	}
	i, err := sumInvitations(ctx, s.DB, who.ID)
	i.Code, i.Terms = u.InvitationCode, settings.Invitation
	return i, err
}
