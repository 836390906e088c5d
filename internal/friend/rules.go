package friend

import (
	"slices"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
)

// Limits of a member.
const (
	maxFriends  = 500
	maxPending  = 100 // own requests that wait for an answer
	maxRequests = 30  // on one day
)

const (
	// coolDown is how long a member who was rejected may not ask again.
	coolDown = 7 * 24 * time.Hour
	// maxBatch is the most that one call of staff names.
	maxBatch = 100
)

// ActionType drives the buttons that a member sees beside someone.
type ActionType int

// The types.
const (
	NotSearchable ActionType = 0
	CannotAdd     ActionType = 1
	CanAdd        ActionType = 2
	Requested     ActionType = 3
	CanDecide     ActionType = 4 // accept or reject
)

// State is what the owner of something and the viewer are to each other.
type State int

// The states.
const (
	Strangers   State = iota
	ViewerAsked       // the viewer wants to be the owner's friend
	OwnerAsked        // the owner wants to be the viewer's friend
	Friends
	Blocked // the owner blocked the viewer
)

// eligibility is what decides whether a viewer may become someone's friend.
type eligibility struct {
	State       State // with the other as owner
	Normal      bool  // the other's account is in use
	Searchable  bool
	Requestable bool
	BlockedThem bool // the viewer blocked the other
	CoolingDown bool // the other rejected the viewer lately
	ListFull    bool // one of the two has as many friends as one can
	AskedEnough bool // the viewer has too many open requests, or made too many today
}

// actionType is what the viewer can do about the other: the first that applies.
func (e eligibility) actionType() ActionType {
	switch {
	case !e.Searchable || e.State == Blocked || !e.Normal:
		return NotSearchable
	case e.BlockedThem || e.State == Friends || !e.Requestable || e.CoolingDown || e.ListFull || e.AskedEnough:
		return CannotAdd
	case e.State == ViewerAsked:
		return Requested
	case e.State == OwnerAsked:
		return CanDecide
	default:
		return CanAdd
	}
}

// outcome is what becomes of a request.
type outcome int

const (
	refused   outcome = iota // nothing is stored; the reply does not say why
	waiting                  // it was made before
	asks                     // it is new
	befriends                // the other had asked already
)

// request decides what becomes of the viewer's request. Someone who is merely
// not searchable can be asked. A block looks like any other refusal.
func (e eligibility) request() outcome {
	switch {
	case e.State == ViewerAsked:
		return waiting
	case e.State == OwnerAsked && !e.ListFull:
		return befriends
	case e.State != Strangers || e.BlockedThem || !e.Requestable || e.CoolingDown || e.ListFull || e.AskedEnough:
		return refused
	default:
		return asks
	}
}

// reply is what the one who asked is told.
func (o outcome) reply() ActionType {
	if o == waiting || o == asks {
		return Requested
	}
	return CannotAdd
}

// mayView decides whether the viewer sees something of the owner's. A blocked
// viewer sees nothing.
func mayView(audience Audience, flag *bool, state State) bool {
	if audience == OnlyMe || state == Blocked {
		return false
	}
	return granted(audience, flag, state)
}

// granted is what the owner has set for the viewer, whatever the audience
// "only me" takes back.
func granted(audience Audience, flag *bool, state State) bool {
	switch {
	case flag != nil:
		return *flag
	case state == Friends:
		return audience >= FriendsOnly
	default:
		return audience == Everyone
	}
}

// viewsOf decides about each thing that a viewer may see.
func viewsOf(s Settings, f Flags, state State, decide func(Audience, *bool, State) bool) Views {
	return Views{
		Step: decide(s.Step, f.StepFlag, state), Map: decide(s.Map, f.MapFlag, state),
		Mascot: decide(s.Mascot, f.MascotFlag, state), Avatar: decide(s.Avatar, f.AvatarFlag, state),
	}
}

// onlyInReach takes out what only the staff who look after the user may know: a
// friend may be of another centre, or of another staff member.
func (u RelatedUser) onlyInReach(scope access.Scope) RelatedUser {
	if scope.Reaches(u.Centre, u.StaffID) {
		return u
	}
	u.Email, u.Phone, u.ServiceNumber, u.Staff = "", "", nil, nil
	u.Gender, u.Birthday, u.Signature, u.AvatarKey = nil, clock.Date{}, "", nil
	return u
}

// usage is how much of the limits a member has used up.
type usage struct {
	ID         string     `db:"id"`
	Friends    int        `db:"friends"`
	Pending    int        `db:"pending"`
	RequestsOn clock.Date `db:"requests_on"`
	Requests   int        `db:"requests_number"`
}

// madeOn is how many requests the member made on a day.
func (u usage) madeOn(day clock.Date) int {
	if u.RequestsOn != day {
		return 0
	}
	return u.Requests
}

// checkListSizes refuses new friendships that would make someone's list too
// long.
func checkListSizes(used map[string]usage, fresh [][2]string) error {
	friends := map[string]int{}
	for _, two := range fresh {
		for _, id := range two {
			if friends[id]++; used[id].Friends+friends[id] > maxFriends {
				return errListFull
			}
		}
	}
	return nil
}

// distinct is the ids of a request, sorted and each once. It refuses none and
// too many.
func distinct(field string, ids []string) ([]string, error) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	if len(ids) == 0 || len(ids) > maxBatch {
		return nil, fault.Invalid(ruleBatch.On(field))
	}
	return ids, nil
}
