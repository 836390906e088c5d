package workflow

import (
	"context"
	"fmt"
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

// Move gives items a new status: all of them or none. It decides on rows that it
// has locked, so that of two who approve at once the second is refused.
func (r *Review) Move(ctx context.Context, who access.Staff, ids []string, to Status, remark string) error {
	if !to.Known() {
		return fault.Invalid(ruleStatus.On("status"))
	}
	if len(ids) == 0 {
		return fault.Invalid(fault.RuleRequired.On("ids"))
	}
	remark = strings.TrimSpace(remark)
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	return r.DB.Write(ctx, func(tx *db.Tx) error {
		items, err := r.lockItems(ctx, tx, who.Scope(), ids)
		if err != nil {
			return err
		}
		if err := mayMoveAll(who, items, to, remark); err != nil {
			return err
		}
		now := r.Clock.Now()
		moves := make([]Move, len(items))
		lines := make([]line, len(items))
		entries := make([]audit.Entry, len(items))
		for i, item := range items {
			moves[i] = Move{item, moved(item, to, now), now}
			lines[i] = line{item.ID, byStaff(who, item, to), remark, &who.ID}
			entries[i] = audit.Entry{
				Subject: r.kind.Name, ID: item.ID, Mark: remark,
				Before: statusRecord{item.Status}, After: statusRecord{to},
			}
		}
		if err := r.apply(ctx, tx, moves, lines); err != nil {
			return err
		}
		return r.Audit.Record(ctx, tx, entries...)
	})
}

// statusRecord is a status as the audit log keeps it.
type statusRecord struct {
	Status Status `json:"status"`
}

// apply writes moves of items that the transaction has locked.
func (r *Review) apply(ctx context.Context, tx *db.Tx, moves []Move, lines []line) error {
	for _, group := range groupByTimes(moves) {
		if err := r.updateStatus(ctx, tx, group); err != nil {
			return err
		}
	}
	if err := r.insertLines(ctx, tx, lines, moves[0].At); err != nil {
		return err
	}
	if r.kind.Moved != nil {
		if err := r.kind.Moved(ctx, tx, moves); err != nil {
			return fmt.Errorf("move %s: %w", r.kind.Name, err)
		}
	}
	for _, m := range moves {
		if err := r.Schedule(ctx, tx, m.After); err != nil {
			return err
		}
	}
	return nil
}

// groupByTimes groups the moves that end with the same times, so that a batch
// costs few statements.
func groupByTimes(moves []Move) [][]Move {
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
