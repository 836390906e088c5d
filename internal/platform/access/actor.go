package access

import "hearten/internal/platform/words"

// TokenScope limits what a token opens.
type TokenScope string

// The scopes of a token.
const (
	ScopeFull  TokenScope = "full"
	ScopeFirst TokenScope = "first" // a mailed first password: only its own change
	ScopeReset TokenScope = "reset" // a proven forgotten password: only a new one
)

// Staff is a signed-in staff member, read from the database on every request.
type Staff struct {
	ID        string
	SessionID string
	Token     TokenScope
	Name      string
	Email     string
	Role      Role
}

// Scope is the part of the records this staff member reaches.
func (s Staff) Scope() Scope { return scopeOf(s) }

// Member is a signed-in App user, read from the database on every request.
type Member struct {
	ID        string
	SessionID string
	Token     TokenScope
	UserType  UserType
	District  string
	Centre    Centre // of the district; CentreOther where there is none
}

// Caller is what a request tells of its sender before anyone signs in. Use
// cases take it as a parameter.
type Caller struct {
	IP        string
	Lang      words.Lang
	RequestID string
}
