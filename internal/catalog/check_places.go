package catalog

import (
	"regexp"

	"hearten/internal/platform/access"
)

// communities are fixed by the App's map and by stored media: the number is the
// place in this list, the code is part of media keys.
var communities = []struct {
	code   string
	centre access.Centre
}{
	{"cko&sk", access.CentreA},
	{"kc", access.CentreA},
	{"kt", access.CentreA},
	{"st&mos", access.CentreA},
	{"tp&n", access.CentreA},
	{"wts", access.CentreA},
	{"ssp", access.CentreB},
	{"tc", access.CentreB},
	{"tm", access.CentreB},
	{"tsw", access.CentreB},
	{"twkt", access.CentreB},
	{"yl", access.CentreB},
	{"ytm", access.CentreB},
}

func checkDistricts(c *Catalogue) Faults {
	var f Faults
	used, numbers := keys{}, map[int]Place{}
	for _, d := range c.Districts {
		used.check(&f, d.Place, d.Key)
		switch d.Centre {
		case access.CentreA, access.CentreB, access.CentreOther:
		default:
			f.add(d.Place, "centre %q must be CENTRE_A, CENTRE_B or CENTRE_OTHER", d.Centre)
			continue
		}
		if served := d.Centre != access.CentreOther; served != (d.Community != nil) {
			f.add(d.Place, "a district has a community exactly when it belongs to CENTRE_A or CENTRE_B")
		} else if served {
			checkCommunity(&f, d, numbers)
		}
	}
	for number := range communities {
		if _, there := numbers[number]; !there {
			f.add(Place{districtsFile, 1}, "community %d has no district", number)
		}
	}
	return f
}

func checkCommunity(f *Faults, d DistrictEntry, numbers map[int]Place) {
	m := d.Community
	if m.Number < 0 || m.Number >= len(communities) {
		f.add(m.Place, "community number %d must be from 0 to %d", m.Number, len(communities)-1)
		return
	}
	checkOnce(f, numbers, m.Place, "community number", m.Number)
	known := communities[m.Number]
	if m.Code != known.code {
		f.add(m.Place, "the code of community %d must be %q, not %q", m.Number, known.code, m.Code)
	}
	if d.Centre != known.centre {
		f.add(d.Place, "community %d belongs to %s, not %s", m.Number, known.centre, d.Centre)
	}
}

func checkBuildings(c *Catalogue) Faults {
	var f Faults
	known, count := map[int]bool{}, map[int]int{}
	for _, d := range c.Districts {
		if d.Community != nil {
			known[d.Community.Number] = true
		}
	}
	for _, b := range c.Buildings {
		if !known[b.Community] {
			f.add(b.Place, "community %d is not known", b.Community)
			continue
		}
		f.checkForm(b.Place, "kind", b.Kind)
		count[b.Community]++
		if b.Number != count[b.Community] {
			f.add(b.Place, "number %d must be %d: the buildings of a community are numbered from 1 without gaps", b.Number, count[b.Community])
		}
	}
	for _, d := range c.Districts {
		if d.Community != nil && count[d.Community.Number] == 0 {
			f.add(d.Community.Place, "community %d has no building", d.Community.Number)
		}
	}
	return f
}

// resourceTypes is how many types of community resources the App knows, from 1.
const resourceTypes = 5

func checkResourceTypes(c *Catalogue) Faults {
	var f Faults
	types, used := map[int]Place{}, keys{}
	for _, t := range c.ResourceTypes {
		f.checkRange(t.Place, "type", t.Type, 1, resourceTypes)
		checkOnce(&f, types, t.Place, "type", t.Type)
		for _, s := range t.Subtypes {
			used.check(&f, s.Place, s.Key)
		}
	}
	for n := 1; n <= resourceTypes; n++ {
		if _, there := types[n]; !there {
			f.add(Place{resourcesFile, 1}, "resource type %d is missing", n)
		}
	}
	return f
}

var phoneForm = regexp.MustCompile(`^[0-9][0-9 ]{1,18}[0-9]$`)

func checkCrisisContacts(c *Catalogue) Faults {
	var f Faults
	used := keys{}
	for _, contact := range c.CrisisContacts {
		used.check(&f, contact.Place, contact.Key)
		if !phoneForm.MatchString(contact.Phone) {
			f.add(contact.Place, "phone %q must be 3 to 20 digits and spaces", contact.Phone)
		}
	}
	return f
}
