package staff

import (
	"strings"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
)

// Details is what administrators write of a staff member.
type Details struct {
	Email  string
	Name   string
	RoleID string
}

func (d Details) trimmed() Details {
	return Details{strings.ToLower(strings.TrimSpace(d.Email)), strings.TrimSpace(d.Name), d.RoleID}
}

// invalidForNew lists the fields that a new account cannot have.
func (d Details) invalidForNew() []fault.Field { return append(d.missing(), d.invalid()...) }

// missing lists the required fields that are empty.
func (d Details) missing() (missing []fault.Field) {
	if d.Email == "" {
		missing = append(missing, fault.RuleRequired.On("email"))
	}
	if d.Name == "" {
		missing = append(missing, fault.RuleRequired.On("name"))
	}
	if d.RoleID == "" {
		missing = append(missing, fault.RuleRequired.On("roleId"))
	}
	return missing
}

// invalid lists the fields that are given and wrong.
func (d Details) invalid() (invalid []fault.Field) {
	if d.Email != "" && !identity.IsEmail(d.Email) {
		invalid = append(invalid, identity.RuleEmail.On("email"))
	}
	if _, ok := access.FindRole(d.RoleID); d.RoleID != "" && !ok {
		invalid = append(invalid, ruleRole.On("roleId"))
	}
	return invalid
}

// edited is the account after an edit; what is empty stays.
func (a account) edited(d Details) account {
	if d.Email != "" {
		a.Email = d.Email
	}
	if d.Name != "" {
		a.Name = d.Name
	}
	if d.RoleID != "" {
		a.RoleID = d.RoleID
	}
	return a
}

// administers reports whether the account is an administrator who can sign in.
func (a account) administers() bool {
	return a.RoleID == access.AdminRole().ID && !a.Disabled && a.DeletedAt == nil
}

// leavesCentre reports whether a change of role confines someone to another
// centre, and to which. A role of all centres leaves none.
func (a account) leavesCentre(before account) (to access.Centre, leaves bool) {
	from, _ := access.FindRole(before.RoleID)
	now, _ := access.FindRole(a.RoleID)
	return now.Centre, now.Centre != from.Centre && now.Centre != access.CentreAll
}

// logged is an account as the audit log shows it.
type logged struct {
	Email    string        `json:"email"`
	Name     string        `json:"name"`
	Role     access.Code   `json:"role"`
	Centre   access.Centre `json:"centre"`
	Disabled bool          `json:"disabled"`
	// FirstPassword: the person has yet to choose a password.
	FirstPassword bool `json:"firstPassword"`
}

func (a account) logged() logged {
	role, _ := access.FindRole(a.RoleID)
	return logged{a.Email, a.Name, role.Code, role.Centre, a.Disabled, a.FirstPasswordUntil != nil}
}

// maySignIn reports whether the account is open to its owner.
func (a account) maySignIn(now time.Time) bool {
	return !a.Disabled && (a.FirstPasswordUntil == nil || a.FirstPasswordUntil.After(now))
}

// tokenScope is what the account's password opens.
func (a account) tokenScope() access.TokenScope {
	if a.FirstPasswordUntil != nil {
		return access.ScopeFirst
	}
	return access.ScopeFull
}

// lockoutName is the name under which wrong passwords are counted: one for all
// logins of an account, and one for each login that no account has.
func lockoutName(id, loginID string) string {
	if id == "" {
		return "web login " + loginID
	}
	return "web account " + id
}
