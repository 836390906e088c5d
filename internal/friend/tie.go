package friend

import (
	"context"
	"time"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// tie is all that lies between a viewer and someone else, and what of the other
// the App shows. One statement reads it, for one person or a page of them.
type tie struct {
	ViewerID      string
	ID            string  `db:"id"`
	Username      string  `db:"username"`
	Nickname      string  `db:"nickname"`
	District      string  `db:"district"`
	AvatarKey     *string `db:"avatar_key"`
	DefaultAvatar int     `db:"default_avatar"`
	Normal        bool    `db:"normal"`
	Settings              // the other's
	Flags                 // what the other chose for the viewer

	PairID      *string    `db:"pair_id"`
	PairStatus  *Status    `db:"pair_status"`
	RequestedBy *string    `db:"requested_by"`
	FriendAt    *time.Time `db:"friend_at"`
	BlockedThem bool       `db:"blocked_them"`
	BlockedMe   bool       `db:"blocked_me"`
	CoolingDown bool       `db:"cooling_down"`
}

// relation is the viewer's with the other as owner.
func (t tie) relation() Relation {
	switch {
	case t.BlockedMe:
		return Blocked
	case t.PairStatus == nil:
		return Strangers
	case *t.PairStatus == Normal:
		return Friends
	case *t.RequestedBy == t.ViewerID:
		return ViewerAsked
	default:
		return OwnerAsked
	}
}

// views is what the viewer may see of the other.
func (t tie) views() Views { return each(t.Settings, t.Flags, t.relation(), mayView) }

// standing is what decides whether they may become friends.
func (t tie) standing(burdens map[string]burden, today clock.Date) standing {
	own := burdens[t.ViewerID]
	return standing{
		Relation: t.relation(), Normal: t.Normal, Searchable: t.Searchable, Requestable: t.Requestable,
		BlockedThem: t.BlockedThem, CoolingDown: t.CoolingDown,
		ListFull:    own.Friends >= maxFriends || burdens[t.ID].Friends >= maxFriends,
		AskedEnough: own.Pending >= maxPending || own.madeOn(today) >= maxRequests,
	}
}

// ties reads what lies between a viewer and others; who is gone is left out.
func ties(ctx context.Context, r db.Reader, viewerID string, ids []string, now time.Time) (map[string]tie, error) {
	found := map[string]tie{}
	if len(ids) == 0 {
		return found, nil
	}
	list, named := db.List(db.Anys(ids))
	args := append([]any{viewerID, viewerID, viewerID, now, viewerID, viewerID, viewerID, viewerID, viewerID}, named...)
	rows, err := db.All[tie](ctx, r, db.Number(`
		SELECT u.id, u.username, u.nickname, COALESCE(d.name, '') AS district, u.avatar_key, u.default_avatar, u.status = 1 AS normal,
			COALESCE(s.searchable, TRUE) AS searchable, COALESCE(s.requestable, TRUE) AS requestable,
			COALESCE(s.step_view, 1) AS step_view, COALESCE(s.map_view, 0) AS map_view,
			COALESCE(s.mascot_view, 1) AS mascot_view, COALESCE(s.avatar_view, 2) AS avatar_view,
			g.step_view AS step_flag, g.map_view AS map_flag, g.mascot_view AS mascot_flag, g.avatar_view AS avatar_flag,
			p.id AS pair_id, p.status AS pair_status, p.requested_by, p.friend_at,
			EXISTS (SELECT 1 FROM friend_blocks b WHERE b.user_id = ? AND b.blocked_id = u.id) AS blocked_them,
			EXISTS (SELECT 1 FROM friend_blocks b WHERE b.user_id = u.id AND b.blocked_id = ?) AS blocked_me,
			EXISTS (SELECT 1 FROM friend_cooldowns c WHERE c.user_id = ? AND c.other_id = u.id AND c.until > ?) AS cooling_down
		FROM users u
			LEFT JOIN districts d ON d.id = u.district_id
			LEFT JOIN friend_settings s ON s.user_id = u.id
			LEFT JOIN friend_permissions g ON g.user_id = u.id AND g.viewer_id = ?
			LEFT JOIN friend_pairs p ON p.user_low = CASE WHEN u.id < ? THEN u.id ELSE ? END
				AND p.user_high = CASE WHEN u.id < ? THEN ? ELSE u.id END
		WHERE u.status <> 3 AND u.id IN `+list), args...)
	for _, t := range rows {
		t.ViewerID = viewerID
		found[t.ID] = t
	}
	return found, err
}

// visibleTie is the tie to one person; who is frozen, leaving or gone is not
// found.
func visibleTie(ctx context.Context, r db.Reader, viewerID, otherID string, now time.Time) (tie, error) {
	found, err := ties(ctx, r, viewerID, []string{otherID}, now)
	if err == nil && !found[otherID].Normal {
		err = fault.ErrNotFound
	}
	return found[otherID], err
}

// burden is how much of the limits a member has used up.
type burden struct {
	ID         string     `db:"id"`
	Friends    int        `db:"friends"`
	Pending    int        `db:"pending"`
	RequestsOn clock.Date `db:"requests_on"`
	Requests   int        `db:"requests_number"`
}

func (b burden) madeOn(day clock.Date) int {
	if b.RequestsOn != day {
		return 0
	}
	return b.Requests
}

func burdens(ctx context.Context, r db.Reader, ids ...string) (map[string]burden, error) {
	list, args := db.List(db.Anys(ids))
	rows, err := db.All[burden](ctx, r, db.Number(`
		SELECT u.id, (SELECT COUNT(*) FROM friend_pairs l WHERE l.user_low = u.id AND l.status = 1)
				+ (SELECT COUNT(*) FROM friend_pairs h WHERE h.user_high = u.id AND h.status = 1) AS friends,
			(SELECT COUNT(*) FROM friend_pairs a WHERE a.requested_by = u.id AND a.status = 0) AS pending,
			s.requests_on, COALESCE(s.requests_number, 0) AS requests_number
		FROM users u LEFT JOIN friend_settings s ON s.user_id = u.id WHERE u.id IN `+list), args...)
	found := map[string]burden{}
	for _, b := range rows {
		found[b.ID] = b
	}
	return found, err
}
