// Package privacy is what people may ask about themselves: everything that is
// held about them, and that it be erased. Each area says for its tables how a
// person's rows are found, shown and erased; a table with a user column that no
// area speaks for fails a test.
package privacy

import (
	"context"
	"fmt"
	"slices"

	"hearten/internal/platform/db"
)

// Table is where an area keeps something about people.
type Table struct {
	Name   string
	Column string // holds the person's id
	// Hidden are columns that are not shown: secrets and the system's own.
	Hidden []string
	// Erase says what becomes of the rows when the person leaves.
	Erase Erase
	// Blank are the columns that Blanked empties, with what they become.
	Blank map[string]string
}

// Erase is what becomes of a person's rows.
type Erase int

// The ways. Kept rows hold nothing but ids and numbers.
const (
	Deleted Erase = iota + 1
	Kept
	Blanked
)

// Area is what one area of the product holds about people.
type Area struct {
	Name   string
	Tables []Table
	// Also erases what is not in a table, in the same transaction.
	Also func(ctx context.Context, tx *db.Tx, userID string) error
}

// Register is all areas.
type Register struct{ areas []Area }

// New builds the register.
func New(areas ...Area) *Register { return &Register{areas} }

// Tables lists every table that an area speaks for.
func (r *Register) Tables() []Table {
	var all []Table
	for _, a := range r.areas {
		all = append(all, a.Tables...)
	}
	return all
}

// Export reads everything held about a person, by area and table.
func (r *Register) Export(ctx context.Context, from db.Reader, userID string) (map[string]map[string][]map[string]any, error) {
	all := map[string]map[string][]map[string]any{}
	for _, a := range r.areas {
		if all[a.Name] == nil { // areas may share a name
			all[a.Name] = map[string][]map[string]any{}
		}
		for _, t := range a.Tables {
			rows, err := t.rows(ctx, from, userID)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", t.Name, err)
			}
			for _, row := range rows {
				for column := range row {
					if slices.Contains(t.Hidden, column) {
						delete(row, column)
					}
				}
			}
			all[a.Name][t.Name] = append(rows, all[a.Name][t.Name]...) // a table may be listed once for each column
		}
	}
	return all, nil
}

// Erase makes a person be forgotten, in the caller's transaction.
func (r *Register) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	for _, a := range r.areas {
		if a.Also != nil {
			if err := a.Also(ctx, tx, userID); err != nil {
				return fmt.Errorf("%s: %w", a.Name, err)
			}
		}
		for _, t := range a.Tables {
			if err := t.erase(ctx, tx, userID); err != nil {
				return fmt.Errorf("%s: %w", t.Name, err)
			}
		}
	}
	return nil
}
