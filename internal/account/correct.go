package account

import (
	"context"
	"fmt"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Correction is what staff change in a user's data; nil leaves a field alone.
type Correction struct {
	Phone         *string
	Email         *string
	Nickname      *string
	Birthday      *clock.Date
	ServiceNumber *string
	Remark        string
}

// Correct changes a user's data and tells the user, at a replaced address too. A
// first service number makes a plan member.
func (s *Service) Correct(ctx context.Context, who access.Staff, userID string, c Correction) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := db.Lock(ctx, tx, db.Wallets, userID); err != nil { // before the user, who may join the plan by this
			return err
		}
		if _, err := Lock(ctx, tx, userID); err != nil {
			return err
		}
		old, err := findWithin(ctx, tx, who.Scope(), userID)
		if err != nil {
			return db.NoneAs(err, fault.ErrNotFound)
		}
		if err := mayChange(who, old.Centre); err != nil {
			return err
		}
		u, err := corrected(old, c, clock.Today(s.Clock))
		if err != nil {
			return err
		}
		if err := s.saveCorrected(ctx, tx, who, old, u, c.Remark); err != nil {
			return errIfNumberTaken(errIfTaken(err))
		}
		if err := s.tellCorrected(ctx, tx, who, old, u); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{
			Subject: subject, ID: u.ID, UserID: u.ID, Before: particularsOf(old), After: particularsOf(u), Mark: c.Remark,
		})
	})
}

func (s *Service) saveCorrected(ctx context.Context, tx *db.Tx, who access.Staff, old, u User, remark string) error {
	now := s.Clock.Now()
	if err := s.savePersonal(ctx, tx, u); err != nil {
		return err
	}
	if err := saveAddresses(ctx, tx, u, now); err != nil {
		return err
	}
	if err := savePlan(ctx, tx, u.ID, u.UserType, u.ServiceNumber, now); err != nil {
		return err
	}
	if u.UserType == old.UserType {
		return nil
	}
	if err := s.applications.ApprovePlan(ctx, tx, u.ID, who.ID, remark); err != nil {
		return fmt.Errorf("approve the pending application: %w", err)
	}
	return s.joined(ctx, tx, u.ID)
}
