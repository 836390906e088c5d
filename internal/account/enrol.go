package account

import (
	"context"
	"strings"

	"hearten/internal/audit"
	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
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

// particulars are what staff write down of a member, for the log.
type particulars struct {
	Phone         *string    `json:"phone"`
	Email         *string    `json:"email"`
	Nickname      string     `json:"nickname"`
	Birthday      clock.Date `json:"birthday"`
	ServiceNumber *string    `json:"serviceNumber"`
}

func particularsOf(u User) particulars {
	return particulars{u.Phone, u.Email, u.Nickname, u.Birthday, u.ServiceNumber}
}

// Enrol signs someone up on their behalf; they sign in by code. With a service
// number they are a plan member.
func (s *Service) Enrol(ctx context.Context, who access.Staff, e Enrolment) (userID string, err error) {
	n, err := e.check(clock.Today(s.clock))
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
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: u.ID, UserID: u.ID, After: particularsOf(u)})
	})
	return u.ID, numberTaken(err)
}

// check tidies what was written down and says which rules it breaks.
func (e Enrolment) check(today clock.Date) (NewUser, error) {
	n := NewUser{Nickname: strings.TrimSpace(e.Nickname), Birthday: e.Birthday}
	var broken []fault.Field
	if e.Phone == "" && e.Email == "" {
		broken = append(broken, identity.RuleAddress.On("phone"))
	}
	if e.Phone != "" {
		n.Names = append(n.Names, identity.Parse(e.Phone))
		broken = append(broken, brokenAddress(identity.Phone, e.Phone)...)
	}
	if e.Email != "" {
		n.Names = append(n.Names, identity.Parse(e.Email))
		broken = append(broken, brokenAddress(identity.Email, e.Email)...)
	}
	if !e.Birthday.IsZero() && !validBirthday(e.Birthday, today) {
		broken = append(broken, ruleBirthday.On("birthday"))
	}
	if number := strings.TrimSpace(e.ServiceNumber); number != "" {
		n.ServiceNumber = &number
	}
	if len(broken) > 0 {
		return n, fault.Invalid(broken...)
	}
	return n, nil
}

// brokenAddress is the rule that an address of a kind breaks, if any.
func brokenAddress(kind identity.Kind, text string) []fault.Field {
	name := identity.Parse(text)
	switch {
	case kind == identity.Phone && name.Kind != identity.Phone:
		return []fault.Field{identity.RulePhone.On("phone")}
	case kind == identity.Email && !identity.IsEmail(name.Text):
		return []fault.Field{identity.RuleEmail.On("email")}
	default:
		return nil
	}
}

// centreToEnrol is the centre of a district that the staff member may sign
// people up for; without a district they are free users.
func (s *Service) centreToEnrol(ctx context.Context, who access.Staff, districtID string) (access.Centre, error) {
	centre := access.CentreOther
	if districtID != "" {
		d, err := catalog.FindDistrict(ctx, s.db, districtID)
		if err != nil {
			return "", notFoundIfNone(err)
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
