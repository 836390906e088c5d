package workflow

import (
	"context"
	"strconv"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

// TargetsFrom are the Targets of a staff member from a status in a path.
func TargetsFrom(who access.Staff, status string) ([]Status, error) {
	n, err := strconv.Atoi(status)
	if err != nil || !Status(n).Known() {
		return nil, fault.ErrNotFound
	}
	return Targets(who.Role.Code, Status(n)), nil
}

// Logs lists what happened to an item, newest first.
func (r *Review) Logs(ctx context.Context, who access.Staff, id string, p page.Request) (page.Of[Line], error) {
	if err := r.checkExists(ctx, who.Scope(), id); err != nil {
		return page.Of[Line]{}, err
	}
	return r.listLines(ctx, id, p)
}

// LogCount is how many lines an item's log has.
func (r *Review) LogCount(ctx context.Context, who access.Staff, id string) (int64, error) {
	if err := r.checkExists(ctx, who.Scope(), id); err != nil {
		return 0, err
	}
	return r.countLines(ctx, id)
}

// Counts is how many items each status has; narrow adds the area's own
// conditions.
func (r *Review) Counts(ctx context.Context, who access.Staff, narrow func(*db.Filter)) (map[Status]int64, error) {
	where := InReach(who.Scope())
	if narrow != nil {
		narrow(where)
	}
	return r.countByStatus(ctx, where)
}

// Waiting is how many items wait for this staff member's approval.
func (r *Review) Waiting(ctx context.Context, who access.Staff) (int64, error) {
	statuses := approves(who.Role.Code)
	if len(statuses) == 0 {
		return 0, nil
	}
	editor := who.ID
	if who.Role.Code == admin {
		editor = "" // administrators may approve their own edits
	}
	return r.countWaiting(ctx, who.Scope(), statuses, editor)
}

// CountExisting is how many of the items exist, listed or not.
func (r *Review) CountExisting(ctx context.Context, from db.Reader, ids []string) (int, error) {
	return r.countItems(ctx, from, ids)
}
