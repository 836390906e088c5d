package friend

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// relation is everything between a viewer and another user, and what the App
// shows of the other. One statement reads it, for one user or a page of them.
type relation struct {
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

// state is with the other as owner.
func (r relation) state() State {
	switch {
	case r.BlockedMe:
		return Blocked
	case r.PairStatus == nil:
		return Strangers
	case *r.PairStatus == Normal:
		return Friends
	case *r.RequestedBy == r.ViewerID:
		return ViewerAsked
	default:
		return OwnerAsked
	}
}

// views is what the viewer may see of the other.
func (r relation) views() Views { return viewsOf(r.Settings, r.Flags, r.state(), mayView) }

// eligibility is what decides whether they may become friends.
func (r relation) eligibility(used map[string]usage, today clock.Date) eligibility {
	own := used[r.ViewerID]
	return eligibility{
		State: r.state(), Normal: r.Normal, Searchable: r.Searchable, Requestable: r.Requestable,
		BlockedThem: r.BlockedThem, CoolingDown: r.CoolingDown,
		ListFull:    own.Friends >= maxFriends || used[r.ID].Friends >= maxFriends,
		AskedEnough: own.Pending >= maxPending || own.madeOn(today) >= maxRequests,
	}
}

// name is what the other is called.
func (r relation) name() string {
	if r.Nickname != "" {
		return r.Nickname
	}
	return r.Username
}

// findVisible reads the relation to one user; one who is frozen, leaving or gone
// is not found.
func findVisible(ctx context.Context, r db.Reader, viewerID, otherID string, now time.Time) (relation, error) {
	found, err := findRelations(ctx, r, viewerID, []string{otherID}, now)
	if err == nil && !found[otherID].Normal {
		err = fault.ErrNotFound
	}
	return found[otherID], err
}

// changeRelation runs a change between a member and another user, with both
// locked.
func (s *Service) changeRelation(ctx context.Context, who access.Member, otherID string, change func(tx *db.Tx, r relation) error) error {
	if otherID == who.ID {
		return errSelf
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := lockUsers(ctx, tx, who.ID, otherID); err != nil {
			return err
		}
		r, err := findVisible(ctx, tx, who.ID, otherID, s.Clock.Now())
		if err != nil {
			return err
		}
		return change(tx, r)
	})
}
