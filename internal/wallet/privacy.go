package wallet

import "hearten/internal/platform/privacy"

// Privacy is what the area holds about people: amounts, which stay without a
// name.
func (s *Service) Privacy() privacy.Area {
	return privacy.Area{Name: "wallet", Tables: []privacy.Table{
		{Name: "wallets", Column: "user_id", Erase: privacy.Kept},
		{Name: "wallet_ledger", Column: "user_id", Erase: privacy.Kept},
	}}
}
