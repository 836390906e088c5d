package membership

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// The tables of applications; both have the columns of a decision.
const (
	planTable     = "member_applications"
	districtTable = "district_applications"
)

func insertPlanApplication(ctx context.Context, tx *db.Tx, a planApplication) error {
	return tx.Insert(ctx, planTable, db.Args{
		"id": a.ID, "user_id": a.UserID, "centre": string(a.Centre), "service_number": a.ServiceNumber,
		"status": int(underReview), "mark": "", "created_at": a.CreatedAt,
	})
}

func insertDistrictApplication(ctx context.Context, tx *db.Tx, a districtApplication) error {
	return tx.Insert(ctx, districtTable, db.Args{
		"id": a.ID, "user_id": a.UserID, "source_district_id": a.Source, "target_district_id": a.Target,
		"target_centre": string(a.TargetCentre), "status": int(underReview), "mark": "", "created_at": a.CreatedAt,
	})
}

// closeApplication decides an application that is under review; one that is not,
// because the member took it back or someone else decided it, is db.ErrNone.
func closeApplication(ctx context.Context, tx *db.Tx, table, id string, state State, staffID, remark string, now time.Time) error {
	return closeWhere(ctx, tx, table, "id", id, state, staffID, remark, now)
}

// closePending decides the application of a user that is under review; none is
// db.ErrNone.
func closePending(ctx context.Context, tx *db.Tx, table, userID string, state State, staffID, remark string, now time.Time) error {
	return closeWhere(ctx, tx, table, "user_id", userID, state, staffID, remark, now)
}

func withdrawPending(ctx context.Context, tx *db.Tx, table, userID string, now time.Time) error {
	return closePending(ctx, tx, table, userID, withdrawn, "", "", now)
}

func closeWhere(ctx context.Context, tx *db.Tx, table, column, id string, state State, staffID, remark string, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE `+table+` SET status = @state, mark = @remark, decided_by = @staff, decided_at = @now
		WHERE `+column+` = @id AND status = `+underReviewSQL,
		db.Args{"id": id, "state": int(state), "remark": remark, "staff": staffID, "now": now})
}

const selectPlanApplication = `SELECT id, user_id, centre, service_number, status, created_at FROM member_applications WHERE `

// listPlanApplications reads those of the applications that are the centre's.
func listPlanApplications(ctx context.Context, r db.Reader, scope access.Scope, ids []string) ([]planApplication, error) {
	where := (&db.Filter{}).In("id", ids)
	scope.OwnCentre(where, "centre")
	return db.All[planApplication](ctx, r, selectPlanApplication+where.SQL()+` ORDER BY id`, where.Args())
}

// listDistrictApplications reads those of the applications that want to move
// into the centre.
func listDistrictApplications(ctx context.Context, r db.Reader, scope access.Scope, ids []string) ([]districtApplication, error) {
	where := (&db.Filter{}).In("id", ids)
	scope.OwnCentre(where, "target_centre")
	return db.All[districtApplication](ctx, r, `
		SELECT id, user_id, source_district_id, target_district_id, target_centre, status, created_at
		FROM district_applications WHERE `+where.SQL()+` ORDER BY id`, where.Args())
}

// findNewestForPlan is the newest application that was not withdrawn.
func findNewestForPlan(ctx context.Context, r db.Reader, userID string) (planApplication, error) {
	return db.One[planApplication](ctx, r, selectPlanApplication+`user_id = @user AND status <> `+withdrawnSQL+`
		ORDER BY created_at DESC, id DESC LIMIT 1`, db.Args{"user": userID})
}

// pendingDistrict is a pending change as the member sees it.
type pendingDistrict struct {
	CreatedAt time.Time `db:"created_at"`
	Source    string    `db:"source"`
	Target    string    `db:"target"`
}

func findPendingDistrict(ctx context.Context, r db.Reader, userID string) (pendingDistrict, error) {
	return db.One[pendingDistrict](ctx, r, `
		SELECT a.created_at, s.name AS source, t.name AS target
		FROM district_applications a
		JOIN districts s ON s.id = a.source_district_id JOIN districts t ON t.id = a.target_district_id
		WHERE a.user_id = @user AND a.status = `+underReviewSQL, db.Args{"user": userID})
}

type pending struct {
	Plan     bool `db:"type_pending"`
	District bool `db:"district_pending"`
}

func findPending(ctx context.Context, r db.Reader, userID string) (pending, error) {
	return db.One[pending](ctx, r, `
		SELECT EXISTS (SELECT 1 FROM member_applications WHERE user_id = @user AND status = `+underReviewSQL+`) AS type_pending,
			EXISTS (SELECT 1 FROM district_applications WHERE user_id = @user AND status = `+underReviewSQL+`) AS district_pending`,
		db.Args{"user": userID})
}

// countPending counts the applications of a table that wait for a decision.
func countPending(ctx context.Context, d *db.DB, scope access.Scope, table, centre string) (int64, error) {
	where := (&db.Filter{}).And("a.status = " + underReviewSQL)
	scope.Applicants(where, centre, "u")
	return d.Count(ctx, `SELECT COUNT(*) FROM `+table+` a JOIN users u ON u.id = a.user_id WHERE `+where.SQL(), where.Args())
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

// where is the applications that match; staff do not see those taken back.
func (f Filter) where(folded ...string) *db.Filter {
	where := (&db.Filter{}).And("a.status <> "+withdrawnSQL).Contains(f.Key, folded...)
	if len(f.States) > 0 {
		where.In("a.status", f.States)
	}
	return where
}

func listForPlan(ctx context.Context, d *db.DB, scope access.Scope, f Filter, p page.Request) (page.Of[PlanApplication], error) {
	where := f.where("u.staff_names", "FOLD(a.service_number)")
	scope.Applicants(where, "a.centre", "u")
	return page.Fetch[PlanApplication](ctx, d, page.Query{
		Select: applicant + `, COALESCE(d.name, '') AS district, a.service_number`,
		From:   `member_applications a JOIN users u ON u.id = a.user_id LEFT JOIN districts d ON d.id = u.district_id`,
		Filter: where, Tie: "a.id",
		Sorts: append(applicantSorts[:len(applicantSorts):len(applicantSorts)],
			page.Sort{Property: "district", Column: "COALESCE(d.name, '')"},
			page.Sort{Property: "serviceNumber", Column: "a.service_number"}),
	}, p)
}

func listForDistrict(ctx context.Context, d *db.DB, scope access.Scope, f Filter, p page.Request) (page.Of[DistrictApplication], error) {
	where := f.where("u.staff_names")
	scope.Applicants(where, "a.target_centre", "u")
	return page.Fetch[DistrictApplication](ctx, d, page.Query{
		Select: applicant + `, o.name AS source, t.name AS target`,
		From: `district_applications a JOIN users u ON u.id = a.user_id
			JOIN districts o ON o.id = a.source_district_id JOIN districts t ON t.id = a.target_district_id`,
		Filter: where, Tie: "a.id",
		Sorts: append(applicantSorts[:len(applicantSorts):len(applicantSorts)],
			page.Sort{Property: "sourceDistrict", Column: "o.name"},
			page.Sort{Property: "targetDistrict", Column: "t.name"}),
	}, p)
}
