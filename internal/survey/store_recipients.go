package survey

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

// sendAgainAfter is how long a recipient is left in peace.
const sendAgainAfter = 24 * time.Hour

type reached struct {
	ID       string `db:"id"`
	Attached bool   `db:"attached"`
}

// usersOf reads which of the users are within reach, and their kind.
func usersOf(ctx context.Context, r db.Reader, scope access.Scope, ids []string) ([]reached, error) {
	where := (&db.Where{}).And("u.status IN ("+access.FrozenSQL+", "+access.NormalSQL+")").In("u.id", db.Anys(ids)...)
	scope.People(where, "u")
	text, args := where.SQL()
	return db.All[reached](ctx, r, `
		SELECT u.id, u.centre IN ('CENTRE_A', 'CENTRE_B') AS attached FROM users u WHERE `+text+` ORDER BY u.id`, args...)
}

type recipient struct {
	ID       string `db:"id"`
	SurveyID string `db:"survey_id"`
	UserID   string `db:"user_id"`
	Title    string `db:"title"`
}

// holdRecipients reads recipients of surveys and people within reach; one that
// is not is refused.
func holdRecipients(ctx context.Context, tx *db.Tx, who access.Staff, ids []string) ([]recipient, error) {
	scope := who.Scope()
	where := (&db.Where{}).And("v.deleted_at IS NULL").In("r.id", db.Anys(ids)...)
	scope.OwnOrShared(where, "v.centre")
	scope.People(where, "u")
	text, args := where.SQL()
	found, err := db.All[recipient](ctx, tx, `
		SELECT r.id, r.survey_id, r.user_id, v.title
		FROM survey_users r JOIN surveys v ON v.id = r.survey_id JOIN users u ON u.id = r.user_id
		WHERE `+text+` ORDER BY r.id`, args...)
	if err != nil {
		return nil, err
	}
	if len(found) != len(ids) {
		list, args := db.List(db.Anys(ids))
		people, err := db.Column[string](ctx, tx, db.Number(`SELECT user_id FROM survey_users WHERE id IN `+list), args...)
		if err != nil {
			return nil, err
		}
		return nil, who.WhyNot(ctx, tx, people...)
	}
	return found, nil
}

// markSent notes the sending and tells which recipients were due.
func markSent(ctx context.Context, tx *db.Tx, ids []string, now time.Time) (map[string]bool, error) {
	list, args := db.List(db.Anys(ids))
	marked, err := db.Column[string](ctx, tx, db.Number(`
		UPDATE survey_users SET send_at = ? WHERE (send_at IS NULL OR send_at <= ?) AND id IN `+list+` RETURNING id`),
		append([]any{now, now.Add(-sendAgainAfter)}, args...)...)
	due := map[string]bool{}
	for _, id := range marked {
		due[id] = true
	}
	return due, err
}

func removeRecipients(ctx context.Context, tx *db.Tx, ids []string) error {
	list, args := db.List(db.Anys(ids))
	_, err := tx.Exec(ctx, db.Number(`DELETE FROM survey_users WHERE id IN `+list), args...)
	return err
}

type listedRecipient struct {
	ID       string            `db:"id"`
	UserID   string            `db:"user_id"`
	Username string            `db:"username"`
	Email    *string           `db:"email"`
	Phone    *string           `db:"phone"`
	District *string           `db:"district"`
	UserType access.UserType   `db:"user_type"`
	Staff    *string           `db:"staff"`
	Status   access.UserStatus `db:"status"`
	SendAt   *time.Time        `db:"send_at"`
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

func listRecipients(ctx context.Context, d *db.DB, scope access.Scope, surveyID string, kind access.Attachment, key string, p page.Request) (page.Of[listedRecipient], error) {
	where := (&db.Where{}).And("r.survey_id = ?", surveyID).And("u.status <> " + access.RemovedSQL)
	sorts := recipientSorts
	if kind == access.Attached {
		sorts = attachedSorts
		scope.OrgPeople(where, "u")
	} else {
		scope.FreePeople(where, "u")
	}
	where.Contains(key, "u.staff_names")
	return page.Fetch[listedRecipient](ctx, d, page.Query{
		Select: `r.id, r.user_id, u.username, u.email, u.phone, d.name AS district, u.user_type, st.name AS staff, u.status, r.send_at`,
		From: `survey_users r JOIN users u ON u.id = r.user_id LEFT JOIN districts d ON d.id = u.district_id
			LEFT JOIN staff st ON st.id = u.staff_id`,
		Where: where, Tie: "r.id", Sorts: sorts,
	}, p)
}

type mySurvey struct {
	ID       string     `db:"id"`
	SurveyID string     `db:"survey_id"`
	Title    string     `db:"title"`
	Link     string     `db:"link"`
	SendAt   time.Time  `db:"send_at"`
	OpenedAt *time.Time `db:"opened_at"`
}

var mineSorts = page.Sorts{
	{Property: "sendAt", Column: "r.send_at"},
	{Property: "surveyUserId", Column: "r.id"},
	{Property: "surveyId", Column: "r.survey_id"},
	{Property: "title", Column: "v.title"},
	{Property: "link", Column: "v.link"},
	{Property: "openedAt", Column: "COALESCE(r.opened_at, '0001-01-01 00:00:00+00:00')"},
}

func listMine(ctx context.Context, d *db.DB, userID string, p page.Request) (page.Of[mySurvey], error) {
	where := (&db.Where{}).And("r.user_id = ?", userID).And("r.send_at IS NOT NULL").And("v.deleted_at IS NULL")
	return page.Fetch[mySurvey](ctx, d, page.Query{
		Select: `r.id, r.survey_id, v.title, v.link, r.send_at, r.opened_at`,
		From:   `survey_users r JOIN surveys v ON v.id = r.survey_id`,
		Where:  where, Tie: "r.id",
		Sorts: mineSorts,
	}, p)
}

// markOpened keeps the first time a survey was opened and tells which it is.
func markOpened(ctx context.Context, tx *db.Tx, userID, recipientID string, now time.Time) (surveyID string, err error) {
	surveyID, err = db.Value[string](ctx, tx, `
		SELECT r.survey_id FROM survey_users r JOIN surveys v ON v.id = r.survey_id
		WHERE r.id = $1 AND r.user_id = $2 AND r.send_at IS NOT NULL AND v.deleted_at IS NULL`, recipientID, userID)
	if db.IsNone(err) {
		return "", fault.ErrNotFound
	}
	if err != nil {
		return "", err
	}
	_, err = tx.Exec(ctx, `UPDATE survey_users SET opened_at = $1 WHERE id = $2 AND opened_at IS NULL`, now, recipientID)
	return surveyID, err
}

// SharedLink is a survey that users of no centre can open.
type SharedLink struct {
	Title string `db:"title"`
	Link  string `db:"link"`
}

// findShared is the survey that was last sent to a user of no centre.
func findShared(ctx context.Context, r db.Reader) (SharedLink, error) {
	return db.One[SharedLink](ctx, r, `
		SELECT v.title, v.link FROM survey_users r JOIN surveys v ON v.id = r.survey_id
		WHERE r.attached = FALSE AND r.send_at IS NOT NULL AND v.deleted_at IS NULL
		ORDER BY r.send_at DESC, r.id DESC LIMIT 1`)
}
