package test

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"time"

	"hearten/test/bench"

	"github.com/google/uuid"
)

// voucher gives someone new a claimed, or redeemed, voucher and tells its code.
func (c *cell) voucher(status int) (code string) {
	c.w.T.Helper()
	p, id, now := c.person(), uuid.Must(uuid.NewV7()).String(), c.w.Clock.Now()
	code = strings.ToUpper(strings.ReplaceAll(id, "-", ""))
	sum := sha256.Sum256([]byte(code))
	c.exec(`INSERT INTO user_vouchers (id, user_id, voucher_id, status, valid_until, code_hash, qr_key, claimed_at, redeemed_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, 'key', $7, $7, $7)`, id, p.ID, bench.VoucherID(c.w, "bakery-bun-set"), status, now.Add(time.Hour),
		base64.RawURLEncoding.EncodeToString(sum[:]), now)
	return code
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
		c.exec(`INSERT INTO user_vouchers (id, user_id, voucher_id, status, valid_until, created_at) VALUES ($1, $2, $3, 0, $4, $4)`,
			uuid.Must(uuid.NewV7()).String(), p.ID, bench.VoucherID(c.w, "bakery-bun-set"), c.w.Clock.Now())
		return lists(c.Post("/web/shop/vouchers/users/page", bench.Body{"pagination": bench.Body{"page": 1, "size": 1}}), "data", "userId", p.ID)
	}},
	matrixRow{"GET /web/shop/vouchers", "yyyyy", func(c *cell) verdict { return did(c.Get("/web/shop/vouchers")) }},
	matrixRow{"GET /web/shop/vouchers/item-total", "yyyyy", func(c *cell) verdict { return did(c.Get("/web/shop/vouchers/item-total")) }},
	matrixRow{"POST /web/shop/page", "yyyyy", func(c *cell) verdict { return did(c.Post("/web/shop/page", bench.Body{})) }},
)
