// Package friend manages who knows whom among members: asking, accepting,
// blocking, and what each lets others see. Staff may do the same on a member's
// behalf.
//
// Every change between two members locks both of them first, always in the same
// order, so that changes of one pair follow each other: a pair has one row, and
// a block leaves none.
package friend

import (
	"time"

	"hearten/internal/audit"
	"hearten/internal/delivery"
	"hearten/internal/mission"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/jobs"
	"hearten/internal/wallet"
)

var (
	errSelf      = fault.New(fault.Validation, "不能對自己進行此操作", "This cannot be done with oneself")
	errListFull  = fault.New(fault.NotEligible, "親友人數已達上限", "The list of friends is full")
	errBlockedBy = fault.New(fault.Conflict, "其中一方已封鎖另一方", "One of them has blocked the other")

	ruleBatch = fault.NewRule("必須為 1 至 100 個", "must be 1 to 100")
)

// Names in the audit log: of a relation between members, and of a member's
// settings.
const (
	subject         = "friend"
	settingsSubject = "friend settings"
)

// Status is the state of a pair.
type Status int

// The states.
const (
	Requesting Status = 0
	Normal     Status = 1
)

// Audience is who may see something of a member.
type Audience int

// The audiences.
const (
	OnlyMe      Audience = 0
	FriendsOnly Audience = 1
	Everyone    Audience = 2
)

// Settings are what a member lets others do and see.
type Settings struct {
	Searchable  bool     `db:"searchable" json:"searchable"`
	Requestable bool     `db:"requestable" json:"requestable"`
	Step        Audience `db:"step_view" json:"stepViewEnum"`
	Map         Audience `db:"map_view" json:"mapViewEnum"`
	Mascot      Audience `db:"mascot_view" json:"mascotViewEnum"`
	Avatar      Audience `db:"avatar_view" json:"avatarViewEnum"`
}

// defaultSettings are those of a member who has chosen nothing.
var defaultSettings = Settings{
	Searchable: true, Requestable: true, Step: FriendsOnly, Map: OnlyMe, Mascot: FriendsOnly, Avatar: Everyone,
}

// SettingsChange is what to change; nil leaves a setting as it is.
type SettingsChange struct {
	Searchable  *bool
	Requestable *bool
	Step        *Audience
	Map         *Audience
	Mascot      *Audience
	Avatar      *Audience
}

// Flags are what a member chose for one person; nil leaves it to the settings.
type Flags struct {
	StepFlag   *bool `db:"step_flag" json:"stepView"`
	MapFlag    *bool `db:"map_flag" json:"mapView"`
	MascotFlag *bool `db:"mascot_flag" json:"mascotView"`
	AvatarFlag *bool `db:"avatar_flag" json:"avatarView"`
}

// Views is what someone may see of a member.
type Views struct {
	Step   bool `json:"stepView"`
	Map    bool `json:"mapView"`
	Mascot bool `json:"mascotView"`
	Avatar bool `json:"avatarView"`
}

// RelatedUser is the other user of a member's relation, as staff see them.
type RelatedUser struct {
	RelationID    string          `db:"relation_id"` // of the pair or of the block
	Status        Status          `db:"pair_status"`
	RequestedBy   string          `db:"requested_by"`
	FriendAt      *time.Time      `db:"friend_at"`
	UserID        string          `db:"user_id"`
	Username      string          `db:"username"`
	Nickname      string          `db:"nickname"`
	Email         string          `db:"email"`
	Phone         string          `db:"phone"`
	District      string          `db:"district"`
	UserType      access.UserType `db:"user_type"`
	ServiceNumber *string         `db:"service_number"`
	Staff         *string         `db:"staff"`
	StaffID       *string         `db:"staff_id"`
	Centre        access.Centre   `db:"centre"`
	Gender        *int            `db:"gender"`
	Birthday      clock.Date      `db:"birthday"`
	Signature     string          `db:"signature"`
	AvatarKey     *string         `db:"avatar_key"`
	DefaultAvatar int             `db:"default_avatar"`
	Exp           int64           `db:"exp"`
}

// Pictures gives the address of a member's picture: their own or a default one.
type Pictures interface {
	Picture(own *string, number int) string
}

// Deps are what the area needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Queue    *jobs.Queue
	Delivery *delivery.Service
	Missions *mission.Service
	Wallet   *wallet.Service
	Audit    *audit.Service
	Pictures Pictures
	Figures  Figures
}

// Service is the area's use cases.
type Service struct{ Deps }

// New builds the service and registers its job.
func New(d Deps) *Service {
	s := &Service{d}
	jobs.Handle(d.Queue, tellKind, s.tell)
	return s
}
