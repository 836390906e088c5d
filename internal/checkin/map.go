package checkin

import (
	"context"

	"hearten/internal/media"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/wallet"
)

// Communities lists the communities of the map with what a member did there.
func (s *Service) Communities(ctx context.Context, who access.Member) ([]Community, error) {
	found, err := communities(ctx, s.db, who.ID)
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
	found, err := community(ctx, s.db, who.ID, number)
	if db.IsNone(err) {
		return d, fault.ErrNotFound
	}
	if err != nil {
		return d, err
	}
	one := []Community{found}
	if err := s.countResources(ctx, one); err != nil {
		return d, err
	}
	d.Community = one[0]
	if d.Buildings, err = buildings(ctx, s.db, who.ID, number); err != nil {
		return d, err
	}
	d.Balance, err = s.wallet.BalanceOf(ctx, s.db, who.ID)
	return d, err
}

func (s *Service) countResources(ctx context.Context, all []Community) error {
	listed, err := s.resources.ListedByCommunity(ctx, s.db)
	for i := range all {
		all[i].Resources = listed[all[i].Number]
	}
	return err
}

// CountsOf lists the communities with what someone did there, resources aside.
func CountsOf(ctx context.Context, r db.Reader, userID string) ([]Community, error) {
	return communities(ctx, r, userID)
}

// Photos lists the buildings that someone has a photo of, in the order of the
// map: of one community or, with nil, of all.
func Photos(ctx context.Context, r db.Reader, userID string, community *int) ([]Photo, error) {
	return photos(ctx, r, userID, community)
}

// PhotoURL is where a photo is for a while.
func (s *Service) PhotoURL(key string) string { return s.media.SignedURL(key, media.SignedLife) }
