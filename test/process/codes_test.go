package process

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"hearten/test/bench"
)

// texting is a production installation whose text messages go to a stand-in.
func texting(t *testing.T, s settings, sms *bench.Standin) settings {
	t.Helper()
	return sending(t, s, bench.NewFCM(t)).with("HEARTEN_SMS_URL", sms.URL).
		with("HEARTEN_SMS_HOURLY", "100000").with("HEARTEN_TRUSTED_PROXIES", "127.0.0.0/8")
}

// phoneOf is the number of the nth person.
func phoneOf(n int) string { return fmt.Sprint(91_000_000 + n*7919) }

// as is a service that acts for the nth person, whose address is their own.
func (c *child) as(key string, n int) caller {
	return c.by(key).with("X-Forwarded-For", fmt.Sprintf("10.9.%d.%d", n/250, n%250+1))
}

// inquiry is people who ask for codes by SMS, and what the servers said yes to.
type inquiry struct {
	key  string
	last atomic.Int64 // person who asked

	mu           sync.Mutex
	acknowledged map[int]*reply
}

func newInquiry(s settings) *inquiry {
	return &inquiry{key: s["HEARTEN_INTERNAL_KEY"], acknowledged: map[int]*reply{}}
}

func (q *inquiry) note(n int, r *reply) (acknowledged int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.acknowledged[n] = r
	return len(q.acknowledged)
}

// ask has several clients ask servers in turn, until so many are acknowledged
// in all and what is to happen then has happened.
func (q *inquiry) ask(t *testing.T, enough int, then func(), servers ...*child) {
	t.Helper()
	var clients sync.WaitGroup
	var over atomic.Bool
	for range 8 {
		clients.Go(func() {
			for !over.Load() {
				n := int(q.last.Add(1))
				r, err := servers[n%len(servers)].as(q.key, n).try("POST", "/sms/send", body{"loginID": phoneOf(n)})
				if err != nil {
					return // killed
				}
				if !r.succeeded() {
					t.Errorf("no code: %d %s", r.status, r.text)
					return
				}
				if q.note(n, r) == enough {
					then()
					over.Store(true)
				}
			}
		})
	}
	clients.Wait()
	if len(q.acknowledged) < enough {
		t.Fatalf("the clients gave up after %d codes", len(q.acknowledged))
	}
}

// arrival is what came of one code.
type arrival struct {
	code  string
	id    string
	calls []bench.Call
}

var codeInText = regexp.MustCompile(`是 (\d{4})，`)

// arrivals are the codes that reached the provider, by number. However often
// one came, it was the same code under the same id.
func arrivals(t *testing.T, sms *bench.Standin) map[string]arrival {
	t.Helper()
	all := map[string]arrival{}
	for _, c := range sms.Calls() {
		var sent struct{ To, Text, ID string }
		bench.Must(t, json.Unmarshal([]byte(c.Body), &sent))
		found := codeInText.FindStringSubmatch(sent.Text)
		if found == nil || sent.ID == "" || sent.ID != c.Header.Get("Idempotency-Key") {
			t.Fatalf("the provider got %s under %q", c.Body, c.Header.Get("Idempotency-Key"))
		}
		phone := strings.TrimPrefix(sent.To, "+852")
		a, again := all[phone]
		if again && (a.code != found[1] || a.id != sent.ID) {
			t.Errorf("%s got another code or id the second time", phone)
		}
		all[phone] = arrival{found[1], sent.ID, append(a.calls, c)}
	}
	return all
}
