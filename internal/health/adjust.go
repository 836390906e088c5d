package health

import (
	"context"
	"time"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// lastHour is where staff's adjustments of a day go.
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

// Adjust adds steps to the last hour of a member's day, on behalf of staff.
func (s *Service) Adjust(ctx context.Context, who access.Staff, userID string, date clock.Date, steps int64) error {
	if clock.Today(s.clock).Before(date) {
		return fault.Invalid(ruleFuture.On("date"))
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := reach(ctx, tx, who, userID); err != nil {
			return err
		}
		days, err := s.open(ctx, tx, []string{userID}, []clock.Date{date}, 0)
		if err != nil {
			return err
		}
		a := adjustment{ID: newID(), UserID: userID, Day: date, Hour: lastHour, StaffID: &who.ID, CreatedAt: s.clock.Now(),
			Amount: days.people[0].body().Amount(steps)}
		if err := s.apply(ctx, tx, days, a); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: a.ID, UserID: userID, After: change{date, steps}})
	})
}

// TakeBack undoes an adjustment.
func (s *Service) TakeBack(ctx context.Context, who access.Staff, id string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		a, err := findAdjustment(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := reach(ctx, tx, who, a.UserID); err != nil {
			return err
		}
		days, err := s.open(ctx, tx, []string{a.UserID}, []clock.Date{a.Day}, 0)
		if err != nil {
			return err
		}
		// Of two who take it back at once, one finds it gone.
		if err := markTakenBack(ctx, tx, id, s.clock.Now()); err != nil {
			return err
		}
		days.of(a.UserID, a.Day).adjust(a.Hour, Amount{}.Minus(a.Amount))
		if err := s.close(ctx, tx, days); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: id, UserID: a.UserID, Before: change{a.Day, a.Steps}})
	})
}

// AdjustByService adds the steps of each row to the hour in which it ends: all
// or nothing. It is not a report: nothing of it overlaps or is known again.
func (s *Service) AdjustByService(ctx context.Context, reports []Report) error {
	var ids []string
	var dates []clock.Date
	var all []adjustment
	for _, r := range reports {
		ids = append(ids, r.UserID)
		for _, row := range r.Rows {
			end := time.UnixMilli(row.End - 1) // what ends on the hour belongs to the hour before
			a := adjustment{ID: newID(), UserID: r.UserID, Day: clock.DateOf(end), Hour: end.In(clock.HongKong).Hour(),
				CreatedAt: s.clock.Now(), Amount: row.Body.Amount(row.Steps)}
			indexIn(&dates, a.Day)
			all = append(all, a)
		}
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		days, err := s.open(ctx, tx, ids, dates, 0)
		if err != nil {
			return err
		}
		return s.apply(ctx, tx, days, all...)
	})
}

// apply adds adjustments to open days and writes both down.
func (s *Service) apply(ctx context.Context, tx *db.Tx, days *openDays, all ...adjustment) error {
	for _, a := range all {
		days.of(a.UserID, a.Day).adjust(a.Hour, a.Amount)
	}
	if err := insertAdjustments(ctx, tx, all); err != nil {
		return err
	}
	return s.close(ctx, tx, days)
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }
