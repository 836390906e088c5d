package account

import (
	"strings"

	"hearten/internal/delivery"
	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
)

var (
	ruleNewPassword = fault.NewRule("必須與舊密碼不同", "must differ from the old one")
	ruleUsername    = fault.NewRule("必須為 4 至 20 個字元（英文字母、數字、_ 及 .），不可全為數字", "must be 4 to 20 characters (letters, digits, _ and .) and not all digits")
	ruleBirthday    = fault.NewRule("必須是 1900 年至今的日期", "must be a date from 1900 until today")
	ruleSignUp      = fault.NewRule("必須是電郵地址或 8 位手提電話號碼", "must be an email address or an 8-digit mobile number")
)

// maySignIn says why the owner cannot sign in, or nil.
func (u User) maySignIn() error {
	switch u.Status {
	case access.Frozen:
		return errFrozen
	case access.Leaving:
		return errLeaving
	default:
		return nil
	}
}

// MayJoinPlan says why a user cannot become a plan member, or nil.
func (u User) MayJoinPlan() error {
	switch {
	case !u.Centre.Partner():
		return errNotAttached
	case u.UserType != access.Regular:
		return errNotRegular
	default:
		return nil
	}
}

// mayChange says why a staff member cannot change users of a centre, or nil:
// free users need their own permission.
func mayChange(who access.Staff, centre access.Centre) error {
	if centre == access.CentreOther && !who.Role.May(access.FreeUserWrite) {
		return fault.ErrForbidden
	}
	return nil
}

// addressFor is where a code for a login name goes: to the name itself where it
// is an address, otherwise to the account's address of the kind asked for. A
// user without that address, and no user, give an empty one.
func addressFor(name identity.Name, u User, way otp.SendType) (delivery.Channel, string) {
	address, channel := u.Email, delivery.Email
	if name.Kind == identity.Phone || name.Kind == identity.Username && way == otp.ByPhone {
		address, channel = u.Phone, delivery.SMS
	}
	if address == nil {
		return channel, ""
	}
	return channel, *address
}

// activityDistricts is the district used for activities, by community.
var activityDistricts = map[int]int{0: 2, 1: 1, 2: 1, 3: 2, 4: 2, 5: 1, 6: 4, 7: 8, 8: 5, 9: 6, 10: 3, 11: 10, 12: 7}

func activityDistrict(community *int) int {
	if community == nil {
		return 0
	}
	return activityDistricts[*community]
}

// validBirthday reports whether someone alive may have been born then.
func validBirthday(d, today clock.Date) bool { return d.Year >= 1900 && !today.Before(d) }

// profileComplete is what the mission of that name asks for.
func profileComplete(u User) bool {
	return u.Nickname != "" && u.Gender != nil && !u.Birthday.IsZero()
}

// particulars are what staff write down of a member, for the log.
type particulars struct {
	Phone         *string    `json:"phone"`
	Email         *string    `json:"email"`
	Nickname      string     `json:"nickname"`
	Birthday      clock.Date `json:"birthday"`
	ServiceNumber *string    `json:"serviceNumber"`
}

func particularsOf(u User) particulars {
	return particulars{u.Phone, u.Email, u.Nickname, u.Birthday, u.ServiceNumber}
}

// check trims what staff typed and names the fields that break a rule.
func (e Enrolment) check(today clock.Date) (NewUser, error) {
	n := NewUser{Nickname: strings.TrimSpace(e.Nickname), Birthday: e.Birthday}
	var faults []fault.Field
	if e.Phone == "" && e.Email == "" {
		faults = append(faults, identity.RuleAddress.On("phone"))
	}
	if e.Phone != "" {
		n.Names = append(n.Names, identity.Parse(e.Phone))
		faults = append(faults, checkAddress(identity.Phone, e.Phone)...)
	}
	if e.Email != "" {
		n.Names = append(n.Names, identity.Parse(e.Email))
		faults = append(faults, checkAddress(identity.Email, e.Email)...)
	}
	if !e.Birthday.IsZero() && !validBirthday(e.Birthday, today) {
		faults = append(faults, ruleBirthday.On("birthday"))
	}
	if number := strings.TrimSpace(e.ServiceNumber); number != "" {
		n.ServiceNumber = &number
	}
	if len(faults) > 0 {
		return n, fault.Invalid(faults...)
	}
	return n, nil
}

// checkAddress names the field of an address that is not of its kind.
func checkAddress(kind identity.Kind, text string) []fault.Field {
	name := identity.Parse(text)
	switch {
	case kind == identity.Phone && name.Kind != identity.Phone:
		return []fault.Field{identity.RulePhone.On("phone")}
	case kind == identity.Email && !identity.IsEmail(name.Text):
		return []fault.Field{identity.RuleEmail.On("email")}
	default:
		return nil
	}
}

// corrected is the user after a correction, or the rules that it breaks.
func corrected(u User, c Correction, today clock.Date) (User, error) {
	var faults []fault.Field
	if c.Phone != nil {
		faults = append(faults, checkAddress(identity.Phone, *c.Phone)...)
		u.Phone = new(identity.Parse(*c.Phone).Text)
	}
	if c.Email != nil {
		faults = append(faults, checkAddress(identity.Email, *c.Email)...)
		u.Email = new(identity.Parse(*c.Email).Text)
	}
	if c.Nickname != nil {
		u.Nickname = strings.TrimSpace(*c.Nickname)
	}
	if c.Birthday != nil && !c.Birthday.IsZero() {
		if !validBirthday(*c.Birthday, today) {
			faults = append(faults, ruleBirthday.On("birthday"))
		}
		u.Birthday = *c.Birthday
	}
	if c.ServiceNumber != nil {
		number := strings.TrimSpace(*c.ServiceNumber)
		if number == "" {
			faults = append(faults, fault.RuleRequired.On("serviceNumber"))
		}
		u.ServiceNumber = &number
	}
	if len(faults) > 0 {
		return u, fault.Invalid(faults...)
	}
	if c.ServiceNumber == nil || u.UserType == access.PlanMember {
		return u, nil
	}
	if err := u.MayJoinPlan(); err != nil {
		return u, err
	}
	u.UserType = access.PlanMember
	return u, nil
}

// text is a field that may be missing.
func text(field *string) string {
	if field == nil {
		return ""
	}
	return *field
}

// changedParticulars names what differs, in the App's words.
func changedParticulars(old, now particulars) (changed []string) {
	for _, p := range []struct {
		name string
		same bool
	}{
		{"電話號碼", text(old.Phone) == text(now.Phone)},
		{"電郵地址", text(old.Email) == text(now.Email)},
		{"暱稱", old.Nickname == now.Nickname},
		{"出生日期", old.Birthday == now.Birthday},
		{"服務編號", text(old.ServiceNumber) == text(now.ServiceNumber)},
	} {
		if !p.same {
			changed = append(changed, p.name)
		}
	}
	return changed
}
