package workflow

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// byStaff is the log's line for a move by a staff member.
func byStaff(who access.Staff, item Item, to Status) string {
	text := who.Name + "（" + who.Role.Name + "）將狀態更改為" + to.Name()
	if approvesOwnEdit(who, item, to) {
		text += "（審批自己最後編輯的內容）"
	}
	return text
}

// bySchedule is the log's line for a move by the schedule.
func bySchedule(to Status) string { return "系統（排程）將狀態更改為" + to.Name() }

// LogCreation begins the log of a new draft.
func (r *Review) LogCreation(ctx context.Context, tx *db.Tx, who access.Staff, id string) error {
	return r.insertLines(ctx, tx, []line{{id, byStaff(who, Item{}, Draft), "", &who.ID}}, r.Clock.Now())
}
