package bench

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// MailServer is a real SMTP server on this machine, with STARTTLS and AUTH.
type MailServer struct {
	address string
	ca      string

	mu      sync.Mutex
	mails   []*mail.Message
	answers []error
	closed  error // what everyone is told, where given
	refused int
}

// The account that the mail server knows.
const (
	mailUser     = "mailer"
	mailPassword = "the-password-of-the-mailer"
)

// NewMailServer starts one. A file has its certificate.
func NewMailServer(t testing.TB) *MailServer {
	t.Helper()
	certificate, root := selfSigned(t)
	s := &MailServer{ca: filepath.Join(t.TempDir(), "ca.pem")}
	Must(t, os.WriteFile(s.ca, root, 0o600))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	Must(t, err)
	s.address = listener.Addr().String()
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &mailSession{server: s, conn: c}, nil
	}))
	server.Domain = "mail.hearten.test"
	server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}}
	server.ReadTimeout, server.WriteTimeout = 10*time.Second, 10*time.Second
	server.ErrorLog = noLog{}
	done := make(chan struct{})
	go func() { _ = server.Serve(listener); close(done) }()
	t.Cleanup(func() { _ = server.Close(); <-done })
	return s
}

// URL is the setting that leads to it.
func (s *MailServer) URL() string { return s.with("smtp", mailPassword, s.ca) }

// URLWithPassword leads to it with another password.
func (s *MailServer) URLWithPassword(password string) string { return s.with("smtp", password, s.ca) }

// UntrustedURL leads to it without the certificate.
func (s *MailServer) UntrustedURL() string { return s.with("smtp", mailPassword, "") }

func (s *MailServer) with(scheme, password, ca string) string {
	query := url.Values{"from": {"Hearten 團隊 <hello@hearten.test>"}}
	if ca != "" {
		query.Set("ca", ca)
	}
	u := url.URL{Scheme: scheme, User: url.UserPassword(mailUser, password), Host: s.address, RawQuery: query.Encode()}
	return u.String()
}

// Answer makes the server answer the next recipients so, one after another.
func (s *MailServer) Answer(errs ...error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = errs
}

// Refuse makes the server refuse everyone so, until it is called with nil.
func (s *MailServer) Refuse(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = err
}

// Refused is how many it refused.
func (s *MailServer) Refused() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refused
}

// Mails are those that were taken.
func (s *MailServer) Mails() []*mail.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*mail.Message(nil), s.mails...)
}

type mailSession struct {
	server *MailServer
	conn   *smtp.Conn
	known  bool
}

func (s *mailSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *mailSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, username, password string) error {
		if username != mailUser || password != mailPassword {
			return smtp.ErrAuthFailed
		}
		s.known = true
		return nil
	}), nil
}

func (s *mailSession) Mail(string, *smtp.MailOptions) error {
	if _, secure := s.conn.TLSConnectionState(); !secure || !s.known {
		return smtp.ErrAuthRequired
	}
	return nil
}

func (s *mailSession) Rcpt(string, *smtp.RcptOptions) error {
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	if s.server.closed != nil {
		s.server.refused++
		return s.server.closed
	}
	if len(s.server.answers) == 0 {
		return nil
	}
	err := s.server.answers[0]
	s.server.answers = s.server.answers[1:]
	return err
}

func (s *mailSession) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	message, err := mail.ReadMessage(strings.NewReader(string(text)))
	if err != nil {
		return err
	}
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.mails = append(s.server.mails, message)
	return nil
}

func (s *mailSession) Reset()        {}
func (s *mailSession) Logout() error { return nil }

type noLog struct{}

func (noLog) Printf(string, ...any) {}
func (noLog) Println(...any)        {}

// selfSigned makes a certificate for this machine, and itself as PEM.
func selfSigned(t testing.TB) (tls.Certificate, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	Must(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	Must(t, err)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}
