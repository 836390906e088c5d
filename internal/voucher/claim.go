package voucher

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"hearten/internal/account"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Claim makes a granted voucher redeemable. Its picture is written before the
// claim can become true, so that a claimed voucher always has one; that of a
// claim that does not come about is swept.
func (s *Service) Claim(ctx context.Context, who access.Member, voucherID string) error {
	g, err := s.claimable(ctx, s.db, who, voucherID)
	if err != nil {
		return err
	}
	code := rand.Text() // 130 random bits in 26 letters and digits
	key := filekey.Voucher(filekey.Root(g.Centre), who.ID, g.ID)
	file, err := s.media.DrawQR(ctx, s.address(code), key)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := account.LockOpen(ctx, tx, who.ID); err != nil {
			return err
		}
		err := markClaimed(ctx, tx, g.ID, codeHash(code), s.keys.Encrypt([]byte(code)), key, s.clock.Now())
		if db.IsNone(err) {
			return s.errNotClaimed(ctx, tx, who, voucherID)
		}
		if err != nil {
			return err
		}
		return s.media.Save(ctx, tx, file)
	})
}

// claimable finds a member's voucher and says why it cannot be claimed.
func (s *Service) claimable(ctx context.Context, r db.Reader, who access.Member, voucherID string) (granted, error) {
	g, err := findGranted(ctx, r, who.ID, voucherID)
	switch {
	case db.IsNone(err):
		return g, fault.ErrNotFound
	case err != nil:
		return g, err
	case g.ID == "" && g.UserType != access.PlanMember:
		return g, errNotMember
	case g.ID == "":
		return g, errNotReached
	default:
		return g, mayClaim(statusAt(g.Status, g.ValidUntil, s.clock.Now()), g.UserType)
	}
}

// errNotClaimed is why a claim that looked possible did not come about: someone was
// faster.
func (s *Service) errNotClaimed(ctx context.Context, tx *db.Tx, who access.Member, voucherID string) error {
	if _, err := s.claimable(ctx, tx, who, voucherID); err != nil {
		return err
	}
	return errClaimed
}

// address is what the QR code holds: the portal's page for redeeming. The code
// comes after the #, which browsers keep to themselves, so that it does not end
// up in the logs of servers on the way.
func (s *Service) address(code string) string {
	return strings.TrimSuffix(s.portal, "/") + "/vouchers/redeem#" + code
}

// codeHash is how a code is found. It is not keyed: codes are long and random,
// and must be recognised after secrets were rotated. Case does not matter, for
// those who type.
func codeHash(code string) string {
	sum := sha256.Sum256([]byte(strings.ToUpper(strings.TrimSpace(code))))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
