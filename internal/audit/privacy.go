package audit

import "hearten/internal/platform/privacy"

// Privacy is what the area holds about people. The log stays: it says that
// something was done, no longer to whom by name.
func (s *Service) Privacy() privacy.Area {
	return privacy.Area{Name: "audit", Tables: []privacy.Table{
		{Name: "audit_log", Column: "user_id", Erase: privacy.Blanked, Hidden: []string{"staff_id", "actor", "ip", "request_id"},
			Blank: map[string]string{"before": "NULL", "after": "NULL", "mark": "''"}},
	}}
}
