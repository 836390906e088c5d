package db

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Insert inserts one row, given by column.
func (tx *Tx) Insert(ctx context.Context, table string, row Args) error {
	_, err := tx.insertOne(ctx, table, "", row)
	return err
}

// InsertOrIgnore inserts a row unless it breaks a unique constraint, and reports
// whether it did.
func (tx *Tx) InsertOrIgnore(ctx context.Context, table string, row Args) (inserted bool, err error) {
	n, err := tx.insertOne(ctx, table, "ON CONFLICT DO NOTHING", row)
	return n == 1, err
}

func (tx *Tx) insertOne(ctx context.Context, table, tail string, row Args) (int64, error) {
	in := insertFor(table, tail, row)
	return tx.execBound(ctx, in.text, in.appendRow(make([]any, 0, len(row)), row))
}

// QueueInsert is Insert in the way of Queue.
func (tx *Tx) QueueInsert(ctx context.Context, table string, row Args) error {
	in := insertFor(table, "", row)
	return tx.queueBound(ctx, in.text, in.appendRow(make([]any, 0, len(row)), row))
}

// InsertAll inserts rows, which all have the same columns, in as few
// statements as the engines allow. Tail is what follows VALUES, such as
// ON CONFLICT.
func (tx *Tx) InsertAll(ctx context.Context, table, tail string, rows []Args) error {
	return tx.insertRows(table, tail, rows, func(text string, args []any) error {
		_, err := tx.execBound(ctx, text, args)
		return err
	})
}

// QueueInsertAll is InsertRows in the way of Queue.
func (tx *Tx) QueueInsertAll(ctx context.Context, table, tail string, rows []Args) error {
	return tx.insertRows(table, tail, rows, func(text string, args []any) error { return tx.queueBound(ctx, text, args) })
}

func (tx *Tx) insertRows(table, tail string, rows []Args, run func(text string, args []any) error) error {
	if len(rows) == 0 {
		return nil
	}
	in := insertFor(table, tail, rows[0])
	for batch := range slices.Chunk(rows, rowsAtOnce) {
		args := make([]any, 0, len(batch)*len(in.columns))
		for _, row := range batch {
			if !in.fits(row) {
				return located(fmt.Errorf("insert into %s: a row has the columns %v, the first has %v", table, slices.Sorted(maps.Keys(row)), in.columns))
			}
			args = in.appendRow(args, row)
		}
		if err := run(in.textFor(tx.engine, len(batch)), args); err != nil {
			return err
		}
	}
	return nil
}

// insert is the statement for rows of some columns.
type insert struct {
	columns []string // sorted, so that the text is always the same
	text    string   // for one row
	head    string
	tail    string
}

func (in *insert) fits(row Args) bool {
	if len(row) != len(in.columns) {
		return false
	}
	for _, c := range in.columns {
		if _, ok := row[c]; !ok {
			return false
		}
	}
	return true
}

func (in *insert) appendRow(args []any, row Args) []any {
	for _, c := range in.columns {
		args = append(args, row[c])
	}
	return args
}

func (in *insert) textFor(engine Engine, rows int) string {
	if rows == 1 {
		return in.text
	}
	places := "(?" + strings.Repeat(", ?", len(in.columns)-1) + ")"
	text := in.head + places + strings.Repeat(", "+places, rows-1) + in.tail
	if engine == Postgres { // SQLite parses ? faster than thousands of names
		text = number(text)
	}
	return text
}

type insertKey struct{ table, tail string }

var (
	insertsMu sync.RWMutex
	inserts   = map[insertKey][]*insert{} // one for each set of columns
)

// insertFor finds or writes the statement for a row's columns.
func insertFor(table, tail string, row Args) *insert {
	key := insertKey{table, tail}
	insertsMu.RLock()
	known := inserts[key]
	insertsMu.RUnlock()
	for _, in := range known {
		if in.fits(row) {
			return in
		}
	}
	in := &insert{columns: slices.Sorted(maps.Keys(row))}
	in.head = "INSERT INTO " + table + " (" + strings.Join(in.columns, ", ") + ") VALUES "
	if tail != "" {
		in.tail = " " + tail
	}
	in.text = in.head + number("(?"+strings.Repeat(", ?", max(len(in.columns)-1, 0))+")") + in.tail
	insertsMu.Lock()
	defer insertsMu.Unlock()
	inserts[key] = append(inserts[key], in)
	return in
}

// number turns each ? into $1, $2 and so on.
func number(text string) string {
	var b strings.Builder
	n := 0
	for _, r := range text {
		if r != '?' {
			b.WriteRune(r)
			continue
		}
		n++
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}
