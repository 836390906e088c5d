package shop

import "hearten/internal/platform/privacy"

// Privacy is what the area holds about people.
func (s *Service) Privacy() privacy.Area {
	return privacy.Area{Name: "shop", Tables: []privacy.Table{
		{Name: "user_mascots", Column: "user_id", Erase: privacy.Deleted},
		{Name: "user_items", Column: "user_id", Erase: privacy.Deleted},
	}}
}
