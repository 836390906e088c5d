package friend

import (
	"context"

	"hearten/internal/platform/db"
	"hearten/internal/platform/privacy"
)

// Privacy is what the area holds about people. Who blocked a person is not
// theirs to know, but goes with them.
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
		Also: func(ctx context.Context, tx *db.Tx, userID string) error {
			for _, others := range []string{
				`DELETE FROM friend_blocks WHERE blocked_id = $1`,
				`DELETE FROM friend_cooldowns WHERE other_id = $1`,
				`DELETE FROM friend_permissions WHERE viewer_id = $1`,
			} {
				if _, err := tx.Exec(ctx, others, userID); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
