package bench

import (
	"cmp"
	"time"
)

// Applicant is a member of a district who applied for the plan.
func Applicant(w *World, phone string, community int, number string) *Caller {
	m := SetDistrict(w.SignUp(phone), w.District(community), 1)
	m.Put("/app/users/join-member", Body{"serviceNumber": number}).OK()
	return m
}

// MemberListHeader is the first line of a member list.
const MemberListHeader = "serviceNumber,phone,email,birthday,district\n"

// ImportMembers uploads a member list.
func ImportMembers(c *Caller, query string, text string) *Reply {
	return c.Upload("/web/users/import"+query, nil, Attachment{Field: "file", Name: "members.csv", Body: []byte(text)})
}

// PlanMember is someone whom staff enrolled in the plan, signed in.
func PlanMember(w *World, community int) *Caller {
	w.T.Helper()
	phone := NewPhone()
	id := w.Admin().Post("/web/users", Body{
		"phone": phone, "nickname": "會員" + phone, "districtId": w.District(community), "serviceNumber": "S" + phone,
	}).OK().String("data.userId")
	return w.SessionOf(&Caller{ID: id})
}

// Application is a row of member_applications or district_applications.
type Application struct {
	ID, UserID, Centre, Number, Mark string
	From, To                         string // districts, of those who move
	Status                           int
	Created, Decided                 time.Time
}

// States of an application.
const (
	UnderReview = 1
	Granted     = 2
	Rejected    = 3
	Withdrawn   = 4
)

func (w *World) applicationRow(a Application) row {
	if a.Created.IsZero() {
		a.Created = w.Clock.Now()
	}
	return row{"id": cmp.Or(a.ID, NewName()), "user_id": a.UserID, "status": cmp.Or(a.Status, UnderReview), "mark": a.Mark,
		"created_at": a.Created, "decided_at": timeOrNull(a.Decided)}
}

// MemberApplications writes applications for the plan to the table.
func (w *World) MemberApplications(all ...Application) {
	w.T.Helper()
	rows := make([]row, len(all))
	for i, a := range all {
		rows[i] = w.applicationRow(a)
		rows[i]["centre"], rows[i]["service_number"] = a.Centre, a.Number
	}
	w.insert("member_applications", rows...)
}

// DistrictApplications writes applications to move to a district of the centre
// to the table.
func (w *World) DistrictApplications(all ...Application) {
	w.T.Helper()
	rows := make([]row, len(all))
	for i, a := range all {
		rows[i] = w.applicationRow(a)
		rows[i]["source_district_id"], rows[i]["target_district_id"], rows[i]["target_centre"] = a.From, a.To, a.Centre
	}
	w.insert("district_applications", rows...)
}

// ListMember puts a phone number on a centre's member list.
func (w *World) ListMember(centre, number, phone string) {
	w.T.Helper()
	w.insert("member_list", row{"centre": centre, "service_number": number, "phone_hash": w.App.Keys.Hash("member list", phone),
		"updated_at": w.Clock.Now()})
}
