package voucher

import (
	"context"

	"hearten/internal/platform/db"
)

// Rose grants a plan member what a level brings, in the transaction of the
// experience that led there.
func (s *Service) Rose(ctx context.Context, tx *db.Tx, userID string, level int) error {
	return s.grant(ctx, tx, userID, level)
}

// Joined grants someone who became a plan member everything they had reached
// before, in the transaction of joining. The wallet is held by then: of someone
// who rises and joins at one moment, one of the two sees the other.
func (s *Service) Joined(ctx context.Context, tx *db.Tx, userID string) error {
	balance, err := s.wallet.BalanceOf(ctx, tx, userID)
	if err != nil {
		return err
	}
	level, err := s.wallet.LevelOf(ctx, tx, balance.Exp)
	if err != nil {
		return err
	}
	return s.grant(ctx, tx, userID, level)
}

// grant gives what is reached and not there yet; each voucher once for life.
func (s *Service) grant(ctx context.Context, tx *db.Tx, userID string, level int) error {
	reached, err := listReached(ctx, tx, userID, level)
	if err != nil || len(reached) == 0 {
		return err
	}
	return insertGranted(ctx, tx, userID, reached, s.clock.Now())
}

// Expire writes down which vouchers are past their time; a periodic job.
func (s *Service) Expire(ctx context.Context) error {
	return s.db.Write(ctx, func(tx *db.Tx) error { return markExpired(ctx, tx, s.clock.Now()) })
}

// Counts is how many vouchers someone was given and has redeemed.
type Counts struct {
	Rewarded int64 `db:"rewarded"`
	Redeemed int64 `db:"redeemed"`
}

// Count tells how someone's vouchers have fared.
func (s *Service) Count(ctx context.Context, r db.Reader, userID string) (Counts, error) {
	return countOf(ctx, r, userID)
}
