package removal

import "hearten/internal/platform/privacy"

// Privacy is what the area holds about people.
func Privacy() privacy.Area {
	return privacy.Area{
		Name: "account", // in a member's archive it is part of their account
		Tables: []privacy.Table{
			{Name: "consents", Column: "user_id", Erase: privacy.Deleted},
			{Name: "removals", Column: "user_id", Erase: privacy.Blanked, Blank: map[string]string{"reason": "''", "reason_type": "NULL"}},
			{Name: "data_exports", Column: "user_id", Erase: privacy.Deleted},
		},
	}
}
