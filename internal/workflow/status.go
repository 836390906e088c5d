package workflow

// Status is where an item stands.
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
