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
		if err := db.Lock(ctx, tx, db.Wallets, who.ID); err != nil {
			return err
		}
		item, err := findUsable(ctx, tx, who.ID, itemID, s.clock.Now())
		switch {
		case db.IsNone(err):
			return fault.ErrNotFound
		case err != nil:
			return err
		case !item.Owned:
			return errNotOwned
		case item.InUse:
			return putAway(ctx, tx, who.ID, itemID)
		}
		if err := takeOut(ctx, tx, who.ID, item); err != nil {
			return err
		}
		if item.Mascot != nil {
			if err := s.makeMain(ctx, tx, who.ID, *item.Mascot); err != nil {
				return err
			}
		}
		// Once a day for each item: taking it in and out earns nothing more.
		_, err = s.missions.Record(ctx, tx, who.ID, catalog.ItemUsed, itemID+" "+clock.Today(s.clock).String())
		return err
	})
}
