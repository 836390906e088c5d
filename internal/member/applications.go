package member

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// Applicant is who applies, and how it went.
type Applicant struct {
	ID        string     `db:"id"`
	UserID    string     `db:"user_id"`
	Username  string     `db:"username"`
	Nickname  string     `db:"nickname"`
	Email     string     `db:"email"`
	Phone     string     `db:"phone"`
	Status    int        `db:"status"`
	Mark      string     `db:"mark"`
	CreatedAt time.Time  `db:"created_at"`
	DecidedAt *time.Time `db:"decided_at"`
}

// MemberApplication asks to join the plan.
type MemberApplication struct {
	Applicant
	District      string `db:"district"`
	ServiceNumber string `db:"service_number"`
}

// DistrictApplication asks to move to another centre.
type DistrictApplication struct {
	Applicant
	Source string `db:"source"`
	Target string `db:"target"`
}

// Wanted are the applications a caller asks for.
type Wanted struct {
	Key      string
	Statuses []int
}

const applicant = `a.id, a.user_id, u.username, u.nickname, COALESCE(u.email, '') AS email, COALESCE(u.phone, '') AS phone,
	a.status, a.mark, a.created_at, a.decided_at`

// applicantSorts begin every list of applications, newest first.
var applicantSorts = page.Sorts{
	{Property: "createdAt", Column: "a.created_at"},
	{Property: "applyDate", Column: "a.created_at"},
	{Property: "id", Column: "a.id"},
	{Property: "userId", Column: "a.user_id"},
	{Property: "username", Column: "u.username"},
	{Property: "nickname", Column: "u.nickname"},
	{Property: "email", Column: "COALESCE(u.email, '')"},
	{Property: "phone", Column: "COALESCE(u.phone, '')"},
	{Property: "status", Column: "a.status"},
	{Property: "mark", Column: "a.mark"},
	{Property: "decidedAt", Column: "COALESCE(a.decided_at, '0001-01-01 00:00:00+00:00')"},
}

// where is the applications that match; those taken back are nobody's concern.
func (w Wanted) where(folded ...string) *db.Where {
	where := (&db.Where{}).And("a.status <> 4").Contains(w.Key, folded...)
	if len(w.Statuses) > 0 {
		where.In("a.status", db.Anys(w.Statuses)...)
	}
	return where
}

// MemberApplications lists who wants to join the plan in the caller's centre.
func (s *Service) MemberApplications(ctx context.Context, who access.Staff, w Wanted, p page.Request) (page.Of[MemberApplication], error) {
	where := w.where("u.staff_names", "FOLD(a.service_number)")
	who.Scope().Applications(where, "a.centre", "u")
	return page.Fetch[MemberApplication](ctx, s.db, page.Query{
		Select: applicant + `, COALESCE(d.name, '') AS district, a.service_number`,
		From:   `member_applications a JOIN users u ON u.id = a.user_id LEFT JOIN districts d ON d.id = u.district_id`,
		Where:  where, Tie: "a.id",
		Sorts: append(applicantSorts[:len(applicantSorts):len(applicantSorts)],
			page.Sort{Property: "district", Column: "COALESCE(d.name, '')"},
			page.Sort{Property: "serviceNumber", Column: "a.service_number"}),
	}, p)
}

// DistrictApplications lists who wants to move into the caller's centre.
func (s *Service) DistrictApplications(ctx context.Context, who access.Staff, w Wanted, p page.Request) (page.Of[DistrictApplication], error) {
	where := w.where("u.staff_names")
	who.Scope().Applications(where, "a.target_centre", "u")
	return page.Fetch[DistrictApplication](ctx, s.db, page.Query{
		Select: applicant + `, o.name AS source, t.name AS target`,
		From: `district_applications a JOIN users u ON u.id = a.user_id
			JOIN districts o ON o.id = a.source_district_id JOIN districts t ON t.id = a.target_district_id`,
		Where: where, Tie: "a.id",
		Sorts: append(applicantSorts[:len(applicantSorts):len(applicantSorts)],
			page.Sort{Property: "sourceDistrict", Column: "o.name"},
			page.Sort{Property: "targetDistrict", Column: "t.name"}),
	}, p)
}
