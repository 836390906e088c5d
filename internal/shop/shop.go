// Package shop sells companions and items for their room, for coins. What is
// bought stays; one item of each shelf is in use.
package shop

import (
	"hearten/internal/media"
	"hearten/internal/mission"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/wallet"
)

var (
	errOwned       = fault.New(fault.AlreadyOwned, "你已擁有這件物品", "You own this already")
	errNotOwned    = fault.New(fault.NotEligible, "你尚未擁有這件物品", "You do not own this yet")
	errNotSold     = fault.New(fault.NotEligible, "這件物品暫不發售", "This is not for sale at present")
	errNotBirthday = fault.New(fault.NotEligible, "這件物品只可在生日當天購買", "This can be bought on your birthday only")
	errNoMascot    = fault.New(fault.NotEligible, "你尚未擁有伙伴", "You have no companion yet")
)

// Service is the area's use cases.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	wallet   *wallet.Service
	missions *mission.Service
	media    *media.Service
}

// New builds the service.
func New(d *db.DB, c clock.Clock, w *wallet.Service, m *mission.Service, files *media.Service) *Service {
	return &Service{db: d, clock: c, wallet: w, missions: m, media: files}
}
