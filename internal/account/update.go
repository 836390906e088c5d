package account

import (
	"context"
	"fmt"
	"strings"

	"hearten/internal/catalog"
	"hearten/internal/delivery"
	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
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
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		u, err := Lock(ctx, tx, who.ID)
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
			if !validBirthday(*p.Birthday, clock.Today(s.Clock)) {
				return fault.Invalid(ruleBirthday.On("birthday"))
			}
			u.Birthday = *p.Birthday
		}
		return s.savePersonal(ctx, tx, u)
	})
}

// savePersonal stores the personal data; completing it counts for missions, also
// when staff do it.
func (s *Service) savePersonal(ctx context.Context, tx *db.Tx, u User) error {
	if err := savePersonal(ctx, tx, u, s.Clock.Now()); err != nil || !profileComplete(u) {
		return err
	}
	if _, err := s.Missions.Record(ctx, tx, u.ID, catalog.ProfileCompleted, "profile"); err != nil {
		return fmt.Errorf("record the mission: %w", err)
	}
	return nil
}

// SetUsername changes the name a member signs in with.
func (s *Service) SetUsername(ctx context.Context, who access.Member, username string) error {
	if !identity.IsUsername(username) {
		return fault.Invalid(ruleUsername.On("username"))
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		return errIfTaken(saveUsername(ctx, tx, who.ID, username, s.Clock.Now()))
	})
}

// AskAddress sends a code to a new phone number or email address.
func (s *Service) AskAddress(ctx context.Context, who access.Member, kind identity.Kind, text string, by access.Caller) (token string, err error) {
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
	_, err = findByName(ctx, s.DB, name)
	if err == nil {
		return "", errTaken
	}
	if !db.IsNone(err) {
		return "", err
	}
	return s.Codes.Send(ctx, otp.Request{
		Nature: nature, Identifier: name.Text, Channel: channel, To: name.Text, Owner: who.ID,
		Lang: by.Lang, IP: by.IP,
	})
}

// VerifyAddress completes the change and tells the old address.
func (s *Service) VerifyAddress(ctx context.Context, who access.Member, kind identity.Kind, otpToken string, code int, by access.Caller) error {
	nature := otp.UpdateEmail
	if kind == identity.Phone {
		nature = otp.UpdatePhone
	}
	proof, err := s.Codes.Check(ctx, nature, otpToken, code)
	if err != nil {
		return err
	}
	if proof.Owner != who.ID {
		return otp.ErrInvalid // someone else's code
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		u, err := Lock(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if err := s.Codes.Consume(ctx, tx, proof); err != nil {
			return err
		}
		if err := saveAddress(ctx, tx, who.ID, kind, proof.Identifier, s.Clock.Now()); err != nil {
			return errIfTaken(err)
		}
		return s.tellOldAddress(ctx, tx, u, kind, proof.Identifier, by.Lang)
	})
}
