package account

import (
	"context"

	"hearten/internal/platform/db"
	"hearten/internal/platform/privacy"
)

// Privacy is what the area holds about people.
func (s *Service) Privacy() privacy.Area {
	return privacy.Area{
		Name: "account",
		Tables: []privacy.Table{
			{Name: "users", Column: "id", Erase: privacy.Blanked, Hidden: []string{"password_hash", "username_key", "public_names", "staff_names", "version"}, Blank: map[string]string{
				// The row stays for the ledger and the log, without a person in it.
				"username": "id", "username_key": "id", "email": "NULL", "phone": "NULL", "password_hash": "NULL",
				"password_chosen": "FALSE", "nickname": "''", "signature": "''", "gender": "NULL", "birthday": "NULL",
				"status": "3", "user_type": "1", "service_number": "NULL", "district_id": "NULL", "centre": "'CENTRE_OTHER'",
				"staff_id": "NULL", "avatar_key": "NULL", "invitation_code": "id", "last_login": "NULL",
			}},
			{Name: "district_applications", Column: "user_id", Erase: privacy.Deleted, Hidden: []string{"decided_by"}},
			{Name: "member_applications", Column: "user_id", Erase: privacy.Deleted, Hidden: []string{"decided_by"}},
			{Name: "invitations", Column: "user_id", Erase: privacy.Kept},
			{Name: "consents", Column: "user_id", Erase: privacy.Deleted},
			{Name: "removals", Column: "user_id", Erase: privacy.Blanked, Blank: map[string]string{"reason": "''", "reason_type": "NULL"}},
			{Name: "data_exports", Column: "user_id", Erase: privacy.Deleted},
			{Name: "sessions", Column: "owner_id", Erase: privacy.Deleted},
		},
		Also: func(ctx context.Context, tx *db.Tx, userID string) error {
			// Whoever saves a file of the person holds them too: it was saved
			// before and is found here, or comes after and finds nobody.
			u, err := holdUser(ctx, tx, userID)
			if err != nil {
				return err
			}
			if err := s.codes.Forget(ctx, tx, userID, u.names()...); err != nil {
				return err
			}
			return s.media.RemovePerson(ctx, tx, userID)
		},
	}
}
