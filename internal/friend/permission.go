package friend

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// Granted is what a member has set for someone, where nothing was set what the
// member's settings give.
func (s *Service) Granted(ctx context.Context, who access.Member, otherID string) (Views, error) {
	if otherID == who.ID {
		return Views{}, errSelf
	}
	if _, err := visibleTie(ctx, s.db, who.ID, otherID, s.clock.Now()); err != nil {
		return Views{}, err
	}
	return s.granted(ctx, s.db, who.ID, otherID)
}

// granted looks from the other side: the member is the owner.
func (s *Service) granted(ctx context.Context, r db.Reader, ownerID, viewerID string) (Views, error) {
	found, err := ties(ctx, r, viewerID, []string{ownerID}, s.clock.Now())
	t := found[ownerID]
	return each(t.Settings, t.Flags, t.relation(), granted), err
}

// Grant sets what someone may see of a member; nil leaves a flag as it is.
func (s *Service) Grant(ctx context.Context, who access.Member, otherID string, f Flags) error {
	return s.between(ctx, who, otherID, func(tx *db.Tx, _ tie) error { return saveFlags(ctx, tx, who.ID, otherID, f) })
}

// Settings are a member's own.
func (s *Service) Settings(ctx context.Context, who access.Member) (Settings, error) {
	return settingsOf(ctx, s.db, who.ID)
}

// SettingsChange is what to change; nil leaves a setting as it is.
type SettingsChange struct {
	Searchable  *bool
	Requestable *bool
	Step        *Audience
	Map         *Audience
	Mascot      *Audience
	Avatar      *Audience
}

// Set changes a member's settings.
func (s *Service) Set(ctx context.Context, who access.Member, c SettingsChange) error {
	return s.db.Write(ctx, func(tx *db.Tx) error { return s.set(ctx, tx, who.ID, c) })
}

func (s *Service) set(ctx context.Context, tx *db.Tx, userID string, c SettingsChange) error {
	if err := hold(ctx, tx, userID); err != nil {
		return err
	}
	return saveSettings(ctx, tx, userID, c)
}
