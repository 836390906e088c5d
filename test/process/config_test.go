package process

import (
	"os"
	"strings"
	"testing"

	"hearten/test/bench"
)

// refused starts a server that must name these words and leave nothing behind.
func refused(t *testing.T, s settings, words ...string) {
	t.Helper()
	server := run(t, s, "serve")
	server.fails(words...)
	if _, err := os.Stat(s["HEARTEN_DATA"]); s["HEARTEN_DATA"] != "" && !os.IsNotExist(err) {
		t.Error("the data folder was made")
	}
	left, err := os.ReadDir(server.folder)
	bench.Must(t, err)
	if len(left) > 0 {
		t.Errorf("%s was left behind", left[0].Name())
	}
}

// All faults are named in one message, without the secrets among them.
func TestEveryFaultNamed(t *testing.T) {
	t.Parallel()
	faulty := settings{
		"HEARTEN_ADDR":            "nonsense",
		"HEARTEN_INTERNAL_ADDR":   "127.0.0.1:99999",
		"HEARTEN_SECRET":          "short-secret",
		"HEARTEN_INTERNAL_KEY":    "short-key",
		"HEARTEN_TRUSTED_PROXIES": "10.0.0.0/99",
		"HEARTEN_CENTRE_NETWORKS": "somewhere",
		"HEARTEN_CORS_ORIGINS":    "portal",
		"HEARTEN_DATABASE_URL":    "mysql://app:database-password@db/hearten",
		"HEARTEN_SQLITE_SYNC":     "SOMETIMES",
		"HEARTEN_PUBLIC_URL":      "ftp://hearten.example.hk",
		"HEARTEN_MEDIA_URL":       "gopher://media",
		"HEARTEN_ADMIN_EMAIL":     "nobody",
		"HEARTEN_ADMIN_PASSWORD":  "12345",
		"HEARTEN_RATE_LIMITS":     "off",
		"HEARTEN_CLOCK_OFFSET":    "1h",
		"HEARTEN_RATE_GENERAL":    "many",
		"HEARTEN_RATE_AUTH":       "0",
		"HEARTEN_LOG_LEVEL":       "loud",
		"HEARTEN_DEV":             "perhaps",
	}
	words := []string{"HEARTEN_SMTP_URL", "HEARTEN_SMS_URL", "HEARTEN_FCM_CREDENTIALS"} // missing
	for name := range faulty {
		words = append(words, name)
	}
	server := run(t, faulty.with("HEARTEN_DATA", t.TempDir()+"/data"), "serve")
	server.fails(words...)
	for _, secret := range []string{"short-secret", "short-key", "database-password", "12345"} {
		if strings.Contains(server.output(), secret) {
			t.Errorf("%q was printed", secret)
		}
	}
	refused(t, faulty.with("HEARTEN_DATA", t.TempDir()+"/data"), "HEARTEN_ADDR")
}

// Production starts with everything or not at all.
func TestProductionNeedsEverything(t *testing.T) {
	t.Parallel()
	refused(t, settings{}, "HEARTEN_PUBLIC_URL", "HEARTEN_INTERNAL_KEY", "HEARTEN_SMTP_URL", "HEARTEN_SMS_URL", "HEARTEN_FCM_CREDENTIALS")
	for name := range production(t) {
		if name != "HEARTEN_DATA" {
			refused(t, production(t).without(name), name)
		}
	}
	refused(t, production(t).with("HEARTEN_RATE_LIMITS", "off"), "HEARTEN_RATE_LIMITS")
	refused(t, production(t).with("HEARTEN_ADMIN_EMAIL", "first@hearten.example.hk"), "HEARTEN_ADMIN_PASSWORD")
}

// Replicas must share a secret, so none is made up for them.
func TestPostgresNeedsSecret(t *testing.T) {
	t.Parallel()
	refused(t, onPostgres(t).without("HEARTEN_SECRET"), "HEARTEN_SECRET")
	run(t, onPostgres(t).without("HEARTEN_SECRET"), "migrate").fails("HEARTEN_SECRET")
}

// Where nobody could sign in, production says how to change that.
func TestProductionNeedsStaff(t *testing.T) {
	t.Parallel()
	s := production(t).with("HEARTEN_ADDR", freeAddress(t))
	run(t, s, "serve").fails("HEARTEN_ADMIN_EMAIL", "HEARTEN_ADMIN_PASSWORD", "hearten staff create")
	run(t, s.with("HEARTEN_STAFF_PASSWORD", "quiet-harbour-7"), "staff", "create", "--email", "chan@hearten.example.hk", "--name", "Chan").succeeds()
	server := serve(t, s)
	server.by(server.signIn("chan@hearten.example.hk", "quiet-harbour-7")).get("/web/auth/info").ok()
}
