package bench

import (
	"cmp"
	"time"
)

// RemovalOf finds the id of a user's newest request to be removed.
func RemovalOf(w *World, userID string) (id string) {
	w.T.Helper()
	Must(w.T, w.SQL().QueryRow(`SELECT id FROM removals WHERE user_id = $1 ORDER BY requested_at DESC LIMIT 1`, userID).Scan(&id))
	return id
}

// AskRemoval is someone who asked to be removed, with the removal's id.
func AskRemoval(w *World, m *Caller, why string) string {
	m.Do("DELETE", "/app/users/remove", Body{"reasonType": 2, "reason": why}).OK()
	return RemovalOf(w, m.ID)
}

// Removal is a row of removals. Without a state it is open; a reason type below
// zero is none.
type Removal struct {
	ID, UserID, Centre, Reason, State string
	ReasonType                        int
	Requested                         time.Time
}

// Removals writes requests to be removed to the table.
func (w *World) Removals(all ...Removal) {
	w.T.Helper()
	rows := make([]row, len(all))
	for i, r := range all {
		if r.Requested.IsZero() {
			r.Requested = w.Clock.Now()
		}
		rows[i] = row{"id": cmp.Or(r.ID, NewName()), "user_id": r.UserID, "centre": r.Centre, "reason": r.Reason, "reason_type": nil,
			"state": cmp.Or(r.State, "open"), "requested_at": r.Requested}
		if r.ReasonType >= 0 {
			rows[i]["reason_type"] = r.ReasonType
		}
	}
	w.insert("removals", rows...)
}

// ReopenRemoval opens a removal that was closed.
func (w *World) ReopenRemoval(id string) {
	w.T.Helper()
	w.set("removals", id, row{"state": "open"})
}

// NewConsent publishes another version of the consent.
func (w *World) NewConsent(version string) {
	w.T.Helper()
	w.exec(`UPDATE catalogue_documents SET body = @body WHERE name = 'consent'`,
		row{"body": `{"version":"` + version + `","text":"新"}`})
}
