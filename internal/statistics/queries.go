package statistics

import (
	"context"

	"hearten/internal/checkin"
	"hearten/internal/platform/access"
	"hearten/internal/platform/fault"
	"hearten/internal/reaction"
	"hearten/internal/shop"
	"hearten/internal/voucher"
	"hearten/internal/wallet"
)

// Overview is all figures of a member.
type Overview struct {
	Balance   wallet.Balance
	Progress  wallet.Progress
	Reactions reaction.Counts
	Photos    []checkin.Photo
	Buildings int
	Owned     shop.Owned
	Vouchers  voucher.Counts
	Learning  int64 // lessons
	Completed int64
}

// Overview reads the figures of a member within reach.
func (s *Service) Overview(ctx context.Context, who access.Staff, userID string) (o Overview, err error) {
	if o.Balance, err = findBalance(ctx, s.DB, who, userID); err != nil {
		return o, err
	}
	levels, err := s.Wallet.Levels(ctx, s.DB)
	if err != nil {
		return o, err
	}
	o.Progress = levels.Progress(o.Balance.Exp)
	reactions, err := reaction.OfUsers(ctx, s.DB, []string{userID})
	if err != nil {
		return o, err
	}
	o.Reactions = reactions[userID]
	if _, o.Buildings, err = s.countMap(ctx, userID); err != nil {
		return o, err
	}
	if o.Photos, err = checkin.Photos(ctx, s.DB, userID, nil); err != nil {
		return o, err
	}
	if o.Owned, err = s.Shop.Count(ctx, s.DB, userID); err != nil {
		return o, err
	}
	if o.Vouchers, err = s.Vouchers.Count(ctx, s.DB, userID); err != nil {
		return o, err
	}
	o.Learning, o.Completed, err = s.Lessons.LearnedBy(ctx, s.DB, userID)
	return o, err
}

// CommunityMap counts a member's photos in each community.
func (s *Service) CommunityMap(ctx context.Context, who access.Staff, userID string) ([]checkin.Community, error) {
	if _, err := findBalance(ctx, s.DB, who, userID); err != nil {
		return nil, err
	}
	return checkin.CountsOf(ctx, s.DB, userID)
}

// Images lists a member's photos of a community.
func (s *Service) Images(ctx context.Context, who access.Staff, userID string, community int) ([]checkin.Photo, error) {
	communities, err := s.CommunityMap(ctx, who, userID)
	if err != nil {
		return nil, err
	}
	for _, c := range communities {
		if c.Number == community {
			return checkin.Photos(ctx, s.DB, userID, &community)
		}
	}
	return nil, fault.ErrNotFound
}

// Exp is a member's experience, and the levels.
func (s *Service) Exp(ctx context.Context, who access.Staff, userID string) (int64, wallet.Levels, error) {
	b, err := findBalance(ctx, s.DB, who, userID)
	if err != nil {
		return 0, nil, err
	}
	levels, err := s.Wallet.Levels(ctx, s.DB)
	return b.Exp, levels, err
}
