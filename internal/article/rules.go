package article

import (
	"slices"
	"strings"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
	"hearten/internal/workflow"
)

var (
	ruleNotHere   = fault.NewRule("不適用於這個類別或類型，必須留空", "does not belong to this category or type")
	ruleMoment    = fault.NewRule("必須是日期時間（YYYY-MM-DDT00:00:00Z）", "must be a date and time (YYYY-MM-DDT00:00:00Z)")
	ruleAfterPush = fault.NewRule("必須遲於上架時間", "must be later than pushTime")
	ruleNoTag     = fault.NewRule("沒有這個標籤：%s", "there is no such tag: %s")
)

// Draft is an article as staff send it; nil is a field that was not sent.
type Draft struct {
	Title, Text      string
	Category         Category
	Type             Type
	District         *District
	Subcategory      *int
	RegistrationLink *string
	VideoLink        *string
	Push, Pull       Moment
	TagIDs           []string
	Thumbnail        string
	Images           []string // nil: not sent
	PDF, Audio       *string
}

// content is what is stored, if the draft breaks no rule.
func (d Draft) content() (Content, error) {
	if invalid := d.invalidFields(); len(invalid) > 0 {
		return Content{}, fault.Invalid(invalid...)
	}
	c := Content{
		Title: strings.TrimSpace(d.Title), Text: cleanHTML(d.Text), Category: d.Category, Type: d.Type,
		RegistrationLink: written(d.RegistrationLink), VideoLink: written(d.VideoLink),
	}
	if d.District != nil {
		c.District = *d.District
	}
	if d.Subcategory != nil {
		c.Subcategory = *d.Subcategory
	}
	return c, nil
}

// belonging is a field that belongs to one category or one type.
type belonging struct {
	field    string
	sent     bool
	here     bool // the draft has the field's category or type
	required bool // where it belongs
}

func (d Draft) fieldsOfCategory() []belonging {
	if !d.Category.known() {
		return nil
	}
	activity, mental := d.Category == Activity, d.Category == MentalHealth
	return []belonging{
		{"registrationLink", d.RegistrationLink != nil, activity, false},
		{"district", d.District != nil, activity, true},
		{"subcategory", d.Subcategory != nil && *d.Subcategory != 0, mental, true}, // zero means none
	}
}

func (d Draft) fieldsOfType() []belonging {
	if !d.Type.known() {
		return nil
	}
	return []belonging{
		{"images", d.Images != nil, d.Type == Pictures, true},
		{"pdf", d.PDF != nil, d.Type == PDF, true},
		{"videoLink", d.VideoLink != nil, d.Type == Video, true},
		{"audio", d.Audio != nil, d.Type == Audio, true},
	}
}

// misplaced names the fields that do not belong, and those that are missing.
func misplaced(fields []belonging) (invalid []fault.Field) {
	for _, b := range fields {
		switch {
		case b.sent && !b.here:
			invalid = append(invalid, ruleNotHere.On(b.field))
		case !b.sent && b.here && b.required:
			invalid = append(invalid, fault.RuleRequired.On(b.field))
		}
	}
	return invalid
}

