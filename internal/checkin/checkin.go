// Package checkin manages the community map: members upload photos of the
// buildings of each community. The first photo of a building costs a token and
// counts for missions, once for each member.
package checkin

import (
	"context"
	"time"

	"hearten/internal/media"
	"hearten/internal/mission"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/wallet"
)

// Community is one of the map's communities as a member sees it.
type Community struct {
	DistrictID string `db:"id"`
	Short      string `db:"short_name"`
	Name       string `db:"name"`
	Number     int    `db:"community_number"`
	// Code is the community's part of file keys.
	Code      string `db:"code"`
	Photos    int    `db:"photos"`
	Buildings int    `db:"buildings"`
	// Resources is how many community resources are listed there.
	Resources int
}

// Building is a place on the map, with the member's photo if there is one.
type Building struct {
	ID         string     `db:"id"`
	Number     int        `db:"number"`
	Name       string     `db:"name"`
	FileKey    *string    `db:"file_key"`
	UploadedAt *time.Time `db:"uploaded_at"`
}

// Photo is a member's photo of a building.
type Photo struct {
	Community int    `db:"community_number"`
	Building  string `db:"name"`
	FileKey   string `db:"file_key"`
}

// reasonPhoto is the ledger's reason for the token of a first photo; the
// reference is the building.
const reasonPhoto wallet.Reason = "building_photo"

// photoPrice is what a first photo costs, in tokens.
const photoPrice = 1

// Resources counts the listed community resources of each community.
type Resources interface {
	ListedByCommunity(ctx context.Context, r db.Reader) (map[int]int, error)
}

// Deps are what the area needs.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Media     *media.Service
	Wallet    *wallet.Service
	Missions  *mission.Service
	Resources Resources
}

// Service is the area's use cases.
type Service struct{ Deps }

// New builds the service.
func New(d Deps) *Service { return &Service{d} }
