package process

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"hearten/test/bench"
)

// providers are stand-ins for an SMS gateway, a mail server and FCM, and what
// the servers said they would send through them.
type providers struct {
	t    *testing.T
	sms  *bench.Standin
	mail *bench.MailServer
	fcm  *bench.FCM
	last int // message that was handed over

	mu           sync.Mutex
	acknowledged map[string]bool // phone numbers, addresses and device tokens, each with one message
}

func newProviders(t *testing.T) *providers {
	return &providers{t: t, sms: bench.NewStandin(t), mail: bench.NewMailServer(t), fcm: bench.NewFCM(t), acknowledged: map[string]bool{}}
}

// inProduction is the installation with these channels instead of the inbox:
// only production uses any. Its people call as often as they like.
func (p *providers) inProduction(s settings) settings {
	for name, value := range production(p.t) {
		if name != "HEARTEN_DATA" {
			s = s.with(name, value)
		}
	}
	for _, name := range []string{"HEARTEN_RATE_GENERAL", "HEARTEN_RATE_AUTH", "HEARTEN_RATE_LOOKUP", "HEARTEN_RATE_CODES", "HEARTEN_SMS_HOURLY"} {
		s = s.with(name, "10000000")
	}
	return s.without("HEARTEN_DEV", "HEARTEN_RATE_LIMITS").with("HEARTEN_TRUSTED_PROXIES", "127.0.0.0/8").
		with("HEARTEN_SMTP_URL", p.mail.URL()).with("HEARTEN_SMS_URL", p.sms.URL).
		with("HEARTEN_FCM_CREDENTIALS", p.fcm.Credentials).with("HEARTEN_FCM_URL", p.fcm.URL)
}

// hand gives the servers so many messages for each channel and writes down what
// they said yes to.
func (p *providers) hand(n int, key string, servers []*child) {
	p.t.Helper()
	var services sync.WaitGroup
	for person := p.last + 1; person <= p.last+n; person++ {
		services.Go(func() {
			server := servers[person%len(servers)].as(key, person)
			address, token := fmt.Sprintf("colleague.%d@example.hk", person), fmt.Sprintf("device-%d", person)
			for _, m := range []struct {
				to, path string
				body     any
			}{
				{phoneOf(person), "/sms/send", body{"loginID": phoneOf(person)}},
				{address, "/email/send/welcome", body{"url": "https://portal.example.hk", "name": "Mei", "email": address, "password": "first-Passw0rd-of-Mei"}},
				{token, "/push", body{"deviceToken": token, "model": 0, "title": "早晨", "body": "今天走走吧", "data": body{"navigation": 6}}},
			} {
				r, err := server.try(http.MethodPost, m.path, m.body)
				if err != nil || !r.succeeded() {
					p.t.Errorf("%s is refused because a provider is away: %v %v", m.path, err, r)
					continue
				}
				p.mu.Lock()
				p.acknowledged[m.to] = true
				p.mu.Unlock()
			}
		})
	}
	services.Wait()
	p.last += n
}

// refuse makes all of them send everyone away.
func (p *providers) refuse() {
	p.sms.Answer(bench.Answer{Status: http.StatusServiceUnavailable, Body: "maintenance"})
	p.fcm.Answer(bench.Answer{Status: http.StatusServiceUnavailable, Body: `{"error":{"status":"UNAVAILABLE"}}`})
	p.mail.Refuse(&smtp.SMTPError{Code: 451, Message: "try again later"})
}

// recover makes them take everything again.
func (p *providers) recover() {
	p.sms.Answer()
	p.fcm.Answer()
	p.mail.Refuse(nil)
}

// refused reports whether each of them sent someone away.
func (p *providers) refused() bool {
	away := func(s *bench.Standin) (n int) {
		for _, c := range s.Calls() {
			if c.Status != http.StatusOK {
				n++
			}
		}
		return n
	}
	return away(p.sms) > 0 && away(p.fcm.Standin) > 0 && p.mail.Refused() > 0
}

// taken counts the messages that the providers took, by whom they were for.
func (p *providers) taken() map[string]int {
	p.t.Helper()
	times := map[string]int{}
	for _, c := range p.sms.Calls() {
		var sent struct{ To string }
		bench.Must(p.t, json.Unmarshal([]byte(c.Body), &sent))
		if c.Status == http.StatusOK {
			times[strings.TrimPrefix(sent.To, "+852")]++
		}
	}
	for _, c := range p.fcm.Calls() {
		var sent struct{ Message struct{ Token string } }
		bench.Must(p.t, json.Unmarshal([]byte(c.Body), &sent))
		if c.Status == http.StatusOK {
			times[sent.Message.Token]++
		}
	}
	for _, m := range p.mail.Mails() {
		to, err := mail.ParseAddress(m.Header.Get("To"))
		bench.Must(p.t, err)
		times[to.Address]++
	}
	return times
}

// missing are acknowledged messages that no provider took.
func (p *providers) missing() (whose []string) {
	taken := p.taken()
	for to := range p.acknowledged {
		if taken[to] == 0 {
			whose = append(whose, to)
		}
	}
	return whose
}

// providersRefuse takes the providers away from servers that are asked to send:
// nobody else notices, the technician can see it, and every message that was
// acknowledged goes out once they are back.
func (c *cluster) providersRefuse() {
	p, demo := newProviders(c.t), c.settings
	c.settings = p.inProduction(demo)
	key := c.settings["HEARTEN_INTERNAL_KEY"]
	for n := range c.replicas {
		c.replicas[n].stop()
		c.restart(n)
	}
	const each = 20
	if failed := c.under(func() {
		p.hand(each, key, c.replicas)
		p.refuse()
		p.hand(each, key, c.replicas)
		eventually(c.t, "every provider refuses", p.refused)
		if !c.ready(0) || !c.ready(1) || !c.ready(2) {
			c.t.Error("replicas that can serve say that they are not ready")
		}
		if outage := min(soak(c.t)/3, time.Minute); outage > 0 { // codes work for five minutes
			time.Sleep(outage)
		}
		seen := run(c.t, c.settings, "doctor")
		for _, channel := range []string{"sms", "email", "push"} {
			seen.says("look", "messages", channel+": ", "to be tried again", "maintenance")
		}
		p.recover()
		p.hand(each, key, c.replicas)
		eventually(c.t, "every acknowledged message is sent", func() bool { return len(p.missing()) == 0 })
	}); failed > 0 {
		c.t.Errorf("an outage of the providers: %d calls failed that need none:\n%s", failed, c.stats.Reasons())
	}
	c.audit("an outage of the providers")

	arrivals(c.t, p.sms) // however often one was tried, it was the same code under the same id
	again := 0
	for to, times := range p.taken() {
		if p.acknowledged[to] && times > 1 {
			again++
		}
	}
	handle := c.settings.open(c.t)
	eventually(c.t, "the messages are known as sent", func() bool {
		return count(c.t, handle, `SELECT COUNT(*) FROM deliveries WHERE status <> 1 AND attempts > 0`) == 0
	})
	if dead := count(c.t, handle, `SELECT COUNT(*) FROM jobs WHERE state = 'dead'`); dead > 0 {
		c.t.Errorf("%d jobs gave up", dead)
	}
	c.t.Logf("%d messages acknowledged, %d sent more than once", len(p.acknowledged), again)
}
