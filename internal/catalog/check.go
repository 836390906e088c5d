package catalog

import "regexp"

// rules judge the catalogue, each by the files it looks at. A rule stays silent
// while one of them could not be read whole: its findings would mislead.
var rules = []struct {
	files []string
	check func(*Catalogue) Faults
}{
	{[]string{districtsFile}, checkDistricts},
	{[]string{districtsFile, buildingsFile}, checkBuildings},
	{[]string{mascotsFile}, checkMascots},
	{[]string{itemsFile, mascotsFile}, checkItems},
	{[]string{vouchersFile, levelsFile}, checkVouchers},
	{[]string{missionsFile}, checkMissions},
	{[]string{levelsFile}, checkLevels},
	{nil, checkLessons},
	{[]string{resourcesFile}, checkResourceTypes},
	{[]string{contactsFile}, checkCrisisContacts},
	{[]string{settingsFile}, checkSettings},
}

func check(c *Catalogue, broken map[string]bool) Faults {
	var faults Faults
	for _, rule := range rules {
		readable := true
		for _, file := range rule.files {
			readable = readable && !broken[file]
		}
		if readable {
			faults = append(faults, rule.check(c)...)
		}
	}
	return faults
}

var keyForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

const maxKey = 64

func (f *Faults) checkForm(at Place, what, key string) {
	if !keyForm.MatchString(key) || len(key) > maxKey {
		f.add(at, "%s %q must be lower-case words joined by hyphens, at most %d characters", what, key, maxKey)
	}
}

// keys holds the keys of one kind of entries, with where each is used.
type keys map[string]Place

func (k keys) check(f *Faults, at Place, key string) {
	f.checkForm(at, "key", key)
	checkOnce(f, k, at, "key", key)
}

// checkOnce refuses a value that an earlier entry has already.
func checkOnce[K comparable](f *Faults, seen map[K]Place, at Place, what string, value K) {
	if earlier, taken := seen[value]; taken {
		f.add(at, "%s %v is already used at %s", what, value, earlier)
		return
	}
	seen[value] = at
}

func (f *Faults) checkRange(at Place, what string, value, least, most int) {
	if value < least || value > most {
		f.add(at, "%s %d must be from %d to %d", what, value, least, most)
	}
}

func (f *Faults) checkLeast(at Place, what string, value, least int) {
	if value < least {
		f.add(at, "%s %d must be at least %d", what, value, least)
	}
}
