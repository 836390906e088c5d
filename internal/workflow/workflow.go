// Package workflow manages the review of articles and community resources, from
// draft to listed and back: one table of moves, one log and one schedule for
// both. Areas keep their own tables, which share the columns of Item and
// deleted_at, updated_at; a Kind says what a move means for an area.
package workflow

import (
	"context"
	"time"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/jobs"
)

// Status is how far an item has come.
type Status int

// The six statuses.
const (
	Draft Status = iota + 1
	AwaitingChief
	AwaitingSupervisor
	Ready
	Listed
	Delisted
)

// The statuses that conditions name in SQL. They are literals, not arguments,
// because the partial indexes of listed items (WHERE status = 5) serve only
// conditions with the same literal.
const (
	ReadySQL  = "4"
	ListedSQL = "5"
)

var names = map[Status]string{
	Draft: "草稿", AwaitingChief: "待主任審批", AwaitingSupervisor: "待督導審批",
	Ready: "未上架", Listed: "已上架", Delisted: "已下架",
}

// Statuses lists all six, in order.
func Statuses() []Status {
	return []Status{Draft, AwaitingChief, AwaitingSupervisor, Ready, Listed, Delisted}
}

// Known reports whether there is such a status.
func (s Status) Known() bool { return names[s] != "" }

// Name is how people call the status.
func (s Status) Name() string { return names[s] }

// Item is the part of a record that the workflow knows.
type Item struct {
	ID       string        `db:"id"`
	Centre   access.Centre `db:"centre"`
	Status   Status        `db:"status"`
	AuthorID string        `db:"author_id"`
	EditorID string        `db:"editor_id"` // who saved it last
	PushTime *time.Time    `db:"push_time"` // lists itself then
	PullTime *time.Time    `db:"pull_time"` // delists itself then
	Version  int64         `db:"version"`
}

// Kind is a sort of content that is reviewed.
type Kind struct {
	// Name is its name in the log and the audit log.
	Name  string
	Table db.LockTable
	// Moved does, in the same transaction, what a change of status means for
	// the area: pictures become public, counters move.
	Moved func(ctx context.Context, tx *db.Tx, moves []Move) error
}

// Move is one item's change of status.
type Move struct {
	Before, After Item
	At            time.Time
}

var (
	errNoMove      = fault.New(fault.MoveNotAllowed, "目前狀態不能作此更改：%s", "This change of status is not possible: %s")
	errNotYourMove = fault.New(fault.Forbidden, "你的職級不能作此狀態更改", "Your role may not make this change of status")
	errOwnEdit     = fault.New(fault.Forbidden, "不能審批自己最後編輯的內容", "Nobody approves what they edited last")
	errNotYourEdit = fault.New(fault.Forbidden, "你不能編輯這個狀態的內容", "You may not edit this in its present status")
	errNotYours    = fault.New(fault.Forbidden, "你不能刪除這項內容", "You may not delete this")
	errKept        = fault.New(fault.Conflict, "這個狀態的內容不能刪除", "This cannot be deleted in its present status")
)

// Deps are what the workflow needs.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Audit *audit.Service
	Queue *jobs.Queue
}

// Service is the workflow; each area takes its Review from it.
type Service struct {
	Deps
	reviews map[string]*Review
}

// New builds the workflow and lets the queue run its schedule.
func New(d Deps) *Service {
	s := &Service{Deps: d, reviews: map[string]*Review{}}
	jobs.Handle(d.Queue, scheduled, s.runSchedule)
	return s
}

// Review is the workflow of one kind of content.
type Review struct {
	*Service
	kind Kind
}

// Register gives a kind of content its review.
func (s *Service) Register(kind Kind) *Review {
	r := &Review{s, kind}
	s.reviews[kind.Name] = r
	return r
}
