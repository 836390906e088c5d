package lesson

import "hearten/internal/platform/api"

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	r = r.Area("Lessons", "Short courses, chapter by chapter")

	api.App(r, "GET /app/lesson/overview", "Count the own lessons", h.overview)
	api.App(r, "GET /app/lesson/categories", "The categories of lessons", h.categories)
	api.App(r, "GET /app/lesson/learning", "Lessons to begin with", h.suggestions)
	api.App(r, "POST /app/lesson/all-lesson-page", "All lessons", h.all)
	api.App(r, "POST /app/lesson/my-lesson-page", "The lessons that were opened", h.mine)
	api.App(r, "GET /app/lesson/{lesson_id}", "A lesson with its chapters", h.detail)
	api.App(r, "POST /app/lesson/{lesson_id}/open", "Note that a lesson was opened", h.open)
	api.App(r, "GET /app/lesson/{lesson_id}/chapters/{chapter_sort}", "Read a chapter", h.chapter)
	api.App(r, "POST /app/lesson/{lesson_id}/chapters/{chapter_sort}/finish", "Note that a chapter is finished", h.finish)
	api.App(r, "GET /app/mission/lesson/bar", "How far the lessons have led", h.bar)
}
