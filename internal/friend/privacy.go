package friend

import (
	"hearten/internal/platform/privacy"
)

// Privacy is what the area stores about people. Rows in which a person is the
// other one, such as blocks by others, are not theirs to know, but are deleted
// with them.
func (s *Service) Privacy() privacy.Area {
	return privacy.Area{
		Name: "friends",
		Tables: []privacy.Table{
			{Name: "friend_settings", Column: "user_id", Erase: privacy.Deleted},
			{Name: "friend_pairs", Column: "user_low", Erase: privacy.Deleted},
			{Name: "friend_pairs", Column: "user_high", Erase: privacy.Deleted},
			{Name: "friend_blocks", Column: "user_id", Erase: privacy.Deleted},
			{Name: "friend_cooldowns", Column: "user_id", Erase: privacy.Deleted},
			{Name: "friend_permissions", Column: "user_id", Erase: privacy.Deleted},
		},
		Also: deleteAsOther,
	}
}
