package membership

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"hearten/internal/account"
	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
)

// districtMove is what follows from choosing a district.
type districtMove int

const (
	stay     districtMove = iota // the current one: nothing changes
	moveNow                      // applied at once
	askFirst                     // another partner centre must approve
)

// moveTo decides about a change of district: only a move from one centre or none
// into another partner centre, once a district is set, needs approval.
func moveTo(u account.User, target catalog.District) districtMove {
	switch {
	case u.DistrictID != nil && *u.DistrictID == target.ID:
		return stay
	case u.DistrictID == nil, target.Centre == string(u.Centre), target.Centre == string(access.CentreOther):
		return moveNow
	default:
		return askFirst
	}
}

// errUnlessPending refuses applications of which one was not found, or is
// decided.
func errUnlessPending[A any](found []A, ids []string, state func(A) State) error {
	distinct := map[string]bool{}
	for _, id := range ids {
		distinct[id] = true
	}
	if len(found) != len(distinct) {
		return fault.ErrNotFound
	}
	for _, a := range found {
		if state(a) != underReview {
			return errDecided
		}
	}
	return nil
}

// reward is what an inviter earns for one more guest.
func reward(terms catalog.Invitation, obtained int64) int64 {
	return max(0, min(int64(terms.Coin), int64(terms.MaxCoin)-obtained))
}

// maxNumber is the longest service number, in characters.
const maxNumber = 31

var (
	ruleNumber   = fault.NewRule("必須為 1 至 %d 個字元", "must be 1 to %d characters")
	ruleTwice    = fault.NewRule("與第 %d 行重複", "stands already in row %d")
	ruleBirthday = fault.NewRule("必須是 1900 年至今的日期（YYYY-MM-DD）", "must be a date from 1900 until today (YYYY-MM-DD)")
	ruleDistrict = fault.NewRule("沒有這個地區", "there is no such district")
	rulePartner  = fault.NewRule("必須是夥伴中心的地區", "must be a district of a partner centre")
	ruleOwn      = fault.NewRule("不是你的中心的地區", "is not a district of your centre")
)

// listCheck judges the rows of a member list, one after another.
type listCheck struct {
	districts map[string]catalog.District // by name, code and number, in small letters
	scope     access.Scope
	today     clock.Date
	seen      map[string]int
}

func newListCheck(districts []catalog.District, scope access.Scope, today clock.Date) *listCheck {
	c := &listCheck{map[string]catalog.District{}, scope, today, map[string]int{}}
	for _, d := range districts {
		c.districts[strings.ToLower(d.Name)] = d
		if d.Code != nil {
			c.districts[strings.ToLower(*d.Code)] = d
		}
		if d.Community != nil {
			c.districts[strconv.Itoa(*d.Community)] = d
		}
	}
	return c
}

// line trims a row and names the fields that break a rule.
func (c *listCheck) line(l listLine) (Line, []fault.Field) {
	listed := Line{
		ServiceNumber: l.values["serviceNumber"], Phone: plainPhone(l.values["phone"]), Email: strings.ToLower(l.values["email"]),
	}
	var faults []fault.Field
	refuse := func(f fault.Field) { faults = append(faults, f) }
	if n := utf8.RuneCountInString(listed.ServiceNumber); n < 1 || n > maxNumber {
		refuse(ruleNumber.On("serviceNumber", maxNumber))
	}
	if listed.Phone == "" && listed.Email == "" {
		refuse(identity.RuleAddress.On("phone"))
	}
	if listed.Phone != "" && !identity.IsPhone(listed.Phone) {
		refuse(identity.RulePhone.On("phone"))
	}
	if listed.Email != "" && !identity.IsEmail(listed.Email) {
		refuse(identity.RuleEmail.On("email"))
	}
	if text := l.values["birthday"]; text != "" {
		var ok bool
		if listed.Birthday, ok = readBirthday(text, c.today); !ok {
			refuse(ruleBirthday.On("birthday"))
		}
	}
	district, rule, ok := c.district(l.values["district"])
	if !ok {
		refuse(rule.On("district"))
	}
	listed.DistrictID, listed.Centre = district.ID, access.Centre(district.Centre)
	place := district.Centre + " " + listed.ServiceNumber
	if first := c.seen[place]; len(faults) == 0 && first != 0 {
		refuse(ruleTwice.On("serviceNumber", first))
	}
	if len(faults) == 0 {
		c.seen[place] = l.row
	}
	return listed, faults
}

// district finds a partner centre's district that the caller may list members of.
func (c *listCheck) district(text string) (catalog.District, fault.Rule, bool) {
	d, known := c.districts[strings.ToLower(text)]
	switch centre := access.Centre(d.Centre); {
	case text == "":
		return d, fault.RuleRequired, false
	case !known:
		return d, ruleDistrict, false
	case centre == access.CentreOther:
		return d, rulePartner, false
	case !c.scope.Covers(centre):
		return d, ruleOwn, false
	default:
		return d, fault.Rule{}, true
	}
}

var phoneSigns = strings.NewReplacer(" ", "", "-", "")

// plainPhone takes off what people write around a number.
func plainPhone(text string) string { return strings.TrimPrefix(phoneSigns.Replace(text), "+852") }

// readBirthday reads a date as the programme or a spreadsheet writes it.
func readBirthday(text string, today clock.Date) (clock.Date, bool) {
	if t, err := time.Parse("2006/1/2", text); err == nil {
		text = t.Format(time.DateOnly)
	}
	d, err := clock.ParseDate(text)
	return d, err == nil && d.Year >= 1900 && !today.Before(d)
}
