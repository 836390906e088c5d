package perf

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"hearten/internal/platform/db"
)

// Baselines are written with numbered placeholders, as database/sql takes them.
// These functions let seeds and baselines run through package db too.

var numbered = regexp.MustCompile(`\$(\d+)`)

// named turns $1 into @p1, with the values by these names.
func named(text string, values ...any) (string, db.Args) {
	args := make(db.Args, len(values))
	for i, v := range values {
		args["p"+strconv.Itoa(i+1)] = v
	}
	return numbered.ReplaceAllString(text, "@p$1"), args
}

// number turns each ? into $1, $2 and so on.
func number(text string) string {
	n := 0
	return regexp.MustCompile(`\?`).ReplaceAllStringFunc(text, func(string) string {
		n++
		return "$" + strconv.Itoa(n)
	})
}

// insertAll inserts n rows, given by comma-separated columns and their values.
func insertAll(ctx context.Context, tx *db.Tx, table, columns, tail string, n int, values func(i int) []any) error {
	names := strings.FieldsFunc(columns, func(r rune) bool { return strings.ContainsRune(", \t\n", r) })
	rows := make([]db.Args, n)
	for i := range rows {
		row := values(i)
		if len(row) != len(names) {
			return fmt.Errorf("%s: %d values for %d columns", table, len(row), len(names))
		}
		rows[i] = make(db.Args, len(names))
		for k, name := range names {
			rows[i][name] = row[k]
		}
	}
	return tx.InsertAll(ctx, table, tail, rows)
}
