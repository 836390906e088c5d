package article

import (
	"context"
	"slices"
	"strings"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// Part is a part of the members' list that staff put in order; zero is all.
type Part struct {
	Category    Category
	Subcategory int
}

// Order lists the articles of a part that are ready or listed, as members will
// see them.
func (s *Service) Order(ctx context.Context, who access.Staff, p Part) ([]Summary, error) {
	return inOrder(ctx, s.db, who.Scope(), p)
}

// Reorder puts the articles of a part in another order. They share the places
// that they have among themselves, so that nothing else moves.
func (s *Service) Reorder(ctx context.Context, who access.Staff, p Part, ids []string) ([]Summary, error) {
	var after []Summary
	err := s.db.Write(ctx, func(tx *db.Tx) error {
		before, err := inOrder(ctx, tx, who.Scope(), p)
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
		if after, err = inOrder(ctx, tx, who.Scope(), p); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: "article order", Before: idsOf(before), After: ids})
	})
	return after, err
}

// shifted is an article that gets another's place.
type shifted struct {
	id       string
	from, to int64
}

// shift pairs the ids with the places, highest first; ids that are not exactly
// those of the list fit nowhere.
func shift(list []Summary, ids []string) ([]shifted, bool) {
	has := make(map[string]int64, len(list))
	for _, a := range list {
		has[a.ID] = a.Ordering
	}
	if len(ids) != len(list) {
		return nil, false
	}
	all := make([]shifted, len(ids))
	for i, id := range ids {
		from, ok := has[id]
		if !ok {
			return nil, false // unknown, or named twice
		}
		delete(has, id)
		all[i] = shifted{id, from, list[i].Ordering}
	}
	// In the order of ids, in which everyone takes rows.
	slices.SortFunc(all, func(a, b shifted) int { return strings.Compare(a.id, b.id) })
	return all, true
}

func idsOf(list []Summary) []string {
	ids := make([]string, len(list))
	for i, a := range list {
		ids[i] = a.ID
	}
	return ids
}

func inOrder(ctx context.Context, r db.Reader, scope access.Scope, p Part) ([]Summary, error) {
	where := within(scope).And("status IN (4, 5)")
	if p.Category != 0 {
		where.And("category = ?", int(p.Category))
	}
	if p.Subcategory != 0 {
		where.And("subcategory = ?", p.Subcategory)
	}
	text, args := where.SQL()
	return db.All[Summary](ctx, r, `SELECT `+summaryColumns+` FROM articles WHERE `+text+` ORDER BY ordering DESC, id DESC`, args...)
}

// shiftsAtOnce bounds the arguments of a statement.
const shiftsAtOnce = 200

// applyShifts is guarded by the places that were read: when someone reorders at
// the same moment, the second finds them changed.
func applyShifts(ctx context.Context, tx *db.Tx, all []shifted) error {
	for group := range slices.Chunk(all, shiftsAtOnce) {
		var args []any
		values := ""
		for i, s := range group {
			if i > 0 {
				values += ", "
			}
			values += "(CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS BIGINT))"
			args = append(args, s.id, s.from, s.to)
		}
		n, err := tx.Exec(ctx, db.Number(`
			WITH shifts (id, old_place, new_place) AS (VALUES `+values+`)
			UPDATE articles SET ordering = shifts.new_place, placed = TRUE FROM shifts
			WHERE articles.id = shifts.id AND articles.ordering = shifts.old_place AND articles.status IN (4, 5) AND articles.deleted_at IS NULL`), args...)
		if err != nil {
			return err
		}
		if n != int64(len(group)) {
			return errOtherOrder
		}
	}
	return nil
}
