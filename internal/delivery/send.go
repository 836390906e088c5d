package delivery

import (
	"context"
	"net/url"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
)

// NewColleague is whom a welcome mail greets.
type NewColleague struct {
	URL      string
	Name     string
	Email    string
	Password string
}

var (
	ruleLink  = fault.NewRule("必須是 http 或 https 連結", "must be an http or https link")
	ruleEmail = fault.NewRule("必須是電郵地址", "must be an email address")
)

// SendWelcome mails a new member of staff how to sign in.
func (s *Service) SendWelcome(ctx context.Context, by access.Caller, n NewColleague) error {
	var invalid []fault.Field
	if u, err := url.Parse(n.URL); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		invalid = append(invalid, ruleLink.On("url"))
	}
	if !identity.IsEmail(n.Email) {
		invalid = append(invalid, ruleEmail.On("email"))
	}
	if len(invalid) > 0 {
		return fault.Invalid(invalid...)
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		return s.Enqueue(ctx, tx, Message{
			Channel: Email, To: n.Email, Template: Welcome, Lang: by.Lang,
			Data: map[string]string{"url": n.URL, "name": n.Name, "email": n.Email, "password": n.Password},
		})
	})
}

// DevicePush is a push to one device.
type DevicePush struct {
	Token string
	Notification
}

// SendPushes pushes to devices, to all of them or to none. Where a device's
// owner is known, the message is theirs.
func (s *Service) SendPushes(ctx context.Context, pushes []DevicePush) error {
	hashes := make([]string, len(pushes))
	for i, p := range pushes {
		hashes[i] = tokenHash(p.Token)
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		owners, err := listOwners(ctx, tx, hashes)
		if err != nil {
			return err
		}
		messages := make([]Message, len(pushes))
		for i, p := range pushes {
			messages[i] = Message{Channel: Push, To: p.Token, Push: &p.Notification, UserID: owners[tokenHash(p.Token)]}
		}
		return s.Enqueue(ctx, tx, messages...)
	})
}
