package survey

import "hearten/internal/platform/privacy"

// Privacy is what the area stores about people.
func (s *Service) Privacy() privacy.Area {
	return privacy.Area{Name: "surveys", Tables: []privacy.Table{
		{Name: "survey_users", Column: "user_id", Erase: privacy.Deleted},
	}}
}
