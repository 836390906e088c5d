package account

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// responsible is the staff member who is responsible for a user, for the log.
type responsible struct {
	StaffID *string `json:"staffId"`
}

// AssignStaff makes a staff member of the users' centre responsible for them,
// or, for nil, nobody: all or none.
func (s *Service) AssignStaff(ctx context.Context, who access.Staff, userIDs []string, staffID *string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		users, err := findToChange(ctx, tx, who, userIDs)
		if err != nil {
			return err
		}
		n, err := s.assign(ctx, tx, userIDs, staffID)
		if err != nil {
			return err
		}
		if int(n) != len(users) {
			return fault.ErrNotFound // the staff member is of another centre than one of them
		}
		entries := make([]audit.Entry, len(users))
		for i, u := range users {
			entries[i] = audit.Entry{Subject: subject, ID: u.ID, UserID: u.ID, Before: responsible{u.StaffID}, After: responsible{staffID}}
		}
		return s.Audit.Record(ctx, tx, entries...)
	})
}

func (s *Service) assign(ctx context.Context, tx *db.Tx, userIDs []string, staffID *string) (int64, error) {
	if staffID == nil {
		return clearStaffOf(ctx, tx, userIDs, s.Clock.Now())
	}
	centre, err := lockStaff(ctx, tx, *staffID)
	if err != nil {
		return 0, db.NoneAs(err, fault.ErrNotFound)
	}
	return setStaffOf(ctx, tx, userIDs, *staffID, centre, s.Clock.Now())
}

// Unassign leaves a staff member's users without one, except those of the
// centre that is kept; "" keeps none.
func (s *Service) Unassign(ctx context.Context, tx *db.Tx, staffID string, kept access.Centre) error {
	ids, err := clearStaff(ctx, tx, staffID, kept, s.Clock.Now())
	if err != nil {
		return err
	}
	entries := make([]audit.Entry, len(ids))
	for i, id := range ids {
		entries[i] = audit.Entry{Subject: subject, ID: id, UserID: id, Before: responsible{&staffID}, After: responsible{}}
	}
	return s.Audit.Record(ctx, tx, entries...)
}
