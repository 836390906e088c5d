package lesson

import (
	"context"
	"strconv"
	"time"

	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
)

const columns = `l.id, l.code, l.title, l.introduction, l.categories, l.chapter_total, l.has_video, l.has_audio, l.has_image`

// listed is the lessons that members find at @now.
const listed = `l.retired_at IS NULL AND l.published_at <= @now`

// counted is an overview. A completed lesson counts when it has left the
// catalogue, one that was being studied does not.
type counted struct {
	Finished  int64 `db:"finished"`
	Studying  int64 `db:"studying"`
	Learnable int64 `db:"learnable"`
	HasNew    bool  `db:"has_new"`
}

func countLessons(ctx context.Context, r db.Reader, userID string, now time.Time) (counted, error) {
	return db.One[counted](ctx, r, `
		SELECT COUNT(*) FILTER (WHERE p.finished_at IS NOT NULL) AS finished,
			COUNT(*) FILTER (WHERE p.opened_at IS NOT NULL AND p.finished_at IS NULL AND `+listed+`) AS studying,
			COUNT(*) FILTER (WHERE p.opened_at IS NULL AND `+listed+`) AS learnable,
			COUNT(*) FILTER (WHERE `+listed+` AND (v.visited_at IS NULL OR l.published_at > v.visited_at)) > 0 AS has_new
		FROM lessons l LEFT JOIN lesson_progress p ON p.user_id = @user AND p.lesson_id = l.id
			LEFT JOIN lesson_visits v ON v.user_id = @user`, db.Args{"user": userID, "now": now})
}

func anyNew(ctx context.Context, r db.Reader, userID string, now time.Time) (bool, error) {
	return db.Value[bool](ctx, r, `
		SELECT EXISTS (SELECT 1 FROM lessons l LEFT JOIN lesson_visits v ON v.user_id = @user
			WHERE `+listed+` AND (v.visited_at IS NULL OR l.published_at > v.visited_at))`, db.Args{"user": userID, "now": now})
}

func saveVisit(ctx context.Context, tx *db.Tx, userID string, now time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO lesson_visits (user_id, visited_at) VALUES (@user, @now)
		ON CONFLICT (user_id) DO UPDATE SET visited_at = excluded.visited_at`, db.Args{"user": userID, "now": now})
	return err
}

func listUnopened(ctx context.Context, r db.Reader, userID string, now time.Time, limit int) ([]Lesson, error) {
	return db.All[Lesson](ctx, r, `
		SELECT `+columns+` FROM lessons l
		WHERE `+listed+` AND NOT EXISTS (SELECT 1 FROM lesson_progress p WHERE p.user_id = @user AND p.lesson_id = l.id)
		ORDER BY l.ordering, l.id LIMIT @limit`, db.Args{"user": userID, "now": now, "limit": limit})
}

var sorts = page.Sorts{
	{Property: "createdAt", Column: "l.published_at"},
	{Property: "order", Column: "l.ordering"},
	{Property: "title", Column: "l.title"},
	{Property: "chapterTotal", Column: "l.chapter_total"},
	{Property: "lessonId", Column: "l.id"},
}

func list(ctx context.Context, d *db.DB, category int, now time.Time, p page.Request) (page.Of[Lesson], error) {
	filter := (&db.Filter{}).And(listed, db.Args{"now": now})
	if category > 0 { // numbers of one digit in a JSON list
		filter.And("l.categories LIKE @category", db.Args{"category": "%" + strconv.Itoa(category) + "%"})
	}
	return page.Fetch[Lesson](ctx, d, page.Query{Select: columns, From: "lessons l", Filter: filter, Tie: "l.id", Sorts: sorts}, p)
}

// findOpened tells which of the lessons a member opened.
func findOpened(ctx context.Context, r db.Reader, userID string, lessons []Lesson) (map[string]bool, error) {
	opened := map[string]bool{}
	if len(lessons) == 0 {
		return opened, nil
	}
	ids, err := db.Column[string](ctx, r, `SELECT lesson_id FROM lesson_progress WHERE user_id = @user`, db.Args{"user": userID})
	for _, id := range ids {
		opened[id] = true
	}
	return opened, err
}

var mySorts = append(page.Sorts{{Property: "openedAt", Column: "p.opened_at"}}, sorts...)

func listMine(ctx context.Context, d *db.DB, userID string, status *int, now time.Time, p page.Request) (page.Of[Lesson], error) {
	filter := (&db.Filter{}).And("p.user_id = @user", db.Args{"user": userID})
	switch {
	case status == nil:
		filter.And("(p.finished_at IS NOT NULL OR "+listed+")", db.Args{"now": now})
	case *status == studying:
		filter.And("p.finished_at IS NULL").And(listed, db.Args{"now": now})
	default:
		filter.And("p.finished_at IS NOT NULL")
	}
	return page.Fetch[Lesson](ctx, d, page.Query{
		Select: columns, From: "lesson_progress p JOIN lessons l ON l.id = p.lesson_id", Filter: filter, Tie: "l.id", Sorts: mySorts,
	}, p)
}

// visible is the lessons that a member finds, and those that left the catalogue
// after the member had opened them.
const visible = `(` + listed + ` OR p.opened_at IS NOT NULL)`

type found struct {
	Lesson
	Progress
}

func find(ctx context.Context, r db.Reader, userID, lessonID string, now time.Time) (found, error) {
	l, err := db.One[found](ctx, r, `
		SELECT `+columns+`, p.opened_at, p.finished_at
		FROM lessons l LEFT JOIN lesson_progress p ON p.user_id = @user AND p.lesson_id = l.id
		WHERE l.id = @lesson AND `+visible, db.Args{"user": userID, "lesson": lessonID, "now": now})
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	return l, err
}
