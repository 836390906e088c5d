package workflow

import (
	"context"
	"errors"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// maxEdits is how often an edit is tried.
const maxEdits = 20

// RetryStale runs an edit that is refused as stale when another one was saved
// while it was prepared. A caller who named a version gets that refusal. For one
// who named none the edit is prepared again from the newest version.
func RetryStale(version *int64, edit func() error) error {
	for n := 1; ; n++ {
		err := edit()
		if version != nil || n == maxEdits || !errors.Is(err, fault.ErrStale) {
			return err
		}
	}
}

// CheckEdit refuses staff who may not edit an item, and edits of an older
// version than the present one.
func CheckEdit(who access.Staff, item Item, version *int64) error {
	if err := MayEdit(who, item); err != nil {
		return err
	}
	if version != nil && *version != item.Version {
		return fault.ErrStale
	}
	return nil
}

// LockForEdit locks an item whose edit was prepared from a version of it, and
// refuses the edit as stale if there is a newer one.
func (r *Review) LockForEdit(ctx context.Context, tx *db.Tx, who access.Staff, prepared Item) (Item, error) {
	item, err := r.lockItem(ctx, tx, who.Scope(), prepared.ID)
	if err != nil {
		return item, err
	}
	if item.Version != prepared.Version {
		return item, fault.ErrStale
	}
	return item, nil
}

// LockForDelete locks an item and refuses staff who may not delete it.
func (r *Review) LockForDelete(ctx context.Context, tx *db.Tx, who access.Staff, id string) error {
	item, err := r.lockItem(ctx, tx, who.Scope(), id)
	if err != nil {
		return err
	}
	return MayDelete(who, item)
}
