package article

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/workflow"
)

func TestDraftRules(t *testing.T) {
	of := func(v string) *string { return &v }
	at := func(d District) *District { return &d }
	part := func(n int) *int { return &n }
	story := Draft{Title: "一個故事", Category: LifeStory}
	activity := Draft{Title: "山頂散步", Category: Activity, District: at(1)}
	for name, c := range map[string]struct {
		draft  Draft
		change func(*Draft)
		want   string // the fields that break a rule, in the order of the reply
	}{
		"a story":                        {story, func(*Draft) {}, ""},
		"a blank title":                  {story, func(d *Draft) { d.Title = " \t" }, "title"},
		"an activity":                    {activity, func(*Draft) {}, ""},
		"an activity without district":   {activity, func(d *Draft) { d.District = nil }, "district"},
		"the last district":              {activity, func(d *Draft) { d.District = at(10) }, ""},
		"a district after the last":      {activity, func(d *Draft) { d.District = at(11) }, "district.type"},
		"district zero":                  {activity, func(d *Draft) { d.District = at(0) }, "district.type"},
		"a story in a district":          {story, func(d *Draft) { d.District = at(1) }, "district"},
		"a story with a registration":    {story, func(d *Draft) { d.RegistrationLink = of("https://a.hk") }, "registrationLink"},
		"a blank registration":           {activity, func(d *Draft) { d.RegistrationLink = of("  ") }, ""},
		"a registration by http":         {activity, func(d *Draft) { d.RegistrationLink = of("http://a.hk") }, "registrationLink"},
		"a registration with a password": {activity, func(d *Draft) { d.RegistrationLink = of("https://me:x@a.hk") }, "registrationLink"},
		"a story with subcategory zero":  {story, func(d *Draft) { d.Subcategory = part(0) }, ""},
		"a story with a subcategory":     {story, func(d *Draft) { d.Subcategory = part(4) }, "subcategory"},
		"mental health, subcategory zero": {story, func(d *Draft) {
			d.Category, d.Subcategory = MentalHealth, part(0)
		}, "subcategory"},
		"pictures":                 {story, func(d *Draft) { d.Type, d.Images = Pictures, []string{"key"} }, ""},
		"pictures that are absent": {story, func(d *Draft) { d.Type = Pictures }, "images"},
		"an empty list of pictures": {story, func(d *Draft) {
			d.Type, d.Images = Pictures, []string{}
		}, "images"},
		"an empty list of pictures in plain text": {story, func(d *Draft) { d.Images = []string{} }, "images"},
		"a PDF in audio":            {story, func(d *Draft) { d.Type, d.PDF = Audio, of("key") }, "pdf audio"},
		"a video":                   {story, func(d *Draft) { d.Type, d.VideoLink = Video, of(" https://a.hk ") }, ""},
		"a video without link":      {story, func(d *Draft) { d.Type = Video }, "videoLink"},
		"a video with a blank link": {story, func(d *Draft) { d.Type, d.VideoLink = Video, of(" ") }, "videoLink"},
		"a video by http":           {story, func(d *Draft) { d.Type, d.VideoLink = Video, of("http://a.hk") }, "videoLink"},
		"a time that is none":       {story, func(d *Draft) { d.Push = Moment{Sent: true, Text: of("tomorrow")} }, "pushTime"},
		"everything at once": {activity, func(d *Draft) {
			d.Title, d.District, d.Type, d.Subcategory = "", at(99), PDF, part(1)
		}, "title subcategory district.type pdf"},
	} {
		c.change(&c.draft)
		var fields []string
		for _, f := range c.draft.invalidFields() {
			fields = append(fields, f.Name)
		}
		if got := strings.Join(fields, " "); got != c.want {
			t.Errorf("%s: %q breaks a rule, want %q", name, got, c.want)
		}
	}
}

func TestParseMoment(t *testing.T) {
	for text, want := range map[string]string{
		"2026-11-20T00:00:00Z":         "2026-11-19T16:00:00Z", // midnight in UTC names the Hong Kong date
		"2026-11-20T00:00:00.000Z":     "2026-11-19T16:00:00Z",
		"2026-11-20T00:00:01Z":         "2026-11-20T00:00:01Z",
		"2026-11-20T08:00:00+08:00":    "2026-11-20T00:00:00Z", // the same instant, named with a zone
		"2026-11-20T09:30:00":          "2026-11-20T01:30:00Z",
		"2026-11-20T00:00:00.1234567Z": "2026-11-20T00:00:00.123456Z",
		"2000-01-01T00:00:00Z":         "1999-12-31T16:00:00Z",
		"1999-12-31T00:00:00Z":         "",
		"2199-12-31T23:59:59Z":         "2199-12-31T23:59:59Z",
		"2200-01-01T00:00:00Z":         "",
		"2026-02-29T00:00:00Z":         "",
		"2026-11-20":                   "",
		"":                             "",
	} {
		at, ok := parseMoment(text)
		if got := at.Format(time.RFC3339Nano); ok != (want != "") || ok && got != want {
			t.Errorf("%q is %s (%v), want %q", text, got, ok, want)
		}
	}
}

