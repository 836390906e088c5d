package workflow

import (
	"slices"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/fault"
)

var (
	errNoMove      = fault.New(fault.MoveNotAllowed, "目前狀態不能作此更改：%s", "This change of status is not possible: %s")
	errNotYourMove = fault.New(fault.Forbidden, "你的職級不能作此狀態更改", "Your role may not make this change of status")
	errOwnEdit     = fault.New(fault.Forbidden, "不能審批自己最後編輯的內容", "Nobody approves what they edited last")
	errNotYourEdit = fault.New(fault.Forbidden, "你不能編輯這個狀態的內容", "You may not edit this in its present status")
	errNotYours    = fault.New(fault.Forbidden, "你不能刪除這項內容", "You may not delete this")
	errKept        = fault.New(fault.Conflict, "這個狀態的內容不能刪除", "This cannot be deleted in its present status")
)

// Item is what the rules look at.
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

// move is a change of status and who may make it.
type move struct {
	from, to Status
	roles    []access.Code
	author   bool // whoever wrote it may, in any role
	ownOnly  []access.Code
	remark   bool // the author must be told why
	approval bool // not by who edited last
}

// The positions, from the second up.
const (
	professional = access.Professional
	chief        = access.Chief
	supervisor   = access.Supervisor
	admin        = access.Admin
)

// moves is the whole workflow; a pair that is not here does not exist.
var moves = []move{
	{from: Draft, to: AwaitingChief, author: true, roles: roles(professional, chief, supervisor, admin)},
	{from: Draft, to: AwaitingSupervisor, ownOnly: roles(chief), roles: roles(admin)},
	{from: AwaitingChief, to: Draft, author: true, roles: roles(chief, supervisor, admin), remark: true},
	{from: AwaitingChief, to: AwaitingSupervisor, roles: roles(chief, admin), approval: true},
	{from: AwaitingSupervisor, to: AwaitingChief, roles: roles(supervisor, admin), remark: true},
	{from: AwaitingSupervisor, to: Draft, roles: roles(supervisor, admin), remark: true},
	{from: AwaitingSupervisor, to: Ready, roles: roles(supervisor, admin), approval: true},
	{from: Ready, to: Listed, roles: roles(chief, supervisor, admin)},
	{from: Ready, to: Draft, roles: roles(chief, supervisor, admin)},
	{from: Listed, to: Delisted, roles: roles(chief, supervisor, admin)},
	{from: Delisted, to: Listed, roles: roles(supervisor, admin)},
	{from: Delisted, to: Draft, author: true, roles: roles(chief, supervisor, admin)},
}

func roles(codes ...access.Code) []access.Code { return codes }

func findMove(from, to Status) (move, bool) {
	for _, m := range moves {
		if m.from == from && m.to == to {
			return m, true
		}
	}
	return move{}, false
}

// exists refuses a change of status that nobody could make.
func exists(item Item, to Status) bool {
	_, ok := findMove(item.Status, to)
	return ok
}

// mayMove says why someone may not move an item, given that the move exists.
func mayMove(who access.Staff, item Item, to Status, mark string) error {
	m, _ := findMove(item.Status, to)
	own := item.AuthorID == who.ID
	byRole := slices.Contains(m.roles, who.Role.Code)
	if !byRole && !(own && (m.author || slices.Contains(m.ownOnly, who.Role.Code))) {
		return errNotYourMove
	}
	if m.approval && item.EditorID == who.ID && who.Role.Code != admin {
		return errOwnEdit
	}
	withdrawal := own && m.author
	if m.remark && !withdrawal && mark == "" {
		return fault.Invalid(fault.RuleRequired.On("mark"))
	}
	return nil
}

// approvesOwnEdit is what administrators alone may do, and the log tells.
func approvesOwnEdit(who access.Staff, item Item, to Status) bool {
	m, _ := findMove(item.Status, to)
	return m.approval && item.EditorID == who.ID
}

// Targets are the statuses that someone in this role could give to some item,
// one's own included.
func Targets(role access.Code, from Status) []Status {
	to := []Status{}
	for _, m := range moves {
		if m.from == from && (m.author || slices.Contains(m.roles, role) || slices.Contains(m.ownOnly, role)) {
			to = append(to, m.to)
		}
	}
	return to
}

// MayEdit says why someone may not edit an item; every status is open to some.
func MayEdit(who access.Staff, item Item) error {
	allowed := false
	switch item.Status {
	case Draft:
		allowed = item.AuthorID == who.ID || who.Role.Code == professional || inCharge(who)
	case AwaitingChief:
		allowed = inCharge(who)
	default:
		allowed = who.Role.Code == supervisor || who.Role.Code == admin
	}
	if !allowed {
		return errNotYourEdit
	}
	return nil
}

// MayDelete says why someone may not delete an item.
func MayDelete(who access.Staff, item Item) error {
	switch item.Status {
	case Draft:
		if item.AuthorID == who.ID || inCharge(who) {
			return nil
		}
	case Delisted:
		if inCharge(who) {
			return nil
		}
	default:
		return errKept
	}
	return errNotYours
}

func inCharge(who access.Staff) bool {
	return slices.Contains(roles(chief, supervisor, admin), who.Role.Code)
}

// approves is the status whose items wait for this role.
func approves(role access.Code) []Status {
	switch role {
	case chief:
		return []Status{AwaitingChief}
	case supervisor:
		return []Status{AwaitingSupervisor}
	case admin:
		return []Status{AwaitingChief, AwaitingSupervisor}
	}
	return nil
}

// Visible reports whether members see the item at a moment: it is listed, and
// the moment lies within its times, also when the schedule is a little late.
func (i Item) Visible(now time.Time) bool {
	return i.Status == Listed && (i.PullTime == nil || now.Before(*i.PullTime)) && (i.PushTime == nil || !now.Before(*i.PushTime))
}

// due is what the schedule does with an item at a moment, if anything.
func due(item Item, now time.Time) (to Status, ok bool) {
	over := item.PullTime != nil && !now.Before(*item.PullTime)
	switch {
	case item.Status == Ready && item.PushTime != nil && !now.Before(*item.PushTime) && !over:
		return Listed, true
	case item.Status == Listed && over:
		return Delisted, true
	}
	return 0, false
}

// next is when the schedule has to look at an item again.
func next(item Item) *time.Time {
	switch item.Status {
	case Ready:
		return item.PushTime
	case Listed:
		return item.PullTime
	}
	return nil
}

// moved is the item after someone changed its status by hand: a listing counts
// from now, and a delisting ends the schedule.
func moved(item Item, to Status, now time.Time) Item {
	item.Status = to
	switch to {
	case Listed:
		item.PushTime = &now
		if item.PullTime != nil && !now.Before(*item.PullTime) {
			item.PullTime = nil
		}
	case Delisted:
		item.PushTime, item.PullTime = nil, nil
	}
	return item
}
