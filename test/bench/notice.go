package bench

import "time"

// Notice is a row of notices.
type Notice struct {
	ID, UserID, Title, Content string
	Link                       int // below zero for none
	Read, Deleted              bool
	Sent                       time.Time
}

// Notices writes notices to the table.
func (w *World) Notices(all ...Notice) {
	w.T.Helper()
	rows := make([]row, len(all))
	for i, n := range all {
		rows[i] = row{"id": n.ID, "user_id": n.UserID, "title": n.Title, "content": n.Content, "link": nil, "read_at": nil, "deleted_at": nil,
			"created_at": n.Sent}
		if n.Link >= 0 {
			rows[i]["link"] = n.Link
		}
		if n.Read {
			rows[i]["read_at"] = n.Sent
		}
		if n.Deleted {
			rows[i]["deleted_at"] = n.Sent
		}
	}
	w.insert("notices", rows...)
}
