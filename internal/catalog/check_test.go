package catalog

import (
	"strings"
	"testing"
)

func TestPlaceRules(t *testing.T) {
	testRefusals(t, []refusal{
		{"key form", edit{"districts.yaml", "key: wan-chai", "key: Wan_Chai"}, "", `key "Wan_Chai" must be lower-case`},
		{"key length", edit{"districts.yaml", "key: wan-chai", "key: " + strings.Repeat("a", 65)}, "", "key"},
		{"key twice", edit{"districts.yaml", "key: wan-chai", "key: central-and-western"}, "name: 灣仔", "key central-and-western is already used at districts.yaml:"},
		{"centre", edit{"districts.yaml", "name: 中西區, centre: CENTRE_OTHER", "name: 中西區, centre: CENTRE_C"}, "", `centre "CENTRE_C" must be`},
		{"partner centre without community", edit{"districts.yaml", "name: 中西區, centre: CENTRE_OTHER", "name: 中西區, centre: CENTRE_A"}, "", "a district has a community exactly when"},
		{"community code", edit{"districts.yaml", `code: "kc"`, `code: "kt"`}, "", `the code of community 1 must be "kc"`},
		{"community of the other centre", edit{"districts.yaml", "name: 九龍城\n    centre: CENTRE_A", "name: 九龍城\n    centre: CENTRE_B"}, "key: kowloon-city", "community 1 belongs to CENTRE_A"},
		{"building of no community", edit{"buildings.yaml", "buildings:\n", "buildings:\n  - {community: 13, places: [{number: 1, name: 甲, kind: park}]}\n"}, "name: 甲", "community 13 is not known"},
		{"building kind", edit{"buildings.yaml", "kind: park", "kind: Park"}, "", `kind "Park"`},
		{"gap between buildings", edit{"buildings.yaml", "number: 5", "number: 6"}, "", "number 6 must be 5"},
		{"resource type twice", edit{"resource-types.yaml", "resourceTypes:", "resourceTypes:\n  - {type: 5, name: 餘, subtypes: [{key: rest, name: 餘}]}"}, "- type: 5", "type 5 is already used"},
		{"resource type out of range", edit{"resource-types.yaml", "resourceTypes:", "resourceTypes:\n  - {type: 6, name: 餘, subtypes: [{key: rest, name: 餘}]}"}, "type: 6", "type 6 must be from 1 to 5"},
		{"subtype key twice", edit{"resource-types.yaml", "key: food-bank", "key: laundry"}, "name: 食物銀行", "key laundry is already used"},
		{"phone", edit{"crisis-contacts.yaml", `phone: "18111"`, `phone: "call us"`}, "key: mental-health-support-hotline", `phone "call us"`},
	})
}

func TestShopRules(t *testing.T) {
	testRefusals(t, []refusal{
		{"mascot number", edit{"mascots.yaml", "mascots:\n", "mascots:\n  - {key: fox, number: 5, name: 狐, coin: 90}\n"}, "key: fox", "number 5 must be from 1 to 4"},
		{"mascot number twice", edit{"mascots.yaml", "mascots:\n", "mascots:\n  - {key: fox, number: 1, name: 狐, coin: 90}\n"}, "key: sun", "number 1 is already used at mascots.yaml:3"},
		{"mascot price", edit{"mascots.yaml", "coin: 60", "coin: -1"}, "", "coin -1 must be at least 0"},
		{"category", edit{"items.yaml", "category: 1", "category: 4"}, "- key:", "category 4 must be 1, 2 or 3"},
		{"furniture shelf", edit{"items.yaml", "subcategory: 7", "subcategory: 8"}, "- key: bed-cotton-single", "subcategory 8 must be from 1 to 7"},
		{"costume shelf", edit{"items.yaml", "category: 2\n    subcategory: 1", "category: 2\n    subcategory: 2"}, "- key: costume-straw-hat", "subcategory 2 must be from 1 to 1"},
		{"item price", edit{"items.yaml", "coin: 20", "coin: -20"}, "- key:", "coin -20 must be at least 0"},
		{"animation twice", edit{"items.yaml", "{input: floor, value: 2}", "{input: floor, value: 1}"}, "- key: floor-mosaic-tile", "animation {floor 1} is already used"},
		{"character without mascot", edit{"items.yaml", "    mascot: 1\n", ""}, "- key: character-sunset-sun", "an item of category 3 must name its mascot"},
		{"character of no mascot", edit{"items.yaml", "mascot: 1", "mascot: 9"}, "- key: character-sunset-sun", "mascot 9 is not known"},
		{"costume with mascot", edit{"items.yaml", "category: 2\n    subcategory: 1\n", "category: 2\n    subcategory: 1\n    mascot: 1\n"}, "- key: costume-straw-hat", "only an item of category 3"},
		{"voucher level", edit{"vouchers.yaml", "level: 5,", "level: 51,"}, "", "level 51 must be from 1 to 50"},
		{"voucher days", edit{"vouchers.yaml", "validDays: 90", "validDays: 0"}, "", "validDays 0 must be at least 1"},
	})
}

