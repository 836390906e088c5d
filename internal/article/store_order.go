package article

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/workflow"
)

// hasPlace is the condition of articles that have a place in the members' list.
const hasPlace = "articles.status IN (" + workflow.ReadySQL + ", " + workflow.ListedSQL + ") AND articles.deleted_at IS NULL"

// takePlaces reserves the next n places and gives the highest.
func takePlaces(ctx context.Context, tx *db.Tx, n int) (top int64, err error) {
	if n == 0 {
		return 0, nil
	}
	return db.Value[int64](ctx, tx, `UPDATE article_places SET top = top + @n WHERE id = 1 RETURNING top`, db.Args{"n": n})
}

func updatePlace(ctx context.Context, tx *db.Tx, id string, place int64) error {
	return tx.ExecOne(ctx, `UPDATE articles SET ordering = @place, placed = FALSE WHERE id = @id`, db.Args{"id": id, "place": place})
}

func listInOrder(ctx context.Context, r db.Reader, scope access.Scope, p Part) ([]Summary, error) {
	where := workflow.InReach(scope).And(hasPlace)
	ofCategory(p.Category)(where)
	if p.Subcategory != 0 {
		where.And("subcategory = @subcategory", db.Args{"subcategory": p.Subcategory})
	}
	return db.All[Summary](ctx, r,
		`SELECT `+summaryColumns+` FROM articles WHERE `+where.SQL()+` ORDER BY ordering DESC, id DESC`, where.Args())
}

// shiftsAtOnce bounds the arguments of a statement.
const shiftsAtOnce = 200

// applyShifts writes new places where the old ones are as they were read. If
// someone else reorders at the same moment, the second is refused.
func applyShifts(ctx context.Context, tx *db.Tx, all []shifted) error {
	for group := range slices.Chunk(all, shiftsAtOnce) {
		args := db.Args{}
		rows := make([]string, len(group))
		for i, s := range group {
			n := strconv.Itoa(i)
			rows[i] = "(CAST(@id" + n + " AS TEXT), CAST(@from" + n + " AS BIGINT), CAST(@to" + n + " AS BIGINT))"
			args["id"+n], args["from"+n], args["to"+n] = s.id, s.from, s.to
		}
		n, err := tx.Exec(ctx, `
			WITH shifts (id, old_place, new_place) AS (VALUES `+strings.Join(rows, ", ")+`)
			UPDATE articles SET ordering = shifts.new_place, placed = TRUE FROM shifts
			WHERE articles.id = shifts.id AND articles.ordering = shifts.old_place AND `+hasPlace, args)
		if err != nil {
			return err
		}
		if n != int64(len(group)) {
			return errOtherOrder
		}
	}
	return nil
}
