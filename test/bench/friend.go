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
