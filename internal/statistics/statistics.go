// Package statistics combines the figures that other areas have of one member,
// for the staff who look after them and for friends who may see them. It has no
// tables of its own.
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

// Deps are what the service needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Wallet   *wallet.Service
	Checkins *checkin.Service
	Shop     *shop.Service
	Vouchers *voucher.Service
	Lessons  Lessons
}

// Service has the use cases of the area.
type Service struct{ Deps }

// New builds the service.
func New(d Deps) *Service { return &Service{d} }

// countMap counts someone's photos on the whole map, and all its buildings.
func (s *Service) countMap(ctx context.Context, userID string) (photos, buildings int, err error) {
	communities, err := checkin.CountsOf(ctx, s.DB, userID)
	for _, c := range communities {
		photos += c.Photos
		buildings += c.Buildings
	}
	return photos, buildings, err
}
