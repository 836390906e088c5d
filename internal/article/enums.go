package article

import "hearten/internal/platform/access"

// Category is what an article is about.
type Category int

// The categories.
const (
	Activity Category = iota + 1
	MentalHealth
	LifeStory
	Column
)

func (c Category) known() bool { return c >= Activity && c <= Column }

// code is the category's step in the keys of files.
func (c Category) code() string {
	return map[Category]string{Activity: "ap", MentalHealth: "mh", LifeStory: "ls", Column: "as"}[c]
}

// Type is the form of an article.
type Type int

// The types.
const (
	PlainText Type = iota
	Pictures
	PDF
	Video
	Audio
)

func (t Type) known() bool { return t >= PlainText && t <= Audio }

// District is where an activity is; zero is none.
type District int

type district struct {
	name   string
	code   string // its step in the keys of files
	centre access.Centre
}

var districts = []district{
	1:  {"九龍", "kl", access.CentreA},
	2:  {"新界", "nt", access.CentreA},
	3:  {"葵涌中心", "kc", access.CentreB},
	4:  {"深水埗中心", "ssp", access.CentreB},
	5:  {"屯門中心", "tm", access.CentreB},
	6:  {"天水圍中心", "tsw", access.CentreB},
	7:  {"油尖旺中心", "ytm", access.CentreB},
	8:  {"離島中心", "is", access.CentreB},
	9:  {"九龍西計劃", "kw", access.CentreB},
	10: {"新界西計劃", "ntw", access.CentreB},
}

func (d District) known() bool           { return d >= 1 && int(d) < len(districts) }
func (d District) name() string          { return districts[d].name }
func (d District) code() string          { return districts[d].code }
func (d District) centre() access.Centre { return districts[d].centre }

// allDistricts lists them in order.
func allDistricts() []District {
	var all []District
	for d := 1; d < len(districts); d++ {
		all = append(all, District(d))
	}
	return all
}

// subcategories are the parts of mental health; zero is none.
var subcategories = []string{
	1: "精神分裂症", 2: "思覺失調", 3: "抑鬱症", 4: "焦慮症", 5: "躁鬱症", 6: "妄想症", 7: "強迫症", 8: "人格障礙", 9: "其他",
}
