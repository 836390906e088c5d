package voucher

import (
	"context"
	"time"

	"hearten/internal/media"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/db"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// OwnRes is a voucher as its member sees it.
type OwnRes struct {
	UserVoucherID string    `json:"userVoucherId"`
	VoucherID     string    `json:"voucherId"`
	Name          string    `json:"name"`
	PurchasedAt   *api.Time `json:"purchasedAt" nullable:"true" doc:"When it was claimed"`
	RedeemedAt    *api.Time `json:"redeemedAt" nullable:"true"`
	ValidUtil     api.Time  `json:"validUtil" doc:"Expired from this instant on"`
	RedeemQRCode  *string   `json:"redeemQRCode" nullable:"true" doc:"Address of the QR picture, for 15 minutes; null before it is claimed"`
	CreatedAt     api.Time  `json:"createdAt" doc:"When it was granted"`
	Status        int       `json:"status" doc:"0 not claimed, 1 awaiting exchange, 2 redeemed, 3 expired"`
	IsValid       bool      `json:"isValid" doc:"false: the App must not open the QR code"`
}

func (h handlers) mine(ctx context.Context, who access.Member, _ *api.None) ([]OwnRes, error) {
	found, err := h.s.Mine(ctx, who)
	out := make([]OwnRes, len(found))
	for i, o := range found {
		out[i] = OwnRes{
			UserVoucherID: o.ID, VoucherID: o.VoucherID, Name: o.Name, PurchasedAt: instant(o.ClaimedAt), RedeemedAt: instant(o.RedeemedAt),
			ValidUtil: api.Time(o.ValidUntil), RedeemQRCode: h.picture(o.QRKey), CreatedAt: api.Time(o.CreatedAt),
			Status: int(o.Status), IsValid: o.Status == Claimed, // whoever can ask has an account in order
		}
	}
	return out, err
}

func instant(t *time.Time) *api.Time {
	if t == nil {
		return nil
	}
	return new(api.Time(*t))
}

// picture is the address of a QR code for a while.
func (h handlers) picture(key *string) *string {
	if key == nil {
		return nil
	}
	return new(h.s.media.SignedURL(*key, media.SignedLife))
}

type voucherPath struct {
	ID string `path:"voucher_id" doc:"The voucher's id (voucherId)"`
}

func (h handlers) claim(ctx context.Context, who access.Member, in *voucherPath) (api.Null, error) {
	return api.Null{}, h.s.Claim(ctx, who, in.ID)
}

// RewardRes is a voucher to be claimed.
type RewardRes struct {
	VoucherID string   `json:"voucherId"`
	Name      string   `json:"name"`
	Level     int      `json:"level" doc:"The level it is for"`
	ExpiredAt api.Time `json:"expiredAt"`
}

func (h handlers) reward(ctx context.Context, who access.Member, _ *api.None) (api.Maybe[RewardRes], error) {
	r, err := h.s.Reward(ctx, who)
	if db.IsNone(err) {
		return api.Maybe[RewardRes]{}, nil
	}
	return api.Some(RewardRes{r.VoucherID, r.Name, r.Level, api.Time(r.ValidUntil)}), err
}
