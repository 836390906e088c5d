package process

import (
	"encoding/json"
	"fmt"
	"testing"

	"hearten/test/bench"
)

// sending is a production installation whose pushes go to a stand-in.
func sending(t *testing.T, s settings, fcm *bench.FCM) settings {
	t.Helper()
	p := production(t).with("HEARTEN_FCM_CREDENTIALS", fcm.Credentials).with("HEARTEN_FCM_URL", fcm.URL).
		with("HEARTEN_ADMIN_EMAIL", "lee@hearten.example.hk").with("HEARTEN_ADMIN_PASSWORD", "quiet-harbour-7").
		with("HEARTEN_SECRET", sharedSecret).with("HEARTEN_DATA", s["HEARTEN_DATA"])
	if url := s["HEARTEN_DATABASE_URL"]; url != "" {
		p = p.with("HEARTEN_DATABASE_URL", url)
	}
	return p
}

func pushes(n int) (devices []body) {
	for i := range n {
		devices = append(devices, body{
			"deviceToken": fmt.Sprintf("token-%d", i), "model": 0, "title": "早晨", "body": "今天走走吧", "data": body{"navigation": 6},
		})
	}
	return devices
}

// pushed counts the pushes that reached each device; all of one go by one id.
func pushed(t *testing.T, fcm *bench.FCM) map[string]int {
	t.Helper()
	times, ids := map[string]int{}, map[string]string{}
	for _, c := range fcm.Calls() {
		var sent struct {
			Message struct {
				Token string
				Data  struct{ ID string }
			}
		}
		bench.Must(t, json.Unmarshal([]byte(c.Body), &sent))
		times[sent.Message.Token]++
		if id, ok := ids[sent.Message.Token]; ok && id != sent.Message.Data.ID {
			t.Errorf("%s got the same push under two ids", sent.Message.Token)
		}
		ids[sent.Message.Token] = sent.Message.Data.ID
	}
	return times
}

// restart ends the leases of a killed process, instead of waiting for them, and
// lets another one take over until nothing waits.
func restart(t *testing.T, s settings) {
	t.Helper()
	handle := s.open(t)
	_, err := handle.Exec(`UPDATE jobs SET leased_until = run_at WHERE state = 'running'`)
	bench.Must(t, err)
	serve(t, s)
	eventually(t, "every message is sent", func() bool {
		return count(t, handle, `SELECT COUNT(*) FROM deliveries WHERE status <> 1`) == 0
	})
}

// A worker killed with a message in hand, the provider not having answered:
// another sends it, under the same id.
func TestKilledWhileSending(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		fcm, never := bench.NewFCM(t), make(chan struct{})
		defer close(never)
		fcm.Answer(bench.Answer{Status: 200, Wait: never}, bench.Answer{Status: 200})
		s = sending(t, s, fcm)
		server := serve(t, s)
		server.by(s["HEARTEN_INTERNAL_KEY"]).post("/push", pushes(1)[0]).ok()
		eventually(t, "the push is under way", func() bool { return len(fcm.Calls()) == 1 })
		server.kill()
		restart(t, s)
		if times := pushed(t, fcm); times["token-0"] != 2 {
			t.Errorf("it was sent %d times", times["token-0"])
		}
	})
}

// Killed in the midst of many: each arrives, and again only those that were in
// a worker's hands.
func TestKilledAmongManyMessages(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		fcm := bench.NewFCM(t)
		s = sending(t, s, fcm)
		server := serve(t, s)
		const n, workers = 200, 4
		server.by(s["HEARTEN_INTERNAL_KEY"]).post("/push/batch", body{"devices": pushes(n)}).ok()
		eventually(t, "some are sent", func() bool { return len(fcm.Calls()) >= 20 })
		server.kill()
		restart(t, s)
		if times := pushed(t, fcm); len(times) != n || len(fcm.Calls()) > n+workers {
			t.Errorf("%d of %d messages arrived, in %d calls", len(times), n, len(fcm.Calls()))
		}
	})
}
