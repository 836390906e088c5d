package process

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"hearten/test/bench"
)

// Three processes that start at the same moment on an empty database share it:
// one migrates, one creates the administrator, each periodic job runs once.
func TestReplicasStartTogether(t *testing.T) {
	t.Parallel()
	s := onPostgres(t)
	replicas := startTogether(t, s, 3)

	var printed strings.Builder
	for _, r := range replicas {
		printed.WriteString(r.output())
	}
	for _, line := range []string{"schema migrated", "first administrator created"} {
		if n := strings.Count(printed.String(), line); n != 1 {
			t.Errorf("%q was logged %d times", line, n)
		}
	}
	handle := s.open(t)
	if n := count(t, handle, "SELECT COUNT(*) FROM staff"); n != 1 {
		t.Errorf("there are %d administrators", n)
	}
	checkPeriodicJobs(t, handle)
	checkSharedSession(t, replicas)

	stranger := serve(t, s.with("HEARTEN_SECRET", "another-secret-that-nobody-else-here-has"))
	stranger.by(replicas[0].admin().token).get("/web/auth/info").fails(401, "UNAUTHENTICATED")
}

func startTogether(t *testing.T, s settings, n int) []*child {
	t.Helper()
	replicas := make([]*child, n)
	for i := range replicas {
		replicas[i] = start(t, s.with("HEARTEN_ADDR", freeAddress(t)).with("HEARTEN_DATA", t.TempDir()), "serve")
	}
	for _, r := range replicas {
		r.awaitReady()
	}
	return replicas
}

// checkSharedSession opens a session at every replica in turn, uses it at all
// of them, and closes it at the next one.
func checkSharedSession(t *testing.T, replicas []*child) {
	t.Helper()
	for i, r := range replicas {
		token := r.admin().token
		for _, other := range replicas {
			other.by(token).get("/web/auth/info").ok()
		}
		replicas[(i+1)%len(replicas)].by(token).delete("/web/auth/logout").ok()
		for _, other := range replicas {
			other.by(token).get("/web/auth/info").fails(401, "UNAUTHENTICATED")
		}
	}
}

// checkPeriodicJobs makes every schedule due a few times; the replicas all look
// for it and one runs it.
func checkPeriodicJobs(t *testing.T, handle *sql.DB) {
	t.Helper()
	eventually(t, "every schedule ran", func() bool {
		return count(t, handle, "SELECT COUNT(*) FROM job_schedules") > 0 &&
			count(t, handle, "SELECT COUNT(*) FROM job_schedules WHERE name NOT IN (SELECT kind FROM jobs WHERE state = 'done')") == 0
	})
	for period := 1; period <= 3; period++ {
		rows, err := handle.Query("SELECT name, (SELECT COUNT(*) FROM jobs WHERE kind = name) FROM job_schedules")
		bench.Must(t, err)
		for rows.Next() {
			var name string
			var n int
			bench.Must(t, rows.Scan(&name, &n))
			if n != period {
				t.Errorf("%s ran %d times in %d periods", name, n, period)
			}
		}
		bench.Must(t, rows.Err())
		_, err = handle.Exec("UPDATE job_schedules SET next_run = next_run - INTERVAL '2 days'")
		bench.Must(t, err)
		eventually(t, fmt.Sprintf("every schedule ran again after period %d", period), func() bool {
			return count(t, handle, "SELECT COUNT(*) FROM job_schedules WHERE next_run < now()") == 0
		})
	}
}
