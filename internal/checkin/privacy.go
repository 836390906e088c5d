package checkin

import "hearten/internal/platform/privacy"

// Privacy is what the area stores about people. The photos themselves go with
// the person's other files.
func (s *Service) Privacy() privacy.Area {
	return privacy.Area{Name: "community map", Tables: []privacy.Table{
		{Name: "checkins", Column: "user_id", Erase: privacy.Deleted},
	}}
}
