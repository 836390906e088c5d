package process

import (
	"io"
	"mime/quotedprintable"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"hearten/test/bench"
)

// While messages wait and when they have ended, no code, password, number or
// address is readable in any table, in the data folder or in the log, even
// where a provider repeats it.
func TestNoCodeReadable(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		const people, password = 12, "first-Passw0rd-of-Mei"
		private := []string{"mei.0@example.hk", "mei.1@example.hk", "mei.2@example.hk", "mei.3@example.hk", "wong.mei@example.hk"}
		mails := private[:4]
		for n := range people {
			private = append(private, phoneOf(n))
		}
		sms, mail, gate := bench.NewStandin(t), bench.NewMailServer(t), make(chan struct{})
		letGo := sync.OnceFunc(func() { close(gate) })
		defer letGo()
		unknown := bench.Answer{Status: 400, Body: "unknown: " + strings.Join(private, ", "), Wait: gate}
		sms.Decide(func(body string) bench.Answer { // by number: a try that the server gave up comes again
			if strings.Contains(body, phoneOf(0)) {
				return unknown
			}
			return bench.Answer{Status: 200, Wait: gate}
		})
		private = append(private, password)
		s = texting(t, s, sms).with("HEARTEN_SMTP_URL", mail.URL()).with("HEARTEN_LOG_LEVEL", "debug")
		server, key := serve(t, s), s["HEARTEN_INTERNAL_KEY"]
		ended := settled(t, s)
		ended()
		before := tables(t, s)

		for n := range people {
			server.as(key, n).post("/sms/send", body{"loginID": phoneOf(n)}).ok()
		}
		eventually(t, "no worker is free", func() bool { return len(sms.Calls()) >= 4 })
		for n, address := range mails {
			server.as(key, n).post("/email/send", body{"loginID": address}).ok()
		}
		server.as(key, 0).post("/email/send/welcome", body{
			"url": "https://portal.example.hk", "name": "Mei", "email": "wong.mei@example.hk", "password": password,
		}).ok()
		if n := count(t, s.open(t), `SELECT COUNT(*) FROM deliveries WHERE status = 0`); n != people+len(mails)+1 {
			t.Fatalf("%d messages wait", n)
		}
		waiting := tables(t, s)
		readable(t, "waiting", folder(t, s), private)
		letGo()
		ended()
		if failed := count(t, s.open(t), `SELECT COUNT(*) FROM deliveries WHERE status = 2 AND last_error <> ''`); failed != 1 {
			t.Errorf("%d messages were refused", failed)
		}

		codes := append(mailedCodes(t, mail, password), textedCodes(t, sms)...)
		if len(codes) != people+len(mails) {
			t.Fatalf("%d codes arrived", len(codes))
		}
		for when, dump := range map[string]map[string]bool{"waiting": waiting, "ended": tables(t, s)} {
			fresh := added(before, dump)
			readable(t, when, fresh, private)
			codesIn(t, when, fresh, codes)
		}
		readable(t, "ended", folder(t, s), private)
		server.stop()
		if printed := server.output(); !strings.Contains(printed, "message sent") || !strings.Contains(printed, "job is dead") {
			t.Error("the messages were not logged, so that nothing is shown")
		}
		readable(t, "the log", []string{server.output()}, private)
		codesIn(t, "the log", slices.Collect(strings.Lines(server.output())), codes)
	})
}

// settled waits until no job waits or runs.
func settled(t *testing.T, s settings) func() {
	handle := s.open(t)
	return func() {
		t.Helper()
		eventually(t, "the queue is empty", func() bool {
			return count(t, handle, `SELECT COUNT(*) FROM jobs WHERE state IN ('ready', 'running')`) == 0
		})
	}
}

// readable fails for each word that a text contains.
func readable(t *testing.T, when string, texts, words []string) {
	t.Helper()
	for _, word := range words {
		for _, text := range texts {
			if at := strings.Index(text, word); at >= 0 {
				t.Errorf("%s: %q is readable in %q", when, word, text[max(at-60, 0):min(at+60, len(text))])
			}
		}
	}
}

var (
	// names are ids and times, which hold four digits by chance.
	names = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?`)
	words = regexp.MustCompile(`[0-9A-Za-z]+`)
)

// codesIn fails for each code that stands in a text as a word of its own.
func codesIn(t *testing.T, when string, texts, codes []string) {
	t.Helper()
	for _, text := range texts {
		for _, word := range words.FindAllString(names.ReplaceAllString(text, "…"), -1) {
			if slices.Contains(codes, word) {
				t.Errorf("%s: the code %s is readable in %.500q", when, word, text)
			}
		}
	}
}

// textedCodes and mailedCodes are what people got.
func textedCodes(t *testing.T, sms *bench.Standin) (codes []string) {
	t.Helper()
	for _, a := range arrivals(t, sms) {
		codes = append(codes, a.code)
	}
	return codes
}

func mailedCodes(t *testing.T, server *bench.MailServer, password string) (codes []string) {
	t.Helper()
	welcomed := false
	for _, m := range server.Mails() {
		text, err := io.ReadAll(quotedprintable.NewReader(m.Body))
		bench.Must(t, err)
		if found := codeInText.FindStringSubmatch(string(text)); found != nil {
			codes = append(codes, found[1])
		}
		welcomed = welcomed || strings.Contains(string(text), password)
	}
	if !welcomed {
		t.Error("the password did not arrive")
	}
	return codes
}
