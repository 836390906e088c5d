package shop

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// Shelf lists what is offered of a category, of one subcategory or, with 0, all.
func (s *Service) Shelf(ctx context.Context, who access.Member, category, subcategory int) ([]Item, error) {
	return listShelf(ctx, s.db, who.ID, category, subcategory, s.clock.Now())
}

// OwnShelf lists what a member owns of it, also what is no longer offered.
func (s *Service) OwnShelf(ctx context.Context, who access.Member, category, subcategory int) ([]Item, error) {
	return listOwn(ctx, s.db, who.ID, category, subcategory)
}

// InUse lists the items that someone is using.
func (s *Service) InUse(ctx context.Context, r db.Reader, userID string) ([]Item, error) {
	return listInUse(ctx, r, userID)
}

// Owned is how many companions and items someone has.
type Owned struct {
	Mascots int64 `db:"mascots"`
	Items   int64 `db:"items"`
}

// Count tells how much someone owns.
func (s *Service) Count(ctx context.Context, r db.Reader, userID string) (Owned, error) {
	return countOwned(ctx, r, userID)
}

// Main is someone's main companion; nobody's is db.ErrNone.
func (s *Service) Main(ctx context.Context, r db.Reader, userID string) (Companion, error) {
	return findCompanion(ctx, r, userID)
}

// Companion is a mascot of someone's as others see it.
type Companion struct {
	ID     string `db:"id"`
	Number int    `db:"mascot_number"`
	Name   string `db:"name"` // what its member calls it
}

// Mascots lists the companions on offer.
func (s *Service) Mascots(ctx context.Context) ([]mascot, error) { return listMascots(ctx, s.db) }

// OwnMain is a member's main companion; none is db.ErrNone.
func (s *Service) OwnMain(ctx context.Context, who access.Member) (ownMascot, error) {
	return findMain(ctx, s.db, who.ID)
}

// Items lists the items of the shop, for staff.
func (s *Service) Items(ctx context.Context, key string, subcategories []int, p page.Request) (page.Of[listed], error) {
	return listItems(ctx, s.db, key, subcategories, p)
}
