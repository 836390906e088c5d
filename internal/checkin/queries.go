package checkin

import (
	"context"
	"fmt"

	"hearten/internal/media"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/wallet"
)

// Communities lists the communities of the map with what a member did there.
func (s *Service) Communities(ctx context.Context, who access.Member) ([]Community, error) {
	found, err := listCommunities(ctx, s.DB, who.ID)
	if err != nil {
		return nil, err
	}
	return found, s.countResources(ctx, found)
}

// Detail is a community, its buildings and what the member can spend.
type Detail struct {
	Community Community
	Buildings []Building
	Balance   wallet.Balance
}

// Detail shows a community.
func (s *Service) Detail(ctx context.Context, who access.Member, number int) (d Detail, err error) {
	found, err := findCommunity(ctx, s.DB, who.ID, number)
	if err != nil {
		return d, err
	}
	one := []Community{found}
	if err := s.countResources(ctx, one); err != nil {
		return d, err
	}
	d.Community = one[0]
	if d.Buildings, err = listBuildings(ctx, s.DB, who.ID, number); err != nil {
		return d, err
	}
	if d.Balance, err = s.Wallet.BalanceOf(ctx, s.DB, who.ID); err != nil {
		return d, fmt.Errorf("read the balance: %w", err)
	}
	return d, nil
}

func (s *Service) countResources(ctx context.Context, all []Community) error {
	listed, err := s.Resources.ListedByCommunity(ctx, s.DB)
	if err != nil {
		return fmt.Errorf("count resources: %w", err)
	}
	for i := range all {
		all[i].Resources = listed[all[i].Number]
	}
	return nil
}

// CountsOf lists the communities with what a user did there, without resources.
func CountsOf(ctx context.Context, r db.Reader, userID string) ([]Community, error) {
	return listCommunities(ctx, r, userID)
}

// Photos lists the buildings that a user has a photo of, in the order of the
// map: of one community or, with nil, of all.
func Photos(ctx context.Context, r db.Reader, userID string, community *int) ([]Photo, error) {
	return listPhotos(ctx, r, userID, community)
}

// PhotoURL is an address of a photo that works for a while.
func (s *Service) PhotoURL(key string) string { return s.Media.SignedURL(key, media.SignedLife) }
