package privacy

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"hearten/internal/platform/db"
)

// rows reads what a table holds about a person.
func (t Table) rows(ctx context.Context, r db.Reader, userID string) ([]map[string]any, error) {
	return db.Maps(ctx, r, fmt.Sprintf("SELECT * FROM %s WHERE %s = @user", t.Name, t.Column), db.Args{"user": userID})
}

func (t Table) erase(ctx context.Context, tx *db.Tx, userID string) error {
	switch t.Erase {
	case Deleted:
		_, err := tx.Exec(ctx, fmt.Sprintf("DELETE FROM %s WHERE %s = @user", t.Name, t.Column), db.Args{"user": userID})
		return err
	case Blanked:
		sets := ""
		for _, column := range slices.Sorted(maps.Keys(t.Blank)) {
			if sets != "" {
				sets += ", "
			}
			sets += column + " = " + t.Blank[column]
		}
		_, err := tx.Exec(ctx, fmt.Sprintf("UPDATE %s SET %s WHERE %s = @user", t.Name, sets, t.Column), db.Args{"user": userID})
		return err
	case Kept:
		return nil
	default:
		return errors.New("nothing is said of erasing")
	}
}
