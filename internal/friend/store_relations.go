package friend

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// findRelations reads what is between a viewer and others, by the other's id;
// removed users are left out.
func findRelations(ctx context.Context, r db.Reader, viewerID string, ids []string, now time.Time) (map[string]relation, error) {
	found := map[string]relation{}
	if len(ids) == 0 {
		return found, nil
	}
	rows, err := db.All[relation](ctx, r, `
		SELECT u.id, u.username, u.nickname, COALESCE(d.name, '') AS district, u.avatar_key, u.default_avatar,
			u.status = `+access.NormalSQL+` AS normal,
			COALESCE(s.searchable, @searchable) AS searchable, COALESCE(s.requestable, @requestable) AS requestable,
			COALESCE(s.step_view, @step) AS step_view, COALESCE(s.map_view, @map) AS map_view,
			COALESCE(s.mascot_view, @mascot) AS mascot_view, COALESCE(s.avatar_view, @avatar) AS avatar_view,
			g.step_view AS step_flag, g.map_view AS map_flag, g.mascot_view AS mascot_flag, g.avatar_view AS avatar_flag,
			p.id AS pair_id, p.status AS pair_status, p.requested_by, p.friend_at,
			EXISTS (SELECT 1 FROM friend_blocks b WHERE b.user_id = @viewer AND b.blocked_id = u.id) AS blocked_them,
			EXISTS (SELECT 1 FROM friend_blocks b WHERE b.user_id = u.id AND b.blocked_id = @viewer) AS blocked_me,
			EXISTS (SELECT 1 FROM friend_cooldowns c WHERE c.user_id = @viewer AND c.other_id = u.id AND c.until > @now) AS cooling_down
		FROM users u
			LEFT JOIN districts d ON d.id = u.district_id
			LEFT JOIN friend_settings s ON s.user_id = u.id
			LEFT JOIN friend_permissions g ON g.user_id = u.id AND g.viewer_id = @viewer
			LEFT JOIN friend_pairs p ON p.user_low = CASE WHEN u.id < @viewer THEN u.id ELSE @viewer END
				AND p.user_high = CASE WHEN u.id < @viewer THEN @viewer ELSE u.id END
		WHERE u.status <> `+access.RemovedSQL+` AND u.id IN (@ids)`,
		defaultSettings.args(), db.Args{"viewer": viewerID, "now": now, "ids": ids})
	for _, row := range rows {
		row.ViewerID = viewerID
		found[row.ID] = row
	}
	return found, err
}

// findUsage reads how much of the limits users have used up, by id.
func findUsage(ctx context.Context, r db.Reader, ids ...string) (map[string]usage, error) {
	rows, err := db.All[usage](ctx, r, `
		SELECT u.id, (SELECT COUNT(*) FROM friend_pairs l WHERE l.user_low = u.id AND l.status = `+normalSQL+`)
				+ (SELECT COUNT(*) FROM friend_pairs h WHERE h.user_high = u.id AND h.status = `+normalSQL+`) AS friends,
			(SELECT COUNT(*) FROM friend_pairs a WHERE a.requested_by = u.id AND a.status = `+requestingSQL+`) AS pending,
			s.requests_on, COALESCE(s.requests_number, 0) AS requests_number
		FROM users u LEFT JOIN friend_settings s ON s.user_id = u.id WHERE u.id IN (@ids)`, db.Args{"ids": ids})
	found := make(map[string]usage, len(rows))
	for _, row := range rows {
		found[row.ID] = row
	}
	return found, err
}

// findInReach tells which of the users are within reach.
func findInReach(ctx context.Context, r db.Reader, scope access.Scope, ids []string) (map[string]bool, error) {
	where := (&db.Filter{}).In("u.id", ids).And("u.status <> " + access.RemovedSQL)
	scope.Users(where, "u")
	found, err := db.Column[string](ctx, r, `SELECT u.id FROM users u WHERE `+where.SQL(), where.Args())
	return setOf(found), err
}

// findInUse tells which of the accounts are in use: not frozen, leaving or gone.
func findInUse(ctx context.Context, r db.Reader, ids []string) (map[string]bool, error) {
	found, err := db.Column[string](ctx, r, `
		SELECT id FROM users WHERE status = `+access.NormalSQL+` AND id IN (@ids)`, db.Args{"ids": ids})
	return setOf(found), err
}

func setOf(ids []string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}
