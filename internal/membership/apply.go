package membership

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"hearten/internal/account"
	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// JoinPlan applies for the plan with a service number. Where the number is on
// the centre's member list with an address the user has proven, it is granted at
// once.
func (s *Service) JoinPlan(ctx context.Context, who access.Member, serviceNumber string) (out Outcome, err error) {
	number := strings.TrimSpace(serviceNumber)
	if number == "" {
		return Outcome{}, fault.Invalid(fault.RuleRequired.On("serviceNumber"))
	}
	err = s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := db.Lock(ctx, tx, db.Wallets, who.ID); err != nil { // before the user; grant needs it
			return err
		}
		u, err := account.Lock(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		a := planApplication{
			ID: uuid.Must(uuid.NewV7()).String(), UserID: u.ID, Centre: u.Centre, ServiceNumber: number, CreatedAt: s.Clock.Now(),
		}
		listed, err := s.applyForPlan(ctx, tx, u, a)
		if err != nil || !listed {
			return err
		}
		if err := s.grant(ctx, tx, a, "", ""); err != nil {
			return err
		}
		out.Token, err = s.Accounts.RenewSession(ctx, tx, who)
		return err
	})
	return out, err
}

// applyForPlan stores an application, and tells whether the member list grants
// it at once.
func (s *Service) applyForPlan(ctx context.Context, tx *db.Tx, u account.User, a planApplication) (listed bool, err error) {
	if err := u.MayJoinPlan(); err != nil {
		return false, err
	}
	used, err := account.NumberInUse(ctx, tx, a.Centre, a.ServiceNumber)
	if err != nil {
		return false, err
	}
	if used {
		return false, account.ErrNumberInUse
	}
	if listed, err = s.isListed(ctx, tx, u, a.ServiceNumber); err != nil {
		return false, err
	}
	err = insertPlanApplication(ctx, tx, a)
	if db.IsUnique(err, "uq_member_applications__user_id") {
		return false, errPending
	}
	return listed, err
}

// isListed reports whether the number is on the centre's member list with an
// address of the user.
func (s *Service) isListed(ctx context.Context, r db.Reader, u account.User, number string) (bool, error) {
	line, err := findLine(ctx, r, u.Centre, number)
	if db.IsNone(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	same := func(hash, address *string) bool {
		return hash != nil && address != nil && s.Keys.Hashed(listPurpose, *address, *hash)
	}
	return same(line.PhoneHash, u.Phone) || same(line.EmailHash, u.Email), nil
}

// grant makes the applicant a plan member. The caller has locked the wallet.
func (s *Service) grant(ctx context.Context, tx *db.Tx, a planApplication, staffID, remark string) error {
	if err := closeApplication(ctx, tx, planTable, a.ID, approved, staffID, remark, s.Clock.Now()); err != nil {
		return db.NoneAs(err, errDecided)
	}
	return s.Accounts.JoinPlan(ctx, tx, a.UserID, a.ServiceNumber)
}

// LeavePlan ends plan membership.
func (s *Service) LeavePlan(ctx context.Context, who access.Member) (out Outcome, err error) {
	err = s.DB.Write(ctx, func(tx *db.Tx) error {
		u, err := account.Lock(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if u.UserType != access.PlanMember {
			return errNotMember
		}
		if err := s.Accounts.LeavePlan(ctx, tx, u.ID); err != nil {
			return err
		}
		out.Token, err = s.Accounts.RenewSession(ctx, tx, who)
		return err
	})
	return out, err
}

// SetDistrict moves a user to a district: at once, or by applying to the other
// centre first. Choosing the current one takes a pending application back.
func (s *Service) SetDistrict(ctx context.Context, who access.Member, districtID string) (out Outcome, err error) {
	err = s.DB.Write(ctx, func(tx *db.Tx) error {
		target, err := catalog.FindDistrict(ctx, tx, districtID)
		if err != nil {
			return db.NoneAs(err, fault.ErrNotFound)
		}
		u, err := account.Lock(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if err := withdrawPending(ctx, tx, districtTable, u.ID, s.Clock.Now()); err != nil && !db.IsNone(err) {
			return err
		}
		switch moveTo(u, target) {
		case askFirst:
			return insertDistrictApplication(ctx, tx, districtApplication{
				ID: uuid.Must(uuid.NewV7()).String(), UserID: u.ID, Source: *u.DistrictID, Target: target.ID,
				TargetCentre: access.Centre(target.Centre), CreatedAt: s.Clock.Now(),
			})
		case moveNow:
			if err := s.move(ctx, tx, u, target); err != nil {
				return err
			}
		}
		out.Token, err = s.Accounts.RenewSession(ctx, tx, who)
		return err
	})
	return out, err
}

// move changes the district. Leaving a centre ends plan membership, its pending
// application and the responsibility of a staff member.
func (s *Service) move(ctx context.Context, tx *db.Tx, u account.User, target catalog.District) error {
	if err := s.Accounts.SetDistrict(ctx, tx, u.ID, target); err != nil {
		return err
	}
	if string(u.Centre) == target.Centre {
		return nil
	}
	if err := withdrawPending(ctx, tx, planTable, u.ID, s.Clock.Now()); err != nil && !db.IsNone(err) {
		return err
	}
	if u.UserType == access.PlanMember {
		if err := s.Accounts.LeavePlan(ctx, tx, u.ID); err != nil {
			return err
		}
	}
	return s.Accounts.ClearStaff(ctx, tx, u.ID)
}

// WithdrawPlan takes back a pending application for the plan.
func (s *Service) WithdrawPlan(ctx context.Context, who access.Member) error {
	return s.withdraw(ctx, planTable, who)
}

// WithdrawDistrict takes back a pending application for another district.
func (s *Service) WithdrawDistrict(ctx context.Context, who access.Member) error {
	return s.withdraw(ctx, districtTable, who)
}

func (s *Service) withdraw(ctx context.Context, table string, who access.Member) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		return db.NoneAs(withdrawPending(ctx, tx, table, who.ID, s.Clock.Now()), fault.ErrNotFound)
	})
}
