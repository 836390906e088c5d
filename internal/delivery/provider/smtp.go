package provider

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"os"
	"strconv"
)

// Security is how the way to a mail server is protected.
type Security int

// The ways. Plain is for a server on this machine only.
const (
	StartTLS Security = iota
	TLS
	Plain
)

// SMTP is the mail server.
type SMTP struct {
	Host     string
	Port     int
	Username string
	Password string
	From     mail.Address
	Security Security
	// Roots are who vouches for the server; nil means the system's.
	Roots *x509.CertPool
}

var smtpSchemes = map[string]struct {
	security Security
	port     int
}{
	"smtp": {StartTLS, 587}, "smtps": {TLS, 465}, "smtp+insecure": {Plain, 25},
}

// ParseSMTP reads smtp://user:password@host:587?from=Name%20%3Caddress%3E.
func ParseSMTP(raw string) (*SMTP, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" {
		return nil, errAddress
	}
	scheme, ok := smtpSchemes[u.Scheme]
	if !ok {
		return nil, errors.New("must begin with smtp:// or smtps://")
	}
	if scheme.security == Plain && !isLoopback(u.Hostname()) {
		return nil, errors.New("smtp+insecure:// is for a server on this machine only")
	}
	s := &SMTP{Host: u.Hostname(), Port: scheme.port, Security: scheme.security, Username: u.User.Username()}
	s.Password, _ = u.User.Password()
	if (s.Username == "") != (s.Password == "") {
		return nil, errors.New("needs both a user and a password, or neither")
	}
	if u.Port() != "" {
		port, err := strconv.ParseUint(u.Port(), 10, 16)
		if err != nil {
			return nil, errors.New("has a port that does not exist")
		}
		s.Port = int(port)
	}
	return s, s.readQuery(u)
}

func (s *SMTP) readQuery(u *url.URL) error {
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return errAddress
	}
	for name := range query {
		if name != "from" && name != "ca" {
			return fmt.Errorf("has an unknown part %q", name)
		}
	}
	from, err := mail.ParseAddress(query.Get("from"))
	if err != nil {
		return errors.New("needs ?from= with the sender's address, such as Hearten%20%3Chello@example.hk%3E")
	}
	s.From = *from
	if file := query.Get("ca"); file != "" {
		text, err := os.ReadFile(file) // #nosec G304 -- the operator names the file
		if err != nil {
			return fmt.Errorf("?ca=: %w", err)
		}
		s.Roots = x509.NewCertPool()
		if !s.Roots.AppendCertsFromPEM(text) {
			return errors.New("?ca= names a file without a certificate in it")
		}
	}
	return nil
}
