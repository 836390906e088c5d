package account

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Enrolment is someone whom staff sign up; what is empty is not known.
type Enrolment struct {
	Phone         string
	Email         string
	Nickname      string
	Birthday      clock.Date
	DistrictID    string
	ServiceNumber string
}

// Enrol signs someone up on their behalf; they sign in by code. With a service
// number they are a plan member.
func (s *Service) Enrol(ctx context.Context, who access.Staff, e Enrolment) (userID string, err error) {
	n, err := e.check(clock.Today(s.Clock))
	if err != nil {
		return "", err
	}
	if n.Centre, err = s.centreToEnrol(ctx, who, e.DistrictID); err != nil {
		return "", err
	}
	if e.DistrictID != "" {
		n.DistrictID = &e.DistrictID
	}
	if n.ServiceNumber != nil {
		if n.Centre == access.CentreOther {
			return "", errNotAttached
		}
		n.UserType = access.PlanMember
	}
	u, err := s.create(ctx, n, func(tx *db.Tx, u User) error {
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: u.ID, UserID: u.ID, After: particularsOf(u)})
	})
	return u.ID, errIfNumberTaken(err)
}

// centreToEnrol is the centre of a district that the staff member may sign
// people up for; without a district they are free users.
func (s *Service) centreToEnrol(ctx context.Context, who access.Staff, districtID string) (access.Centre, error) {
	centre := access.CentreOther
	if districtID != "" {
		d, err := catalog.FindDistrict(ctx, s.DB, districtID)
		if err != nil {
			return "", db.NoneAs(err, fault.ErrNotFound)
		}
		centre = access.Centre(d.Centre)
	}
	if err := mayChange(who, centre); err != nil {
		return "", err
	}
	if !who.Scope().Covers(centre) {
		return "", fault.ErrNotFound
	}
	return centre, nil
}
