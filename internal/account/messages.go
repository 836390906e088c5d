package account

import (
	"context"
	"fmt"
	"strings"

	"hearten/internal/delivery"
	"hearten/internal/notice"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/identity"
	"hearten/internal/platform/words"
)

// tellCorrected leaves the member a notice of what was put right, without the
// values: a push shows it to anyone who sees the phone. A correction that changes
// nothing is not told.
func (s *Service) tellCorrected(ctx context.Context, tx *db.Tx, who access.Staff, old, u User) error {
	changed := changedParticulars(particularsOf(old), particularsOf(u))
	if len(changed) == 0 {
		return nil
	}
	if err := s.tellReplaced(ctx, tx, old, u); err != nil {
		return err
	}
	return s.Notices.Send(ctx, tx, notice.New{
		UserID: u.ID, Title: correctedTitle, Content: fmt.Sprintf(correctedContent, strings.Join(changed, "、")), SentBy: who.ID,
	})
}

// The notice of a correction; the App is in Chinese.
const (
	correctedTitle   = "個人資料已更正"
	correctedContent = "同工更正了你的%s。如有疑問，請聯絡中心。"
)

// tellReplaced tells the old addresses that the user has new ones.
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

// tellOldAddress tells the old address about the new one; a first address has
// no old one.
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
	return s.Delivery.Enqueue(ctx, tx, m)
}
