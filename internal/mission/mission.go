// Package mission counts what members do and rewards it. Areas record events in
// the transaction of the act; each is counted once by its key, however often
// the act is repeated or undone, and raises the progress of the missions that
// count it. A completed mission is claimed by the member while its period
// lasts, and credited by a job afterwards.
package mission

import (
	"context"

	"hearten/internal/media"
	"hearten/internal/notice"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/wallet"
)

var (
	errNotReached = fault.New(fault.NotEligible, "任務尚未完成", "The mission is not completed yet")
	errEnded      = fault.New(fault.NotEligible, "任務期限已過，獎勵會自動存入你的帳戶", "The mission is over; its reward will be credited to you")
	errClaimed    = fault.New(fault.AlreadyClaimed, "獎勵已經領取", "The reward was already claimed")

	ruleMode = fault.NewRule("與任務所計算的活動不符", "is not the mode of what the mission counts")
)

// DayTotal tells how many steps a member walked on a Hong Kong day.
type DayTotal func(ctx context.Context, userID string, day clock.Date) (int64, error)

// Service is the area's use cases.
type Service struct {
	db      *db.DB
	clock   clock.Clock
	wallet  *wallet.Service
	notices *notice.Service
	media   *media.Service
	stepsOf DayTotal
}

// New builds the service.
func New(d *db.DB, c clock.Clock, w *wallet.Service, n *notice.Service, m *media.Service) *Service {
	none := func(context.Context, string, clock.Date) (int64, error) { return 0, nil }
	return &Service{db: d, clock: c, wallet: w, notices: n, media: m, stepsOf: none}
}

// CountSteps sets where a day's steps come from; the area that keeps them imports
// this one.
func (s *Service) CountSteps(stepsOf DayTotal) { s.stepsOf = stepsOf }
