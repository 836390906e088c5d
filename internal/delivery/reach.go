package delivery

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"

	"hearten/internal/delivery/provider"
	"hearten/internal/platform/clock"
)

// Reach tries the ways to the providers that are set up, without sending
// anything to anyone: the mail server lets us in, Google gives an access token,
// the SMS gateway takes a connection.
func Reach(ctx context.Context, p provider.All, c clock.Clock) map[Channel]error {
	found := map[Channel]error{}
	if p.SMTP != nil {
		found[Email] = (&mailer{server: *p.SMTP, clock: c}).reach(ctx)
	}
	if p.SMS != nil {
		found[SMS] = newGateway(p.SMS, c).reach(ctx)
	}
	if p.FCM != nil {
		_, err := newFCM(p.FCM, c).token(ctx)
		if err != nil {
			err = tokenFailure(err)
		}
		found[Push] = err
	}
	return found
}

func (m *mailer) reach(ctx context.Context) error {
	client, err := m.client(ctx)
	if err != nil {
		return err
	}
	conn, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return mailFailure(err)
	}
	_ = conn.Quit() // we were let in
	return nil
}

func (g *gateway) reach(ctx context.Context) error {
	req, err := g.provider.Request(ctx, provider.Text{To: "+85200000000"})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, httpTimeout)
	defer cancel()
	return dial(ctx, req)
}

// dial connects to where a request would go.
func dial(ctx context.Context, req *http.Request) error {
	host, port := req.URL.Hostname(), req.URL.Port()
	var dialer interface {
		DialContext(ctx context.Context, network, address string) (net.Conn, error)
	} = &net.Dialer{}
	if req.URL.Scheme == "https" {
		dialer = &tls.Dialer{Config: &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}}
	}
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[req.URL.Scheme]
	}
	conn, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(host, port))
	if err != nil {
		return err
	}
	return conn.Close()
}
