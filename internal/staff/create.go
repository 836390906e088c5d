package staff

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/delivery"
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

// Create creates an account from outside the portal (the shell, the first
// start) and returns the password that signs in.
func (s *Service) Create(ctx context.Context, n NewStaff) (plain string, err error) {
	created, plain, err := s.newAccount(ctx, n)
	if err != nil {
		return "", err
	}
	err = s.DB.Write(ctx, func(tx *db.Tx) error { return insert(ctx, tx, created) })
	if err != nil {
		return "", emailTaken(err)
	}
	return plain, nil
}

// Invite creates an account from the portal. Its first password goes out by
// mail and is shown nowhere else.
func (s *Service) Invite(ctx context.Context, by access.Caller, d Details) (account, error) {
	d = d.trimmed()
	if invalid := d.invalidForNew(); len(invalid) > 0 {
		return account{}, fault.Invalid(invalid...)
	}
	role, _ := access.FindRole(d.RoleID)
	created, plain, err := s.newAccount(ctx, NewStaff{Email: d.Email, Name: d.Name, Role: role})
	if err != nil {
		return account{}, err
	}
	err = s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := insert(ctx, tx, created); err != nil {
			return err
		}
		if err := s.mailPassword(ctx, tx, by, delivery.Welcome, created, plain); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: created.ID, After: created.logged()})
	})
	return created, emailTaken(err)
}

// newAccount builds an account that is not stored yet, and its password.
func (s *Service) newAccount(ctx context.Context, n NewStaff) (account, string, error) {
	now := s.Clock.Now()
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
	hash, err := s.Hasher.Hash(ctx, plain)
	a.PasswordHash = hash
	return a, plain, err
}

// newUsername is a login account for people without a memorable address.
func newUsername() string { return "s" + strings.ToLower(rand.Text()[:8]) }

// mailPassword mails a first password to its owner, in the language of the
// administrator.
func (s *Service) mailPassword(ctx context.Context, tx *db.Tx, by access.Caller, t delivery.Template, a account, plain string) error {
	err := s.Delivery.Enqueue(ctx, tx, delivery.Message{
		Channel: delivery.Email, To: a.Email, Template: t, Lang: by.Lang, StaffID: a.ID,
		ExpiresAt: *a.FirstPasswordUntil,
		Data:      map[string]string{"url": s.Portal, "name": a.Name, "email": a.Email, "password": plain},
	})
	if err != nil {
		return fmt.Errorf("mail a first password: %w", err)
	}
	return nil
}
