package article

import (
	"net/url"
	"strings"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
)

var (
	ruleNotHere   = fault.NewRule("不適用於這個類別或類型，必須留空", "does not belong to this category or type")
	ruleMoment    = fault.NewRule("必須是日期時間（YYYY-MM-DDT00:00:00Z）", "must be a date and time (YYYY-MM-DDT00:00:00Z)")
	ruleAfterPush = fault.NewRule("必須遲於上架時間", "must be later than pushTime")
	ruleNoTag     = fault.NewRule("沒有這個標籤：%s", "there is no such tag: %s")
)

// Draft is an article as staff send it: what is nil was not sent.
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

// content is what is stored, once the draft breaks no rule.
func (d Draft) content() (Content, error) {
	if broken := d.broken(); len(broken) > 0 {
		return Content{}, fault.Invalid(broken...)
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

// broken holds the fields against the category and the type.
func (d Draft) broken() (broken []fault.Field) {
	refuse := func(f fault.Field) { broken = append(broken, f) }
	belongs := func(field string, sent, may, must bool) {
		switch {
		case sent && !may:
			refuse(ruleNotHere.On(field))
		case !sent && may && must:
			refuse(fault.RuleRequired.On(field))
		}
	}
	link := func(field string, link *string) {
		if link != nil && !isHTTPS(*link) {
			refuse(fault.RuleHTTPS.On(field))
		}
	}
	if strings.TrimSpace(d.Title) == "" {
		refuse(fault.RuleRequired.On("title"))
	}
	if d.Category.known() {
		activity := d.Category == Activity
		belongs("registrationLink", d.RegistrationLink != nil, activity, false)
		belongs("district", d.District != nil, activity, true)
		belongs("subcategory", d.Subcategory != nil && *d.Subcategory != 0, d.Category == MentalHealth, true) // zero means none
		if activity && d.District != nil && !d.District.known() {
			refuse(fault.RuleOneOf.On("district.type", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10"))
		}
		if activity {
			link("registrationLink", written(d.RegistrationLink))
		}
	}
	if d.Type.known() {
		belongs("images", d.Images != nil, d.Type == Pictures, true)
		belongs("pdf", d.PDF != nil, d.Type == PDF, true)
		belongs("videoLink", d.VideoLink != nil, d.Type == Video, true)
		belongs("audio", d.Audio != nil, d.Type == Audio, true)
		if d.Type == Pictures && d.Images != nil && len(d.Images) == 0 {
			refuse(fault.RuleRequired.On("images"))
		}
		if d.Type == Video {
			video := written(d.VideoLink)
			if d.VideoLink != nil && video == nil {
				refuse(fault.RuleRequired.On("videoLink"))
			}
			link("videoLink", video)
		}
	}
	return append(broken, d.brokenTimes()...)
}

// centre is whose an article is: an activity its district's, any other its
// author's.
func (c Content) centre(home access.Centre) access.Centre {
	if c.Category == Activity {
		return c.District.centre()
	}
	return home
}

// reaches reports whether staff may put an article there.
func reaches(scope access.Scope, centre access.Centre) bool {
	return scope.All() || centre == access.CentreAll || centre == scope.Centre()
}

// written is a link without the spaces around it; an empty box is none.
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

func isHTTPS(link string) bool {
	u, err := url.Parse(link)
	return err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil
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

// in gives the time that holds after the request; what was not sent stays.
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
	if broken := d.brokenTimes(); len(broken) > 0 {
		return nil, nil, fault.Invalid(broken...)
	}
	newPush, _ = d.Push.in(push)
	newPull, _ = d.Pull.in(pull)
	if newPush != nil && newPull != nil && !newPull.After(*newPush) {
		return nil, nil, fault.Invalid(ruleAfterPush.On("pullTime"))
	}
	return newPush, newPull, nil
}

// brokenTimes names the times of the request that are none.
func (d Draft) brokenTimes() (broken []fault.Field) {
	if _, ok := d.Push.in(nil); !ok {
		broken = append(broken, ruleMoment.On("pushTime"))
	}
	if _, ok := d.Pull.in(nil); !ok {
		broken = append(broken, ruleMoment.On("pullTime"))
	}
	return broken
}
