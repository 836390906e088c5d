package db

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Table is a table as the engines have it, for whoever moves data as a whole.
type Table struct {
	Name    string  `json:"name"`
	Columns []Field `json:"columns"`
}

// Field is a column and what its values are.
type Field struct {
	Name string `json:"name"`
	Kind Kind   `json:"kind"`
}

// Kind is what a column's values are, whatever the engine calls it.
type Kind string

// The kinds, with the Go type that stands for each.
const (
	Text  Kind = "text"  // string
	Int   Kind = "int"   // int64
	Float Kind = "float" // float64
	Bool  Kind = "bool"  // bool
	Time  Kind = "time"  // time.Time in UTC
	Day   Kind = "day"   // string, YYYY-MM-DD
	Bytes Kind = "bytes" // []byte
)

var kindOf = map[string]Kind{
	"text": Text, "bigint": Int, "integer": Int, "smallint": Int, "int": Int, "real": Float, "double precision": Float, "boolean": Bool,
	"datetime": Time, "timestamp with time zone": Time, "date": Day, "blob": Bytes, "bytea": Bytes,
}

// versions is the table of the migrations; it belongs to the schema, not to the
// data.
const versions = "goose_db_version"

// derived are the columns that the database fills by itself, one engine by a
// trigger and the other as generated.
var derived = map[string]bool{"users.public_names": true, "users.staff_names": true}

type columnRow struct {
	Table string `db:"table_name"`
	Name  string `db:"column_name"`
	Type  string `db:"data_type"`
}

type linkRow struct {
	From string `db:"from_table"`
	To   string `db:"to_table"`
}

var schemaQueries = map[Engine]struct{ columns, links string }{
	SQLite: {
		columns: `
			SELECT t.name AS table_name, c.name AS column_name, c.type AS data_type
			FROM sqlite_master t, pragma_table_info(t.name) c
			WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid`,
		links: `
			SELECT DISTINCT t.name AS from_table, f."table" AS to_table
			FROM sqlite_master t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`,
	},
	Postgres: {
		columns: `
			SELECT c.table_name, c.column_name, c.data_type
			FROM information_schema.columns c
			JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
			WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
			ORDER BY c.table_name COLLATE "C", c.ordinal_position`,
		links: `
			SELECT DISTINCT f.relname AS from_table, t.relname AS to_table
			FROM pg_constraint k JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
			WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace`,
	},
}

// Tables lists the tables that hold data, those that are referred to first.
// Columns that the database fills by itself are not data.
func (d *DB) Tables(ctx context.Context, r Reader) ([]Table, error) {
	columns, err := All[columnRow](ctx, r, schemaQueries[d.engine].columns)
	if err != nil {
		return nil, err
	}
	var tables []Table
	for _, c := range columns {
		if c.Table == versions || derived[c.Table+"."+c.Name] {
			continue
		}
		if len(tables) == 0 || tables[len(tables)-1].Name != c.Table {
			tables = append(tables, Table{Name: c.Table})
		}
		kind, ok := kindOf[strings.ToLower(c.Type)]
		if !ok {
			return nil, fmt.Errorf("%s.%s is of type %s, which cannot be moved", c.Table, c.Name, c.Type)
		}
		t := &tables[len(tables)-1]
		t.Columns = append(t.Columns, Field{c.Name, kind})
	}
	links, err := All[linkRow](ctx, r, schemaQueries[d.engine].links)
	if err != nil {
		return nil, err
	}
	return inOrder(tables, links)
}

// inOrder puts tables behind those they refer to.
func inOrder(tables []Table, links []linkRow) ([]Table, error) {
	waits := map[string]map[string]bool{}
	for _, l := range links {
		if l.From == l.To {
			continue
		}
		if waits[l.From] == nil {
			waits[l.From] = map[string]bool{}
		}
		waits[l.From][l.To] = true
	}
	var out []Table
	placed := map[string]bool{}
	for len(out) < len(tables) {
		before := len(out)
		for _, t := range tables {
			ready := !placed[t.Name]
			for other := range waits[t.Name] {
				ready = ready && placed[other]
			}
			if ready {
				placed[t.Name] = true
				out = append(out, t)
			}
		}
		if len(out) == before {
			return nil, errors.New("tables refer to each other in a circle")
		}
	}
	return out, nil
}

// ColumnList is the columns' names for a statement.
func (t Table) ColumnList() string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = `"` + c.Name + `"`
	}
	return strings.Join(names, ", ")
}

// Rows reads every row of a table, each value as its kind's Go type or nil. The
// slice is used again for the next row.
func Rows(ctx context.Context, r Reader, t Table, each func(values []any) error) error {
	rows, err := r.query(ctx, `SELECT `+t.ColumnList()+` FROM `+t.Name, nil)
	if err != nil {
		return located(err)
	}
	defer rows.Close()
	values := make([]any, len(t.Columns))
	targets := make([]any, len(values))
	for i := range values {
		targets[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return located(err)
		}
		for i, c := range t.Columns {
			if values[i], err = c.Kind.plain(values[i]); err != nil {
				return fmt.Errorf("%s.%s: %w", t.Name, c.Name, err)
			}
		}
		if err := each(values); err != nil {
			return err
		}
	}
	return located(rows.Err())
}

// plain turns what an engine gives for a value into the kind's Go type.
func (k Kind) plain(value any) (any, error) {
	switch v := value.(type) {
	case nil:
		return nil, nil
	case string:
		if k == Text {
			return v, nil
		}
		if k == Day && len(v) >= len(time.DateOnly) {
			return v[:len(time.DateOnly)], nil
		}
	case []byte:
		switch k {
		case Bytes:
			return v, nil
		case Text:
			return string(v), nil
		}
	case int64:
		switch k {
		case Int:
			return v, nil
		case Float:
			return float64(v), nil
		case Bool:
			return v != 0, nil
		}
	case float64:
		if k == Float {
			return v, nil
		}
	case bool:
		if k == Bool {
			return v, nil
		}
	case time.Time:
		switch k {
		case Time:
			return v.UTC(), nil
		case Day:
			return v.Format(time.DateOnly), nil
		}
	}
	return nil, fmt.Errorf("a value of Go type %T is not %s", value, k)
}

// Version is that of the schema; 0 for a database without one.
func (d *DB) Version(ctx context.Context, r Reader) (int64, error) {
	there, err := d.hasVersions(ctx, r)
	if err != nil || !there {
		return 0, err
	}
	return Value[int64](ctx, r, `SELECT COALESCE(MAX(version_id), 0) FROM `+versions)
}

func (d *DB) hasVersions(ctx context.Context, r Reader) (bool, error) {
	text := `SELECT COUNT(*) FROM sqlite_master WHERE name = @name`
	if d.engine == Postgres {
		text = `SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = @name`
	}
	n, err := Value[int64](ctx, r, text, Args{"name": versions})
	return n > 0, err
}
