package access

import "hearten/internal/platform/db"

// Scope is the part of the records that a staff member reaches. Queries take
// it as a value; what lies outside is not found.
type Scope struct {
	centre Centre
	// assignedTo narrows people to those this staff member is responsible for.
	assignedTo string
	// free lets people of no centre be reached too.
	free bool
}

func scopeOf(s Staff) Scope {
	scope := Scope{centre: s.Role.Centre, free: s.Role.May(FreeUserRead)}
	if s.Role.Code == Support {
		scope.assignedTo = s.ID
	}
	return scope
}

// Everything is the reach of the system itself.
func Everything() Scope { return Scope{centre: CentreAll, free: true} }

// All reports whether every centre is within reach.
func (s Scope) All() bool { return s.centre == CentreAll }

// Centre is where new records of this staff member belong.
func (s Scope) Centre() Centre { return s.centre }

// Covers reports whether people of that centre, or of none, are within reach.
func (s Scope) Covers(centre Centre) bool {
	if centre == CentreOther {
		return s.free
	}
	return s.All() || s.centre == centre
}

// Reaches reports whether someone of that centre, looked after by that staff
// member, is within reach.
func (s Scope) Reaches(centre Centre, staffID *string) bool {
	if centre == CentreOther || s.assignedTo == "" {
		return s.Covers(centre)
	}
	return s.Covers(centre) && staffID != nil && *staffID == s.assignedTo
}

// OwnCentre filters for the records of the caller's centre.
func (s Scope) OwnCentre(f *db.Filter, column string) {
	if !s.All() {
		f.And(column+" = @scope_centre", db.Args{"scope_centre": string(s.centre)})
	}
}

// OwnOrSharedCentre filters for the records of the caller's centre and those
// that belong to all centres.
func (s Scope) OwnOrSharedCentre(f *db.Filter, column string) {
	if !s.All() {
		f.And(column+" IN (@scope_centres)", db.Args{"scope_centres": []string{string(s.centre), string(CentreAll)}})
	}
}

// OrgUsers filters for the users of partner centres within reach; users is the
// alias of that table in the query.
func (s Scope) OrgUsers(f *db.Filter, users string) {
	condition, args := s.orgCondition(users)
	f.And(condition, args)
}

// FreeUsers filters for the users of no centre within reach.
func (s Scope) FreeUsers(f *db.Filter, users string) {
	f.And(s.freeCondition(users))
}

// Users filters for all users within reach.
func (s Scope) Users(f *db.Filter, users string) {
	org, args := s.orgCondition(users)
	f.And("("+org+" OR "+s.freeCondition(users)+")", args)
}

// CentreUsers filters for all users of the caller's centre, whoever is
// responsible for them, and for staff who have free users those too.
func (s Scope) CentreUsers(f *db.Filter, users string) {
	s.assignedTo = ""
	s.Users(f, users)
}

// Applicants filters for applications to the caller's centre by users whom this
// staff member may know of: support staff those they are responsible for, and
// only staff who have free users theirs.
func (s Scope) Applicants(f *db.Filter, centre, users string) {
	s.OwnCentre(f, centre)
	if s.assignedTo != "" {
		f.And(users+".staff_id = @scope_staff", db.Args{"scope_staff": s.assignedTo})
	}
	if !s.free {
		f.And(users + ".centre <> 'CENTRE_OTHER'")
	}
}

func (s Scope) orgCondition(users string) (string, db.Args) {
	condition, args := users+".centre <> 'CENTRE_OTHER'", db.Args{}
	if !s.All() {
		condition = users + ".centre = @scope_centre"
		args["scope_centre"] = string(s.centre)
	}
	if s.assignedTo != "" {
		condition += " AND " + users + ".staff_id = @scope_staff"
		args["scope_staff"] = s.assignedTo
	}
	return condition, args
}

func (s Scope) freeCondition(users string) string {
	if !s.free {
		return "1 = 0"
	}
	return users + ".centre = 'CENTRE_OTHER'"
}
