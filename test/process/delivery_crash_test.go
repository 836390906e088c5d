package process

import (
	"encoding/json"
	"strconv"
	"testing"
	"time"

	"hearten/internal/platform/keys"
	"hearten/test/bench"
)

// Killed between commit and send, while the provider hangs: after a restart
// every acknowledged code arrives and works, a second time only what was in a
// worker's hands and under the same id, and never once its time is over.
func TestCodesSurviveKill(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		sms, never := bench.NewStandin(t), make(chan struct{})
		defer close(never)
		sms.Answer(bench.Answer{Status: 200, Wait: never})
		s = texting(t, s, sms)
		server, people := serve(t, s), newInquiry(s)
		people.ask(t, 100, server.kill, server)
		inHand := arrivals(t, sms)
		if len(inHand) == 0 {
			t.Fatal("no message was under way")
		}

		late := expire(t, s, 10)
		sms.Answer(bench.Answer{Status: 200})
		again := takeOver(t, s)
		arrived := arrivals(t, sms)
		for n, r := range people.acknowledged {
			phone := phoneOf(n)
			want := len(inHand[phone].calls) // none of them was answered
			if !late[phone] {
				want++
			}
			if got := len(arrived[phone].calls); got != want {
				t.Errorf("%s got %d messages, not %d", phone, got, want)
			}
			if !late[phone] {
				again.verifies(people.key, n, r, arrived[phone].code)
			}
		}
		if n := count(t, s.open(t), `SELECT COUNT(*) FROM deliveries WHERE status = 3`); n != len(late) {
			t.Errorf("%d of %d late codes are known as expired", n, len(late))
		}
		t.Logf("%d acknowledged, %d in hand when killed, %d arrived", len(people.acknowledged), len(inHand), len(arrived))
	})
}

// takeOver ends the leases of a killed process, instead of waiting for them,
// and starts another until nothing waits.
func takeOver(t *testing.T, s settings) *child {
	t.Helper()
	handle := s.open(t)
	_, err := handle.Exec(`UPDATE jobs SET leased_until = run_at WHERE state = 'running'`)
	bench.Must(t, err)
	server := serve(t, s)
	eventually(t, "every message ended", func() bool {
		return count(t, handle, `SELECT COUNT(*) FROM deliveries WHERE status = 0`) == 0
	})
	return server
}

// expire ends the time of some waiting codes and tells their numbers. A process
// has the real clock and the time stands in the sealed message, so it is opened.
func expire(t *testing.T, s settings, limit int) map[string]bool {
	t.Helper()
	ring, err := keys.NewRing([]string{s["HEARTEN_SECRET"]})
	bench.Must(t, err)
	handle := s.open(t)
	rows, err := handle.Query(`SELECT id, secret FROM jobs WHERE kind = 'delivery.send' AND state = 'ready' ORDER BY id LIMIT ` + strconv.Itoa(limit))
	bench.Must(t, err)
	defer rows.Close()
	sealed := map[string][]byte{}
	for rows.Next() {
		var id string
		var secret []byte
		bench.Must(t, rows.Scan(&id, &secret))
		sealed[id] = secret
	}
	bench.Must(t, rows.Err())

	late := map[string]bool{}
	for id, secret := range sealed {
		plain, err := ring.Decrypt(secret)
		bench.Must(t, err)
		message := map[string]any{}
		bench.Must(t, json.Unmarshal(plain, &message))
		if _, limited := message["expiresAt"]; !limited {
			t.Fatal("a code's message has no end")
		}
		message["expiresAt"] = time.Now().Add(-time.Second)
		plain, err = json.Marshal(message)
		bench.Must(t, err)
		_, err = handle.Exec(`UPDATE jobs SET secret = $1 WHERE id = $2`, ring.Encrypt(plain), id)
		bench.Must(t, err)
		late[message["to"].(string)] = true
	}
	if len(late) != limit {
		t.Fatalf("%d messages waited", len(late))
	}
	return late
}

// verifies expects that a code that arrived is the one that was acknowledged.
func (c *child) verifies(key string, n int, acknowledged *reply, code string) {
	c.t.Helper()
	var sent struct{ OTPToken string }
	acknowledged.into(&sent)
	digits, err := strconv.Atoi(code)
	bench.Must(c.t, err)
	var proof struct{ LoginID string }
	c.as(key, n).post("/otp/verify", body{"otp": digits, "otpToken": sent.OTPToken}).ok().into(&proof)
	if proof.LoginID != phoneOf(n) {
		c.t.Errorf("the code of %s proves %s", phoneOf(n), proof.LoginID)
	}
}
