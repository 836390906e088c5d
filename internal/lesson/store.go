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

// listed is the lessons that members find, at a time.
func listed(now string) string { return `l.retired_at IS NULL AND l.published_at <= ` + now }

// counted is an overview. Completed lessons stay so when they leave the
// catalogue; one that was being studied is gone.
type counted struct {
	Finished  int64 `db:"finished"`
	Studying  int64 `db:"studying"`
	Learnable int64 `db:"learnable"`
	HasNew    bool  `db:"has_new"`
}

func overview(ctx context.Context, r db.Reader, userID string, now time.Time) (counted, error) {
	is := listed("$2")
	return db.One[counted](ctx, r, `
		SELECT COUNT(*) FILTER (WHERE p.finished_at IS NOT NULL) AS finished,
			COUNT(*) FILTER (WHERE p.opened_at IS NOT NULL AND p.finished_at IS NULL AND `+is+`) AS studying,
			COUNT(*) FILTER (WHERE p.opened_at IS NULL AND `+is+`) AS learnable,
			COUNT(*) FILTER (WHERE `+is+` AND (v.visited_at IS NULL OR l.published_at > v.visited_at)) > 0 AS has_new
		FROM lessons l LEFT JOIN lesson_progress p ON p.user_id = $1 AND p.lesson_id = l.id
			LEFT JOIN lesson_visits v ON v.user_id = $1`, userID, now)
}

func anyNew(ctx context.Context, r db.Reader, userID string, now time.Time) (bool, error) {
	return db.Value[bool](ctx, r, `
		SELECT EXISTS (SELECT 1 FROM lessons l LEFT JOIN lesson_visits v ON v.user_id = $1
			WHERE `+listed("$2")+` AND (v.visited_at IS NULL OR l.published_at > v.visited_at))`, userID, now)
}

func putVisit(ctx context.Context, tx *db.Tx, userID string, now time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO lesson_visits (user_id, visited_at) VALUES ($1, $2)
		ON CONFLICT (user_id) DO UPDATE SET visited_at = excluded.visited_at`, userID, now)
	return err
}

func unopened(ctx context.Context, r db.Reader, userID string, now time.Time, limit int) ([]Lesson, error) {
	return db.All[Lesson](ctx, r, `
		SELECT `+columns+` FROM lessons l
		WHERE `+listed("$2")+` AND NOT EXISTS (SELECT 1 FROM lesson_progress p WHERE p.user_id = $1 AND p.lesson_id = l.id)
		ORDER BY l.ordering, l.id LIMIT $3`, userID, now, limit)
}

var sorts = page.Sorts{
	{Property: "createdAt", Column: "l.published_at"},
	{Property: "order", Column: "l.ordering"},
	{Property: "title", Column: "l.title"},
	{Property: "chapterTotal", Column: "l.chapter_total"},
	{Property: "lessonId", Column: "l.id"},
}

func list(ctx context.Context, d *db.DB, category int, now time.Time, p page.Request) (page.Of[Lesson], error) {
	where := (&db.Where{}).And(listed("?"), now)
	if category > 0 { // numbers of one digit in a JSON list
		where.And("l.categories LIKE ?", "%"+strconv.Itoa(category)+"%")
	}
	return page.Fetch[Lesson](ctx, d, page.Query{Select: columns, From: "lessons l", Where: where, Tie: "l.id", Sorts: sorts}, p)
}

// openedOf tells which of the lessons a member opened.
func openedOf(ctx context.Context, r db.Reader, userID string, lessons []Lesson) (map[string]bool, error) {
	opened := map[string]bool{}
	if len(lessons) == 0 {
		return opened, nil
	}
	ids, err := db.Column[string](ctx, r, `SELECT lesson_id FROM lesson_progress WHERE user_id = $1`, userID)
	for _, id := range ids {
		opened[id] = true
	}
	return opened, err
}

var mySorts = append(page.Sorts{{Property: "openedAt", Column: "p.opened_at"}}, sorts...)

func listMine(ctx context.Context, d *db.DB, userID string, status *int, now time.Time, p page.Request) (page.Of[Lesson], error) {
	where := (&db.Where{}).And("p.user_id = ?", userID)
	switch {
	case status == nil:
		where.And("(p.finished_at IS NOT NULL OR "+listed("?")+")", now)
	case *status == studying:
		where.And("p.finished_at IS NULL").And(listed("?"), now)
	default:
		where.And("p.finished_at IS NOT NULL")
	}
	return page.Fetch[Lesson](ctx, d, page.Query{
		Select: columns, From: "lesson_progress p JOIN lessons l ON l.id = p.lesson_id", Where: where, Tie: "l.id", Sorts: mySorts,
	}, p)
}

// visible is the lessons that a member finds, and those that left the catalogue
// after the member had opened them.
var visible = `(` + listed("$3") + ` OR p.opened_at IS NOT NULL)`

type found struct {
	Lesson
	Progress
}

func find(ctx context.Context, r db.Reader, userID, lessonID string, now time.Time) (found, error) {
	l, err := db.One[found](ctx, r, `
		SELECT `+columns+`, p.opened_at, p.finished_at
		FROM lessons l LEFT JOIN lesson_progress p ON p.user_id = $1 AND p.lesson_id = l.id
		WHERE l.id = $2 AND `+visible, userID, lessonID, now)
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	return l, err
}
