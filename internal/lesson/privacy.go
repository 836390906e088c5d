package lesson

import "hearten/internal/platform/privacy"

// Privacy is what the area holds about people.
func (s *Service) Privacy() privacy.Area {
	return privacy.Area{Name: "lessons", Tables: []privacy.Table{
		{Name: "lesson_progress", Column: "user_id", Erase: privacy.Deleted},
		{Name: "lesson_chapter_progress", Column: "user_id", Erase: privacy.Deleted},
		{Name: "lesson_visits", Column: "user_id", Erase: privacy.Deleted},
	}}
}
