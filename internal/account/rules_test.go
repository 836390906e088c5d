package account

import (
	"errors"
	"slices"
	"testing"

	"hearten/internal/delivery"
	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
)

var today = clock.Date{Year: 2026, Month: 11, Day: 15}

func TestValidBirthday(t *testing.T) {
	for text, want := range map[string]bool{
		"1899-12-31": false, "1900-01-01": true, "2026-11-15": true, "2026-11-16": false,
	} {
		d, err := clock.ParseDate(text)
		if err != nil || validBirthday(d, today) != want {
			t.Errorf("%s: %v, %v", text, !want, err)
		}
	}
}

func TestProfileComplete(t *testing.T) {
	full := User{Nickname: "小美", Gender: new(0), Birthday: today} // 0 is an answer too
	if !profileComplete(full) {
		t.Error("a full profile is not complete")
	}
	for name, spoil := range map[string]func(*User){
		"nickname": func(u *User) { u.Nickname = "" },
		"gender":   func(u *User) { u.Gender = nil },
		"birthday": func(u *User) { u.Birthday = clock.Date{} },
	} {
		u := full
		if spoil(&u); profileComplete(u) {
			t.Errorf("complete without the %s", name)
		}
	}
}

func TestWhoMaySignInAndJoin(t *testing.T) {
	for status, want := range map[access.UserStatus]error{access.Normal: nil, access.Frozen: errFrozen, access.Leaving: errLeaving} {
		if got := (User{Status: status}).maySignIn(); !errors.Is(got, want) {
			t.Errorf("signing in as %d: %v", status, got)
		}
	}
	for _, c := range []struct {
		centre   access.Centre
		userType access.UserType
		want     error
	}{
		{access.CentreA, access.Regular, nil},
		{access.CentreB, access.Regular, nil},
		{access.CentreOther, access.Regular, errNotAttached},
		{access.CentreOther, access.PlanMember, errNotAttached},
		{access.CentreA, access.PlanMember, errNotRegular},
		{access.CentreA, access.CommunityStaff, errNotRegular},
	} {
		if got := (User{Centre: c.centre, UserType: c.userType}).MayJoinPlan(); !errors.Is(got, c.want) {
			t.Errorf("%s %d: %v", c.centre, c.userType, got)
		}
	}
}

func TestMayChange(t *testing.T) {
	some := access.Staff{Role: access.Role{Permissions: []access.Permission{access.OrgUserWrite}}}
	all := access.Staff{Role: access.AdminRole()}
	if mayChange(some, access.CentreA) != nil || mayChange(all, access.CentreOther) != nil {
		t.Error("a change is refused")
	}
	if !errors.Is(mayChange(some, access.CentreOther), fault.ErrForbidden) {
		t.Error("free users need their own permission")
	}
}

func TestAddressFor(t *testing.T) {
	both := User{Email: new("mei@example.hk"), Phone: new("91230001")}
	phone := identity.Name{Kind: identity.Phone, Text: "91230001"}
	email := identity.Name{Kind: identity.Email, Text: "mei@example.hk"}
	name := identity.Name{Kind: identity.Username, Text: "mei"}
	for _, c := range []struct {
		name    identity.Name
		user    User
		way     otp.SendType
		channel delivery.Channel
		to      string
	}{
		{phone, both, otp.ByPhone, delivery.SMS, "91230001"},
		{email, both, otp.ByEmail, delivery.Email, "mei@example.hk"},
		{name, both, otp.ByPhone, delivery.SMS, "91230001"},
		{name, both, otp.ByEmail, delivery.Email, "mei@example.hk"},
		{name, User{Email: both.Email}, otp.ByPhone, delivery.SMS, ""},
		{phone, User{}, otp.ByPhone, delivery.SMS, ""},
	} {
		if channel, to := addressFor(c.name, c.user, c.way); channel != c.channel || to != c.to {
			t.Errorf("%v by %v: %v %q", c.name, c.way, channel, to)
		}
	}
}

// fields names the fields that a refusal is about.
func fields(err error) (names []string) {
	var f *fault.Error
	if errors.As(err, &f) {
		for _, field := range f.Fields() {
			names = append(names, field.Name)
		}
	}
	return names
}

func TestEnrolmentCheck(t *testing.T) {
	for name, c := range map[string]struct {
		e      Enrolment
		broken []string
	}{
		"a phone number":    {Enrolment{Phone: "91230001"}, nil},
		"an email address":  {Enrolment{Email: "mei@example.hk"}, nil},
		"no address":        {Enrolment{Nickname: "小美"}, []string{"phone"}},
		"both wrong":        {Enrolment{Phone: "12345678", Email: "mei"}, []string{"phone", "email"}},
		"an email as phone": {Enrolment{Phone: "mei@example.hk"}, []string{"phone"}},
		"born tomorrow":     {Enrolment{Phone: "91230001", Birthday: clock.Date{Year: 2026, Month: 11, Day: 16}}, []string{"birthday"}},
	} {
		if _, err := c.e.check(today); !slices.Equal(fields(err), c.broken) || (err == nil) != (c.broken == nil) {
			t.Errorf("%s: %v", name, err)
		}
	}
	n, err := Enrolment{Phone: "91230001", Nickname: " 小美 ", ServiceNumber: "  "}.check(today)
	if err != nil || n.Nickname != "小美" || n.ServiceNumber != nil {
		t.Errorf("spaces stay: %+v %v", n, err)
	}
}

func TestCorrected(t *testing.T) {
	old := User{Phone: new("91230001"), Nickname: "小美", UserType: access.Regular, Centre: access.CentreA}
	same, err := corrected(old, Correction{}, today)
	if err != nil || len(changedParticulars(particularsOf(old), particularsOf(same))) != 0 {
		t.Errorf("nothing corrected: %+v %v", same, err)
	}
	u, err := corrected(old, Correction{Phone: new("91230002"), Nickname: new(" 阿美 "), ServiceNumber: new(" S1 ")}, today)
	if err != nil || *u.Phone != "91230002" || u.Nickname != "阿美" || *u.ServiceNumber != "S1" || u.UserType != access.PlanMember {
		t.Errorf("corrected: %+v %v", u, err)
	}
	if changed := changedParticulars(particularsOf(old), particularsOf(u)); !slices.Equal(changed, []string{"電話號碼", "暱稱", "服務編號"}) {
		t.Errorf("changed: %v", changed)
	}
	_, err = corrected(old, Correction{Phone: new("1"), Email: new("x"), ServiceNumber: new(" ")}, today)
	if !slices.Equal(fields(err), []string{"phone", "email", "serviceNumber"}) {
		t.Errorf("broken rules: %v", err)
	}
	free := old
	free.Centre = access.CentreOther
	if _, err := corrected(free, Correction{ServiceNumber: new("S1")}, today); !errors.Is(err, errNotAttached) {
		t.Errorf("a free user became a plan member: %v", err)
	}
	member := old
	member.UserType, member.ServiceNumber = access.PlanMember, new("S1")
	if u, err := corrected(member, Correction{ServiceNumber: new("S2")}, today); err != nil || *u.ServiceNumber != "S2" {
		t.Errorf("another number: %+v %v", u, err)
	}
}

func TestActivityDistrict(t *testing.T) {
	if activityDistrict(nil) != 0 || activityDistrict(new(0)) != 2 || activityDistrict(new(12)) != 7 || activityDistrict(new(13)) != 0 {
		t.Error("the districts of activities changed")
	}
}
