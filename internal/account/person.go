package account

import (
	"context"
	"strings"

	"hearten/internal/catalog"
	"hearten/internal/delivery"
	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
	"hearten/internal/platform/words"
)

// Personal is what a member says of themselves; nil leaves a field alone.
type Personal struct {
	Nickname  *string
	Signature *string
	Gender    *int
	Birthday  *clock.Date
}

// SetPersonal changes the personal data.
func (s *Service) SetPersonal(ctx context.Context, who access.Member, p Personal) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		u, err := holdUser(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if p.Nickname != nil {
			u.Nickname = strings.TrimSpace(*p.Nickname)
		}
		if p.Signature != nil {
			u.Signature = strings.TrimSpace(*p.Signature)
		}
		if p.Gender != nil {
			u.Gender = p.Gender
		}
		if p.Birthday != nil && !p.Birthday.IsZero() {
			if !validBirthday(*p.Birthday, clock.Today(s.clock)) {
				return fault.Invalid(ruleBirthday.On("birthday"))
			}
			u.Birthday = *p.Birthday
		}
		return s.savePersonal(ctx, tx, u)
	})
}

// savePersonal stores the personal data; completing it counts for missions,
// whoever completes it.
func (s *Service) savePersonal(ctx context.Context, tx *db.Tx, u User) error {
	if err := savePersonal(ctx, tx, u, s.clock.Now()); err != nil || !profileComplete(u) {
		return err
	}
	_, err := s.missions.Record(ctx, tx, u.ID, catalog.ProfileCompleted, "profile")
	return err
}

// SetUsername changes the name a member signs in with.
func (s *Service) SetUsername(ctx context.Context, who access.Member, username string) error {
	if !identity.IsUsername(username) {
		return fault.Invalid(ruleUsername.On("username"))
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		return takenBy(saveUsername(ctx, tx, who.ID, username, usernameKey(username), s.clock.Now()))
	})
}

// AskAddress sends a code to a new phone number or email address.
func (s *Service) AskAddress(ctx context.Context, who access.Member, kind identity.Kind, text string) (token string, err error) {
	name := identity.Parse(text)
	nature, channel := otp.UpdateEmail, delivery.Email
	switch kind {
	case identity.Phone:
		if nature, channel = otp.UpdatePhone, delivery.SMS; name.Kind != identity.Phone {
			return "", fault.Invalid(identity.RulePhone.On("phone"))
		}
	default:
		if !identity.IsEmail(name.Text) {
			return "", fault.Invalid(identity.RuleEmail.On("email"))
		}
	}
	_, err = findByName(ctx, s.db, name)
	if err == nil {
		return "", errTaken
	}
	if !db.IsNone(err) {
		return "", err
	}
	return s.codes.Send(ctx, otp.Request{
		Nature: nature, Identifier: name.Text, Channel: channel, To: name.Text, Owner: who.ID,
		Lang: api.Language(ctx), IP: api.ClientIP(ctx),
	})
}

// VerifyAddress completes the change and tells the old address.
func (s *Service) VerifyAddress(ctx context.Context, who access.Member, kind identity.Kind, otpToken string, code int) error {
	nature := otp.UpdateEmail
	if kind == identity.Phone {
		nature = otp.UpdatePhone
	}
	proof, err := s.codes.Check(ctx, nature, otpToken, code)
	if err != nil {
		return err
	}
	if proof.Owner != who.ID {
		return otp.ErrInvalid // someone else's code
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		u, err := holdUser(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if err := s.codes.Consume(ctx, tx, proof); err != nil {
			return err
		}
		if err := saveAddress(ctx, tx, who.ID, kind, proof.Identifier, s.clock.Now()); err != nil {
			return takenBy(err)
		}
		return s.tellOldAddress(ctx, tx, u, kind, proof.Identifier, api.Language(ctx))
	})
}

// tellOldAddress warns whoever held the old address; a first one has no before.
func (s *Service) tellOldAddress(ctx context.Context, tx *db.Tx, u User, kind identity.Kind, fresh string, lang words.Lang) error {
	m := delivery.Message{
		Channel: delivery.Email, Template: delivery.EmailChanged, Lang: lang, UserID: u.ID,
		Data: map[string]string{"new": fresh},
	}
	old := u.Email
	if kind == identity.Phone {
		m.Channel, m.Template, old = delivery.SMS, delivery.PhoneChanged, u.Phone
	}
	if old == nil {
		return nil
	}
	m.To = *old
	return s.delivery.Enqueue(ctx, tx, m)
}
