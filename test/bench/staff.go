package bench

import (
	"context"

	"hearten/internal/platform/access"
)

// AsStaff gives a use case a member of staff with an audit trail.
func AsStaff(w *World, code access.Code, centre access.Centre) (context.Context, access.Staff) {
	who := access.Staff{ID: w.Staff(code, centre).ID, Name: "同工", Role: Role(w, code, centre)}
	return w.App.Audit.Begin(context.Background(), who, "test", "127.0.0.1", "r1"), who
}

// StaffLogin signs staff in with a password.
func StaffLogin(w *World, loginID, password string) *Reply {
	return w.Anonymous().Post("/web/auth/login", Body{"loginID": loginID, "password": password})
}

// DisableStaff disables a member of staff.
func (w *World) DisableStaff(id string) {
	w.T.Helper()
	w.exec(`UPDATE staff SET disabled = TRUE WHERE id = $1`, id)
}
