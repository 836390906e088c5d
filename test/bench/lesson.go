package bench

import (
	"fmt"

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
