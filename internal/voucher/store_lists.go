package voucher

import (
	"context"
	"strings"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// kind is a voucher of the catalogue.
type kind struct {
	ID          string `db:"id"`
	Name        string `db:"name"`
	Description string `db:"description"`
	PriceTag    string `db:"price_tag"`
	Level       int    `db:"level"`
}

func listKinds(ctx context.Context, r db.Reader) ([]kind, error) {
	return db.All[kind](ctx, r, `
		SELECT id, name, description, price_tag, level FROM vouchers WHERE retired_at IS NULL ORDER BY level, ordering`)
}

// total is how many of a voucher wait to be exchanged.
type total struct {
	VoucherID string `db:"id"`
	Name      string `db:"name"`
	Purchased int64  `db:"purchased"`
	Retired   bool   `db:"retired"`
}

// listTotals counts within reach; a voucher that left the catalogue is told of
// while someone still holds one.
func listTotals(ctx context.Context, r db.Reader, scope access.Scope, now time.Time) ([]total, error) {
	filter := (&db.Filter{}).And("o.voucher_id = v.id AND o.status = "+claimedSQL+" AND o.valid_until > @now", db.Args{"now": now})
	scope.CentreUsers(filter, "u")
	all, err := db.All[total](ctx, r, `
		SELECT v.id, v.name, v.retired_at IS NOT NULL AS retired,
			(SELECT COUNT(*) FROM user_vouchers o JOIN users u ON u.id = o.user_id WHERE `+filter.SQL()+`) AS purchased
		FROM vouchers v ORDER BY v.level, v.ordering`, filter.Args())
	told := make([]total, 0, len(all))
	for _, t := range all {
		if !t.Retired || t.Purchased > 0 {
			told = append(told, t)
		}
	}
	return told, err
}

// Filter narrows the list of members' vouchers; what is empty does not narrow.
type Filter struct {
	Key      string
	Statuses []Status
	Staff    []string
}

// listed is someone's voucher as staff see it.
type listed struct {
	ID            string     `db:"id"`
	UserID        string     `db:"user_id"`
	Username      string     `db:"username"`
	Nickname      string     `db:"nickname"`
	Phone         string     `db:"phone"`
	Email         string     `db:"email"`
	District      string     `db:"district"`
	ServiceNumber string     `db:"service_number"`
	Staff         string     `db:"staff"`
	VoucherName   string     `db:"voucher_name"`
	Status        Status     `db:"status"`
	ValidUntil    time.Time  `db:"valid_until"`
	RedeemedAt    *time.Time `db:"redeemed_at"`
	QRKey         *string    `db:"qr_key"`
	CodeSealed    []byte     `db:"code_sealed"`
	CreatedAt     time.Time  `db:"created_at"`
}

// What the engines place differently, or not at all, gets a value to sort by.
var sorts = page.Sorts{
	{Property: "createdAt", Column: "o.created_at"},
	{Property: "username", Column: "u.username"},
	{Property: "nickname", Column: "u.nickname"},
	{Property: "phone", Column: "COALESCE(u.phone, '')"},
	{Property: "email", Column: "COALESCE(u.email, '')"},
	{Property: "district", Column: "COALESCE(d.name, '')"},
	{Property: "serviceNumber", Column: "COALESCE(u.service_number, '')"},
	{Property: "staff", Column: "COALESCE(s.name, '')"},
	{Property: "voucherName", Column: "v.name"},
	{Property: "voucherRedeemStatus", Column: "o.status"},
	{Property: "expiredAt", Column: "o.valid_until"},
	{Property: "redeemAt", Column: "COALESCE(o.redeemed_at, '0001-01-01 00:00:00+00:00')"},
	{Property: "redeemedAt", Column: "COALESCE(o.redeemed_at, '0001-01-01 00:00:00+00:00')"},
}

func listVouchers(ctx context.Context, d *db.DB, scope access.Scope, f Filter, p page.Request, now time.Time) (page.Of[listed], error) {
	filter := (&db.Filter{}).Search(f.Key, "u.username", "u.nickname", "COALESCE(u.phone, '')", "COALESCE(u.email, '')",
		"COALESCE(u.service_number, '')", "v.name")
	scope.CentreUsers(filter, "u")
	addStatuses(filter, f.Statuses, now)
	if len(f.Staff) > 0 {
		filter.In("u.staff_id", f.Staff)
	}
	found, err := page.Fetch[listed](ctx, d, page.Query{
		Select: `o.id, o.user_id, u.username, u.nickname, COALESCE(u.phone, '') AS phone, COALESCE(u.email, '') AS email,
			COALESCE(d.name, '') AS district, COALESCE(u.service_number, '') AS service_number, COALESCE(s.name, '') AS staff,
			v.name AS voucher_name, o.status, o.valid_until, o.redeemed_at, o.qr_key, o.code_sealed, o.created_at`,
		From: `user_vouchers o JOIN users u ON u.id = o.user_id JOIN vouchers v ON v.id = o.voucher_id
			LEFT JOIN districts d ON d.id = u.district_id LEFT JOIN staff s ON s.id = u.staff_id`,
		Filter: filter, Sorts: sorts, Tie: "o.id",
	}, p)
	for i := range found.Items {
		found.Items[i].Status = statusAt(found.Items[i].Status, found.Items[i].ValidUntil, now)
	}
	return found, err
}

// addStatuses narrows to states as they are at an instant, whatever the job has
// written so far.
func addStatuses(filter *db.Filter, statuses []Status, now time.Time) {
	if len(statuses) == 0 {
		return
	}
	var conditions []string
	args := db.Args{}
	for _, s := range statuses {
		switch s {
		case Granted:
			conditions = append(conditions, "o.status = "+grantedSQL+" AND o.valid_until > @now")
			args["now"] = now
		case Claimed:
			conditions = append(conditions, "o.status = "+claimedSQL+" AND o.valid_until > @now")
			args["now"] = now
		case Expired:
			conditions = append(conditions, "(o.status = "+expiredSQL+" OR o.status < "+redeemedSQL+" AND o.valid_until <= @now)")
			args["now"] = now
		default:
			conditions = append(conditions, "o.status = "+redeemedSQL)
		}
	}
	filter.And("("+strings.Join(conditions, " OR ")+")", args)
}
