package staff

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/fault"
)

func roleOf(t *testing.T, code access.Code, centre access.Centre) string {
	t.Helper()
	for _, r := range access.Roles() {
		if r.Code == code && r.Centre == centre {
			return r.ID
		}
	}
	t.Fatalf("no role %s of %s", code, centre)
	return ""
}

func names(fields []fault.Field) (all []string) {
	for _, f := range fields {
		all = append(all, f.Name)
	}
	return all
}

func TestDetails(t *testing.T) {
	chief := roleOf(t, access.Chief, access.CentreA)
	for _, c := range []struct {
		name     string
		given    Details
		forNew   []string
		forExist []string
	}{
		{"complete", Details{"mei@example.hk", "陳美", chief}, nil, nil},
		{"capitals and spaces around", Details{" Mei@Example.HK ", " 陳美 ", chief}, nil, nil},
		{"nothing", Details{}, []string{"email", "name", "roleId"}, nil},
		{"name of spaces", Details{"mei@example.hk", " 　", chief}, []string{"name"}, nil},
		{"a phone", Details{"61234567", "陳美", chief}, []string{"email"}, []string{"email"}},
		{"no domain", Details{"mei@", "陳美", chief}, []string{"email"}, []string{"email"}},
		{"unknown role", Details{"mei@example.hk", "陳美", "none"}, []string{"roleId"}, []string{"roleId"}},
		{"role with a space", Details{"mei@example.hk", "陳美", chief + " "}, []string{"roleId"}, []string{"roleId"}},
		{"missing before wrong", Details{"mei", "", "none"}, []string{"name", "email", "roleId"}, []string{"email", "roleId"}},
	} {
		d := c.given.trimmed()
		if got := names(d.invalidForNew()); !slices.Equal(got, c.forNew) {
			t.Errorf("%s, a new account: %v, want %v", c.name, got, c.forNew)
		}
		if got := names(d.invalid()); !slices.Equal(got, c.forExist) {
			t.Errorf("%s, an account that exists: %v, want %v", c.name, got, c.forExist)
		}
		if d.Email != strings.ToLower(d.Email) || d != d.trimmed() {
			t.Errorf("%s: trimmed to %+v", c.name, d)
		}
	}
}

func TestEdited(t *testing.T) {
	old := account{ID: "1", Email: "a@example.hk", Name: "甲", RoleID: "r", PasswordHash: "h", Version: 3}
	for _, c := range []struct {
		given Details
		want  account
	}{
		{Details{}, old},
		{Details{Email: "b@example.hk"}, account{ID: "1", Email: "b@example.hk", Name: "甲", RoleID: "r", PasswordHash: "h", Version: 3}},
		{Details{Name: "乙", RoleID: "s"}, account{ID: "1", Email: "a@example.hk", Name: "乙", RoleID: "s", PasswordHash: "h", Version: 3}},
	} {
		if got := old.edited(c.given); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.given, got, c.want)
		}
	}
}

func TestAdministers(t *testing.T) {
	now := time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC)
	admin := access.AdminRole().ID
	for _, c := range []struct {
		name string
		a    account
		want bool
	}{
		{"an administrator", account{RoleID: admin}, true},
		{"with a first password", account{RoleID: admin, FirstPasswordUntil: &now}, true},
		{"disabled", account{RoleID: admin, Disabled: true}, false},
		{"deleted", account{RoleID: admin, DeletedAt: &now}, false},
		{"a supervisor", account{RoleID: roleOf(t, access.Supervisor, access.CentreA)}, false},
	} {
		if got := c.a.administers(); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

func TestLeavesCentre(t *testing.T) {
	admin, chiefA := access.AdminRole().ID, roleOf(t, access.Chief, access.CentreA)
	supportA, chiefB := roleOf(t, access.Support, access.CentreA), roleOf(t, access.Chief, access.CentreB)
	for _, c := range []struct {
		name     string
		from, to string
		centre   access.Centre
		leaves   bool
	}{
		{"the same role", chiefA, chiefA, access.CentreA, false},
		{"another position of the centre", chiefA, supportA, access.CentreA, false},
		{"the other centre", chiefA, chiefB, access.CentreB, true},
		{"from all centres to one", admin, chiefB, access.CentreB, true},
		{"from one centre to all", chiefA, admin, access.CentreAll, false},
	} {
		centre, leaves := account{RoleID: c.to}.leavesCentre(account{RoleID: c.from})
		if centre != c.centre || leaves != c.leaves {
			t.Errorf("%s: %q, %t", c.name, centre, leaves)
		}
	}
}

func TestMaySignIn(t *testing.T) {
	now := time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC)
	later := now.Add(time.Microsecond)
	for _, c := range []struct {
		name  string
		a     account
		may   bool
		scope access.TokenScope
	}{
		{"an own password", account{}, true, access.ScopeFull},
		{"a first password in time", account{FirstPasswordUntil: &later}, true, access.ScopeFirst},
		{"a first password at its end", account{FirstPasswordUntil: &now}, false, access.ScopeFirst},
		{"disabled", account{Disabled: true}, false, access.ScopeFull},
	} {
		if may, scope := c.a.maySignIn(now), c.a.tokenScope(); may != c.may || scope != c.scope {
			t.Errorf("%s: %t, %v", c.name, may, scope)
		}
	}
}

func TestLockoutName(t *testing.T) {
	if lockoutName("1", "mei") != lockoutName("1", "mei@example.hk") {
		t.Error("two logins of one account are counted apart")
	}
	if lockoutName("", "mei") == lockoutName("", "ming") || lockoutName("", "1") == lockoutName("1", "") {
		t.Error("logins without an account are counted with others")
	}
}