// invalidFields are the fields that break a rule.
func (d Draft) invalidFields() (invalid []fault.Field) {
	if strings.TrimSpace(d.Title) == "" {
		invalid = append(invalid, fault.RuleRequired.On("title"))
	}
	invalid = append(invalid, misplaced(d.fieldsOfCategory())...)
	if d.Category == Activity {
		if d.District != nil && !d.District.known() {
			invalid = append(invalid, fault.RuleOneOf.On("district.type", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10"))
		}
		if link := written(d.RegistrationLink); link != nil && !fault.IsHTTPS(*link) {
			invalid = append(invalid, fault.RuleHTTPS.On("registrationLink"))
		}
	}
	invalid = append(invalid, misplaced(d.fieldsOfType())...)
	if d.Type == Pictures && d.Images != nil && len(d.Images) == 0 {
		invalid = append(invalid, fault.RuleRequired.On("images"))
	}
	if d.Type == Video && d.VideoLink != nil {
		switch link := written(d.VideoLink); {
		case link == nil:
			invalid = append(invalid, fault.RuleRequired.On("videoLink"))
		case !fault.IsHTTPS(*link):
			invalid = append(invalid, fault.RuleHTTPS.On("videoLink"))
		}
	}
	return append(invalid, d.invalidTimes()...)
}

// centre is the centre that an article belongs to: an activity to its
// district's, any other to its author's.
func (c Content) centre(home access.Centre) access.Centre {
	if c.Category == Activity {
		return c.District.centre()
	}
	return home
}

// reaches reports whether staff may give an article to a centre.
func reaches(scope access.Scope, centre access.Centre) bool {
	return scope.All() || centre == access.CentreAll || centre == scope.Centre()
}

// written is a link without the spaces around it; an empty one is none.
func written(link *string) *string {
	if link == nil {
		return nil
	}
	text := strings.TrimSpace(*link)
	if text == "" {
		return nil
	}
	return &text
}

// publishedAt is when members first see a listed article that was edited: one
// that was put off appears anew at its time, or now if that was taken back.
func publishedAt(a Article, now time.Time) *time.Time {
	switch {
	case a.PushTime != nil && a.PushTime.After(now):
		return a.PushTime
	case a.ListedAt.After(now):
		return &now
	default:
		return a.ListedAt
	}
}

// Moment is a time in a request: sent or not, and null or not.
type Moment struct {
	Sent bool
	Text *string
}

// in gives the time after the request; a time that was not sent stays.
func (m Moment) in(before *time.Time) (*time.Time, bool) {
	if !m.Sent {
		return before, true
	}
	if m.Text == nil {
		return nil, true
	}
	at, ok := parseMoment(*m.Text)
	return &at, ok
}

// parseMoment reads an instant. Midnight in UTC names the Hong Kong date, and a
// time without zone is Hong Kong's, as our own replies are.
func parseMoment(text string) (time.Time, bool) {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		at, err = time.ParseInLocation("2006-01-02T15:04:05", text, clock.HongKong)
	} else if strings.HasSuffix(text, "Z") && at.Equal(at.Truncate(24*time.Hour)) {
		at = time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, clock.HongKong)
	}
	return at.UTC().Truncate(time.Microsecond), err == nil && at.Year() >= 2000 && at.Year() < 2200
}

// schedule gives the times after the request.
func (d Draft) schedule(push, pull *time.Time) (newPush, newPull *time.Time, err error) {
	if invalid := d.invalidTimes(); len(invalid) > 0 {
		return nil, nil, fault.Invalid(invalid...)
	}
	newPush, _ = d.Push.in(push)
	newPull, _ = d.Pull.in(pull)
	if newPush != nil && newPull != nil && !newPull.After(*newPush) {
		return nil, nil, fault.Invalid(ruleAfterPush.On("pullTime"))
	}
	return newPush, newPull, nil
}

// invalidTimes are the times of the request that cannot be read.
func (d Draft) invalidTimes() (invalid []fault.Field) {
	if _, ok := d.Push.in(nil); !ok {
		invalid = append(invalid, ruleMoment.On("pushTime"))
	}
	if _, ok := d.Pull.in(nil); !ok {
		invalid = append(invalid, ruleMoment.On("pullTime"))
	}
	return invalid
}

// rises reports whether a move puts an article on top of the members' list:
// whenever it becomes ready or listed, unless staff placed it while it was ready.
func rises(m workflow.Move, placed bool) bool {
	was, is := m.Before.Status, m.After.Status
	if was == workflow.Ready {
		return is == workflow.Listed && !placed
	}
	return is == workflow.Ready || is == workflow.Listed
}

// shifted is an article that gets another's place.
type shifted struct {
	id       string
	from, to int64
}

// shift pairs the ids with the list's places, highest first. It reports false
// unless the ids are exactly those of the list.
func shift(list []Summary, ids []string) ([]shifted, bool) {
	has := make(map[string]int64, len(list))
	for _, a := range list {
		has[a.ID] = a.Ordering
	}
	if len(ids) != len(list) {
		return nil, false
	}
	all := make([]shifted, len(ids))
	for i, id := range ids {
		from, ok := has[id]
		if !ok {
			return nil, false // unknown, or named twice
		}
		delete(has, id)
		all[i] = shifted{id, from, list[i].Ordering}
	}
	// In the order of ids, in which every transaction locks rows.
	slices.SortFunc(all, func(a, b shifted) int { return strings.Compare(a.id, b.id) })
	return all, true
}
