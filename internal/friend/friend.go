// Package friend is who knows whom among members: asking, accepting, blocking,
// and what each lets others see. Staff may do the same on a member's behalf.
//
// Everything that lies between two members changes in one transaction that
// first holds both of them, always in the same order. So whatever happens at
// the same moment happens one after the other: a pair has one row, and a block
// leaves none.
package friend

import (
	"context"
	"time"

	"hearten/internal/audit"
	"hearten/internal/delivery"
	"hearten/internal/mission"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/jobs"
	"hearten/internal/wallet"
)

// Limits of a member.
const (
	maxFriends  = 500
	maxPending  = 100 // own requests that wait for an answer
	maxRequests = 30  // on one day
)

// coolDown is how long someone who was turned down may not ask again.
const coolDown = 7 * 24 * time.Hour

var (
	errSelf      = fault.New(fault.Validation, "不能對自己進行此操作", "This cannot be done with oneself")
	errListFull  = fault.New(fault.NotEligible, "親友人數已達上限", "The list of friends is full")
	errBlockedBy = fault.New(fault.Conflict, "其中一方已封鎖另一方", "One of them has blocked the other")
)

// Pictures tells where a member's picture is: their own or a default one.
type Pictures interface {
	Picture(own *string, number int) string
}

// Service is the area's use cases.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	queue    *jobs.Queue
	delivery *delivery.Service
	missions *mission.Service
	wallet   *wallet.Service
	audit    *audit.Service
	pictures Pictures
	figures  Figures
}

// Parts are what the service works with.
type Parts struct {
	DB       *db.DB
	Clock    clock.Clock
	Queue    *jobs.Queue
	Delivery *delivery.Service
	Missions *mission.Service
	Wallet   *wallet.Service
	Audit    *audit.Service
	Pictures Pictures
	Figures  Figures
}

// New builds the service and sets its worker to the queue.
func New(p Parts) *Service {
	s := &Service{
		db: p.DB, clock: p.Clock, queue: p.Queue, delivery: p.Delivery, missions: p.Missions, wallet: p.Wallet,
		audit: p.Audit, pictures: p.Pictures, figures: p.Figures,
	}
	jobs.Handle(p.Queue, tellKind, s.tell)
	return s
}

// between runs a change of what lies between a member and someone else. Both
// are held, so that nothing else between them changes meanwhile; someone who is
// frozen, leaving or gone is not found.
func (s *Service) between(ctx context.Context, who access.Member, otherID string, change func(tx *db.Tx, t tie) error) error {
	if otherID == who.ID {
		return errSelf
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := hold(ctx, tx, who.ID, otherID); err != nil {
			return err
		}
		t, err := visibleTie(ctx, tx, who.ID, otherID, s.clock.Now())
		if err != nil {
			return err
		}
		return change(tx, t)
	})
}
