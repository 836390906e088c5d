package process

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"hearten/test/bench"
)

// Two processes share one queue: each acknowledged code arrives once, whoever
// was asked for it and whoever sent it.
func TestReplicasSendOnce(t *testing.T) {
	t.Parallel()
	sms, gate := bench.NewStandin(t), make(chan struct{})
	letGo := sync.OnceFunc(func() { close(gate) })
	defer letGo()
	sms.Answer(bench.Answer{Status: 200, Wait: gate})
	s := texting(t, onPostgres(t), sms)
	var replicas []*child
	for i := range 2 {
		replicas = append(replicas, start(t, s.with("HEARTEN_ADDR", freeAddress(t)).with("HEARTEN_DATA", t.TempDir()).
			with("HEARTEN_SMS_HEADERS", fmt.Sprintf(`{"X-Replica":"%d"}`, i)), "serve"))
	}
	for _, r := range replicas {
		r.awaitReady()
	}

	// The provider answers nothing until both have their hands full and a
	// backlog waits that they will compete for, and everything at once after;
	// but it answers before they lose patience, so that nothing is tried again.
	time.AfterFunc(3*time.Second, letGo)
	people := newInquiry(s)
	people.ask(t, 60, func() {}, replicas...)
	eventually(t, "both are sending", func() bool { return len(senders(sms)) == len(replicas) })
	letGo()
	people.ask(t, 240, func() {}, replicas...)
	handle := s.open(t)
	eventually(t, "every message is sent and settled", func() bool {
		return count(t, handle, `SELECT COUNT(*) FROM deliveries WHERE status <> 1`) == 0 &&
			count(t, handle, `SELECT COUNT(*) FROM jobs WHERE kind = 'delivery.send' AND state <> 'done'`) == 0
	})

	arrived := arrivals(t, sms)
	for n := range people.acknowledged {
		if got := len(arrived[phoneOf(n)].calls); got != 1 {
			t.Errorf("%s got %d messages", phoneOf(n), got)
		}
	}
	if len(arrived) != len(people.acknowledged) {
		t.Errorf("%d codes arrived, %d were acknowledged", len(arrived), len(people.acknowledged))
	}
	if n := count(t, handle, `SELECT COUNT(*) FROM deliveries WHERE attempts <> 1`); n != 0 {
		t.Errorf("%d messages were not sent at the first try", n)
	}
	t.Logf("sent by replica: %v", senders(sms))
}

// senders counts the messages by the replica that sent them.
func senders(sms *bench.Standin) map[string]int {
	by := map[string]int{}
	for _, c := range sms.Calls() {
		by[c.Header.Get("X-Replica")]++
	}
	return by
}
