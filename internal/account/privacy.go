package account

import (
	"context"
	"fmt"

	"hearten/internal/platform/access"
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
				"status": access.RemovedSQL, "user_type": access.RegularSQL, "service_number": "NULL", "district_id": "NULL", "centre": "'CENTRE_OTHER'",
				"staff_id": "NULL", "avatar_key": "NULL", "invitation_code": "id", "last_login": "NULL",
			}},
			{Name: "sessions", Column: "owner_id", Erase: privacy.Deleted},
		},
		Also: s.eraseFiles,
	}
}

// eraseFiles erases the codes and files of a user. Whatever saves a file of a
// user locks the user too: it was saved before and is found here, or comes after
// and finds no user.
func (s *Service) eraseFiles(ctx context.Context, tx *db.Tx, userID string) error {
	u, err := Lock(ctx, tx, userID)
	if err != nil {
		return err
	}
	if err := s.Codes.Forget(ctx, tx, userID, u.names()...); err != nil {
		return fmt.Errorf("erase codes: %w", err)
	}
	return s.Media.RemovePerson(ctx, tx, userID)
}
