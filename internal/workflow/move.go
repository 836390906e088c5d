package workflow

import (
	"context"
	"slices"
	"strings"
	"time"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

var ruleStatus = fault.NewRule("必須是 1 至 6", "must be 1 to 6")

// MaxBatch is how many items one call may move.
const MaxBatch = 100

// Move gives items a new status: all of them or none. It decides on what it
// holds, so that of two who approve at once the second finds it done.
func (r *Review) Move(ctx context.Context, who access.Staff, ids []string, to Status, mark string) error {
	if !to.Known() {
		return fault.Invalid(ruleStatus.On("status"))
	}
	if len(ids) == 0 {
		return fault.Invalid(fault.RuleRequired.On("ids"))
	}
	mark = strings.TrimSpace(mark)
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	return r.db.Write(ctx, func(tx *db.Tx) error {
		items, err := r.hold(ctx, tx, who.Scope(), ids)
		if err != nil {
			return err
		}
		if err := mayMoveAll(who, items, to, mark); err != nil {
			return err
		}
		now := r.clock.Now()
		moves := make([]Move, len(items))
		lines := make([]line, len(items))
		entries := make([]audit.Entry, len(items))
		for i, item := range items {
			moves[i] = Move{item, moved(item, to, now), now}
			lines[i] = line{item.ID, byStaff(who, item, to), mark, &who.ID}
			entries[i] = audit.Entry{
				Subject: r.kind.Name, ID: item.ID, Mark: mark,
				Before: statusOf(item.Status), After: statusOf(to),
			}
		}
		if err := r.apply(ctx, tx, moves, lines); err != nil {
			return err
		}
		return r.audit.Record(ctx, tx, entries...)
	})
}

type statusNote struct {
	Status Status `json:"status"`
}

func statusOf(s Status) statusNote { return statusNote{s} }

// mayMoveAll asks first whether every move exists, then whether this caller
// may make it.
func mayMoveAll(who access.Staff, items []Item, to Status, mark string) error {
	var stuck []string
	for _, item := range items {
		if !exists(item, to) {
			stuck = append(stuck, item.ID)
		}
	}
	if len(stuck) > 0 {
		return errNoMove.With(strings.Join(stuck, ", "))
	}
	for _, item := range items {
		if err := mayMove(who, item, to, mark); err != nil {
			return err
		}
	}
	return nil
}

// apply writes moves that were decided, of items that the transaction holds.
func (r *Review) apply(ctx context.Context, tx *db.Tx, moves []Move, lines []line) error {
	for _, group := range bySchedule(moves) {
		if err := r.write(ctx, tx, group); err != nil {
			return err
		}
	}
	if err := r.insertLines(ctx, tx, lines, moves[0].At); err != nil {
		return err
	}
	if r.kind.Moved != nil {
		if err := r.kind.Moved(ctx, tx, moves); err != nil {
			return err
		}
	}
	for _, m := range moves {
		if err := r.Plan(ctx, tx, m.After); err != nil {
			return err
		}
	}
	return nil
}

// bySchedule puts together the moves that end with the same status and times,
// so that a batch costs few statements.
func bySchedule(moves []Move) [][]Move {
	same := func(a, b *time.Time) bool { return a == b || a != nil && b != nil && a.Equal(*b) }
	var groups [][]Move
next:
	for _, m := range moves {
		for i, g := range groups {
			if same(g[0].After.PushTime, m.After.PushTime) && same(g[0].After.PullTime, m.After.PullTime) {
				groups[i] = append(g, m)
				continue next
			}
		}
		groups = append(groups, []Move{m})
	}
	return groups
}
