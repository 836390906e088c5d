package shop

import (
	"context"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/wallet"
)

// Buy sells an item to a member: once, for its price. Balance and ownership are
// rows that decide whatever happens at the same moment.
func (s *Service) Buy(ctx context.Context, who access.Member, itemID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		o, err := findOffer(ctx, tx, who.ID, itemID, s.clock.Now())
		if db.IsNone(err) {
			return fault.ErrNotFound
		}
		if err != nil {
			return err
		}
		if err := maySell(o, clock.Today(s.clock)); err != nil {
			return err
		}
		if err := s.pay(ctx, tx, who.ID, wallet.Item, itemID, o.Coin); err != nil {
			return err
		}
		if err := insertItem(ctx, tx, who.ID, o, s.clock.Now()); err != nil {
			return err
		}
		_, err = s.missions.Record(ctx, tx, who.ID, catalog.ItemBought, itemID)
		return err
	})
}

// Use takes an owned item into use in the place of another of its shelf, or
// puts it away when it is in use. A character's companion becomes the main one.
func (s *Service) Use(ctx context.Context, who access.Member, itemID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		// One change of a member's room at a time.
		if err := s.wallet.Hold(ctx, tx, who.ID); err != nil {
			return err
		}
		thing, err := findThing(ctx, tx, who.ID, itemID, s.clock.Now())
		switch {
		case db.IsNone(err):
			return fault.ErrNotFound
		case err != nil:
			return err
		case !thing.Owned:
			return errNotOwned
		case thing.InUse:
			return putAway(ctx, tx, who.ID, itemID)
		}
		if err := takeOut(ctx, tx, who.ID, thing); err != nil {
			return err
		}
		if thing.Mascot != nil {
			if err := s.becomeMain(ctx, tx, who.ID, *thing.Mascot); err != nil {
				return err
			}
		}
		// Once a day for each item: taking it in and out earns nothing more.
		_, err = s.missions.Record(ctx, tx, who.ID, catalog.ItemUsed, itemID+" "+clock.Today(s.clock).String())
		return err
	})
}

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
