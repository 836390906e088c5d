package delivery

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/textproto"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"hearten/internal/delivery/provider"
	"hearten/internal/platform/clock"
)

const (
	// smtpTimeout bounds each half of a conversation: getting in, and handing over.
	smtpTimeout = 8 * time.Second
	goodbye     = time.Second
)

// mailer sends mail through an SMTP server, one connection a message.
type mailer struct {
	server provider.SMTP
	clock  clock.Clock
}

func (m *mailer) send(ctx context.Context, r rendered) error {
	msg, err := m.compose(r)
	if err != nil {
		return &failure{reason: err.Error(), permanent: true} // an address that is none
	}
	client, err := m.client(ctx)
	if err != nil {
		return err
	}
	conn, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return mailFailure(err)
	}
	err = client.SendWithSMTPClient(conn, msg)
	if msg.IsDelivered() {
		_ = conn.UpdateDeadline(goodbye) // the mail is taken, however the goodbye goes
		_ = conn.Quit()
		return nil
	}
	_ = conn.Close()
	return mailFailure(err)
}

func (m *mailer) compose(r rendered) (*mail.Msg, error) {
	msg := mail.NewMsg(mail.WithNoDefaultUserAgent())
	msg.FromMailAddress(&m.server.From)
	if err := msg.To(r.message.To); err != nil {
		return nil, err
	}
	_, domain, _ := strings.Cut(m.server.From.Address, "@")
	msg.SetMessageIDWithValue(r.id + "@" + domain)
	msg.SetDateWithValue(m.clock.Now())
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.Subject(r.subject)
	msg.SetBodyString(mail.TypeTextPlain, r.text)
	return msg, nil
}

func (m *mailer) client(ctx context.Context) (*mail.Client, error) {
	secure := &tls.Config{ServerName: m.server.Host, RootCAs: m.server.Roots, MinVersion: tls.VersionTLS12}
	options := []mail.Option{
		mail.WithPort(m.server.Port), mail.WithTimeout(smtpTimeout), mail.WithTLSConfig(secure),
		mail.WithoutNoop(), mail.WithoutRset(), mail.WithDialContextFunc(dialUntil(ctx, m.server.Security, secure)),
	}
	auth := mail.SMTPAuthAutoDiscover
	switch m.server.Security {
	case provider.TLS:
		options = append(options, mail.WithSSL())
	case provider.Plain:
		options = append(options, mail.WithTLSPolicy(mail.NoTLS))
		auth = mail.SMTPAuthPlainNoEnc
	default:
		options = append(options, mail.WithTLSPolicy(mail.TLSMandatory))
	}
	if m.server.Username != "" {
		options = append(options, mail.WithSMTPAuth(auth), mail.WithUsername(m.server.Username), mail.WithPassword(m.server.Password))
	}
	return mail.NewClient(m.server.Host, options...)
}

// dialUntil makes a connection that ends with the context, which the library
// watches only while it dials.
func dialUntil(ctx context.Context, security provider.Security, secure *tls.Config) mail.DialContextFunc {
	return func(dialing context.Context, network, address string) (net.Conn, error) {
		var dialer interface {
			DialContext(ctx context.Context, network, address string) (net.Conn, error)
		} = &net.Dialer{}
		if security == provider.TLS {
			dialer = &tls.Dialer{Config: secure}
		}
		conn, err := dialer.DialContext(dialing, network, address)
		if err == nil {
			context.AfterFunc(ctx, func() { _ = conn.Close() })
		}
		return conn, err
	}
}

// mailFailure tells a refusal (5xx, a wrong password among them) from what may
// pass.
func mailFailure(err error) error {
	code := 0
	var refusal *textproto.Error
	if errors.As(err, &refusal) {
		code = refusal.Code
	}
	var unsent *mail.SendError
	if errors.As(err, &unsent) {
		code = unsent.ErrorCode()
	}
	reason, _, _ := strings.Cut(err.Error(), ", affected recipient(s)")
	reason, _, _ = strings.Cut(reason, ", affected message ID")
	return &failure{reason: reason, permanent: code >= 500}
}
