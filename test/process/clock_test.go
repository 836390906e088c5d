package process

import (
	"testing"
	"time"
)

// A machine whose clock was days ahead and is set right again loses nothing,
// serves everyone, and waits for nothing until that time comes.
func TestClockJumps(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		s = s.without("HEARTEN_RATE_LIMITS")
		notes := &ledger{sent: map[string]bool{}, acknowledged: map[string]bool{}}
		write := func(by caller, title string) {
			t.Helper()
			notes.note(notes.sent, title)
			by.post("/web/survey", body{"title": title, "link": "https://forms.example.hk/mood"}).ok()
			notes.note(notes.acknowledged, title)
		}
		server := serve(t, s)
		member := server.signUp("91230001")
		write(server.admin(), "before")
		server.stop()

		const jump = 72 * time.Hour
		server = serve(t, s.with("HEARTEN_CLOCK_OFFSET", jump.String()))
		handle := s.open(t)
		planned := func(from time.Time) int {
			return count(t, handle, "SELECT COUNT(*) FROM job_schedules WHERE next_run > $1", from)
		}
		all := count(t, handle, "SELECT COUNT(*) FROM job_schedules")
		eventually(t, "periodic work goes by the clock", func() bool { return planned(time.Now().Add(jump-time.Hour).UTC()) == all })
		server.by(member).get("/app/users/account").ok()
		server.signUp("91230002")
		server.by("").post("/app/auth/otp", body{"nature": 1, "loginID": "91230001"}).ok()
		write(server.admin(), "ahead")
		server.kill()

		behind := run(t, s, "doctor")
		behind.fails()
		behind.says("WRONG", "clock", "the clock is behind, or was ahead")

		server = serve(t, s)
		admin := server.admin()
		write(admin, "after")
		notes.check(t, admin)
		server.by(member).get("/app/users/account").ok()
		server.by("").post("/app/auth/otp", body{"nature": 1, "loginID": "91230001"}).ok() // not only when that time comes
		server.signUp("91230003")
		eventually(t, "periodic work goes by the clock again", func() bool { return planned(time.Now().Add(50*time.Hour).UTC()) == 0 })
		eventually(t, "nothing waits", func() bool {
			return count(t, handle, `SELECT COUNT(*) FROM jobs WHERE state IN ('ready', 'running')`) == 0
		})
	})
}
