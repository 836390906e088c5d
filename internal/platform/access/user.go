package access

// UserType is what an App user is to the programme.
type UserType int

// The types of users. "Plan member" is never just "member": that is anyone who
// uses the App.
const (
	Regular        UserType = 1
	PlanMember     UserType = 2
	CommunityStaff UserType = 3
	OtherType      UserType = 4
)

// UserStatus is the state of an App user's account.
type UserStatus int

// The states. A removed user is a row without a person.
const (
	Frozen  UserStatus = 0
	Normal  UserStatus = 1
	Leaving UserStatus = 2
	Removed UserStatus = 3
)

// The same as literals, to compose SQL with: "u.status <> " + access.RemovedSQL.
// Partial indexes and PostgreSQL's plans need literals; elsewhere they are just
// shorter than an argument.
const (
	FrozenSQL     = "0"
	NormalSQL     = "1"
	LeavingSQL    = "2"
	RemovedSQL    = "3"
	RegularSQL    = "1"
	PlanMemberSQL = "2"
)

// Attachment is which of the two kinds of users an operation is about.
type Attachment bool

// The kinds: users of a partner centre, and users of none.
const (
	Attached Attachment = true
	Free     Attachment = false
)
