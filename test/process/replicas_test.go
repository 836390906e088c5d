package process

import (
	"database/sql"
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
	checkPeriodicJobs(t, handle, len(replicas))
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

// checkPeriodicJobs makes every schedule due while no job can be written, until
// all replicas try at once, and then lets them: one wins.
func checkPeriodicJobs(t *testing.T, handle *sql.DB, replicas int) {
	t.Helper()
	ran := func() bool {
		return count(t, handle, "SELECT COUNT(*) FROM job_schedules") > 0 && count(t, handle, `
			SELECT COUNT(*) FROM job_schedules
			WHERE next_run < now() OR name NOT IN (SELECT kind FROM jobs) OR name IN (SELECT kind FROM jobs WHERE state <> 'done')`) == 0
	}
	eventually(t, "every schedule ran", ran)
	checkRuns(t, handle, 1)

	hold, err := handle.Begin()
	bench.Must(t, err)
	_, err = hold.Exec("LOCK TABLE jobs IN SHARE MODE")
	bench.Must(t, err)
	_, err = handle.Exec("UPDATE job_schedules SET next_run = next_run - INTERVAL '2 days'")
	bench.Must(t, err)
	eventually(t, "all replicas try", func() bool {
		return count(t, handle, "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") >= replicas
	})
	bench.Must(t, hold.Rollback())
	eventually(t, "every schedule ran again", func() bool {
		return ran() && count(t, handle, `
			SELECT COUNT(*) FROM pg_stat_activity
			WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`) == 0
	})
	checkRuns(t, handle, 2)
}

// checkRuns expects that every schedule ran that often.
func checkRuns(t *testing.T, handle *sql.DB, want int) {
	t.Helper()
	rows, err := handle.Query("SELECT name, (SELECT COUNT(*) FROM jobs WHERE kind = name) FROM job_schedules")
	bench.Must(t, err)
	defer rows.Close()
	for rows.Next() {
		var name string
		var n int
		bench.Must(t, rows.Scan(&name, &n))
		if n != want {
			t.Errorf("%s ran %d times in %d periods", name, n, want)
		}
	}
	bench.Must(t, rows.Err())
}
