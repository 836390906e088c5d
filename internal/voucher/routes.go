package voucher

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/limit"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	r = r.Area("Vouchers", "What plan members earn by rising, and staff exchange")

	api.App(r, "GET /app/shop/vouchers/mine", "The own vouchers", h.mine)
	api.App(r, "POST /app/shop/vouchers/{voucher_id}/claim", "Claim a voucher", h.claim,
		api.Fails(fault.AlreadyClaimed, fault.VoucherRedeemed, fault.VoucherExpired, fault.NotEligible))
	api.App(r, "POST /app/shop/vouchers/rewards", "The oldest voucher to be claimed, or null", h.reward)

	guessed := api.Limit(limit.Codes)
	const codes = "/web/shop/vouchers/codes/{redeem_code}"
	api.Staff(r, access.VoucherRedeem, "GET "+codes, "Look a voucher up by its code", h.lookUp, guessed,
		api.Shows(func(out LookUpRes) string { return out.userID }),
		api.Details("An unknown code, or one of another centre's user, is answered with isValid false and nothing else."))
	api.Staff(r, access.VoucherRedeem, "POST "+codes+"/redeem", "Redeem a voucher", h.redeem, guessed,
		api.Fails(fault.VoucherRedeemed, fault.VoucherExpired, fault.NotEligible))
	api.Staff(r, access.VoucherReverse, "POST "+codes+"/reverse", "Take a mistaken redeem back", h.reverse, guessed,
		api.Fails(fault.Conflict, fault.NotEligible), api.Details("Within 24 hours."))

	api.Staff(r, access.Reference, "GET /web/shop/vouchers", "The vouchers there are", h.kinds)
	api.Staff(r, access.Reference, "GET /web/shop/vouchers/item-total", "How many of each wait to be exchanged", h.totals)
	api.Staff(r, access.Reference, "POST /web/shop/vouchers/users/page", "List members' vouchers", h.page,
		api.Details("A bare list; the totals are in the headers X-Total-Items and X-Total-Pages."))
}
