package process

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"hearten/test/bench"
)

// says expects a finding: how a part is, and words of what is said of it.
func (c *child) says(state, part string, words ...string) {
	c.t.Helper()
	for _, line := range strings.Split(c.stdout.String(), "\n") {
		if regexp.MustCompile(`^` + state + ` +` + part + ` `).MatchString(line) {
			for _, word := range words {
				if !strings.Contains(c.stdout.String(), word) {
					c.t.Errorf("%s: %q is not said: %s", part, word, c.stdout)
				}
			}
			return
		}
	}
	c.t.Errorf("%s is not %s: %s", part, state, c.stdout)
}

// The doctor finds a healthy installation well, and names each thing that is
// wrong with another.
func TestDoctor(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		run(t, s, "doctor").succeeds() // nothing is there yet, or nothing is in it
		if entries, err := os.ReadDir(s["HEARTEN_DATA"]); len(entries) > 0 && s["HEARTEN_DATABASE_URL"] == "" {
			t.Errorf("looking made %d files: %v", len(entries), err)
		}
		s = production(t).with("HEARTEN_DATA", s["HEARTEN_DATA"]).with("HEARTEN_SECRET", sharedSecret).
			with("HEARTEN_ADMIN_EMAIL", "lee@hearten.example.hk").with("HEARTEN_ADMIN_PASSWORD", "quiet-harbour-7").
			with("HEARTEN_DATABASE_URL", s["HEARTEN_DATABASE_URL"]).with("HEARTEN_BACKUP_FOLDER", t.TempDir())
		mail, sms, push := bench.NewMailServer(t), bench.NewStandin(t), bench.NewFCM(t)
		s = s.with("HEARTEN_SMTP_URL", mail.URL()).with("HEARTEN_SMS_URL", sms.URL).
			with("HEARTEN_FCM_CREDENTIALS", push.Credentials).with("HEARTEN_FCM_URL", push.URL)
		server := serve(t, s)
		settled := func() bool {
			return count(t, s.open(t), "SELECT COUNT(*) FROM jobs WHERE state IN ('ready', 'running')") == 0
		}
		eventually(t, "the first jobs are done", settled)
		well := run(t, s, "doctor").succeeds()
		for _, part := range []string{"configuration", "database", "schema", "people", "queue", "messages", "clock", "storage", "channels", "backups", "secret"} {
			well.says("ok", part)
		}
		if strings.Count(well.stdout.String(), "can be reached") != 3 || len(mail.Mails())+len(sms.Calls()) != 0 {
			t.Errorf("the channels are not all tried, or something was sent: %s", well.stdout)
		}
		for _, secret := range []string{sharedSecret, "the-password-of-the-mailer", "quiet-harbour-7"} {
			if strings.Contains(well.output(), secret) {
				t.Errorf("it prints %q", secret)
			}
		}

		channels := run(t, s.with("HEARTEN_SMTP_URL", mail.URLWithPassword("wrong-password")).with("HEARTEN_SMS_URL", "http://127.0.0.1:1/send"), "doctor")
		channels.fails("something is wrong")
		channels.says("WRONG", "channels", "email", "sms")
		faulty := run(t, s.without("HEARTEN_PUBLIC_URL").with("HEARTEN_RATE_AUTH", "0"), "doctor")
		faulty.fails()
		faulty.says("WRONG", "configuration", "HEARTEN_PUBLIC_URL", "HEARTEN_RATE_AUTH")
		store := run(t, s.with("HEARTEN_MEDIA_URL", "file://"+t.TempDir()), "doctor")
		store.fails()
		store.says("WRONG", "storage", "is missing", "right store")
		server.stop()

		handle := s.open(t)
		old := time.Now().UTC().Add(-10 * time.Minute)
		later := time.Now().UTC().Add(time.Hour)
		for _, change := range []string{
			`INSERT INTO jobs (id, kind, args, state, run_at, attempts, max_attempts, last_error, created_at, finished_at) VALUES ('j1', 'x', '{}', 'dead', $1, 1, 1, 'no', $1, $1)`,
			`INSERT INTO jobs (id, kind, args, state, run_at, attempts, max_attempts, created_at) VALUES ('j2', 'x', '{}', 'ready', $1, 0, 1, $1)`,
			`UPDATE staff SET disabled = TRUE, updated_at = $1`,
			`INSERT INTO deliveries (id, channel, target_masked, target_hash, centre, status, attempts, last_error, created_at, updated_at) VALUES ('d1', 'sms', '', '', '', 0, 2, 'the gateway sleeps', $1, $1)`,
			`INSERT INTO deliveries (id, channel, target_masked, target_hash, centre, status, attempts, last_error, created_at, updated_at) VALUES ('d2', 'email', '', '', '', 3, 0, '', $1, $1)`,
		} {
			_, err := handle.Exec(change, old)
			bench.Must(t, err)
		}
		_, err := handle.Exec(`INSERT INTO audit_log (id, created_at, staff_id, actor, role, centre, action, subject, subject_id, mark, ip, request_id)
			VALUES ('a1', $1, 's', 'a', 'r', 'c', 'x', 's', '1', '', '', '')`, later)
		bench.Must(t, err)
		archives, err := filepath.Glob(filepath.Join(s["HEARTEN_BACKUP_FOLDER"], "*.tar"))
		bench.Must(t, err)
		for _, path := range archives {
			bench.Must(t, os.Chtimes(path, old.Add(-72*time.Hour), old.Add(-72*time.Hour)))
		}
		ill := run(t, s, "doctor")
		ill.fails()
		ill.says("look", "queue", "gave up", "hearten jobs dead")
		ill.says("WRONG", "queue", "is a server running")
		ill.says("look", "messages", "sms: 1 wait to be tried again", "the gateway sleeps", "email: 1 of the last two days were not sent")
		ill.says("WRONG", "people", "hearten staff create")
		ill.says("WRONG", "clock", "the clock is behind")
		ill.says("WRONG", "backups", "72h1")

		_, err = handle.Exec(`DELETE FROM goose_db_version WHERE version_id = (SELECT MAX(version_id) FROM goose_db_version)`)
		bench.Must(t, err)
		run(t, s, "doctor").says("WRONG", "schema", "hearten migrate")
	})
}

// A secret that is gone, and a file that is no database, are said so.
func TestDoctorOfADamagedFolder(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	run(t, s, "migrate").succeeds()
	bench.Must(t, os.Remove(filepath.Join(s["HEARTEN_DATA"], "secret")))
	lost := run(t, s, "doctor")
	lost.fails()
	lost.says("WRONG", "secret", "is gone", "from a backup")
	bench.Must(t, os.WriteFile(filepath.Join(s["HEARTEN_DATA"], "hearten.db"), []byte(strings.Repeat("damaged ", 1000)), 0o600))
	damaged := run(t, s, "doctor")
	damaged.fails()
	damaged.says("WRONG", "database", "cannot be opened", "not a database")
	if strings.Contains(damaged.output(), "nil") {
		t.Errorf("this is not said in plain words: %s", damaged.stdout)
	}
}

// A database that does not answer is said so, and the rest is looked at.
func TestDoctorWithoutDatabase(t *testing.T) {
	t.Parallel()
	s := onSQLite(t).with("HEARTEN_DATABASE_URL", "postgres://127.0.0.1:1/none?connect_timeout=2").with("HEARTEN_SECRET", sharedSecret)
	found := run(t, s, "doctor")
	found.fails()
	found.says("WRONG", "database", "cannot be opened")
	found.says("look", "backups")
}
