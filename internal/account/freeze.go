package account

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// SetFrozen freezes accounts or opens them again, all or none. The sessions of
// frozen accounts end at once.
func (s *Service) SetFrozen(ctx context.Context, who access.Staff, userIDs []string, frozen bool, remark string) error {
	from, to := access.Normal, access.Frozen
	if !frozen {
		from, to = access.Frozen, access.Normal
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		users, err := findToChange(ctx, tx, who, userIDs)
		if err != nil {
			return err
		}
		n, err := setStatusOf(ctx, tx, userIDs, from, to, s.Clock.Now())
		if err != nil {
			return err
		}
		if int(n) != len(users) {
			return errWrongState
		}
		entries := make([]audit.Entry, len(users))
		for i, u := range users {
			if frozen {
				if err := s.endSessions(ctx, tx, u.ID); err != nil {
					return err
				}
			}
			entries[i] = audit.Entry{Subject: subject, ID: u.ID, UserID: u.ID, Mark: remark}
		}
		return s.Audit.Record(ctx, tx, entries...)
	})
}

// findToChange reads the named users if the staff member may change them all;
// one out of reach is not found, and so are all.
func findToChange(ctx context.Context, tx *db.Tx, who access.Staff, ids []string) ([]User, error) {
	users, err := listWithin(ctx, tx, who.Scope(), ids)
	if err != nil {
		return nil, err
	}
	if err := errIfMissing(len(users), ids); err != nil {
		return nil, err
	}
	for _, u := range users {
		if err := mayChange(who, u.Centre); err != nil {
			return nil, err
		}
	}
	return users, nil
}

// UnlockCodes lets a user ask for codes again after too many wrong tries.
func (s *Service) UnlockCodes(ctx context.Context, who access.Staff, userID string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		users, err := findToChange(ctx, tx, who, []string{userID})
		if err != nil {
			return err
		}
		u := users[0]
		u.Username = usernameKey(u.Username)
		if err := s.Codes.Unlock(ctx, tx, u.names()...); err != nil {
			return err
		}
		if err := s.Codes.UnlockOwner(ctx, tx, u.ID); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: userID, UserID: userID})
	})
}
