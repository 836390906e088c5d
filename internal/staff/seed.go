package staff

import (
	"context"
	"errors"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// ErrNoStaff says that no account exists to sign in with.
var ErrNoStaff = errors.New("no staff exist: set HEARTEN_ADMIN_EMAIL and HEARTEN_ADMIN_PASSWORD, or run: hearten staff create")

// Prepare seeds the roles and, where no staff exist, the first administrator.
// Several replicas may do so at once.
func (s *Service) Prepare(ctx context.Context, email, plain string) (created bool, err error) {
	if err := s.SeedRoles(ctx); err != nil {
		return false, err
	}
	exists, err := existsAny(ctx, s.DB)
	if err != nil || exists {
		return false, err
	}
	if email == "" || plain == "" {
		return false, ErrNoStaff
	}
	_, err = s.Create(ctx, NewStaff{Email: email, Name: access.AdminRole().Name, Role: access.AdminRole(), Password: plain})
	if errors.Is(err, errEmailTaken) {
		return false, nil // another replica was faster
	}
	return err == nil, err
}

// SeedRoles writes the nine roles where they are missing or differ.
func (s *Service) SeedRoles(ctx context.Context) error {
	stored, err := listRoles(ctx, s.DB)
	if err != nil {
		return err
	}
	same := map[storedRole]bool{}
	for _, r := range stored {
		same[r] = true
	}
	for _, r := range access.Roles() {
		row := storedRole{r.ID, string(r.Code), string(r.Centre), r.Name}
		if same[row] {
			continue
		}
		if err := s.DB.Write(ctx, func(tx *db.Tx) error { return upsertRole(ctx, tx, row) }); err != nil {
			return err
		}
	}
	return nil
}
