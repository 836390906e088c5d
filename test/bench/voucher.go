package bench

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"time"

	"github.com/google/uuid"
)

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

// RetireVouchers retires every voucher but those of some levels.
func (w *World) RetireVouchers(except ...int) {
	w.T.Helper()
	w.exec(`UPDATE vouchers SET retired_at = @now WHERE level NOT IN (@except)`, row{"now": w.Clock.Now(), "except": except})
}

// UserVoucher is a row of user_vouchers, of the voucher with the key.
type UserVoucher struct {
	UserID, Key string
	Status      int
	ValidUntil  time.Time
}

// UserVoucher writes a voucher of a user to the table. One that is claimed or
// redeemed has a code.
func (w *World) UserVoucher(v UserVoucher) (code string) {
	w.T.Helper()
	id, now := uuid.Must(uuid.NewV7()).String(), w.Clock.Now()
	columns := row{"id": id, "user_id": v.UserID, "voucher_id": VoucherID(w, v.Key), "status": v.Status, "valid_until": v.ValidUntil, "created_at": now}
	if v.Status > 0 {
		code = strings.ToUpper(strings.ReplaceAll(id, "-", ""))
		sum := sha256.Sum256([]byte(code))
		columns["code_hash"] = base64.RawURLEncoding.EncodeToString(sum[:])
		columns["qr_key"], columns["claimed_at"], columns["redeemed_at"] = "key", now, now
	}
	w.insert("user_vouchers", columns)
	return code
}
