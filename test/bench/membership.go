package bench

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
