package health

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Physique is what a member told us about their body; nil is not told.
type Physique struct {
	Age    *int64 `db:"age"`
	Height *int64 `db:"height"` // hundredths of a centimetre
	Weight *int64 `db:"weight"` // hundredths of a kilogram
}

// isSet reports whether all of it is told.
func (p Physique) isSet() bool { return p.Age != nil && p.Height != nil && p.Weight != nil }

// Physique is the member's own; nil before it is set.
func (s *Service) Physique(ctx context.Context, who access.Member) (*Physique, error) {
	p, err := findPhysique(ctx, s.DB, who.ID)
	if err != nil || !p.isSet() {
		return nil, err
	}
	return &p, nil
}

// HasPhysique reports whether a user has set a physique.
func HasPhysique(ctx context.Context, r db.Reader, userID string) (bool, error) {
	p, err := findPhysique(ctx, r, userID)
	return p.isSet(), err
}

// SetPhysique changes what is given; the first time all of it is required. The
// distance and calories of steps that were sent before do not change.
func (s *Service) SetPhysique(ctx context.Context, who access.Member, change Physique) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := lockMembers(ctx, tx, []string{who.ID}, 0); err != nil {
			return err
		}
		p, err := findPhysique(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		var missing []fault.Field
		for _, f := range []struct {
			name string
			now  **int64
			to   *int64
		}{{"age", &p.Age, change.Age}, {"height", &p.Height, change.Height}, {"weight", &p.Weight, change.Weight}} {
			if f.to != nil {
				*f.now = f.to
			}
			if *f.now == nil {
				missing = append(missing, fault.RuleRequired.On(f.name))
			}
		}
		if len(missing) > 0 {
			return fault.Invalid(missing...)
		}
		return updatePhysique(ctx, tx, who.ID, p)
	})
}

// SetConnected stores whether the member's device has connected its health data.
func (s *Service) SetConnected(ctx context.Context, who access.Member, connected bool) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := lockMembers(ctx, tx, []string{who.ID}, 0); err != nil {
			return err
		}
		return updateConnected(ctx, tx, who.ID, connected, s.Clock.Now())
	})
}
