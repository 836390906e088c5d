package page

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"hearten/internal/platform/db"
)

// args are the values of the filter, and those of Args that a statement names.
func (q Query) args(text string) db.Args {
	all := db.Used(text, q.Args)
	for name, value := range q.Filter.Args() {
		all[name] = value
	}
	return all
}

// total counts the rows of all pages.
func (q Query) total(ctx context.Context, d *db.DB) (int64, error) {
	if q.Total != nil {
		return q.Total(ctx)
	}
	text := "SELECT COUNT(*) FROM " + cmp.Or(q.Core, q.From) + " WHERE " + q.Filter.SQL()
	return d.Count(ctx, text, q.args(text))
}

// counted is a total that is being counted.
type counted struct {
	total int64
	err   error
}

// count begins counting and hands out what it will come to.
func (q Query) count(ctx context.Context, d *db.DB) <-chan counted {
	result := make(chan counted, 1)
	go func() {
		total, err := q.total(ctx, d)
		result <- counted{total, err}
	}()
	return result
}

// rows is the statement of a page.
func (q Query) rows(order string, sorts []Sort, size, offset int) string {
	where := q.Filter.SQL()
	// Literals, not arguments: SQLite plans anew for a bound LIMIT.
	limit := fmt.Sprintf("ORDER BY %s LIMIT %d OFFSET %d", order, size, offset)
	if q.Core == "" || slices.ContainsFunc(sorts, func(s Sort) bool { return s.Beyond }) {
		return fmt.Sprintf("SELECT %s FROM %s WHERE %s %s", q.Select, q.From, where, limit)
	}
	return fmt.Sprintf("SELECT %s FROM %s WHERE %s IN (SELECT %s FROM %s WHERE %s %s) ORDER BY %s",
		q.Select, q.From, q.Tie, q.Tie, q.Core, where, limit, order)
}
