package mission

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Claimed is what a claim paid, and where it led.
type Claimed struct {
	Reward
	Level   int
	LevelUp bool
}

// Claim pays a completed mission of the open period, once. The instant of the
// claim decides which day it belongs to. A mode, if given, must be that of the
// counted event.
func (s *Service) Claim(ctx context.Context, who access.Member, missionID string, mode *int) (Claimed, error) {
	d, err := find(ctx, s.db, missionID)
	if err != nil {
		return Claimed{}, err
	}
	if mode != nil {
		if right, ok := modeOf(d.Event); !ok || *mode != right {
			return Claimed{}, fault.Invalid(ruleMode.On("mode"))
		}
	}
	var claimed Claimed
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		period := periodOn(d.Period, clock.DateOf(now))
		// The wallet before the progress, as wherever both change.
		if err := db.Lock(ctx, tx, db.Wallets, who.ID); err != nil {
			return err
		}
		reward, err := claim(ctx, tx, who.ID, missionID, period, now)
		if db.IsNone(err) {
			return s.errNotClaimable(ctx, tx, who.ID, missionID, period)
		}
		if err != nil {
			return err
		}
		claimed, err = s.pay(ctx, tx, who.ID, reward, missionID, period)
		return err
	})
	return claimed, err
}

func (s *Service) pay(ctx context.Context, tx *db.Tx, userID string, r Reward, missionID, period string) (Claimed, error) {
	if err := s.wallet.Change(ctx, tx, userID, r.entries(missionID, period)...); err != nil {
		return Claimed{}, err
	}
	levels, err := s.wallet.Levels(ctx, tx)
	if err != nil {
		return Claimed{}, err
	}
	balance, err := s.wallet.BalanceOf(ctx, tx, userID)
	level := levels.Of(balance.Exp)
	return Claimed{r, level, level > levels.Of(balance.Exp-r.Exp)}, err
}

func (s *Service) errNotClaimable(ctx context.Context, tx *db.Tx, userID, missionID, period string) error {
	p, err := findProgress(ctx, tx, userID, missionID, period)
	switch {
	case err != nil && !db.IsNone(err):
		return err
	case p.Claimed:
		return errClaimed
	case p.Completed:
		return errEnded
	default:
		return errNotReached
	}
}
