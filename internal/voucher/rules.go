package voucher

import (
	"time"

	"hearten/internal/platform/access"
)

// ReverseWithin is how long a mistaken redeem can be taken back.
const ReverseWithin = 24 * time.Hour

// statusAt is the state at an instant. A voucher is good until validUtil, that
// very instant not included; a redeemed one stays redeemed.
func statusAt(stored Status, validUntil, now time.Time) Status {
	if stored < Redeemed && !now.Before(validUntil) {
		return Expired
	}
	return stored
}

// mayClaim says why a voucher that was granted cannot be claimed, or nil.
func mayClaim(status Status, userType access.UserType) error {
	switch {
	case status == Claimed:
		return errClaimed
	case status == Redeemed:
		return errRedeemed
	case status == Expired:
		return errExpired
	case userType != access.PlanMember:
		return errNotMember
	default:
		return nil
	}
}

// mayRedeem says why a voucher with a code, claimed at some time, cannot be
// redeemed, or nil.
func mayRedeem(status Status, holder access.UserStatus) error {
	switch {
	case status == Redeemed:
		return errRedeemed
	case status == Expired:
		return errExpired
	case holder != access.Normal:
		return errAccount
	default:
		return nil
	}
}

// mayReverse says why a redeem cannot be taken back, or nil.
func mayReverse(status Status, redeemedAt *time.Time, now time.Time) error {
	switch {
	case status != Redeemed || redeemedAt == nil:
		return errNotRedeemed
	case now.Sub(*redeemedAt) > ReverseWithin:
		return errTooLate
	default:
		return nil
	}
}
