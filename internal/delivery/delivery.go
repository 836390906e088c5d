// Package delivery sends text messages, mail and pushes. Other areas enqueue a
// message in their own transaction; a job sends it, tries again when a provider
// is busy, and stores the outcome. What a message says and where it goes is
// encrypted at rest.
package delivery

import (
	"log/slog"
	"time"

	"hearten/internal/delivery/provider"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/jobs"
	"hearten/internal/platform/keys"
	"hearten/internal/platform/words"
)

// Channel is a way to reach someone.
type Channel string

// The channels.
const (
	SMS   Channel = "sms"
	Email Channel = "email"
	Push  Channel = "push"
)

// Status is how far a message has come.
type Status int

// The states. A message that is tried again is still queued.
const (
	Queued  Status = 0
	Sent    Status = 1
	Failed  Status = 2
	Expired Status = 3 // its time was over before it could be sent
)

// Message is something to tell someone.
type Message struct {
	Channel  Channel           `json:"channel"`
	To       string            `json:"to"` // a phone number, an email address or a device token
	Template Template          `json:"template,omitempty"`
	Lang     words.Lang        `json:"lang"`
	Data     map[string]string `json:"data,omitempty"` // the template's values
	Push     *Notification     `json:"push,omitempty"` // what a push says, instead of a template
	// ExpiresAt is when it is no longer worth sending; zero means never.
	ExpiresAt time.Time `json:"expiresAt,omitzero"`

	// UserID and StaffID are whom it concerns, where that is known.
	UserID  string `json:"-"`
	StaffID string `json:"-"`
	// Dedupe makes it one message however often it is enqueued; it is kept
	// readable, so make it of ids, never of addresses.
	Dedupe string `json:"-"`
}

// Notification is what a push says and where a tap on it leads.
type Notification struct {
	Model      Model      `json:"model"`
	Title      string     `json:"title"`
	Body       string     `json:"body"`
	Navigation Navigation `json:"navigation"`
}

// Model is what becomes of a push on the device.
type Model int

// The models.
const (
	Shown  Model = 0 // by the system
	Silent Model = 1 // data for the App alone
	Both   Model = 2
)

// Navigation is the screen that a push leads to.
type Navigation int

// The screens.
const (
	Notices  Navigation = 1
	Surveys  Navigation = 2
	Articles Navigation = 3
	StepGoal Navigation = 4
	District Navigation = 5
	Home     Navigation = 6
	Friends  Navigation = 7
	Lessons  Navigation = 8
)

// Delivery is how one message fared.
type Delivery struct {
	ID        string        `db:"id"`
	Channel   Channel       `db:"channel"`
	Target    string        `db:"target_masked"`
	Status    Status        `db:"status"`
	Attempts  int           `db:"attempts"`
	LastError string        `db:"last_error"`
	CreatedAt time.Time     `db:"created_at"`
	centre    access.Centre // known when it is written, not shown
}

// Service is the area's use cases.
type Service struct {
	db      *db.DB
	keys    *keys.Ring
	clock   clock.Clock
	queue   *jobs.Queue
	log     *slog.Logger
	senders map[Channel]sender
	inbox   *inbox // nil outside development mode
}

// Deps are what the area needs.
type Deps struct {
	DB        *db.DB
	Keys      *keys.Ring
	Clock     clock.Clock
	Queue     *jobs.Queue
	Log       *slog.Logger
	Providers provider.All
	// Inbox is a folder that takes every message instead of the providers;
	// empty outside development mode.
	Inbox string
}

// New builds the service and registers its job with the queue.
func New(d Deps) *Service {
	s := &Service{db: d.DB, keys: d.Keys, clock: d.Clock, queue: d.Queue, log: d.Log}
	if d.Inbox != "" {
		s.inbox = &inbox{folder: d.Inbox, clock: d.Clock}
		s.senders = map[Channel]sender{SMS: s.inbox, Email: s.inbox, Push: s.inbox}
	} else {
		s.senders = newSenders(d.Providers, d.Clock)
	}
	jobs.Handle(d.Queue, sendKind, s.send)
	return s
}
