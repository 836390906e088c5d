package article

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// Reorder puts the articles of a part in another order. They share the places
// that they have among themselves, so that no other article moves.
func (s *Service) Reorder(ctx context.Context, who access.Staff, p Part, ids []string) ([]Summary, error) {
	var after []Summary
	err := s.DB.Write(ctx, func(tx *db.Tx) error {
		before, err := listInOrder(ctx, tx, who.Scope(), p)
		if err != nil {
			return err
		}
		shifts, ok := shift(before, ids)
		if !ok {
			return errOtherOrder
		}
		if err := applyShifts(ctx, tx, shifts); err != nil {
			return err
		}
		if after, err = listInOrder(ctx, tx, who.Scope(), p); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: "article order", Before: idsOf(before), After: ids})
	})
	return after, err
}

func idsOf(list []Summary) []string {
	ids := make([]string, len(list))
	for i, a := range list {
		ids[i] = a.ID
	}
	return ids
}
