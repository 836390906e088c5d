package bench

// VoucherID finds a voucher of the catalogue by its key.
func VoucherID(w *World, key string) (id string) {
	w.T.Helper()
	Must(w.T, w.SQL().QueryRow(`SELECT id FROM vouchers WHERE key = $1`, key).Scan(&id))
	return id
}

// ClaimVoucher claims a voucher for the caller.
func ClaimVoucher(c *Caller, voucher string) *Reply {
	return c.Post("/app/shop/vouchers/"+voucher+"/claim", nil)
}

// LookUpVoucher looks up a code as staff do.
func LookUpVoucher(c *Caller, code string) *Reply {
	return c.Get("/web/shop/vouchers/codes/" + code)
}

// RedeemVoucher redeems a code.
func RedeemVoucher(c *Caller, code string) *Reply {
	return c.Post("/web/shop/vouchers/codes/"+code+"/redeem", nil)
}

// ReverseVoucher takes a redemption back.
func ReverseVoucher(c *Caller, code string) *Reply {
	return c.Post("/web/shop/vouchers/codes/"+code+"/reverse", Body{"mark": "按錯了"})
}

// RetireVouchers retires every voucher but those of two levels.
func (w *World) RetireVouchers(exceptLevel, andLevel int) {
	w.T.Helper()
	w.exec(`UPDATE vouchers SET retired_at = $1 WHERE level NOT IN ($2, $3)`, w.Clock.Now(), exceptLevel, andLevel)
}
