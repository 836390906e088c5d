// Package statistics gathers what the other areas know of one member: for the
// staff who look after them, and for friends who may see it. It keeps nothing of
// its own.
package statistics

import (
	"context"

	"hearten/internal/checkin"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/shop"
	"hearten/internal/voucher"
	"hearten/internal/wallet"
)

// Lessons counts what a member is learning and has completed.
type Lessons interface {
	LearnedBy(ctx context.Context, r db.Reader, userID string) (learning, completed int64, err error)
}

// Service is the area's use cases.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	wallet   *wallet.Service
	checkins *checkin.Service
	shop     *shop.Service
	vouchers *voucher.Service
	lessons  Lessons
}

// Parts are what the service is built on.
type Parts struct {
	DB       *db.DB
	Clock    clock.Clock
	Wallet   *wallet.Service
	Checkins *checkin.Service
	Shop     *shop.Service
	Vouchers *voucher.Service
	Lessons  Lessons
}

// New builds the service.
func New(p Parts) *Service {
	return &Service{p.DB, p.Clock, p.Wallet, p.Checkins, p.Shop, p.Vouchers, p.Lessons}
}

// mapOf is how many photos someone has on the whole map, and of how many
// buildings.
func (s *Service) mapOf(ctx context.Context, userID string) (photos, buildings int, err error) {
	communities, err := checkin.CountsOf(ctx, s.db, userID)
	for _, c := range communities {
		photos += c.Photos
		buildings += c.Buildings
	}
	return photos, buildings, err
}
