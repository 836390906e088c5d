package db

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// IsUnique reports whether the error is the violation of that unique
// constraint. Constraints are named uq_<table>__<column>[_<column>…]; SQLite
// tells the columns and PostgreSQL the name, and both lead here.
func IsUnique(err error, constraint string) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == "23505" && pg.ConstraintName == constraint
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) && (lite.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || lite.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY) {
		return sqliteConstraint(lite.Error()) == constraint
	}
	return false
}

// sqliteConstraint turns "… UNIQUE constraint failed: staff.email (2067)" into
// uq_staff__email.
func sqliteConstraint(message string) string {
	_, list, ok := strings.Cut(message, "constraint failed: ")
	if !ok {
		return ""
	}
	if i := strings.LastIndex(list, " ("); i > 0 {
		list = list[:i]
	}
	if _, name, ok := strings.Cut(list, "UNIQUE constraint failed: "); ok {
		list = name
	}
	if name, ok := strings.CutPrefix(list, "index '"); ok {
		return strings.TrimSuffix(name, "'")
	}
	table := ""
	var columns []string
	for _, c := range strings.Split(list, ", ") {
		t, column, _ := strings.Cut(c, ".")
		table = t
		columns = append(columns, column)
	}
	return "uq_" + table + "__" + strings.Join(columns, "_")
}

// isConflict reports whether the engine asks to run the transaction again.
func isConflict(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// NoneAs replaces ErrNone by another error, such as fault.ErrNotFound, and
// leaves every other error as it is.
func NoneAs(err, instead error) error {
	if IsNone(err) {
		return instead
	}
	return err
}
