package health

import "hearten/internal/platform/privacy"

// Privacy is what the area holds about people. Of someone who left the totals
// of days and months stay, without sources, hours or body.
func (s *Service) Privacy() privacy.Area {
	return privacy.Area{Name: "health", Tables: []privacy.Table{
		{Name: "health_people", Column: "user_id", Erase: privacy.Deleted},
		{Name: "health_days", Column: "user_id", Erase: privacy.Blanked, Blank: map[string]string{
			"hours": `'{"sources":[],"hours":[]}'`, "reported": "''", "sources": "0", "last_at": "NULL",
		}},
		{Name: "health_months", Column: "user_id", Erase: privacy.Kept},
		{Name: "health_adjustments", Column: "user_id", Hidden: []string{"staff_id"}, Erase: privacy.Kept},
	}}
}
