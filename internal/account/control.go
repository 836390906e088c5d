package account

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

var errWrongState = fault.New(fault.Conflict, "帳戶狀態不容許此操作", "The account is not in a state that allows this")

// subject is how the audit log names a user.
const subject = "user"

// SetFrozen closes or opens accounts, all or none. Frozen accounts' sessions
// end at once.
func (s *Service) SetFrozen(ctx context.Context, who access.Staff, userIDs []string, frozen bool, mark string) error {
	from, to := access.Normal, access.Frozen
	if !frozen {
		from, to = access.Frozen, access.Normal
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		users, err := findAllToChange(ctx, tx, who, userIDs)
		if err != nil {
			return err
		}
		n, err := updateAll(ctx, tx, "status = ?, updated_at = ?", "status = ?", userIDs, int(to), s.clock.Now(), int(from))
		if err != nil {
			return err
		}
		if n != len(users) {
			return errWrongState
		}
		entries := make([]audit.Entry, len(users))
		for i, u := range users {
			if frozen {
				if err := s.closeDoors(ctx, tx, u.ID); err != nil {
					return err
				}
			}
			entries[i] = audit.Entry{Subject: subject, ID: u.ID, UserID: u.ID, Mark: mark}
		}
		return s.audit.Record(ctx, tx, entries...)
	})
}

// findAllToChange gives the named users if the staff member may change them all.
func findAllToChange(ctx context.Context, tx *db.Tx, who access.Staff, ids []string) ([]User, error) {
	users, err := findAllWithin(ctx, tx, who.Scope(), ids)
	if err != nil {
		return nil, err
	}
	for _, u := range users {
		if err := mayChange(who, u.Centre); err != nil {
			return nil, err
		}
	}
	return users, nil
}

// mayChange is the rule that changing free users needs their own permission.
func mayChange(who access.Staff, centre access.Centre) error {
	if centre == access.CentreOther && !who.Role.May(access.FreeUserWrite) {
		return fault.ErrForbidden
	}
	return nil
}

// responsible is who looks after a user, for the log.
type responsible struct {
	StaffID *string `json:"staffId"`
}

// AssignStaff makes a colleague of the users' centre responsible for them, or
// nobody: all or none.
func (s *Service) AssignStaff(ctx context.Context, who access.Staff, userIDs []string, staffID *string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		users, err := findAllToChange(ctx, tx, who, userIDs)
		if err != nil {
			return err
		}
		condition, args := "1 = 1", []any{staffID, s.clock.Now()}
		if staffID != nil {
			centre, err := holdStaff(ctx, tx, *staffID)
			if err != nil {
				return notFoundIfNone(err)
			}
			condition, args = "centre = ?", append(args, centre)
		}
		n, err := updateAll(ctx, tx, "staff_id = ?, updated_at = ?", condition, userIDs, args...)
		if err != nil {
			return err
		}
		if n != len(users) {
			return fault.ErrNotFound // the colleague is of another centre than one of them
		}
		entries := make([]audit.Entry, len(users))
		for i, u := range users {
			entries[i] = audit.Entry{Subject: subject, ID: u.ID, UserID: u.ID, Before: responsible{u.StaffID}, After: responsible{staffID}}
		}
		return s.audit.Record(ctx, tx, entries...)
	})
}

// UnlockCodes lets a member ask for codes again after too many wrong tries.
func (s *Service) UnlockCodes(ctx context.Context, who access.Staff, userID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		users, err := findAllToChange(ctx, tx, who, []string{userID})
		if err != nil {
			return err
		}
		u := users[0]
		u.Username = usernameKey(u.Username)
		if err := s.codes.Unlock(ctx, tx, u.names()...); err != nil {
			return err
		}
		if err := s.codes.UnlockOwner(ctx, tx, u.ID); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: userID, UserID: userID})
	})
}
