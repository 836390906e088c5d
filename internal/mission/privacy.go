package mission

import "hearten/internal/platform/privacy"

// Privacy is what the area holds about people.
func (s *Service) Privacy() privacy.Area {
	return privacy.Area{Name: "missions", Tables: []privacy.Table{
		{Name: "mission_events", Column: "user_id", Erase: privacy.Deleted},
		{Name: "mission_progress", Column: "user_id", Erase: privacy.Deleted},
	}}
}
