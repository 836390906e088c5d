package account

import (
	"context"
	"time"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// ConsentState is whether a member accepted the consent in force.
type ConsentState struct {
	Version  string
	Accepted bool       `db:"accepted"`
	At       *time.Time `db:"created_at"`
}

// Consent tells a member's answer to the consent in force; a newer version asks
// again.
func (s *Service) Consent(ctx context.Context, who access.Member) (ConsentState, error) {
	current, err := catalog.ReadConsent(ctx, s.db)
	if err != nil {
		return ConsentState{}, err
	}
	state, err := db.One[ConsentState](ctx, s.db, `SELECT accepted, created_at FROM consents WHERE user_id = $1 AND version = $2`, who.ID, current.Version)
	if db.IsNone(err) {
		err = nil
	}
	state.Version = current.Version
	return state, err
}

// SetConsent keeps a member's answer with its time.
func (s *Service) SetConsent(ctx context.Context, who access.Member, version string, accepted bool) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		current, err := catalog.ReadConsent(ctx, tx)
		if err != nil {
			return err
		}
		if version != current.Version {
			return errConsentStale
		}
		_, err = tx.Exec(ctx, `
			INSERT INTO consents (user_id, version, accepted, created_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (user_id, version) DO UPDATE SET accepted = excluded.accepted, created_at = excluded.created_at
			WHERE consents.accepted <> excluded.accepted`, who.ID, version, accepted, s.clock.Now())
		return err
	})
}
