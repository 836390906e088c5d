package test

import (
	"time"

	"hearten/test/bench"
)

// voucher gives someone new a claimed, or redeemed, voucher and tells its code.
func (c *cell) voucher(status int) (code string) {
	c.w.T.Helper()
	return c.w.UserVoucher(bench.UserVoucher{UserID: c.person().ID, Key: "bakery-bun-set", Status: status, ValidUntil: c.w.Clock.Now().Add(time.Hour)})
}

// Vouchers are for the whole centre, support staff included; what is beyond
// reach is a code that nobody knows.
var _ = inMatrix(
	matrixRow{"GET /web/shop/vouchers/codes/{redeem_code}", "yy.. yy.. yy.y yy.y yyyy", func(c *cell) verdict {
		v := did(bench.LookUpVoucher(c.Caller, c.voucher(1)))
		if v.letter == 'y' && v.reply.Value("data.isValid") == false {
			v.letter = '.'
		}
		return v
	}},
	matrixRow{"POST /web/shop/vouchers/codes/{redeem_code}/redeem", "yy.. yy.. yy.y yy.y yyyy", func(c *cell) verdict {
		return did(bench.RedeemVoucher(c.Caller, c.voucher(1)))
	}},
	matrixRow{"POST /web/shop/vouchers/codes/{redeem_code}/reverse", "nnnn nnnn yy.y yy.y yyyy", func(c *cell) verdict {
		return did(bench.ReverseVoucher(c.Caller, c.voucher(2)))
	}},
	matrixRow{"POST /web/shop/vouchers/users/page", "yy.. yy.. yy.y yy.y yyyy", func(c *cell) verdict {
		p := c.person()
		c.w.UserVoucher(bench.UserVoucher{UserID: p.ID, Key: "bakery-bun-set", ValidUntil: c.w.Clock.Now()})
		return lists(c.Post("/web/shop/vouchers/users/page", bench.Body{"pagination": bench.Body{"page": 1, "size": 1}}), "data", "userId", p.ID)
	}},
	matrixRow{"GET /web/shop/vouchers", "yyyyy", func(c *cell) verdict { return did(c.Get("/web/shop/vouchers")) }},
	matrixRow{"GET /web/shop/vouchers/item-total", "yyyyy", func(c *cell) verdict { return did(c.Get("/web/shop/vouchers/item-total")) }},
	matrixRow{"POST /web/shop/page", "yyyyy", func(c *cell) verdict { return did(c.Post("/web/shop/page", bench.Body{})) }},
)
