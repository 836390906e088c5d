package voucher

import "hearten/internal/platform/privacy"

// Privacy is what the area holds about people; the pictures go with the rest of
// a person's files.
func (s *Service) Privacy() privacy.Area {
	return privacy.Area{Name: "vouchers", Tables: []privacy.Table{
		{Name: "user_vouchers", Column: "user_id", Erase: privacy.Deleted, Hidden: []string{"code_hash", "code_sealed", "redeemed_by"}},
	}}
}
