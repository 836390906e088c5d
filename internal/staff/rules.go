package staff

import (
	"strings"

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

func (d Details) tidy() Details {
	return Details{strings.ToLower(strings.TrimSpace(d.Email)), strings.TrimSpace(d.Name), d.RoleID}
}

// brokenAnew names the rules that a new account breaks.
func (d Details) brokenAnew() []fault.Field { return append(d.missing(), d.broken()...) }

// missing names what a new account cannot do without.
func (d Details) missing() (broken []fault.Field) {
	if d.Email == "" {
		broken = append(broken, fault.RuleRequired.On("email"))
	}
	if d.Name == "" {
		broken = append(broken, fault.RuleRequired.On("name"))
	}
	if d.RoleID == "" {
		broken = append(broken, fault.RuleRequired.On("roleId"))
	}
	return broken
}

// broken names what is given and wrong.
func (d Details) broken() (broken []fault.Field) {
	if d.Email != "" && !identity.IsEmail(d.Email) {
		broken = append(broken, identity.RuleEmail.On("email"))
	}
	if _, ok := access.FindRole(d.RoleID); d.RoleID != "" && !ok {
		broken = append(broken, ruleRole.On("roleId"))
	}
	return broken
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

// administers reports whether the account can look after all others.
func (a account) administers() bool {
	return a.RoleID == access.AdminRole().ID && !a.Disabled && a.DeletedAt == nil
}

// leavesCentre tells the centre that a change of role confines someone to. Who
// comes to reach all centres leaves none.
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
