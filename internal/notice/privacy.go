package notice

import "hearten/internal/platform/privacy"

// Privacy is what the area holds about people.
func (s *Service) Privacy() privacy.Area {
	return privacy.Area{Name: "notices", Tables: []privacy.Table{
		{Name: "notices", Column: "user_id", Erase: privacy.Deleted, Hidden: []string{"sent_by"}},
	}}
}
