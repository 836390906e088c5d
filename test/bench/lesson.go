package bench

import (
	"fmt"
	"time"

	"hearten/internal/catalog"
)

// LessonID is the id of a lesson of the catalogue.
func LessonID(key string) string { return catalog.ID("lesson", key) }

// Strengths is a lesson of three chapters, the second of the catalogue.
var Strengths = LessonID("know-your-strengths")

// FinishChapter finishes a chapter of a lesson.
func FinishChapter(c *Caller, lesson string, chapter any) *Reply {
	return c.Post(fmt.Sprintf("/app/lesson/%s/chapters/%v/finish", lesson, chapter), nil)
}

// PublishLesson sets when a lesson is published.
func (w *World) PublishLesson(id string, at time.Time) {
	w.T.Helper()
	w.set("lessons", id, row{"published_at": at})
}

// RetireLesson takes a lesson out of the catalogue.
func (w *World) RetireLesson(id string) {
	w.T.Helper()
	w.set("lessons", id, row{"retired_at": w.Clock.Now()})
}

// Chapter is a row of lesson_chapters; Images is a JSON list of keys.
type Chapter struct {
	ID, LessonID, Title, Images, Audio, Video string
	Sort                                      int
}

// Chapter writes a chapter to the table.
func (w *World) Chapter(c Chapter) {
	w.T.Helper()
	w.insert("lesson_chapters", row{
		"id": c.ID, "lesson_id": c.LessonID, "sort": c.Sort, "title": c.Title, "content": "<p>新</p>", "image_keys": c.Images,
		"audio_key": orNull(c.Audio), "video_link": orNull(c.Video), "hash": "x",
	})
}
