package voucher

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// Mine lists a member's vouchers, the newest first.
func (s *Service) Mine(ctx context.Context, who access.Member) ([]own, error) {
	return listOwn(ctx, s.db, who.ID, s.clock.Now())
}

// Reward is the oldest voucher that waits to be claimed; none is db.ErrNone.
func (s *Service) Reward(ctx context.Context, who access.Member) (reward, error) {
	return findReward(ctx, s.db, who.ID, s.clock.Now())
}

// Counts is how many vouchers someone was given and has redeemed.
type Counts struct {
	Rewarded int64 `db:"rewarded"`
	Redeemed int64 `db:"redeemed"`
}

// Count tells how someone's vouchers have fared.
func (s *Service) Count(ctx context.Context, r db.Reader, userID string) (Counts, error) {
	return countVouchers(ctx, r, userID)
}

// LookUp finds the voucher of a code within the caller's centre; one that is
// unknown, or of someone else's centre, is db.ErrNone.
func (s *Service) LookUp(ctx context.Context, who access.Staff, code string) (coded, error) {
	return findByCode(ctx, s.db, who.Scope(), code)
}

// Kinds lists the vouchers of the catalogue.
func (s *Service) Kinds(ctx context.Context) ([]kind, error) { return listKinds(ctx, s.db) }

// Totals counts, for each voucher, those that wait to be redeemed.
func (s *Service) Totals(ctx context.Context, who access.Staff) ([]total, error) {
	return listTotals(ctx, s.db, who.Scope(), s.clock.Now())
}

// Page lists members' vouchers.
func (s *Service) Page(ctx context.Context, who access.Staff, f Filter, p page.Request) (page.Of[listed], error) {
	return listVouchers(ctx, s.db, who.Scope(), f, p, s.clock.Now())
}
