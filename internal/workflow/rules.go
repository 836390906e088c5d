package workflow

import (
	"slices"
	"strings"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/fault"
)

// move is a change of status and who may make it.
type move struct {
	from, to Status
	roles    []access.Code
	author   bool // whoever wrote it may, in any role
	ownOnly  []access.Code
	remark   bool // required: the author must be told why
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

// exists reports whether any role could make this change of status.
func exists(item Item, to Status) bool {
	_, ok := findMove(item.Status, to)
	return ok
}

// mayMove says why a staff member may not move an item, given that the move
// exists.
func mayMove(who access.Staff, item Item, to Status, remark string) error {
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
	if m.remark && !withdrawal && remark == "" {
		return fault.Invalid(fault.RuleRequired.On("mark"))
	}
	return nil
}

// mayMoveAll checks first that every move exists, then that this staff member
// may make it.
func mayMoveAll(who access.Staff, items []Item, to Status, remark string) error {
	var stuck []string
	for _, item := range items {
		if !exists(item, to) {
			stuck = append(stuck, item.ID)
		}
	}
	if len(stuck) > 0 {
		return errNoMove.With(strings.Join(stuck, ", "))
	}
	for _, item := range items {
		if err := mayMove(who, item, to, remark); err != nil {
			return err
		}
	}
	return nil
}

// approvesOwnEdit reports an approval that only administrators may make; the
// log says so.
func approvesOwnEdit(who access.Staff, item Item, to Status) bool {
	m, _ := findMove(item.Status, to)
	return m.approval && item.EditorID == who.ID
}

// Targets are the statuses that a role could give to some item, its own items
// included.
func Targets(role access.Code, from Status) []Status {
	to := []Status{}
	for _, m := range moves {
		if m.from == from && (m.author || slices.Contains(m.roles, role) || slices.Contains(m.ownOnly, role)) {
			to = append(to, m.to)
		}
	}
	return to
}

// MayEdit says why a staff member may not edit an item; in every status some
// roles may.
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

// MayDelete says why a staff member may not delete an item.
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

// approves are the statuses whose items wait for this role.
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

// Visible reports whether members see the item at a moment. The times decide
// too, because the schedule may run a little late.
func (i Item) Visible(now time.Time) bool {
	return i.Status == Listed && (i.PullTime == nil || now.Before(*i.PullTime)) && (i.PushTime == nil || !now.Before(*i.PushTime))
}

// due is the status that the schedule gives an item at a moment, if any.
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

// next is when the schedule has to check an item again.
func next(item Item) *time.Time {
	switch item.Status {
	case Ready:
		return item.PushTime
	case Listed:
		return item.PullTime
	}
	return nil
}

// moved is the item after staff changed its status: a listing counts from now,
// and a delisting ends the schedule.
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
