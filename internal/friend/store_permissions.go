package friend

import (
	"context"

	"hearten/internal/platform/db"
)

// saveFlags keeps those that are nil.
func saveFlags(ctx context.Context, tx *db.Tx, ownerID, viewerID string, f Flags) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO friend_permissions (user_id, viewer_id, step_view, map_view, mascot_view, avatar_view)
		VALUES (@owner, @viewer, @step, @map, @mascot, @avatar)
		ON CONFLICT (user_id, viewer_id) DO UPDATE SET
			step_view = COALESCE(excluded.step_view, friend_permissions.step_view),
			map_view = COALESCE(excluded.map_view, friend_permissions.map_view),
			mascot_view = COALESCE(excluded.mascot_view, friend_permissions.mascot_view),
			avatar_view = COALESCE(excluded.avatar_view, friend_permissions.avatar_view)`,
		db.Args{
			"owner": ownerID, "viewer": viewerID, "step": f.StepFlag, "map": f.MapFlag, "mascot": f.MascotFlag, "avatar": f.AvatarFlag,
		})
	return err
}

// findSettings reads a member's settings, or the default ones.
func findSettings(ctx context.Context, r db.Reader, userID string) (Settings, error) {
	s, err := db.One[Settings](ctx, r, `
		SELECT searchable, requestable, step_view, map_view, mascot_view, avatar_view FROM friend_settings WHERE user_id = @user`,
		db.Args{"user": userID})
	if db.IsNone(err) {
		return defaultSettings, nil
	}
	return s, err
}

// updateSettings keeps those that are nil.
func updateSettings(ctx context.Context, tx *db.Tx, userID string, c SettingsChange) error {
	return tx.ExecOne(ctx, `
		UPDATE friend_settings SET
			searchable = COALESCE(@searchable, searchable), requestable = COALESCE(@requestable, requestable),
			step_view = COALESCE(@step, step_view), map_view = COALESCE(@map, map_view),
			mascot_view = COALESCE(@mascot, mascot_view), avatar_view = COALESCE(@avatar, avatar_view)
		WHERE user_id = @user`, db.Args{
		"user": userID, "searchable": c.Searchable, "requestable": c.Requestable,
		"step": c.Step, "map": c.Map, "mascot": c.Mascot, "avatar": c.Avatar,
	})
}
