package voucher

import (
	"context"
	"strings"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

type codePath struct {
	Code string `path:"redeem_code" doc:"What the QR code holds after the #"`
}

// LookUpRes is a voucher as staff find it by its code.
type LookUpRes struct {
	Username    *string `json:"username" nullable:"true"`
	Nickname    *string `json:"nickname" nullable:"true"`
	VoucherName *string `json:"voucherName" nullable:"true"`
	RedeemCode  *string `json:"redeemCode" nullable:"true" doc:"Address of the QR picture, for 15 minutes"`
	Code        *string `json:"code" nullable:"true" doc:"The code itself"`
	Status      *int    `json:"status" nullable:"true" doc:"1 awaiting exchange, 2 redeemed, 3 expired"`
	IsValid     bool    `json:"isValid" doc:"false: unknown, redeemed, expired, or the account is not in order"`
	userID      string  // whose it is, for the audit log
}

func (h handlers) lookUp(ctx context.Context, who access.Staff, in *codePath) (LookUpRes, error) {
	found, err := h.s.LookUp(ctx, who, in.Code)
	if db.IsNone(err) {
		return LookUpRes{}, nil
	}
	if err != nil {
		return LookUpRes{}, err
	}
	status := statusAt(found.Status, found.ValidUntil, h.s.clock.Now())
	return LookUpRes{
		Username: &found.Username, Nickname: &found.Nickname, VoucherName: &found.Name, RedeemCode: h.picture(&found.QRKey),
		Code: new(strings.ToUpper(strings.TrimSpace(in.Code))), Status: new(int(status)), IsValid: mayRedeem(status, found.HolderStatus) == nil,
		userID: found.UserID,
	}, nil
}

func (h handlers) redeem(ctx context.Context, who access.Staff, in *codePath) (api.Null, error) {
	return api.Null{}, h.s.Redeem(ctx, who, in.Code)
}

// ReverseReq says why a redeem is taken back.
type ReverseReq struct {
	Mark string `json:"mark" minLength:"1" maxLength:"255"`
}

type reverseInput struct {
	Code string `path:"redeem_code" doc:"What the QR code holds after the #"`
	Body ReverseReq
}

func (h handlers) reverse(ctx context.Context, who access.Staff, in *reverseInput) (api.Null, error) {
	mark := strings.TrimSpace(in.Body.Mark)
	if mark == "" {
		return api.Null{}, fault.Invalid(fault.RuleRequired.On("mark"))
	}
	return api.Null{}, h.s.Reverse(ctx, who, in.Code, mark)
}

// KindRes is a voucher that can be earned.
type KindRes struct {
	VoucherID   string `json:"voucherId"`
	Name        string `json:"name"`
	Description string `json:"description"`
	PriceTag    string `json:"priceTag"`
	Level       int    `json:"level"`
}

func (h handlers) kinds(ctx context.Context, _ access.Staff, _ *api.None) ([]KindRes, error) {
	found, err := h.s.Kinds(ctx)
	out := make([]KindRes, len(found))
	for i, k := range found {
		out[i] = KindRes{k.ID, k.Name, k.Description, k.PriceTag, k.Level}
	}
	return out, err
}

// TotalRes is how many of a voucher wait.
type TotalRes struct {
	VoucherID string `json:"voucherId"`
	Name      string `json:"name"`
	Purchased int64  `json:"purchased" doc:"Awaiting exchange"`
}

func (h handlers) totals(ctx context.Context, who access.Staff, _ *api.None) ([]TotalRes, error) {
	found, err := h.s.Totals(ctx, who)
	out := make([]TotalRes, len(found))
	for i, t := range found {
		out[i] = TotalRes{t.VoucherID, t.Name, t.Purchased}
	}
	return out, err
}

// PageReq filters members' vouchers.
type PageReq struct {
	SearchKey string   `json:"searchKey,omitempty" maxLength:"255" doc:"Part of a name, address, service number or the voucher's name; empty means all"`
	Statuses  []int    `json:"voucherRedeemStatuses,omitempty" nullable:"true" maxItems:"4" doc:"0 not claimed, 1 awaiting exchange, 2 redeemed, 3 expired; empty means all"`
	StaffIDs  []string `json:"staffIds,omitempty" nullable:"true" maxItems:"100" doc:"The responsible staff members; empty means all"`
	page.Request
}

// PageRes is a member's voucher.
type PageRes struct {
	UserVoucherID       string    `json:"userVoucherId"`
	UserID              string    `json:"userId"`
	Username            string    `json:"username"`
	Nickname            string    `json:"nickname"`
	Phone               string    `json:"phone"`
	Email               string    `json:"email"`
	District            string    `json:"district"`
	ServiceNumber       string    `json:"serviceNumber"`
	Staff               string    `json:"staff"`
	VoucherName         string    `json:"voucherName"`
	VoucherRedeemStatus int       `json:"voucherRedeemStatus"`
	ExpiredAt           api.Time  `json:"expiredAt"`
	RedeemAt            *api.Time `json:"redeemAt" nullable:"true"`
	RedeemedAt          *api.Time `json:"redeemedAt" nullable:"true" doc:"The same as redeemAt"`
	RedeemCode          *string   `json:"redeemCode" nullable:"true" doc:"Address of the QR picture, for 15 minutes; null before it is claimed"`
	Code                *string   `json:"code" nullable:"true" doc:"The code itself"`
	CreatedAt           api.Time  `json:"createdAt"`
}

func (h handlers) page(ctx context.Context, who access.Staff, in *api.Body[PageReq]) (api.List[PageRes], error) {
	f := Filter{Key: in.Body.SearchKey, Staff: in.Body.StaffIDs}
	for _, status := range in.Body.Statuses {
		if status < int(Granted) || status > int(Expired) {
			return api.List[PageRes]{}, fault.Invalid(ruleStatus.On("voucherRedeemStatuses"))
		}
		f.Statuses = append(f.Statuses, Status(status))
	}
	found, err := h.s.Page(ctx, who, f, in.Body.Request)
	shown := page.Map(found, h.show)
	return api.List[PageRes]{Items: shown.Items, TotalItems: shown.Pagination.TotalItems, TotalPages: shown.Pagination.TotalPages}, err
}

var ruleStatus = fault.NewRule("必須是 0 至 3", "must be 0 to 3")

func (h handlers) show(l listed) PageRes {
	res := PageRes{
		UserVoucherID: l.ID, UserID: l.UserID, Username: l.Username, Nickname: l.Nickname, Phone: l.Phone, Email: l.Email,
		District: l.District, ServiceNumber: l.ServiceNumber, Staff: l.Staff, VoucherName: l.VoucherName,
		VoucherRedeemStatus: int(l.Status), ExpiredAt: api.Time(l.ValidUntil), RedeemAt: instant(l.RedeemedAt),
		RedeemedAt: instant(l.RedeemedAt), RedeemCode: h.picture(l.QRKey), CreatedAt: api.Time(l.CreatedAt),
	}
	// A code that was encrypted with a secret no longer live is left out; its
	// picture still shows it.
	if code, err := h.s.keys.Decrypt(l.CodeSealed); err == nil {
		res.Code = new(string(code))
	}
	return res
}
