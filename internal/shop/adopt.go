package shop

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/wallet"
)

// Adopt buys a companion and names it; one that was adopted before stays as it
// is and costs nothing. The first becomes the main one.
func (s *Service) Adopt(ctx context.Context, who access.Member, number int, name string) (changed bool, err error) {
	if name = strings.TrimSpace(name); name == "" {
		return false, fault.Invalid(fault.RuleRequired.On("name"))
	}
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		// Of two first companions at once one becomes the main one.
		if err := db.Lock(ctx, tx, db.Wallets, who.ID); err != nil {
			return err
		}
		price, err := findPrice(ctx, tx, who.ID, number)
		if db.IsNone(err) {
			return fault.ErrNotFound
		}
		if err != nil {
			return err
		}
		if price.Owned {
			return errOwned
		}
		if err := s.pay(ctx, tx, who.ID, wallet.Mascot, strconv.Itoa(number), price.Coin); err != nil {
			return err
		}
		if err := insertMascot(ctx, tx, who.ID, number, name, !price.HasMain, s.clock.Now()); err != nil {
			return err
		}
		_, err = s.missions.Record(ctx, tx, who.ID, catalog.MascotBought, strconv.Itoa(number))
		return err
	})
	if errors.Is(err, errOwned) {
		return false, nil
	}
	return err == nil, err
}

// pay takes the price of something; what was paid for before is owned.
func (s *Service) pay(ctx context.Context, tx *db.Tx, userID string, reason wallet.Reason, reference string, coin int64) error {
	err := s.wallet.Change(ctx, tx, userID, wallet.Entry{
		Currency: wallet.Coin, Amount: -coin, Reason: reason, Reference: reference,
	})
	if errors.Is(err, wallet.ErrPaid) {
		return errOwned
	}
	return err
}

// Rename gives the main companion another name and reports whether it is one.
func (s *Service) Rename(ctx context.Context, who access.Member, name string) (changed bool, err error) {
	if name = strings.TrimSpace(name); name == "" {
		return false, fault.Invalid(fault.RuleRequired.On("name"))
	}
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if changed, err = saveName(ctx, tx, who.ID, name); err != nil || changed {
			return err
		}
		_, err = findMain(ctx, tx, who.ID)
		if db.IsNone(err) {
			return errNoMascot
		}
		return err
	})
	return changed, err
}

// makeMain makes a companion the main one; a character brings its own along.
func (s *Service) makeMain(ctx context.Context, tx *db.Tx, userID string, number int) error {
	name, err := findMascotName(ctx, tx, number)
	if err != nil {
		return err
	}
	err = insertMascot(ctx, tx, userID, number, name, false, s.clock.Now())
	if err != nil && !errors.Is(err, errOwned) {
		return err
	}
	return saveMain(ctx, tx, userID, number)
}
