package delivery_test

import (
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"hearten/internal/delivery"
	"hearten/internal/platform/config"
	"hearten/internal/platform/words"
	"hearten/test/bench"
)

// withMail lets mail go to a server.
func withMail(s *bench.MailServer) bench.Option { return withMailAt(s.URL()) }

func withMailAt(address string) bench.Option {
	return bench.With(func(c *config.Config) { c.Dev, c.SMTPURL = false, address })
}

func codeMail(to string) delivery.Message {
	return delivery.Message{Channel: delivery.Email, To: to, Template: delivery.ResetCode, Lang: words.Chinese, Data: map[string]string{"code": "4321"}}
}

func TestMailArrives(t *testing.T) {
	onEach(t, bench.NewMailServer, withMail, func(t *testing.T, w *bench.World, server *bench.MailServer) {
		bench.Deliver(w, codeMail("mei@example.hk"))
		w.RunJobs()
		fared(w, 1, 1)
		mails := server.Mails()
		if len(mails) != 1 {
			t.Fatalf("%d mails arrived", len(mails))
		}
		head := mails[0].Header
		subject, err := new(mime.WordDecoder).DecodeHeader(head.Get("Subject"))
		bench.Must(t, err)
		from, err := head.AddressList("From")
		bench.Must(t, err)
		text, err := io.ReadAll(quotedprintable.NewReader(mails[0].Body))
		bench.Must(t, err)
		id := deliveries(w, bench.Body{}).String("data.items.0.id")
		if subject != "你的 Hearten 驗證碼" || from[0].Name != "Hearten 團隊" || from[0].Address != "hello@hearten.test" ||
			head.Get("To") != "<mei@example.hk>" || head.Get("Message-ID") != "<"+id+"@hearten.test>" || head.Get("Auto-Submitted") != "auto-generated" ||
			!strings.HasPrefix(head.Get("Content-Type"), "text/plain") || !strings.Contains(string(text), "重設密碼的驗證碼是 4321") {
			t.Fatalf("the mail is %v %q %s", head, subject, text)
		}
		if date, err := head.Date(); err != nil || !date.Equal(bench.Start) {
			t.Errorf("it is of %v %v", date, err)
		}
	})
}

// A wrong password is told at once and clearly; trying again would lock us out.
func TestMailWithAWrongPassword(t *testing.T) {
	wrong := func(s *bench.MailServer) bench.Option { return withMailAt(s.URLWithPassword("a-wrong-password")) }
	onEach(t, bench.NewMailServer, wrong, func(t *testing.T, w *bench.World, server *bench.MailServer) {
		bench.Deliver(w, codeMail("mei@example.hk"))
		w.RunJobs()
		fared(w, 2, 1, "AUTH failed", "535")
		if strings.Contains(w.Logs.String(), "a-wrong-password") || deadJobs(w) != 1 || len(server.Mails()) != 0 {
			t.Errorf("%d dead jobs, %d mails", deadJobs(w), len(server.Mails()))
		}
	})
}

func TestMailRefusedAndPostponed(t *testing.T) {
	onEach(t, bench.NewMailServer, withMail, func(t *testing.T, w *bench.World, server *bench.MailServer) {
		server.Answer(&smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no mailbox mei@example.hk here"})
		bench.Deliver(w, codeMail("mei@example.hk"))
		w.RunJobs()
		fared(w, 2, 1, "550", "no mailbox ••• here")

		w.Clock.Advance(time.Minute)
		busy := &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "greylisted, come back later"}
		server.Answer(busy, busy, nil)
		bench.Deliver(w, codeMail("wing@example.hk"))
		w.RunJobs()
		fared(w, 0, 1, "451", "greylisted")
		for range 2 {
			w.Clock.Advance(time.Minute)
			w.RunJobs()
		}
		fared(w, 1, 3)
		if len(server.Mails()) != 1 {
			t.Fatalf("%d mails arrived", len(server.Mails()))
		}

		bench.Deliver(w, codeMail("not an address"))
		w.RunJobs()
		if page := deliveries(w, bench.Body{"statuses": []int{2}}); page.Int("data.pagination.totalItems") != 2 {
			t.Errorf("what is no address should have failed: %s", page.Text)
		}
	})
}

// Nothing is said to a server that nobody vouches for, or that does not know
// how to keep it secret, or that is not there.
func TestMailStaysInTheHouse(t *testing.T) {
	server := bench.NewMailServer(t)
	w := bench.New(t, bench.Engines[0], withMailAt(server.UntrustedURL()))
	bench.Deliver(w, codeMail("mei@example.hk"))
	w.RunJobs()
	fared(w, 0, 1, "certificate")

	plain, err := net.Listen("tcp", "127.0.0.1:0")
	bench.Must(t, err)
	insecure := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return nothing{}, nil }))
	go func() { _ = insecure.Serve(plain) }()
	defer insecure.Close()
	w = bench.New(t, bench.Engines[0], withMailAt("smtp://u:p@"+plain.Addr().String()+"?from=hello@hearten.test"))
	bench.Deliver(w, codeMail("mei@example.hk"))
	w.RunJobs()
	fared(w, 0, 1, "STARTTLS")

	w = bench.New(t, bench.Engines[0], withMailAt("smtp://u:p@127.0.0.1:1?from=hello@hearten.test"))
	bench.Deliver(w, codeMail("mei@example.hk"))
	w.RunJobs()
	fared(w, 0, 1, "refused")
	if len(server.Mails()) != 0 {
		t.Error("a mail arrived")
	}
}

// nothing is a session in which nothing may be said.
type nothing struct{ smtp.Session }

func (nothing) Reset()        {}
func (nothing) Logout() error { return nil }
