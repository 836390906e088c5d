package account

import (
	"context"
	"fmt"
	"strings"

	"hearten/internal/audit"
	"hearten/internal/notice"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
	"hearten/internal/platform/words"
)

// Correction is what staff put right in a member's record; nil leaves a field
// alone.
type Correction struct {
	Phone         *string
	Email         *string
	Nickname      *string
	Birthday      *clock.Date
	ServiceNumber *string
	Mark          string
}

// Correct changes a member's record and tells the member; whoever holds an
// address that is replaced is told there too. A first service number makes a
// plan member.
func (s *Service) Correct(ctx context.Context, who access.Staff, userID string, c Correction) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := s.wallet.Hold(ctx, tx, userID); err != nil { // before the person, should they join by this
			return err
		}
		if _, err := holdUser(ctx, tx, userID); err != nil {
			return err
		}
		old, err := findWithin(ctx, tx, who.Scope(), userID)
		if err != nil {
			return err
		}
		if err := mayChange(who, old.Centre); err != nil {
			return err
		}
		u, err := corrected(old, c, clock.Today(s.clock))
		if err != nil {
			return err
		}
		if err := s.saveCorrected(ctx, tx, who, old, u, c.Mark); err != nil {
			return numberTaken(takenBy(err))
		}
		if err := s.tellCorrected(ctx, tx, who, old, u); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{
			Subject: subject, ID: u.ID, UserID: u.ID, Before: particularsOf(old), After: particularsOf(u), Mark: c.Mark,
		})
	})
}

// corrected is the user after a correction, or the rules that it breaks.
func corrected(u User, c Correction, today clock.Date) (User, error) {
	var broken []fault.Field
	if c.Phone != nil {
		broken = append(broken, brokenAddress(identity.Phone, *c.Phone)...)
		u.Phone = new(identity.Parse(*c.Phone).Text)
	}
	if c.Email != nil {
		broken = append(broken, brokenAddress(identity.Email, *c.Email)...)
		u.Email = new(identity.Parse(*c.Email).Text)
	}
	if c.Nickname != nil {
		u.Nickname = strings.TrimSpace(*c.Nickname)
	}
	if c.Birthday != nil && !c.Birthday.IsZero() {
		if !validBirthday(*c.Birthday, today) {
			broken = append(broken, ruleBirthday.On("birthday"))
		}
		u.Birthday = *c.Birthday
	}
	if c.ServiceNumber != nil {
		number := strings.TrimSpace(*c.ServiceNumber)
		if number == "" {
			broken = append(broken, fault.RuleRequired.On("serviceNumber"))
		}
		u.ServiceNumber = &number
	}
	if len(broken) > 0 {
		return u, fault.Invalid(broken...)
	}
	if c.ServiceNumber == nil || u.UserType == access.PlanMember {
		return u, nil
	}
	if err := mayJoin(u); err != nil {
		return u, err
	}
	u.UserType = access.PlanMember
	return u, nil
}

func (s *Service) saveCorrected(ctx context.Context, tx *db.Tx, who access.Staff, old, u User, mark string) error {
	now := s.clock.Now()
	if err := s.savePersonal(ctx, tx, u); err != nil {
		return err
	}
	if err := saveAddresses(ctx, tx, u, now); err != nil {
		return err
	}
	if err := saveMembership(ctx, tx, u.ID, u.UserType, u.ServiceNumber, now); err != nil {
		return err
	}
	if u.UserType == old.UserType {
		return nil
	}
	if err := closeMemberWish(ctx, tx, u.ID, approved, mark, who.ID, now); err != nil && !db.IsNone(err) { // none was pending
		return err
	}
	return s.joined(ctx, tx, u.ID)
}

// tellCorrected leaves the member a notice of what was put right, without the
// values: a push shows it to whoever holds the phone. A correction that changes
// nothing tells nobody.
func (s *Service) tellCorrected(ctx context.Context, tx *db.Tx, who access.Staff, old, u User) error {
	changed := changedParticulars(particularsOf(old), particularsOf(u))
	if len(changed) == 0 {
		return nil
	}
	if err := s.tellReplaced(ctx, tx, old, u); err != nil {
		return err
	}
	return s.notices.Send(ctx, tx, notice.New{
		UserID: u.ID, Title: correctedTitle, Content: fmt.Sprintf(correctedContent, strings.Join(changed, "、")), SentBy: who.ID,
	})
}

// The notice of a correction; the App is in Chinese.
const (
	correctedTitle   = "個人資料已更正"
	correctedContent = "同工更正了你的%s。如有疑問，請聯絡中心。"
)

// changedParticulars names what differs, in the App's words.
func changedParticulars(old, now particulars) (changed []string) {
	for _, p := range []struct {
		name string
		same bool
	}{
		{"電話號碼", orEmpty(old.Phone) == orEmpty(now.Phone)},
		{"電郵地址", orEmpty(old.Email) == orEmpty(now.Email)},
		{"暱稱", old.Nickname == now.Nickname},
		{"出生日期", old.Birthday == now.Birthday},
		{"服務編號", orEmpty(old.ServiceNumber) == orEmpty(now.ServiceNumber)},
	} {
		if !p.same {
			changed = append(changed, p.name)
		}
	}
	return changed
}

// tellReplaced warns whoever held an address that is no longer the member's.
// The language is the programme's own: the request speaks that of staff.
func (s *Service) tellReplaced(ctx context.Context, tx *db.Tx, old, u User) error {
	if u.Phone != nil && (old.Phone == nil || *old.Phone != *u.Phone) {
		if err := s.tellOldAddress(ctx, tx, old, identity.Phone, *u.Phone, words.Chinese); err != nil {
			return err
		}
	}
	if u.Email != nil && (old.Email == nil || *old.Email != *u.Email) {
		return s.tellOldAddress(ctx, tx, old, identity.Email, *u.Email, words.Chinese)
	}
	return nil
}
