package account

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Listed is a line of a centre's member list.
type Listed struct {
	Centre        access.Centre
	ServiceNumber string
	Phone         string // empty when it is not known
	Email         string
	Birthday      clock.Date
	DistrictID    string
}

// ListChange is what an import does to the member lists.
type ListChange struct {
	Created   int `json:"created"`
	Updated   int `json:"updated"`
	Unchanged int `json:"unchanged"`
}

// CompareList says what an import of the lines would do.
func (s *Service) CompareList(ctx context.Context, who access.Staff, lines []Listed) (ListChange, error) {
	change, _, err := s.compareList(ctx, s.db, who.Scope(), lines)
	return change, err
}

// ImportList adds lines to the centres' member lists and replaces those with
// the same number. Each number stands in the lines once a centre.
func (s *Service) ImportList(ctx context.Context, who access.Staff, lines []Listed) (change ListChange, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		var fresh []listed
		if change, fresh, err = s.compareList(ctx, tx, who.Scope(), lines); err != nil {
			return err
		}
		if err := saveList(ctx, tx, fresh, s.clock.Now()); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: "member list", ID: string(who.Scope().Centre()), After: change})
	})
	return change, err
}

// compareList tells what would change, and the lines to be written for it.
func (s *Service) compareList(ctx context.Context, r db.Reader, scope access.Scope, lines []Listed) (ListChange, []listed, error) {
	type place struct{ centre, number string }
	stored, err := readList(ctx, r, scope)
	if err != nil {
		return ListChange{}, nil, err
	}
	known := make(map[place]listed, len(stored))
	for _, l := range stored {
		known[place{l.Centre, l.ServiceNumber}] = l
	}
	var change ListChange
	var fresh []listed
	for _, line := range lines {
		l := s.hashed(line)
		old, ok := known[place{l.Centre, l.ServiceNumber}]
		switch {
		case !ok:
			change.Created++
		case old.same(l):
			change.Unchanged++
			continue
		default:
			change.Updated++
		}
		fresh = append(fresh, l)
	}
	return change, fresh, nil
}

// hashed is a line as it is stored: addresses can be recognised, not read.
func (s *Service) hashed(l Listed) listed {
	hash := func(address string) *string {
		if address == "" {
			return nil
		}
		return new(s.keys.Hash(listPurpose, address))
	}
	return listed{string(l.Centre), l.ServiceNumber, hash(l.Phone), hash(l.Email), l.Birthday, &l.DistrictID}
}

func (l listed) same(other listed) bool {
	equal := func(a, b *string) bool { return orEmpty(a) == orEmpty(b) }
	return equal(l.PhoneHash, other.PhoneHash) && equal(l.EmailHash, other.EmailHash) &&
		l.Birthday == other.Birthday && equal(l.DistrictID, other.DistrictID)
}
