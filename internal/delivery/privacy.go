package delivery

import "hearten/internal/platform/privacy"

// Privacy is what the area holds about people.
func (s *Service) Privacy() privacy.Area {
	return privacy.Area{Name: "delivery", Tables: []privacy.Table{
		{Name: "deliveries", Column: "user_id", Erase: privacy.Deleted, Hidden: []string{"target_hash", "dedupe_key"}},
		{Name: "device_tokens", Column: "user_id", Erase: privacy.Deleted, Hidden: []string{"token_hash", "token_sealed", "session_id"}},
	}}
}
