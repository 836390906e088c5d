package db

import (
	"errors"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Error is what the database said, and which statement of the program it said
// it to.
type Error struct {
	// Place is the file and line that called this package, such as
	// survey/store.go:71.
	Place string
	Err   error
}

func (e *Error) Error() string { return e.Place + ": " + e.Err.Error() }

// Unwrap gives what the database said.
func (e *Error) Unwrap() error { return e.Err }

// located adds the caller's place to an error that has none.
func located(err error) error {
	if err == nil || hasPlace(err) {
		return err
	}
	return &Error{calledFrom().place(), err}
}

func hasPlace(err error) bool {
	var e *Error
	return errors.As(err, &e)
}

// callers is a part of a call stack; its place is looked up only for an error.
type callers [16]uintptr

func calledFrom() (c callers) {
	runtime.Callers(2, c[:])
	return c
}

// place is the first caller outside this package and outside package page,
// which runs the queries of others.
func (c callers) place() string {
	frames := runtime.CallersFrames(c[:])
	inPage := ""
	for {
		frame, more := frames.Next()
		switch folder := folderOf(frame.Function); folder {
		case "", "platform/db":
		case "platform/page":
			if inPage == "" {
				inPage = lineOf(folder, frame)
			}
		case "runtime": // a goroutine of page ends here
			return inPage
		default:
			return lineOf(folder, frame)
		}
		if !more {
			return inPage
		}
	}
}

func lineOf(folder string, frame runtime.Frame) string {
	file := filepath.Base(frame.File)
	if strings.HasSuffix(file, "_test.go") {
		folder = strings.TrimSuffix(folder, "_test")
	}
	return folder + "/" + file + ":" + strconv.Itoa(frame.Line)
}

// folderOf is the folder of a function's package below internal, or below the
// module.
func folderOf(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	if dot := strings.IndexByte(function[slash:], '.'); dot >= 0 {
		function = function[:slash+dot]
	}
	return strings.TrimPrefix(strings.TrimPrefix(function, "hearten/"), "internal/")
}

// IsNone reports whether a query found nothing.
func IsNone(err error) bool { return errors.Is(err, ErrNone) }

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
