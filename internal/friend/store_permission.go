package friend

import (
	"context"

	"hearten/internal/platform/db"
)

// saveFlags keeps what is nil.
func saveFlags(ctx context.Context, tx *db.Tx, ownerID, viewerID string, f Flags) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO friend_permissions (user_id, viewer_id, step_view, map_view, mascot_view, avatar_view)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (user_id, viewer_id) DO UPDATE SET
			step_view = COALESCE(excluded.step_view, friend_permissions.step_view),
			map_view = COALESCE(excluded.map_view, friend_permissions.map_view),
			mascot_view = COALESCE(excluded.mascot_view, friend_permissions.mascot_view),
			avatar_view = COALESCE(excluded.avatar_view, friend_permissions.avatar_view)`,
		ownerID, viewerID, f.StepFlag, f.MapFlag, f.MascotFlag, f.AvatarFlag)
	return err
}

// settingsOf are a member's settings; who chose nothing has a newcomer's.
func settingsOf(ctx context.Context, r db.Reader, userID string) (Settings, error) {
	s, err := db.One[Settings](ctx, r, `
		SELECT searchable, requestable, step_view, map_view, mascot_view, avatar_view FROM friend_settings WHERE user_id = $1`, userID)
	if db.IsNone(err) {
		return newcomer, nil
	}
	return s, err
}

// saveSettings keeps what is nil.
func saveSettings(ctx context.Context, tx *db.Tx, userID string, c SettingsChange) error {
	return tx.ExecOne(ctx, `
		UPDATE friend_settings SET searchable = COALESCE($1, searchable), requestable = COALESCE($2, requestable),
			step_view = COALESCE($3, step_view), map_view = COALESCE($4, map_view),
			mascot_view = COALESCE($5, mascot_view), avatar_view = COALESCE($6, avatar_view)
		WHERE user_id = $7`, c.Searchable, c.Requestable, c.Step, c.Map, c.Mascot, c.Avatar, userID)
}
