package account

import (
	"context"
	"fmt"

	"hearten/internal/catalog"
	"hearten/internal/media"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/identity"
)

// Pending are the applications of a user that are under review.
type Pending struct{ Plan, District bool }

// Find reads the caller's account.
func (s *Service) Find(ctx context.Context, who access.Member) (User, error) {
	return Find(ctx, s.DB, who.ID)
}

// FindWithPending reads the caller's account and what is under review.
func (s *Service) FindWithPending(ctx context.Context, who access.Member) (u User, p Pending, err error) {
	if u, err = s.Find(ctx, who); err != nil {
		return User{}, Pending{}, err
	}
	if p.Plan, p.District, err = s.applications.Pending(ctx, s.DB, who.ID); err != nil {
		return User{}, Pending{}, fmt.Errorf("pending applications: %w", err)
	}
	return u, p, nil
}

// FindByName reads the user of a login name; none is db.ErrNone.
func (s *Service) FindByName(ctx context.Context, name identity.Name) (User, error) {
	return findByName(ctx, s.DB, name)
}

// AppConfig is what the App needs before anyone signs in.
type AppConfig struct {
	Settings catalog.Settings
	Consent  catalog.Consent
	Contacts []catalog.Contact
}

// AppConfig reads that.
func (s *Service) AppConfig(ctx context.Context) (c AppConfig, err error) {
	if c.Settings, err = catalog.ReadSettings(ctx, s.DB); err != nil {
		return c, err
	}
	if c.Consent, err = catalog.ReadConsent(ctx, s.DB); err != nil {
		return c, err
	}
	c.Contacts, err = catalog.ReadContacts(ctx, s.DB)
	return c, err
}

// Picture is where a member's picture is: the one under their own key, or the
// default one of that number.
func (s *Service) Picture(own *string, number int) string {
	if own == nil {
		return s.Media.PublicURL(filekey.DefaultProfile(number))
	}
	return s.Media.SignedURL(*own, media.SignedLife)
}
