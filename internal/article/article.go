// Package article is what the programme publishes: activities, knowledge about
// mental health, life stories and columns. Staff write articles and take them
// through review (package workflow); members read, like and bookmark those that
// are listed, of their own centre and of all.
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
	Placed    bool       `db:"placed"` // by staff, while it was waiting
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

var (
	errOtherCentre = fault.New(fault.NotFound, "屬於另一中心，不在你的範圍內", "This belongs to the other centre, beyond your reach")
	errTagTaken    = fault.New(fault.Conflict, "已有相同名稱的標籤", "There is a tag of this name already")
	errOtherOrder  = fault.New(fault.Conflict, "文章清單已有變動，請重新載入後再排序", "The list has changed; reload it and put it in order again")
)

// subject is how the audit log names an article, and the workflow its kind.
const subject = "article"

// Service is the area's use cases.
type Service struct {
	db     *db.DB
	clock  clock.Clock
	audit  *audit.Service
	media  *media.Service
	marks  *reaction.Service
	review *workflow.Review
}

// New builds the service and gives articles their workflow.
func New(d *db.DB, c clock.Clock, a *audit.Service, m *media.Service, marks *reaction.Service, w *workflow.Service) *Service {
	s := &Service{db: d, clock: c, audit: a, media: m, marks: marks}
	s.review = w.Of(workflow.Kind{Name: subject, Table: "articles", Moved: s.moved})
	return s
}
