package mission

import (
	"context"
	"fmt"

	"hearten/internal/notice"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/wallet"
)

const (
	// creditAtOnce is how many members one transaction pays: it must not keep
	// others waiting.
	creditAtOnce = 50
	closeAtOnce  = 500
)

// CreditEnded pays what was completed and not claimed before its period ended,
// or before its mission left the catalogue: nothing earned is lost.
func (s *Service) CreditEnded(ctx context.Context) error {
	if err := s.closeAllRetired(ctx); err != nil {
		return err
	}
	for ctx.Err() == nil {
		users, err := listToCredit(ctx, s.db, clock.Today(s.clock), creditAtOnce)
		if err != nil || len(users) == 0 {
			return err
		}
		if err := s.db.Write(ctx, func(tx *db.Tx) error { return s.credit(ctx, tx, users) }); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// closeAllRetired ends the periods of missions that left the catalogue.
func (s *Service) closeAllRetired(ctx context.Context) error {
	for {
		var closed int64
		err := s.db.Write(ctx, func(tx *db.Tx) (err error) {
			closed, err = closeRetired(ctx, tx, clock.Today(s.clock), closeAtOnce)
			return err
		})
		if err != nil || closed == 0 {
			return err
		}
	}
}

// credit pays what waits of a few members and tells each of them once. The
// guarded update decides, should a member or another replica be as quick.
func (s *Service) credit(ctx context.Context, tx *db.Tx, users []string) error {
	if err := db.Lock(ctx, tx, db.Wallets, users...); err != nil {
		return err
	}
	now := s.clock.Now()
	taken, err := claimEnded(ctx, tx, users, now)
	if err != nil {
		return err
	}
	names, err := listNames(ctx, tx)
	if err != nil {
		return err
	}
	var payments []wallet.Payment
	var notices []notice.New
	for _, of := range byUser(taken) {
		p := wallet.Payment{UserID: of[0].UserID}
		var told []string
		var sum Reward
		for _, e := range of {
			p.Entries = append(p.Entries, e.entries(e.MissionID, e.Period)...)
			told = append(told, names[e.MissionID])
			sum = sum.plus(e.Reward)
		}
		payments = append(payments, p)
		notices = append(notices, notice.New{UserID: p.UserID, Title: creditTitle, Content: creditText(told, sum), Link: notice.LinkProgress})
	}
	if err := s.wallet.PayAll(ctx, tx, payments); err != nil {
		return fmt.Errorf("pay ended missions: %w", err)
	}
	return s.notices.Send(ctx, tx, notices...)
}
