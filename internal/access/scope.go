package access

import "hearten/internal/db"

// Scope is the part of the records that a staff member reaches. Queries take
// it as a value; what lies outside is not found.
type Scope struct{ centre Centre }

// All reports whether every centre is within reach.
func (s Scope) All() bool { return s.centre == CentreAll }

// Centre is where new records of this staff member belong.
func (s Scope) Centre() Centre { return s.centre }

// Own narrows a query to the records of the caller's centre.
func (s Scope) Own(where *db.Where, column string) {
	if !s.All() {
		where.And(column+" = ?", string(s.centre))
	}
}

// OwnOrShared narrows a query to the records of the caller's centre and those
// that belong to all centres.
func (s Scope) OwnOrShared(where *db.Where, column string) {
	if !s.All() {
		where.In(column, string(s.centre), string(CentreAll))
	}
}

// OwnOrFree narrows a query to the people of the caller's centre and those of no
// centre.
func (s Scope) OwnOrFree(where *db.Where, column string) {
	if !s.All() {
		where.In(column, string(s.centre), string(CentreOther))
	}
}

// Everything is the reach of the system itself.
func Everything() Scope { return Scope{centre: CentreAll} }
