package catalog

import (
	"testing"
	"testing/fstest"
)

func TestEmbeddedContentIsSound(t *testing.T) {
	c, err := Load(Embedded())
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Districts) < 13 || len(c.Buildings) < 13 || len(c.CrisisContacts) == 0 {
		t.Errorf("%d districts, %d buildings, %d contacts", len(c.Districts), len(c.Buildings), len(c.CrisisContacts))
	}
	if len(c.Lessons) != 12 {
		t.Errorf("got %d lessons, want 12", len(c.Lessons))
	}
	for _, l := range c.Lessons {
		if n := len(l.Chapters); n < 3 || n > 6 {
			t.Errorf("%v: %d chapters, want 3 to 6", l.Place, n)
		}
	}
}

func TestEntriesKnowTheirPlace(t *testing.T) {
	folder := contentWith(t)
	c, err := Load(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []struct {
		got  Place
		text string
	}{
		{c.Districts[1].Place, "- key: kowloon-city"},
		{c.Buildings[6].Place, "九龍公共圖書館"},
		{c.Items[0].Place, "- key: wallpaper-warm-beige"},
		{c.Lessons[0].Place, "key: "},
		{c.Lessons[0].Chapters[1].Place, c.Lessons[0].Chapters[1].Title},
	} {
		if want := lineOf(t, folder, p.got.File, p.text); p.got.Line != want {
			t.Errorf("%q: got %v, want line %d", p.text, p.got, want)
		}
	}
}

func TestDefaults(t *testing.T) {
	c, err := Load(contentWith(t, edit{"vouchers.yaml", ", level: 2, validDays: 90", ", level: 2"},
		edit{"settings.yaml", "voucherValidDays: 90", "voucherValidDays: 45"}))
	if err != nil {
		t.Fatal(err)
	}
	if got := c.ValidDays(c.Vouchers[0]); got != 45 {
		t.Errorf("a voucher without validDays is valid for %d days, want the programme's 45", got)
	}
	if got := c.ValidDays(c.Vouchers[1]); got != 90 {
		t.Errorf("a voucher with validDays 90 is valid for %d days", got)
	}
	if !c.Items[0].Saleable || c.Items[0].Birthday {
		t.Error("an item that says nothing is saleable, on any day")
	}
}

func TestStrictForms(t *testing.T) {
	testRefusals(t, []refusal{
		{"unknown field", edit{"mascots.yaml", "name: 太陽", "name: 太陽, colour: red"}, "", "unknown field colour"},
		{"missing field", edit{"mascots.yaml", "name: 太陽, coin: 60", "name: 太陽"}, "", "coin is missing"},
		{"field given twice", edit{"mascots.yaml", "coin: 60", "coin: 60, coin: 70"}, "", "coin is given twice"},
		{"text for a number", edit{"mascots.yaml", "coin: 60", `coin: "60"`}, "", "coin must be a whole number"},
		{"fraction", edit{"mascots.yaml", "coin: 60", "coin: 6.5"}, "", "coin must be a whole number"},
		{"huge number", edit{"mascots.yaml", "coin: 60", "coin: 99999999999"}, "", "coin must be a whole number"},
		{"number for a text", edit{"crisis-contacts.yaml", `phone: "999"`, "phone: 999"}, "", "phone must be text"},
		{"number for a bool", edit{"items.yaml", "birthday: true", "birthday: 1"}, "", "birthday must be true or false"},
		{"number for a list", edit{"lessons/recovery-journey.yaml", "categories: [1]", "categories: 1"}, "", "categories must be a list"},
		{"text in a list of numbers", edit{"lessons/recovery-journey.yaml", "[1]", "[one]"}, "", "an entry of categories must be a whole number"},
		{"number for a group", edit{"missions.yaml", "reward: {coin: 10, exp: 15, token: 0}", "reward: 10"}, "", "reward must be a group"},
		{"no such date", edit{"items.yaml", "2026-09-01", "2026-02-30"}, "", "publishedAt: not a date"},
		{"number for a date", edit{"items.yaml", "2026-09-01", "2026"}, "", "publishedAt must be text"},
		{"nothing", edit{"mascots.yaml", "coin: 60", "coin: "}, "", "coin must be a whole number"},
		{"blank text", edit{"mascots.yaml", "name: 太陽", `name: " "`}, "", "name is empty"},
		{"empty list", edit{"lessons/recovery-journey.yaml", "[1]", "[]"}, "", "categories is empty"},
		{"alias", edit{"mascots.yaml", "coin: 60", "coin: &price 60"}, "", "coin must be a whole number"},
		{"not YAML", edit{"mascots.yaml", "mascots:", "mascots: ["}, "", ""},
		{"two documents", edit{"mascots.yaml", "mascots:", "{}\n---\nmascots:"}, "#", "the file must hold one document"},
		{"consent without version", edit{"consent.yaml", `version: "2026-11-01"`, `version: ""`}, "", "version is empty"},
		{"subtypes left out", edit{"resource-types.yaml", "name: 衣\n    subtypes:", "name: 衣\n    subtypes: []\n  - type: 6\n    name: 餘\n    subtypes:"},
			"subtypes: []", "subtypes is empty"},
	})
}

func TestFilesMissingAndStrange(t *testing.T) {
	folder := contentWith(t)
	delete(folder, "levels.yaml")
	folder["level.yaml"] = &fstest.MapFile{Data: []byte("levels: []\n")}
	folder["consent.yaml"] = &fstest.MapFile{Data: []byte("# nothing yet\n")}
	want := "consent.yaml:1: the file must hold one document\n" +
		"level.yaml:1: the catalogue has no file level.yaml\n" +
		"levels.yaml:1: the file is missing"
	if got := faultsOf(t, folder).Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAllFaultsAtOnce(t *testing.T) {
	faults := faultsOf(t, contentWith(t,
		edit{"mascots.yaml", "number: 2", "number: two"},
		edit{"mascots.yaml", "coin: 60", "price: 60"},
		edit{"levels.yaml", "need: 150", "need: 0"},
		edit{"lessons/sleeping-better.yaml", "code: slp", "code: SLP"},
		edit{"lessons/recovery-journey.yaml", "order: 10", "order: first"},
	))
	want := `lessons/recovery-journey.yaml:6: order must be a whole number
lessons/sleeping-better.yaml:1: code "SLP" must be lower-case words joined by hyphens, at most 64 characters
levels.yaml:4: need 0 must be at least 1
mascots.yaml:3: coin is missing
mascots.yaml:3: unknown field price
mascots.yaml:4: number must be a whole number`
	if got := faults.Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestIDsFollowFromKeys(t *testing.T) {
	// Stored records speak of this id: it must never change.
	if got, want := ID("district", "kwun-tong"), "a28127b2-8894-580c-b295-c857282d92b5"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if ID("district", "x") == ID("item", "x") {
		t.Error("two kinds share an id")
	}
}
