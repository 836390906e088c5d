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

func listChapters(ctx context.Context, r db.Reader, userID string, lessonIDs []string) ([]chapter, error) {
	return db.All[chapter](ctx, r, `
		SELECT c.lesson_id, c.sort, c.title, c.video_link IS NOT NULL AS has_video, c.audio_key IS NOT NULL AS has_audio,
			c.image_keys <> '[]' AS has_image, p.finished_at IS NOT NULL AS finished
		FROM lesson_chapters c JOIN lessons l ON l.id = c.lesson_id
			LEFT JOIN lesson_chapter_progress p ON p.user_id = @user AND p.lesson_id = c.lesson_id AND p.chapter_sort = c.sort
		WHERE `+exists+` AND c.lesson_id IN (@lessons) ORDER BY c.lesson_id, c.sort`, db.Args{"user": userID, "lessons": lessonIDs})
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
			LEFT JOIN lesson_progress p ON p.user_id = @user AND p.lesson_id = l.id
			LEFT JOIN lesson_chapter_progress f ON f.user_id = @user AND f.lesson_id = l.id AND f.chapter_sort = c.sort
		WHERE l.id = @lesson AND c.sort = @sort AND `+exists+` AND `+visible,
		db.Args{"user": userID, "lesson": lessonID, "sort": sort, "now": now})
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	return c, err
}

// insertProgress opens a lesson unless it is open.
func insertProgress(ctx context.Context, tx *db.Tx, userID, lessonID string, now time.Time) error {
	_, err := tx.InsertOrIgnore(ctx, "lesson_progress", db.Args{"user_id": userID, "lesson_id": lessonID, "opened_at": now})
	return err
}

// lockProgress opens the lesson unless it is open, and locks the member's
// progress.
func lockProgress(ctx context.Context, tx *db.Tx, userID, lessonID string, now time.Time) error {
	if err := insertProgress(ctx, tx, userID, lessonID, now); err != nil {
		return err
	}
	return db.QueueLock(ctx, tx, db.LessonProgress, userID)
}

// finishChapter reports whether it was the first time.
func finishChapter(ctx context.Context, tx *db.Tx, userID, lessonID string, sort int, now time.Time) (bool, error) {
	return tx.InsertOrIgnore(ctx, "lesson_chapter_progress", db.Args{
		"user_id": userID, "lesson_id": lessonID, "chapter_sort": sort, "finished_at": now,
	})
}

// finishLesson marks a lesson of which no chapter is left, and reports whether
// it was the first time.
func finishLesson(ctx context.Context, tx *db.Tx, userID, lessonID string, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `
		UPDATE lesson_progress SET finished_at = @now
		WHERE user_id = @user AND lesson_id = @lesson AND finished_at IS NULL AND NOT EXISTS (
			SELECT 1 FROM lesson_chapters c JOIN lessons l ON l.id = c.lesson_id
			WHERE c.lesson_id = @lesson AND `+exists+` AND NOT EXISTS (
				SELECT 1 FROM lesson_chapter_progress f WHERE f.user_id = @user AND f.lesson_id = @lesson AND f.chapter_sort = c.sort))`,
		db.Args{"now": now, "user": userID, "lesson": lessonID})
	return n > 0, err
}

func findFinished(ctx context.Context, r db.Reader, userID, lessonID string) (bool, error) {
	return db.Value[bool](ctx, r, `
		SELECT finished_at IS NOT NULL FROM lesson_progress WHERE user_id = @user AND lesson_id = @lesson`,
		db.Args{"user": userID, "lesson": lessonID})
}
