package bench

// FriendPath is the path of what a member does about someone.
func FriendPath(other *Caller, rest string) string {
	return "/app/friends/users/" + other.ID + rest
}

// AskFriend sends a friend request and gives the action that is left.
func AskFriend(from, to *Caller) int {
	return from.Post(FriendPath(to, "/request"), nil).OK().Int("data.friendActionType")
}

// Befriend makes two members friends.
func Befriend(one, other *Caller) {
	AskFriend(one, other)
	other.Post(FriendPath(one, "/accept"), nil).OK()
}

// States of a pair.
const (
	FriendAsked = 0
	Friends     = 1
)

// FriendPairs writes pairs of one user and others to the table; the one asked.
func (w *World) FriendPairs(status int, userID string, others ...string) (ids []string) {
	w.T.Helper()
	rows := make([]row, len(others))
	for i, other := range others {
		id := "pair-" + userID + "-" + other
		rows[i] = row{"id": id, "user_low": min(userID, other), "user_high": max(userID, other), "status": status, "requested_by": userID,
			"created_at": w.Clock.Now(), "friend_at": w.Clock.Now()}
		ids = append(ids, id)
	}
	w.insert("friend_pairs", rows...)
	return ids
}

// FriendBlock writes a block to the table.
func (w *World) FriendBlock(userID, blockedID string) (id string) {
	w.T.Helper()
	id = NewName()
	w.insert("friend_blocks", row{"id": id, "user_id": userID, "blocked_id": blockedID, "created_at": w.Clock.Now()})
	return id
}

// ForgetFriendPermissions deletes what members chose for single others.
func (w *World) ForgetFriendPermissions() {
	w.T.Helper()
	w.exec("DELETE FROM friend_permissions")
}
