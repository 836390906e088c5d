package staff

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/delivery"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Add creates an account from the portal. Its first password goes out by mail
// and is known to nobody else.
func (s *Service) Add(ctx context.Context, d Details) (account, error) {
	d = d.tidy()
	if broken := d.brokenAnew(); len(broken) > 0 {
		return account{}, fault.Invalid(broken...)
	}
	role, _ := access.FindRole(d.RoleID)
	added, plain, err := s.prepare(ctx, NewStaff{Email: d.Email, Name: d.Name, Role: role})
	if err != nil {
		return account{}, err
	}
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if err := insert(ctx, tx, added); err != nil {
			return err
		}
		if err := s.mailPassword(ctx, tx, delivery.Welcome, added, plain); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: added.ID, After: added.logged()})
	})
	if db.IsUnique(err, "uq_staff__email") {
		err = errEmailTaken
	}
	return added, err
}

// mailPassword tells someone the password that opens their account once.
func (s *Service) mailPassword(ctx context.Context, tx *db.Tx, words delivery.Template, a account, plain string) error {
	return s.delivery.Enqueue(ctx, tx, delivery.Message{
		Channel: delivery.Email, To: a.Email, Template: words, Lang: api.Language(ctx), StaffID: a.ID,
		ExpiresAt: *a.FirstPasswordUntil,
		Data:      map[string]string{"url": s.portal, "name": a.Name, "email": a.Email, "password": plain},
	})
}
