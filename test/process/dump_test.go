package process

import (
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hearten/test/bench"
)

// tables is every row of every table, as text.
func tables(t *testing.T, s settings) map[string]bool {
	t.Helper()
	handle := s.open(t)
	list := `SELECT name FROM sqlite_master WHERE type = 'table'`
	if s["HEARTEN_DATABASE_URL"] != "" {
		list = `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`
	}
	all := map[string]bool{}
	names := rowsOf(t, handle, list)
	for _, name := range names {
		for _, row := range rowsOf(t, handle, "SELECT * FROM "+strings.Trim(name, " |")) {
			all[name+row] = true
		}
	}
	if len(names) < 10 || len(all) == 0 {
		t.Fatalf("%d rows of %d tables were found", len(all), len(names))
	}
	return all
}

func rowsOf(t *testing.T, handle *sql.DB, query string) (texts []string) {
	t.Helper()
	rows, err := handle.Query(query)
	bench.Must(t, err)
	defer rows.Close()
	columns, err := rows.Columns()
	bench.Must(t, err)
	for rows.Next() {
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(any)
		}
		bench.Must(t, rows.Scan(values...))
		var text strings.Builder
		for _, v := range values {
			value := *v.(*any)
			if raw, ok := value.([]byte); ok {
				value = string(raw)
			}
			fmt.Fprintf(&text, "%v | ", value)
		}
		texts = append(texts, text.String())
	}
	bench.Must(t, rows.Err())
	return texts
}

// added is what one dump has more than another.
func added(before, after map[string]bool) (rows []string) {
	for row := range after {
		if !before[row] {
			rows = append(rows, row)
		}
	}
	return rows
}

// folder is the content of every file of the installation.
func folder(t *testing.T, s settings) (contents []string) {
	t.Helper()
	bench.Must(t, filepath.WalkDir(s["HEARTEN_DATA"], func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		contents = append(contents, string(content))
		return err
	}))
	return contents
}
