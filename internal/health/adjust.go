package health

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// lastHour is the hour that adjustments by staff go to.
const lastHour = 23

// adjustment is steps that were added to an hour.
type adjustment struct {
	ID        string     `db:"id"`
	UserID    string     `db:"user_id"`
	Day       clock.Date `db:"day"`
	Hour      int        `db:"hour"`
	StaffID   *string    `db:"staff_id"`
	CreatedAt time.Time  `db:"created_at"`
	Amount
}

// change is what the audit log shows of an adjustment.
type change struct {
	Date  clock.Date `json:"date"`
	Steps int64      `json:"steps"`
}

// Adjust adds steps to the last hour of the day of a user within reach.
func (s *Service) Adjust(ctx context.Context, who access.Staff, userID string, date clock.Date, steps int64) error {
	if clock.Today(s.Clock).Before(date) {
		return fault.Invalid(ruleFuture.On("date"))
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := checkReach(ctx, tx, who, userID); err != nil {
			return err
		}
		days, err := loadDays(ctx, tx, []string{userID}, []clock.Date{date}, 0)
		if err != nil {
			return err
		}
		a := adjustment{ID: newID(), UserID: userID, Day: date, Hour: lastHour, StaffID: &who.ID, CreatedAt: s.Clock.Now(),
			Amount: days.members[0].body().Amount(steps)}
		if err := s.saveAdjustments(ctx, tx, days, a); err != nil {
			return err
		}
		return s.record(ctx, tx, audit.Entry{Subject: auditSubject, ID: a.ID, UserID: userID, After: change{date, steps}})
	})
}

// TakeBackAdjustment undoes an adjustment.
func (s *Service) TakeBackAdjustment(ctx context.Context, who access.Staff, id string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		a, err := findAdjustment(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := checkReach(ctx, tx, who, a.UserID); err != nil {
			return err
		}
		days, err := loadDays(ctx, tx, []string{a.UserID}, []clock.Date{a.Day}, 0)
		if err != nil {
			return err
		}
		// When two take it back at once, the second is refused here.
		if err := updateTakenBack(ctx, tx, id, s.Clock.Now()); err != nil {
			return err
		}
		days.day(a.UserID, a.Day).adjust(a.Hour, Amount{}.Minus(a.Amount))
		if err := s.saveDays(ctx, tx, days); err != nil {
			return err
		}
		return s.record(ctx, tx, audit.Entry{Subject: auditSubject, ID: id, UserID: a.UserID, Before: change{a.Day, a.Steps}})
	})
}

// AdjustByService adds the steps of each row to the hour in which it ends, all
// or nothing. Unlike in a sync, rows that overlap or repeat add up.
func (s *Service) AdjustByService(ctx context.Context, reports []Report) error {
	var ids []string
	var dates []clock.Date
	var all []adjustment
	for _, r := range reports {
		ids = append(ids, r.UserID)
		for _, row := range r.Rows {
			end := time.UnixMilli(row.End - 1) // what ends on the hour belongs to the hour before
			a := adjustment{ID: newID(), UserID: r.UserID, Day: clock.DateOf(end), Hour: end.In(clock.HongKong).Hour(),
				CreatedAt: s.Clock.Now(), Amount: row.Body.Amount(row.Steps)}
			indexIn(&dates, a.Day)
			all = append(all, a)
		}
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		days, err := loadDays(ctx, tx, ids, dates, 0)
		if err != nil {
			return err
		}
		return s.saveAdjustments(ctx, tx, days, all...)
	})
}

// saveAdjustments adds adjustments to loaded days and writes both.
func (s *Service) saveAdjustments(ctx context.Context, tx *db.Tx, days *daySet, all ...adjustment) error {
	for _, a := range all {
		days.day(a.UserID, a.Day).adjust(a.Hour, a.Amount)
	}
	if err := insertAdjustments(ctx, tx, all); err != nil {
		return err
	}
	return s.saveDays(ctx, tx, days)
}

func (s *Service) record(ctx context.Context, tx *db.Tx, e audit.Entry) error {
	if err := s.Audit.Record(ctx, tx, e); err != nil {
		return fmt.Errorf("record the adjustment: %w", err)
	}
	return nil
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }
