package membership

import (
	"context"
	"fmt"

	"hearten/internal/account"
	"hearten/internal/audit"
	"hearten/internal/catalog"
	"hearten/internal/notice"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// decision is what staff decided about an application, for the log.
type decision struct {
	Approved bool `json:"approved"`
}

// DecidePlan approves or rejects applications for the plan in the caller's
// centre: all or none.
func (s *Service) DecidePlan(ctx context.Context, who access.Staff, ids []string, approve bool, remark string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		applications, err := listPlanApplications(ctx, tx, who.Scope(), ids)
		if err != nil {
			return err
		}
		if err := errUnlessPending(applications, ids, func(a planApplication) State { return a.State }); err != nil {
			return err
		}
		if approve {
			if err := db.Lock(ctx, tx, db.Wallets, applicants(applications)...); err != nil { // before the users
				return err
			}
		}
		entries := make([]audit.Entry, len(applications))
		notices := make([]notice.New, len(applications))
		for i, a := range applications {
			if err := s.decideOnePlan(ctx, tx, who, a, approve, remark); err != nil {
				return err
			}
			entries[i] = audit.Entry{Subject: subjectPlan, ID: a.ID, UserID: a.UserID, After: decision{approve}, Mark: remark}
			notices[i] = decisionNotice(a.UserID, who.ID, planTitle, approve, remark)
		}
		return s.finishDeciding(ctx, tx, notices, entries)
	})
}

func applicants(applications []planApplication) []string {
	ids := make([]string, len(applications))
	for i, a := range applications {
		ids[i] = a.UserID
	}
	return ids
}

func (s *Service) decideOnePlan(ctx context.Context, tx *db.Tx, who access.Staff, a planApplication, approve bool, remark string) error {
	if approve {
		return s.grant(ctx, tx, a, who.ID, remark)
	}
	return db.NoneAs(closeApplication(ctx, tx, planTable, a.ID, rejected, who.ID, remark, s.Clock.Now()), errDecided)
}

// DecideDistricts approves or rejects changes of district into the caller's
// centre: all or none.
func (s *Service) DecideDistricts(ctx context.Context, who access.Staff, ids []string, approve bool, remark string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		applications, err := listDistrictApplications(ctx, tx, who.Scope(), ids)
		if err != nil {
			return err
		}
		if err := errUnlessPending(applications, ids, func(a districtApplication) State { return a.State }); err != nil {
			return err
		}
		entries := make([]audit.Entry, len(applications))
		notices := make([]notice.New, len(applications))
		for i, a := range applications {
			if err := s.decideOneDistrict(ctx, tx, who, a, approve, remark); err != nil {
				return err
			}
			entries[i] = audit.Entry{Subject: subjectDistrict, ID: a.ID, UserID: a.UserID, After: decision{approve}, Mark: remark}
			notices[i] = decisionNotice(a.UserID, who.ID, districtTitle, approve, remark)
		}
		return s.finishDeciding(ctx, tx, notices, entries)
	})
}

func (s *Service) decideOneDistrict(ctx context.Context, tx *db.Tx, who access.Staff, a districtApplication, approve bool, remark string) error {
	state := rejected
	if approve {
		state = approved
	}
	err := closeApplication(ctx, tx, districtTable, a.ID, state, who.ID, remark, s.Clock.Now())
	if err != nil || !approve {
		return db.NoneAs(err, errDecided)
	}
	u, err := account.Lock(ctx, tx, a.UserID)
	if err != nil {
		return err
	}
	target, err := catalog.FindDistrict(ctx, tx, a.Target)
	if err != nil {
		return err
	}
	return s.move(ctx, tx, u, target)
}

// finishDeciding tells the applicants and the log.
func (s *Service) finishDeciding(ctx context.Context, tx *db.Tx, notices []notice.New, entries []audit.Entry) error {
	if err := s.Notices.Send(ctx, tx, notices...); err != nil {
		return fmt.Errorf("tell the applicants: %w", err)
	}
	return s.Audit.Record(ctx, tx, entries...)
}

// ApprovePlan approves the pending application of a user whom staff gave a
// service number; none is fine.
func (s *Service) ApprovePlan(ctx context.Context, tx *db.Tx, userID, staffID, remark string) error {
	err := closePending(ctx, tx, planTable, userID, approved, staffID, remark, s.Clock.Now())
	return db.NoneAs(err, nil)
}
