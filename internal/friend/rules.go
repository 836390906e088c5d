package friend

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

// Relation is what lies between the owner of something and who wants to see it.
type Relation int

// The relations.
const (
	Strangers   Relation = iota
	ViewerAsked          // the viewer wants to be the owner's friend
	OwnerAsked           // the owner wants to be the viewer's friend
	Friends
	Blocked // the owner blocked the viewer
)

// Status is how far a pair has come.
type Status int

// The states.
const (
	Requesting Status = 0
	Normal     Status = 1
)

// standing is what decides whether a viewer may become someone's friend.
type standing struct {
	Relation    Relation // with the other as owner
	Normal      bool     // the other's account is in use
	Searchable  bool
	Requestable bool
	BlockedThem bool // the viewer blocked the other
	CoolingDown bool // the other turned the viewer down lately
	ListFull    bool // one of the two has as many friends as one can
	AskedEnough bool // the viewer has too many open requests, or made too many today
}

// actionType is what the viewer can do about the other: the first that applies.
func (s standing) actionType() ActionType {
	switch {
	case !s.Searchable || s.Relation == Blocked || !s.Normal:
		return NotSearchable
	case s.BlockedThem || s.Relation == Friends || !s.Requestable || s.CoolingDown || s.ListFull || s.AskedEnough:
		return CannotAdd
	case s.Relation == ViewerAsked:
		return Requested
	case s.Relation == OwnerAsked:
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
func (s standing) request() outcome {
	switch {
	case s.Relation == ViewerAsked:
		return waiting
	case s.Relation == OwnerAsked && !s.ListFull:
		return befriends
	case s.Relation != Strangers || s.BlockedThem || !s.Requestable || s.CoolingDown || s.ListFull || s.AskedEnough:
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

// Audience is for whom something is unless said otherwise.
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

// newcomer is what holds for a member who has chosen nothing.
var newcomer = Settings{
	Searchable: true, Requestable: true, Step: FriendsOnly, Map: OnlyMe, Mascot: FriendsOnly, Avatar: Everyone,
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

// mayView decides whether the viewer sees something of the owner's. Whoever is
// blocked sees nothing.
func mayView(audience Audience, flag *bool, r Relation) bool {
	if audience == OnlyMe || r == Blocked {
		return false
	}
	return granted(audience, flag, r)
}

// granted is what the owner has set for the viewer, whatever the audience
// "only me" takes back.
func granted(audience Audience, flag *bool, r Relation) bool {
	switch {
	case flag != nil:
		return *flag
	case r == Friends:
		return audience >= FriendsOnly
	default:
		return audience == Everyone
	}
}

func each(s Settings, f Flags, r Relation, decide func(Audience, *bool, Relation) bool) Views {
	return Views{
		Step: decide(s.Step, f.StepFlag, r), Map: decide(s.Map, f.MapFlag, r),
		Mascot: decide(s.Mascot, f.MascotFlag, r), Avatar: decide(s.Avatar, f.AvatarFlag, r),
	}
}
