package bench

import (
	"context"
	"time"

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
	w.set("staff", id, row{"disabled": true})
}

// EnableStaff opens the account of a member of staff again.
func (w *World) EnableStaff(id string) {
	w.T.Helper()
	w.set("staff", id, row{"disabled": false})
}

// DeleteStaff marks a member of staff as deleted.
func (w *World) DeleteStaff(id string) {
	w.T.Helper()
	w.set("staff", id, row{"deleted_at": w.Clock.Now()})
}

// SetStaffRole gives members of staff another role.
func (w *World) SetStaffRole(role access.Role, ids ...string) {
	w.T.Helper()
	for _, id := range ids {
		w.set("staff", id, row{"role_id": role.ID})
	}
}

// SetStaffName renames a member of staff.
func (w *World) SetStaffName(id, name string) {
	w.T.Helper()
	w.set("staff", id, row{"name": name})
}

// SetStaffLogins gives a member of staff another username and email address.
func (w *World) SetStaffLogins(id, username, email string) {
	w.T.Helper()
	w.set("staff", id, row{"username": username, "email": email})
}

// SetStaffPhone gives a member of staff a phone number.
func (w *World) SetStaffPhone(email, phone string) {
	w.T.Helper()
	w.set("staff", w.staffID(email), row{"phone": phone})
}

// StaffRow is a row of staff that cannot sign in. Without a time of deletion it
// is there.
type StaffRow struct {
	ID, Username, Email, Phone, Name string
	Role                             access.Role
	Disabled                         bool
	Created, Updated, Deleted        time.Time
}

// StaffRows writes staff to the table.
func (w *World) StaffRows(all ...StaffRow) {
	w.T.Helper()
	rows := make([]row, len(all))
	for i, s := range all {
		rows[i] = row{
			"id": s.ID, "username": s.Username, "email": s.Email, "phone": orNull(s.Phone), "name": s.Name, "role_id": s.Role.ID,
			"password_hash": "", "disabled": s.Disabled, "version": 1, "created_at": s.Created, "updated_at": s.Updated,
			"deleted_at": timeOrNull(s.Deleted),
		}
	}
	w.insert("staff", rows...)
}
