package process

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hearten/test/bench"
)

// soon is how long a code may take on a slow machine. Behind pushes that
// hang it would take more than five minutes, and no longer work.
const soon = 30 * time.Second

// A push provider that takes calls and never answers, under a thousand pushes to
// many and a few to one person each: codes arrive, members are credited, and the
// server stays ready.
func TestPushProviderHangs(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		fcm, sms, never := bench.NewFCM(t), bench.NewStandin(t), make(chan struct{})
		defer close(never)
		fcm.Answer(bench.Answer{Status: http.StatusOK, Wait: never})
		s = sending(t, s, fcm).with("HEARTEN_SMS_URL", sms.URL)
		server := serve(t, s)
		key, handle := s["HEARTEN_INTERNAL_KEY"], s.open(t)
		credited := func() int {
			return count(t, handle, `SELECT COUNT(*) FROM jobs WHERE kind = 'missions.credit' AND state = 'done'`)
		}
		eventually(t, "the first round of periodic jobs is done", func() bool {
			return credited() > 0 && count(t, handle, `SELECT COUNT(*) FROM jobs WHERE state IN ('ready', 'running')`) == 0
		})
		for range 2 {
			server.by(key).post("/push/batch", body{"devices": pushes(500)}).ok()
		}
		for _, push := range pushes(8) {
			server.by(key).post("/push", push).ok()
		}
		eventually(t, "pushes hang in both lanes", func() bool { return len(fcm.Calls()) >= 8 })

		within := func(what string, so func() bool) {
			t.Helper()
			began := time.Now()
			eventually(t, what, so)
			if took := time.Since(began); took > soon {
				t.Errorf("%s only after %v", what, took)
			} else {
				t.Logf("%s after %v", what, took.Round(time.Millisecond))
			}
		}
		server.by("").post("/app/auth/otp", body{"loginID": "61234569", "nature": 2, "sendType": 0}).ok()
		within("the code arrives", func() bool { return len(sms.Calls()) == 1 })
		before := credited()
		_, err := handle.Exec(`UPDATE job_schedules SET next_run = $1 WHERE name = 'missions.credit'`, time.Now().UTC().Add(-time.Minute))
		bench.Must(t, err)
		within("members are credited", func() bool { return credited() > before })
		server.by("").post("/app/auth/otp", body{"loginID": "61234570", "nature": 2, "sendType": 0}).ok()
		within("another code arrives", func() bool { return len(sms.Calls()) == 2 })

		server.by("").get("/readyz").ok()
		shown := server.by(key).get("/metrics").text
		for _, line := range []string{`hearten_jobs_oldest_seconds{lane="urgent"} 0`, `hearten_jobs{lane="bulk",state="running"} 4`, `hearten_jobs_hung_total{lane="bulk"} 0`} {
			if !strings.Contains(shown, line+"\n") {
				t.Errorf("the metrics lack %s", line)
			}
		}
		if sent := count(t, handle, `SELECT COUNT(*) FROM deliveries WHERE channel = 'push' AND status = 1`); sent > 0 {
			t.Errorf("%d pushes count as sent", sent)
		}
	})
}
