package survey

import (
	"context"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

type user struct {
	ID     string        `db:"id"`
	Centre access.Centre `db:"centre"`
}

// findUsers reads users within reach, and refuses when one of them is not.
func findUsers(ctx context.Context, r db.Reader, who access.Staff, ids []string) ([]user, error) {
	where := (&db.Filter{}).And("u.status IN ("+access.FrozenSQL+", "+access.NormalSQL+")").In("u.id", ids)
	who.Scope().Users(where, "u")
	found, err := db.All[user](ctx, r, `SELECT u.id, u.centre FROM users u WHERE `+where.SQL()+` ORDER BY u.id`, where.Args())
	if err == nil && len(found) != len(ids) {
		err = who.WhyNot(ctx, r, ids...)
	}
	return found, err
}

// insertRecipients leaves out the users who are recipients already.
func insertRecipients(ctx context.Context, tx *db.Tx, surveyID string, kind access.Attachment, userIDs []string, now time.Time) error {
	rows := make([]db.Args, len(userIDs))
	for i, id := range userIDs {
		rows[i] = db.Args{
			"id": uuid.Must(uuid.NewV7()).String(), "survey_id": surveyID, "user_id": id, "attached": bool(kind), "created_at": now,
		}
	}
	return tx.InsertAll(ctx, "survey_users", "ON CONFLICT (survey_id, user_id) DO NOTHING", rows)
}

// recipient is a row of survey_users with its survey's title.
type recipient struct {
	ID       string `db:"id"`
	SurveyID string `db:"survey_id"`
	UserID   string `db:"user_id"`
	Title    string `db:"title"`
}

// findRecipients reads recipients whose survey and user are within reach, and
// refuses when one of them is not.
func findRecipients(ctx context.Context, r db.Reader, who access.Staff, ids []string) ([]recipient, error) {
	where := (&db.Filter{}).And("v.deleted_at IS NULL").In("r.id", ids)
	who.Scope().OwnOrSharedCentre(where, "v.centre")
	who.Scope().Users(where, "u")
	found, err := db.All[recipient](ctx, r, `
		SELECT r.id, r.survey_id, r.user_id, v.title
		FROM survey_users r JOIN surveys v ON v.id = r.survey_id JOIN users u ON u.id = r.user_id
		WHERE `+where.SQL()+` ORDER BY r.id`, where.Args())
	if err != nil || len(found) == len(ids) {
		return found, err
	}
	users, err := db.Column[string](ctx, r, `SELECT user_id FROM survey_users WHERE id IN (@ids)`, db.Args{"ids": ids})
	if err != nil {
		return nil, err
	}
	return nil, who.WhyNot(ctx, r, users...)
}

// markSent notes the sending and tells which recipients were due.
func markSent(ctx context.Context, tx *db.Tx, ids []string, now time.Time) (due map[string]bool, err error) {
	marked, err := db.Column[string](ctx, tx, `
		UPDATE survey_users SET send_at = @now WHERE (send_at IS NULL OR send_at <= @before) AND id IN (@ids) RETURNING id`,
		db.Args{"ids": ids, "now": now, "before": now.Add(-sendAgainAfter)})
	due = make(map[string]bool, len(marked))
	for _, id := range marked {
		due[id] = true
	}
	return due, err
}

func deleteRecipients(ctx context.Context, tx *db.Tx, ids []string) error {
	_, err := tx.Exec(ctx, `DELETE FROM survey_users WHERE id IN (@ids)`, db.Args{"ids": ids})
	return err
}

// What the engines place differently, or not at all, gets a value to sort by.
var recipientSorts = page.Sorts{
	{Property: "createdAt", Column: "r.created_at"},
	{Property: "surveyUserId", Column: "r.id"},
	{Property: "userId", Column: "u.id"},
	{Property: "sendAt", Column: "COALESCE(r.send_at, '0001-01-01 00:00:00+00:00')"},
	{Property: "username", Column: "u.username"},
	{Property: "email", Column: "COALESCE(u.email, '')"},
	{Property: "phone", Column: "COALESCE(u.phone, '')"},
	{Property: "district", Column: "COALESCE(d.name, '')"},
	{Property: "disabled", Column: "CASE WHEN u.status = " + access.FrozenSQL + " THEN 1 ELSE 0 END"},
	{Property: "status", Column: "u.status"},
}

// attachedSorts are those of recipients of a centre.
var attachedSorts = append(recipientSorts[:len(recipientSorts):len(recipientSorts)],
	page.Sort{Property: "userType", Column: "u.user_type"},
	page.Sort{Property: "staff", Column: "COALESCE(st.name, '')"},
)

func listRecipients(
	ctx context.Context, d *db.DB, scope access.Scope, surveyID string, kind access.Attachment, key string, p page.Request,
) (page.Of[Recipient], error) {
	where := (&db.Filter{}).And("r.survey_id = @survey", db.Args{"survey": surveyID}).And("u.status <> " + access.RemovedSQL)
	sorts := recipientSorts
	if kind == access.Attached {
		sorts = attachedSorts
		scope.OrgUsers(where, "u")
	} else {
		scope.FreeUsers(where, "u")
	}
	return page.Fetch[Recipient](ctx, d, page.Query{
		Select: `r.id, r.user_id, u.username, u.email, u.phone, d.name AS district, u.user_type, st.name AS staff, u.status, r.send_at`,
		From: `survey_users r JOIN users u ON u.id = r.user_id LEFT JOIN districts d ON d.id = u.district_id
			LEFT JOIN staff st ON st.id = u.staff_id`,
		Filter: where.Contains(key, "u.staff_names"), Sorts: sorts, Tie: "r.id",
	}, p)
}

var receivedSorts = page.Sorts{
	{Property: "sendAt", Column: "r.send_at"},
	{Property: "surveyUserId", Column: "r.id"},
	{Property: "surveyId", Column: "r.survey_id"},
	{Property: "title", Column: "v.title"},
	{Property: "link", Column: "v.link"},
	{Property: "openedAt", Column: "COALESCE(r.opened_at, '0001-01-01 00:00:00+00:00')"},
}

// receivedBy filters for what was sent to a member.
func receivedBy(userID string) *db.Filter {
	return (&db.Filter{}).And("r.user_id = @user", db.Args{"user": userID}).And("r.send_at IS NOT NULL").And("v.deleted_at IS NULL")
}

func listReceived(ctx context.Context, d *db.DB, userID string, p page.Request) (page.Of[Received], error) {
	return page.Fetch[Received](ctx, d, page.Query{
		Select: `r.id, r.survey_id, v.title, v.link, r.send_at, r.opened_at`,
		From:   `survey_users r JOIN surveys v ON v.id = r.survey_id`,
		Filter: receivedBy(userID), Sorts: receivedSorts, Tie: "r.id",
	}, p)
}

// findReceived tells which survey a member received.
func findReceived(ctx context.Context, r db.Reader, userID, recipientID string) (surveyID string, err error) {
	where := receivedBy(userID).And("r.id = @id", db.Args{"id": recipientID})
	surveyID, err = db.Value[string](ctx, r, `
		SELECT r.survey_id FROM survey_users r JOIN surveys v ON v.id = r.survey_id WHERE `+where.SQL(), where.Args())
	return surveyID, db.NoneAs(err, fault.ErrNotFound)
}

// markOpened keeps the first time that a survey was opened.
func markOpened(ctx context.Context, tx *db.Tx, recipientID string, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE survey_users SET opened_at = @now WHERE id = @id AND opened_at IS NULL`, db.Args{"id": recipientID, "now": now})
	return err
}

// findShared reads the survey that was last sent to a user of no centre, if any.
func findShared(ctx context.Context, r db.Reader) (*Content, error) {
	found, err := db.One[Content](ctx, r, `
		SELECT v.title, v.link FROM survey_users r JOIN surveys v ON v.id = r.survey_id
		WHERE r.attached = FALSE AND r.send_at IS NOT NULL AND v.deleted_at IS NULL
		ORDER BY r.send_at DESC, r.id DESC LIMIT 1`)
	if db.IsNone(err) {
		return nil, nil
	}
	return &found, err
}
