// Package article manages what the programme publishes: activities, knowledge
// about mental health, life stories and columns. Staff write articles and take
// them through review (package workflow); members read, like and bookmark the
// listed articles of their own centre and of all centres.
package article

import (
	"time"

	"hearten/internal/audit"
	"hearten/internal/media"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/reaction"
	"hearten/internal/workflow"
)

// Article is one article.
type Article struct {
	workflow.Item
	// Home is the centre of the author's role.
	Home access.Centre `db:"home"`
	Content
	Files
	Tags      []Tag
	Ordering  int64      `db:"ordering"`
	Placed    bool       `db:"placed"` // by staff, while it was ready
	ListedAt  *time.Time `db:"listed_at"`
	CreatedAt time.Time  `db:"created_at"`
}

// Content is what staff write. Fields that do not belong to the category or the
// type are nil or zero.
type Content struct {
	Title            string   `db:"title" json:"title"`
	Text             string   `db:"content" json:"content"`
	Category         Category `db:"category" json:"category"`
	District         District `db:"district" json:"district"`
	Subcategory      int      `db:"subcategory" json:"subcategory"`
	Type             Type     `db:"type" json:"type"`
	RegistrationLink *string  `db:"registration_link" json:"registrationLink"`
	VideoLink        *string  `db:"video_link" json:"videoLink"`
}

// Tag is a word that articles are found by.
type Tag struct {
	ID   string `db:"id" json:"id"`
	Name string `db:"name" json:"name"`
}

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

// code is the category's part of file keys.
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
	code   string // its part of file keys
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

var (
	errOtherCentre = fault.New(fault.NotFound, "屬於另一中心，不在你的範圍內", "This belongs to the other centre, beyond your reach")
	errTagTaken    = fault.New(fault.Conflict, "已有相同名稱的標籤", "There is a tag of this name already")
	errNotPicture  = fault.New(fault.BadFile, "%s: 必須是圖片", "%s: must be a picture")
	errNotPDF      = fault.New(fault.BadFile, "%s: 必須是 PDF 檔案", "%s: must be a PDF file")
	errNotAudio    = fault.New(fault.BadFile, "%s: 必須是音訊檔案", "%s: must be an audio file")
	errOtherOrder  = fault.New(fault.Conflict, "文章清單已有變動，請重新載入後再排序", "The list has changed; reload it and put it in order again")
)

// subject is the name of an article in the audit log and the workflow.
const subject = "article"

// Deps are what the area needs.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Audit     *audit.Service
	Media     *media.Service
	Reactions *reaction.Service
	Workflow  *workflow.Service
}

// Service is the area's use cases.
type Service struct {
	Deps
	review *workflow.Review
}

// New builds the service and gives articles their review.
func New(d Deps) *Service {
	s := &Service{Deps: d}
	s.review = d.Workflow.Register(workflow.Kind{Name: subject, Table: db.Articles, Moved: s.moved})
	return s
}