func TestMissionRules(t *testing.T) {
	first := "- key: daily-walk-3000"
	limited := "- key: limited-walk-8000"
	testRefusals(t, []refusal{
		{"type", edit{"missions.yaml", "type: 6", "type: 7"}, "- key: friends-first-friend", "type 7 must be from 0 to 6"},
		{"event", edit{"missions.yaml", "event: steps_of_day", "event: steps"}, first, `event "steps" is not known`},
		{"target", edit{"missions.yaml", "target: 3000", "target: 0"}, first, "target 0 must be at least 1"},
		{"link", edit{"missions.yaml", "link: 1\n", "link: 17\n"}, first, "link 17 must be from 0 to 16"},
		{"period", edit{"missions.yaml", "period: daily", "period: weekly"}, first, `period "weekly" must be`},
		{"daily type that is not", edit{"missions.yaml", "period: daily", "period: once"}, first, "type 0 and period once: a mission is daily exactly"},
		{"daily of another type", edit{"missions.yaml", "type: 0", "type: 2"}, first, "type 2 and period daily: a mission is daily exactly"},
		{"window of another type", edit{"missions.yaml", "type: 1", "type: 2"}, limited, "type 2 and period window: a mission has a window exactly"},
		{"dates without window", edit{"missions.yaml", "period: daily", "period: daily\n    from: 2026-11-01"}, first, "only a window has from and to"},
		{"window without end", edit{"missions.yaml", "    to: 2027-12-31\n", ""}, limited, "a window needs from and to"},
		{"window turned round", edit{"missions.yaml", "to: 2027-12-31", "to: 2026-10-31"}, limited, "the window ends (2026-10-31) before it begins"},
		{"negative reward", edit{"missions.yaml", "{coin: 10, exp: 15", "{coin: -10, exp: 15"}, first, "reward coin -10"},
		{"no reward", edit{"missions.yaml", "{coin: 10, exp: 15, token: 0}", "{coin: 0, exp: 0, token: 0}"}, first, "the mission rewards nothing"},
		{"level left out", edit{"levels.yaml", "  - {level: 50, need: 2550}", "  - {level: 51, need: 2550}"}, "", "level 51 must be 50"},
		{"too many levels", edit{"levels.yaml", "need: 2550}", "need: 2550}\n  - {level: 51, need: 2600}"}, "level: 51", "there are at most 50 levels"},
		{"need of nothing", edit{"levels.yaml", "need: 150", "need: 0"}, "", "need 0 must be at least 1"},
		{"need that falls", edit{"levels.yaml", "need: 200", "need: 120"}, "", "need 120 must not fall below the level before, 150"},
	})
}

func TestLessonRules(t *testing.T) {
	const file = "lessons/recovery-journey.yaml"
	chapter := "- title: 復元，不只是"
	opening := "<p>聽到「復元」兩個字"
	testRefusals(t, []refusal{
		{"key that is not the file's", edit{file, "key: recovery-journey", "key: recovery"}, "", `key "recovery" must be the file's name`},
		{"code twice", edit{"lessons/sleeping-better.yaml", "code: slp", "code: jour"}, "key: ", "code jour is already used at " + file},
		{"category", edit{file, "[1]", "[5]"}, "key: ", "category 5 must be from 1 to 4"},
		{"category twice", edit{file, "[1]", "[1, 1]"}, "key: ", "category 1 is already used"},
		{"too many chapters", edit{file, "chapters:\n", "chapters:\n" + strings.Repeat("  - {title: 甲, content: <p>乙</p>}\n", 20)}, "key: ", "24 chapters: a lesson has at most 20"},
		{"tag", edit{file, opening, "<script>" + opening}, chapter, "content: <script> is not allowed"},
		{"attribute", edit{file, opening, `<p class="x">聽到「復元」兩個字`}, chapter, `content: <p class="x"> is not allowed`},
		{"half a tag", edit{file, opening, "1 < 2" + opening}, chapter, "content: < 2 is not allowed"},
		{"tag left open", edit{file, opening, "<em>" + opening}, chapter, "content: <em> is never closed"},
		{"tag closed out of turn", edit{file, opening, "</em>" + opening}, chapter, "content: </em> closes nothing"},
		{"no text", edit{file, "chapters:\n", "chapters:\n  - {title: 甲, content: <p> </p>}\n"}, "title: 甲", "content: there is no text"},
		{"video link", edit{file, "chapters:\n", "chapters:\n  - {title: 甲, content: 乙, videoLink: \"http://x.hk\"}\n"}, "title: 甲", "videoLink must begin with https://"},
		{"media key", edit{file, "chapters:\n", "chapters:\n  - {title: 甲, content: 乙, audioKey: temp/1}\n"}, "title: 甲", `media key "temp/1" must be`},
	})
}

func TestSettingsRules(t *testing.T) {
	testRefusals(t, []refusal{
		{"version", edit{"settings.yaml", `"1.0.0"`, `"1.0"`}, "minVersion", `minVersion "1.0"`},
		{"tokens", edit{"settings.yaml", "token: 3", "token: -1"}, "minVersion", "newAccount token -1"},
		{"most coins below one reward", edit{"settings.yaml", "maxCoin: 500", "maxCoin: 20"}, "minVersion", "invitation maxCoin 20 must be at least 50"},
		{"days", edit{"settings.yaml", "withinDays: 14", "withinDays: 0"}, "minVersion", "invitation withinDays 0"},
		{"voucher days", edit{"settings.yaml", "voucherValidDays: 90", "voucherValidDays: 0"}, "minVersion", "voucherValidDays 0"},
		{"bar that does not rise", edit{"settings.yaml", "count: 3", "count: 1"}, "exp: 80", "lessonBar count 1 must be at least 2"},
	})
}

func TestCommunityNumbers(t *testing.T) {
	folder := contentWith(t, edit{"districts.yaml", `{number: 1, short: 九龍城, code: "kc"}`, `{number: 2, short: 九龍城, code: "kt"}`})
	got := faultsOf(t, folder).Error()
	for _, want := range []string{"community number 2 is already used at", "community 1 has no district", "community 1 is not known"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	folder = contentWith(t, edit{"districts.yaml", "number: 12", "number: 13"})
	if got := faultsOf(t, folder).Error(); !strings.Contains(got, "community number 13 must be from 0 to 12") {
		t.Errorf("got\n%s", got)
	}
}
