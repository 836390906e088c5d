package member

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

// Removal is a member who asked to be removed and still can come back.
type Removal struct {
	ID            string          `db:"id"`
	UserID        string          `db:"user_id"`
	Username      string          `db:"username"`
	Nickname      string          `db:"nickname"`
	Email         string          `db:"email"`
	Phone         string          `db:"phone"`
	District      string          `db:"district"`
	ReasonType    *int            `db:"reason_type"`
	Reason        string          `db:"reason"`
	UserType      access.UserType `db:"user_type"`
	ServiceNumber string          `db:"service_number"`
	RequestedAt   time.Time       `db:"requested_at"`
}

const (
	// reasonShown is the member's own words or, without any, the reason they chose.
	reasonShown = `CASE WHEN r.reason <> '' THEN r.reason ELSE CASE r.reason_type WHEN 0 THEN '其他原因' WHEN 1 THEN '不再需要帳戶'
		WHEN 2 THEN '私隱或安全考慮' WHEN 3 THEN '使用體驗欠佳' WHEN 4 THEN '太多訊息或通知' ELSE '' END END`

	removalColumns = `r.id, r.user_id, u.username, u.nickname, COALESCE(u.email, '') AS email, COALESCE(u.phone, '') AS phone,
		COALESCE(d.name, '') AS district, r.reason_type, ` + reasonShown + ` AS reason, u.user_type,
		COALESCE(u.service_number, '') AS service_number, r.requested_at`

	removals = `removals r JOIN users u ON u.id = r.user_id LEFT JOIN districts d ON d.id = u.district_id`
)

var removalSorts = page.Sorts{
	{Property: "createdRemoveAt", Column: "r.requested_at"},
	{Property: "createdAt", Column: "r.requested_at"},
	{Property: "id", Column: "r.id"},
	{Property: "userId", Column: "r.user_id"},
	{Property: "username", Column: "u.username"},
	{Property: "email", Column: "COALESCE(u.email, '')"},
	{Property: "phone", Column: "COALESCE(u.phone, '')"},
	{Property: "district", Column: "COALESCE(d.name, '')"},
	{Property: "reasonType", Column: "COALESCE(r.reason_type, -1)"},
	{Property: "reason", Column: reasonShown},
	{Property: "userType", Column: "u.user_type"},
	{Property: "serviceNumber", Column: "COALESCE(u.service_number, '')"},
}

// kind is a half of the people: those of the centres or those of none.
type kind func(scope access.Scope, where *db.Where, users string)

// openRemovals is the removals of a kind of people within reach that wait.
func openRemovals(scope access.Scope, of kind) *db.Where {
	where := (&db.Where{}).And("r.state = 'open'")
	of(scope, where, "u")
	return where
}

// Removals lists the members of a kind who are waiting to be removed.
func (s *Service) Removals(ctx context.Context, who access.Staff, of kind, key string, p page.Request) (page.Of[Removal], error) {
	return page.Fetch[Removal](ctx, s.db, page.Query{
		Select: removalColumns, From: removals, Tie: "r.id", Sorts: removalSorts,
		Where: openRemovals(who.Scope(), of).Contains(key, "u.staff_names"),
	}, p)
}

// FindRemoval gives one of them.
func (s *Service) FindRemoval(ctx context.Context, who access.Staff, of kind, id string) (Removal, error) {
	text, args := openRemovals(who.Scope(), of).And("r.id = ?", id).SQL()
	r, err := db.One[Removal](ctx, s.db, `SELECT `+removalColumns+` FROM `+removals+` WHERE `+text, args...)
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	if err == nil {
		s.audit.Saw(ctx, r.UserID)
	}
	return r, err
}
