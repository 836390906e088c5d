package membership

import "hearten/internal/platform/privacy"

// Privacy is what the area holds about people.
func Privacy() privacy.Area {
	return privacy.Area{
		Name: "account", // in a member's archive it is part of their account
		Tables: []privacy.Table{
			{Name: districtTable, Column: "user_id", Erase: privacy.Deleted, Hidden: []string{"decided_by"}},
			{Name: planTable, Column: "user_id", Erase: privacy.Deleted, Hidden: []string{"decided_by"}},
			{Name: "invitations", Column: "user_id", Erase: privacy.Kept},
		},
	}
}
