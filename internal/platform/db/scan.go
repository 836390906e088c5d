package db

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// One reads exactly one row; none is ErrNone.
func One[T any](ctx context.Context, r Reader, text string, args ...Args) (T, error) {
	var row T
	found := false
	err := each(ctx, r, text, args, func(scan func(*T) error) error {
		if found {
			return nil
		}
		found = true
		return scan(&row)
	})
	if err == nil && !found {
		err = ErrNone
	}
	return row, located(err)
}

// All reads every row; none is an empty slice, never nil.
func All[T any](ctx context.Context, r Reader, text string, args ...Args) ([]T, error) {
	rows := make([]T, 0, 16)
	err := each(ctx, r, text, args, func(scan func(*T) error) error {
		rows = append(rows, *new(T))
		return scan(&rows[len(rows)-1])
	})
	return rows, located(err)
}

// Value reads one column of one row.
func Value[T any](ctx context.Context, r Reader, text string, args ...Args) (T, error) {
	found, err := value[T](ctx, r, text, args)
	return found, located(err)
}

func value[T any](ctx context.Context, r Reader, text string, args []Args) (T, error) {
	var v T
	rows, err := query(ctx, r, text, args)
	if err != nil {
		return v, err
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return v, err
		}
		return v, ErrNone
	}
	if err := rows.Scan(&v); err != nil {
		return v, err
	}
	return v, rows.Close()
}

// Column reads one column of every row.
func Column[T any](ctx context.Context, r Reader, text string, args ...Args) ([]T, error) {
	found, err := column[T](ctx, r, text, args)
	return found, located(err)
}

func column[T any](ctx context.Context, r Reader, text string, args []Args) ([]T, error) {
	rows, err := query(ctx, r, text, args)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := []T{}
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
}

// Maps reads every row by column name, for readers who do not know the columns.
func Maps(ctx context.Context, r Reader, text string, args ...Args) ([]map[string]any, error) {
	found, err := rowMaps(ctx, r, text, args)
	return found, located(err)
}

func rowMaps(ctx context.Context, r Reader, text string, args []Args) ([]map[string]any, error) {
	rows, err := query(ctx, r, text, args)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	out := []map[string]any{}
	for rows.Next() {
		values := make([]any, len(columns))
		targets := make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		row := make(map[string]any, len(columns))
		for i, c := range columns {
			row[c] = values[i]
		}
		out = append(out, row)
	}
	return out, rows.Err()
}

// query binds the arguments and runs the query.
func query(ctx context.Context, r Reader, text string, args []Args) (rows, error) {
	text, values, err := bind(text, args)
	if err != nil {
		return nil, err
	}
	return r.query(ctx, text, values)
}

func each[T any](ctx context.Context, r Reader, text string, args []Args, row func(scan func(*T) error) error) error {
	rows, err := query(ctx, r, text, args)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	plan, err := planFor(reflect.TypeFor[T](), columns)
	if err != nil {
		return err
	}
	targets := make([]any, len(columns))
	scan := func(into *T) error {
		v := reflect.ValueOf(into).Elem()
		for i, path := range plan {
			targets[i] = v.FieldByIndex(path).Addr().Interface()
		}
		return rows.Scan(targets...)
	}
	for rows.Next() {
		if err := row(scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

type planKey struct {
	typ     reflect.Type
	columns string
}

var plans sync.Map // planKey → [][]int

// planFor finds the field of each column: the one tagged with its name. A
// column without a field is a mistake in the program and is said so.
func planFor(t reflect.Type, columns []string) ([][]int, error) {
	key := planKey{t, strings.Join(columns, ",")}
	if p, ok := plans.Load(key); ok {
		return p.([][]int), nil
	}
	fields := map[string][]int{}
	for _, f := range reflect.VisibleFields(t) {
		if name := f.Tag.Get("db"); name != "" {
			fields[name] = f.Index
		}
	}
	plan := make([][]int, len(columns))
	for i, c := range columns {
		index, ok := fields[c]
		if !ok {
			return nil, fmt.Errorf("column %q has no field in %s", c, t)
		}
		plan[i] = index
	}
	plans.Store(key, plan)
	return plan, nil
}
