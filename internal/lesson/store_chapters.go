package lesson

import (
	"context"
	"time"

	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// chapter is a chapter in a list.
type chapter struct {
	LessonID string `db:"lesson_id"`
	Sort     int    `db:"sort"`
	Title    string `db:"title"`
	HasVideo bool   `db:"has_video"`
	HasAudio bool   `db:"has_audio"`
	HasImage bool   `db:"has_image"`
	Finished bool   `db:"finished"`
}

// exists is the chapters that a lesson has; one that left the catalogue keeps
// those it had.
const exists = `(c.retired_at IS NULL OR l.retired_at IS NOT NULL)`

func chaptersOf(ctx context.Context, r db.Reader, userID string, lessonIDs []string) ([]chapter, error) {
	list, args := db.List(db.Anys(lessonIDs))
	return db.All[chapter](ctx, r, db.Number(`
		SELECT c.lesson_id, c.sort, c.title, c.video_link IS NOT NULL AS has_video, c.audio_key IS NOT NULL AS has_audio,
			c.image_keys <> '[]' AS has_image, p.finished_at IS NOT NULL AS finished
		FROM lesson_chapters c JOIN lessons l ON l.id = c.lesson_id
			LEFT JOIN lesson_chapter_progress p ON p.user_id = ? AND p.lesson_id = c.lesson_id AND p.chapter_sort = c.sort
		WHERE `+exists+` AND c.lesson_id IN `+list+` ORDER BY c.lesson_id, c.sort`), append([]any{userID}, args...)...)
}

// content is a chapter to read.
type content struct {
	LessonID  string  `db:"lesson_id"`
	Sort      int     `db:"sort"`
	Title     string  `db:"title"`
	Content   string  `db:"content"`
	VideoLink *string `db:"video_link"`
	AudioKey  *string `db:"audio_key"`
	ImageKeys string  `db:"image_keys"` // a JSON list
	Finished  bool    `db:"finished"`
}

func findContent(ctx context.Context, r db.Reader, userID, lessonID string, sort int, now time.Time) (content, error) {
	c, err := db.One[content](ctx, r, `
		SELECT c.lesson_id, c.sort, c.title, c.content, c.video_link, c.audio_key, c.image_keys, f.finished_at IS NOT NULL AS finished
		FROM lesson_chapters c JOIN lessons l ON l.id = c.lesson_id
			LEFT JOIN lesson_progress p ON p.user_id = $1 AND p.lesson_id = l.id
			LEFT JOIN lesson_chapter_progress f ON f.user_id = $1 AND f.lesson_id = l.id AND f.chapter_sort = c.sort
		WHERE l.id = $2 AND c.sort = $4 AND `+exists+` AND `+visible, userID, lessonID, now, sort)
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	return c, err
}

// hold opens the lesson, unless it is, and keeps its row until the transaction
// ends.
func hold(ctx context.Context, tx *db.Tx, userID, lessonID string, now time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO lesson_progress (user_id, lesson_id, opened_at) VALUES ($1, $2, $3)
		ON CONFLICT (user_id, lesson_id) DO UPDATE SET opened_at = lesson_progress.opened_at`, userID, lessonID, now)
	return err
}

// finishChapter reports whether it was the first time.
func finishChapter(ctx context.Context, tx *db.Tx, userID, lessonID string, sort int, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO lesson_chapter_progress (user_id, lesson_id, chapter_sort, finished_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id, lesson_id, chapter_sort) DO NOTHING`, userID, lessonID, sort, now)
	return n > 0, err
}

// finishLesson marks a lesson of which no chapter is left, and reports whether
// it was the first time.
func finishLesson(ctx context.Context, tx *db.Tx, userID, lessonID string, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `
		UPDATE lesson_progress SET finished_at = $1
		WHERE user_id = $2 AND lesson_id = $3 AND finished_at IS NULL AND NOT EXISTS (
			SELECT 1 FROM lesson_chapters c JOIN lessons l ON l.id = c.lesson_id
			WHERE c.lesson_id = $3 AND `+exists+` AND NOT EXISTS (
				SELECT 1 FROM lesson_chapter_progress f WHERE f.user_id = $2 AND f.lesson_id = $3 AND f.chapter_sort = c.sort))`,
		now, userID, lessonID)
	return n > 0, err
}

func isFinished(ctx context.Context, r db.Reader, userID, lessonID string) (bool, error) {
	return db.Value[bool](ctx, r, `
		SELECT finished_at IS NOT NULL FROM lesson_progress WHERE user_id = $1 AND lesson_id = $2`, userID, lessonID)
}
