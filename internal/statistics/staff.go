package statistics

import (
	"context"

	"hearten/internal/checkin"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/reaction"
	"hearten/internal/shop"
	"hearten/internal/voucher"
	"hearten/internal/wallet"
)

// Overview is everything that is counted of a member.
type Overview struct {
	Balance   wallet.Balance
	Progress  wallet.Progress
	Marks     reaction.Counts
	Photos    []checkin.Photo
	Buildings int
	Owned     shop.Owned
	Vouchers  voucher.Counts
	Learning  int64 // lessons
	Completed int64
}

// Overview counts a member within reach.
func (s *Service) Overview(ctx context.Context, who access.Staff, userID string) (o Overview, err error) {
	if o.Balance, err = balanceWithin(ctx, s.db, who, userID); err != nil {
		return o, err
	}
	levels, err := s.wallet.Levels(ctx, s.db)
	if err != nil {
		return o, err
	}
	o.Progress = levels.Progress(o.Balance.Exp)
	marks, err := reaction.OfUsers(ctx, s.db, []string{userID})
	if err != nil {
		return o, err
	}
	o.Marks = marks[userID]
	if _, o.Buildings, err = s.mapOf(ctx, userID); err != nil {
		return o, err
	}
	if o.Photos, err = checkin.Photos(ctx, s.db, userID, nil); err != nil {
		return o, err
	}
	if o.Owned, err = s.shop.Count(ctx, s.db, userID); err != nil {
		return o, err
	}
	if o.Vouchers, err = s.vouchers.Count(ctx, s.db, userID); err != nil {
		return o, err
	}
	o.Learning, o.Completed, err = s.lessons.LearnedBy(ctx, s.db, userID)
	return o, err
}

// CommunityMap counts a member's photos in each community.
func (s *Service) CommunityMap(ctx context.Context, who access.Staff, userID string) ([]checkin.Community, error) {
	if _, err := balanceWithin(ctx, s.db, who, userID); err != nil {
		return nil, err
	}
	return checkin.CountsOf(ctx, s.db, userID)
}

// Images lists a member's photos of a community.
func (s *Service) Images(ctx context.Context, who access.Staff, userID string, community int) ([]checkin.Photo, error) {
	communities, err := s.CommunityMap(ctx, who, userID)
	if err != nil {
		return nil, err
	}
	for _, c := range communities {
		if c.Number == community {
			return checkin.Photos(ctx, s.db, userID, &community)
		}
	}
	return nil, fault.ErrNotFound
}

// Exp is a member's experience, and the levels it leads along.
func (s *Service) Exp(ctx context.Context, who access.Staff, userID string) (int64, wallet.Levels, error) {
	b, err := balanceWithin(ctx, s.db, who, userID)
	if err != nil {
		return 0, nil, err
	}
	levels, err := s.wallet.Levels(ctx, s.db)
	return b.Exp, levels, err
}

// balanceWithin reads the wallet of a member within reach; someone who is not
// is not found, or refused where the role has no free users.
func balanceWithin(ctx context.Context, r db.Reader, who access.Staff, userID string) (wallet.Balance, error) {
	where := (&db.Where{}).And("u.status <> 3").And("u.id = ?", userID)
	who.Scope().People(where, "u")
	text, args := where.SQL()
	b, err := db.One[wallet.Balance](ctx, r, `
		SELECT w.coin, w.exp, w.token FROM users u JOIN wallets w ON w.user_id = u.id WHERE `+text, args...)
	if db.IsNone(err) {
		err = who.WhyNot(ctx, r, userID)
	}
	return b, err
}
