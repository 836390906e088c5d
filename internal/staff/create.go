package staff

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/password"
)

// NewStaff is who is to be created.
type NewStaff struct {
	Email string
	Name  string
	Role  access.Role
	// Password opens everything at once; empty means a generated first
	// password that must be changed.
	Password string
}

// Create adds a staff member from outside the portal (the shell, the first
// start) and answers the password that signs in.
func (s *Service) Create(ctx context.Context, n NewStaff) (plain string, err error) {
	account, plain, err := s.prepare(ctx, n)
	if err != nil {
		return "", err
	}
	err = s.db.Write(ctx, func(tx *db.Tx) error { return insert(ctx, tx, account) })
	if db.IsUnique(err, "uq_staff__email") {
		return "", errEmailTaken
	}
	return plain, err
}

func (s *Service) prepare(ctx context.Context, n NewStaff) (account, string, error) {
	now := s.clock.Now()
	a := account{
		ID: uuid.Must(uuid.NewV7()).String(), Username: newUsername(),
		Email: strings.ToLower(strings.TrimSpace(n.Email)), Name: strings.TrimSpace(n.Name),
		RoleID: n.Role.ID, Version: 1, CreatedAt: now, UpdatedAt: now,
	}
	plain := n.Password
	if plain == "" {
		plain = password.Random()
		until := now.Add(FirstPasswordLife)
		a.FirstPasswordUntil = &until
	} else if rule, ok := password.Check(plain, a.Email); !ok {
		return account{}, "", fault.Invalid(rule.On("password"))
	}
	hash, err := s.hasher.Hash(ctx, plain)
	a.PasswordHash = hash
	return a, plain, err
}

// newUsername is a login account for people without a memorable address.
func newUsername() string { return "s" + strings.ToLower(rand.Text()[:8]) }

// ErrNoStaff says that nobody could sign in.
var ErrNoStaff = errors.New("no staff exist: set HEARTEN_ADMIN_EMAIL and HEARTEN_ADMIN_PASSWORD, or run: hearten staff create")

// Prepare seeds the roles and, where no staff exist, the first administrator.
// Several replicas may do so at once.
func (s *Service) Prepare(ctx context.Context, email, plain string) (created bool, err error) {
	if err := s.SeedRoles(ctx); err != nil {
		return false, err
	}
	exists, err := anyStaff(ctx, s.db)
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
	stored, err := listRoles(ctx, s.db)
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
		if err := s.db.Write(ctx, func(tx *db.Tx) error { return upsertRole(ctx, tx, row) }); err != nil {
			return err
		}
	}
	return nil
}

// mayEnter reports whether the account is open to its owner.
func (a account) mayEnter(now time.Time) bool {
	return !a.Disabled && (a.FirstPasswordUntil == nil || a.FirstPasswordUntil.After(now))
}

// tokenScope is what the account's password opens.
func (a account) tokenScope() access.TokenScope {
	if a.FirstPasswordUntil != nil {
		return access.ScopeFirst
	}
	return access.ScopeFull
}