func TestSchedule(t *testing.T) {
	day := func(n int) *time.Time {
		at := time.Date(2026, 11, n, 0, 0, 0, 0, clock.HongKong).UTC()
		return &at
	}
	sent := func(n int) Moment {
		text := day(n).Format(time.RFC3339)
		return Moment{Sent: true, Text: &text}
	}
	removed := Moment{Sent: true}
	for name, c := range map[string]struct {
		push, pull         Moment
		wantPush, wantPull *time.Time
		refused            bool
	}{
		"not sent":                     {Moment{}, Moment{}, day(10), day(20), false},
		"both removed":                 {removed, removed, nil, nil, false},
		"a later push":                 {sent(19), Moment{}, day(19), day(20), false},
		"a push at the pull":           {sent(20), Moment{}, nil, nil, true},
		"a pull before the kept push":  {Moment{}, sent(9), nil, nil, true},
		"a pull after a removed push":  {removed, sent(1), nil, day(1), false},
		"a push after a removed pull":  {sent(25), removed, day(25), nil, false},
		"a push later than both times": {sent(25), sent(24), nil, nil, true},
	} {
		push, pull, err := Draft{Push: c.push, Pull: c.pull}.schedule(day(10), day(20))
		same := func(a, b *time.Time) bool { return a == b || a != nil && b != nil && a.Equal(*b) }
		if (err != nil) != c.refused || err == nil && (!same(push, c.wantPush) || !same(pull, c.wantPull)) {
			t.Errorf("%s: %v to %v, %v", name, push, pull, err)
		}
	}
}

func TestCentreOfContent(t *testing.T) {
	for _, c := range []struct {
		content    Content
		home, want access.Centre
	}{
		{Content{Category: Activity, District: 2}, access.CentreB, access.CentreA},
		{Content{Category: Activity, District: 3}, access.CentreA, access.CentreB},
		{Content{Category: Activity, District: 1}, access.CentreAll, access.CentreA},
		{Content{Category: Column}, access.CentreB, access.CentreB},
		{Content{Category: LifeStory}, access.CentreAll, access.CentreAll},
	} {
		if got := c.content.centre(c.home); got != c.want {
			t.Errorf("%+v of %s belongs to %s, want %s", c.content, c.home, got, c.want)
		}
	}
}

func TestPublishedAt(t *testing.T) {
	now := time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC)
	before, after, much := now.Add(-time.Hour), now.Add(time.Hour), now.Add(48*time.Hour)
	for name, c := range map[string]struct {
		push   *time.Time
		listed time.Time
		want   time.Time
	}{
		"no time":                        {nil, before, before},
		"a time that has passed":         {&before, before, before},
		"a time that is now":             {&now, before, before},
		"put off":                        {&after, before, after},
		"put off further":                {&much, after, much},
		"put off, and that taken back":   {nil, after, now},
		"put off, and that moved to now": {&now, after, now},
	} {
		a := Article{Item: workflow.Item{PushTime: c.push}, ListedAt: &c.listed}
		if got := publishedAt(a, now); !got.Equal(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestRises(t *testing.T) {
	for _, c := range []struct {
		from, to     workflow.Status
		placed, want bool
	}{
		{workflow.AwaitingSupervisor, workflow.Ready, false, true},
		{workflow.AwaitingSupervisor, workflow.Ready, true, true}, // placed in an earlier round
		{workflow.Ready, workflow.Listed, false, true},
		{workflow.Ready, workflow.Listed, true, false},
		{workflow.Ready, workflow.Draft, false, false},
		{workflow.Delisted, workflow.Listed, true, true},
		{workflow.Listed, workflow.Delisted, false, false},
	} {
		m := workflow.Move{Before: workflow.Item{Status: c.from}, After: workflow.Item{Status: c.to}}
		if got := rises(m, c.placed); got != c.want {
			t.Errorf("%d to %d (placed: %v): %v", c.from, c.to, c.placed, got)
		}
	}
}

func TestShift(t *testing.T) {
	list := []Summary{{ID: "c", Ordering: 9}, {ID: "a", Ordering: 5}, {ID: "b", Ordering: 2}}
	got, ok := shift(list, []string{"b", "c", "a"})
	if want := []shifted{{"a", 5, 2}, {"b", 2, 9}, {"c", 9, 5}}; !ok || !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for _, ids := range [][]string{{"a", "b"}, {"a", "b", "b"}, {"a", "b", "d"}, {"a", "b", "c", "d"}, {}} {
		if _, ok := shift(list, ids); ok {
			t.Errorf("%v is taken for an order of the list", ids)
		}
	}
}
