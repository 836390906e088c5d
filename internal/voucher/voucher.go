// Package voucher grants plan members a voucher when they reach its level. It is
// claimed in the App, shown as a QR code and redeemed by staff, once.
package voucher

import (
	"hearten/internal/audit"
	"hearten/internal/media"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/keys"
	"hearten/internal/wallet"
)

// Status is how far a voucher has come.
type Status int

// The states.
const (
	Granted  Status = 0
	Claimed  Status = 1
	Redeemed Status = 2
	Expired  Status = 3
)

// The same as literals, to compose SQL with: the partial indexes need literals.
const (
	grantedSQL  = "0"
	claimedSQL  = "1"
	redeemedSQL = "2"
	expiredSQL  = "3"
)

var (
	errClaimed     = fault.New(fault.AlreadyClaimed, "這張禮券已經領取", "This voucher has been claimed already")
	errRedeemed    = fault.New(fault.VoucherRedeemed, "這張禮券已經換領", "This voucher has been redeemed already")
	errExpired     = fault.New(fault.VoucherExpired, "這張禮券已經過期", "This voucher has expired")
	errNotMember   = fault.New(fault.NotEligible, "只有計劃會員可領取禮券", "Only plan members can claim vouchers")
	errNotReached  = fault.New(fault.NotEligible, "你尚未到達這張禮券的等級", "You have not reached the level of this voucher yet")
	errAccount     = fault.New(fault.NotEligible, "會員的帳戶並非正常狀態，不能換領", "The member's account is not in order; the voucher cannot be redeemed")
	errNotRedeemed = fault.New(fault.Conflict, "這張禮券尚未換領", "This voucher has not been redeemed")
	errTooLate     = fault.New(fault.NotEligible, "換領超過 24 小時，不能撤回", "More than 24 hours have passed; the redeem cannot be taken back")
)

// Service is the area's use cases.
type Service struct {
	db     *db.DB
	clock  clock.Clock
	keys   *keys.Ring
	wallet *wallet.Service
	media  *media.Service
	audit  *audit.Service
	portal string
}

// Parts are what the service works with.
type Parts struct {
	DB     *db.DB
	Clock  clock.Clock
	Keys   *keys.Ring
	Wallet *wallet.Service
	Media  *media.Service
	Audit  *audit.Service
	// Portal is the address of the staff's portal.
	Portal string
}

// New builds the service.
func New(p Parts) *Service {
	return &Service{
		db: p.DB, clock: p.Clock, keys: p.Keys, wallet: p.Wallet, media: p.Media, audit: p.Audit, portal: p.Portal,
	}
}

// subject is how the audit log names a voucher.
const subject = "voucher"
