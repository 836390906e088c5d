package health

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Physique is what a member told about their body; nil is not told.
type Physique struct {
	Age    *int64 `db:"age"`
	Height *int64 `db:"height"` // hundredths of a centimetre
	Weight *int64 `db:"weight"` // hundredths of a kilogram
}

// set reports whether all of it is told.
func (p Physique) set() bool { return p.Age != nil && p.Height != nil && p.Weight != nil }

// Physique gives the member's own; nil before it is set.
func (s *Service) Physique(ctx context.Context, who access.Member) (*Physique, error) {
	p, err := findPhysique(ctx, s.db, who.ID)
	if err != nil || !p.set() {
		return nil, err
	}
	return &p, nil
}

// HasPhysique reports whether a user has set a physique.
func HasPhysique(ctx context.Context, r db.Reader, userID string) (bool, error) {
	p, err := findPhysique(ctx, r, userID)
	return p.set(), err
}

// SetPhysique changes what is given. The first time all of it is needed. Steps
// that were counted before stay as they are.
func (s *Service) SetPhysique(ctx context.Context, who access.Member, change Physique) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := hold(ctx, tx, []string{who.ID}, 0); err != nil {
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
		return notFoundIfNone(tx.ExecOne(ctx, `UPDATE health_people SET age = $1, height = $2, weight = $3 WHERE user_id = $4`,
			p.Age, p.Height, p.Weight, who.ID))
	})
}

func findPhysique(ctx context.Context, r db.Reader, userID string) (Physique, error) {
	p, err := db.One[Physique](ctx, r, `SELECT age, height, weight FROM health_people WHERE user_id = $1`, userID)
	if db.IsNone(err) {
		err = nil
	}
	return p, err
}

// SetConnected notes what the member's device says about its platform of
// health data.
func (s *Service) SetConnected(ctx context.Context, who access.Member, connected bool) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := hold(ctx, tx, []string{who.ID}, 0); err != nil {
			return err
		}
		return notFoundIfNone(tx.ExecOne(ctx, `UPDATE health_people SET connected = $1, connected_at = $2 WHERE user_id = $3`,
			connected, s.clock.Now(), who.ID))
	})
}

// connected is what the device said last.
func connected(ctx context.Context, r db.Reader, userID string) (bool, error) {
	yes, err := db.Value[bool](ctx, r, `SELECT connected FROM health_people WHERE user_id = $1`, userID)
	if db.IsNone(err) {
		err = nil
	}
	return yes, err
}
