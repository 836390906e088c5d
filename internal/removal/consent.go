package removal

import (
	"context"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// SetConsent keeps the caller's answer to the consent with its time.
func (s *Service) SetConsent(ctx context.Context, who access.Member, version string, accepted bool) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		current, err := catalog.ReadConsent(ctx, tx)
		if err != nil {
			return err
		}
		if version != current.Version {
			return errConsentStale
		}
		return saveConsent(ctx, tx, who.ID, version, accepted, s.Clock.Now())
	})
}
