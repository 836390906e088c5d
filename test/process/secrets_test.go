package process

import (
	"encoding/json"
	"strings"
	"testing"
)

// A server that tells as much as it can tells no secret and nothing personal.
func TestNothingSecretPrinted(t *testing.T) {
	t.Parallel()
	s := production(t).with("HEARTEN_SECRET", sharedSecret).with("HEARTEN_LOG_LEVEL", "debug").
		with("HEARTEN_ADMIN_EMAIL", "lee@hearten.example.hk").with("HEARTEN_ADMIN_PASSWORD", "quiet-harbour-7")
	server := serve(t, s)
	token := server.signIn("lee@hearten.example.hk", "quiet-harbour-7")
	server.by("").post("/web/auth/login", body{"loginID": "lee@hearten.example.hk", "password": "a-wrong-guess"}).fails(401, "BAD_CREDENTIALS")
	server.by(token).put("/web/staffs/password", body{"oldPassword": "quiet-harbour-7", "password": "loud-harbour-8"}).ok()
	server.by(token).get("/web/auth/info?token=" + token).ok()
	server.by("a-wrong-service-key").get("/metrics").fails(401, "UNAUTHENTICATED")
	if r := server.by(s["HEARTEN_INTERNAL_KEY"]).get("/metrics"); r.status != 200 {
		t.Errorf("the metrics answer %d", r.status)
	}
	server.stop()

	printed := server.output()
	if !strings.Contains(printed, `"operation":"post-web-auth-login"`) {
		t.Fatal("requests were not logged, so that nothing is shown")
	}
	for _, word := range []string{
		sharedSecret, s["HEARTEN_INTERNAL_KEY"], "the-password-of-the-mailer", "the-key-of-the-sms-gateway",
		"quiet-harbour-7", "loud-harbour-8", "a-wrong-guess", "a-wrong-service-key", "lee@hearten", "127.0.0.1:2525", "PRIVATE KEY",
		strings.Split(token, ".")[2],
	} {
		if strings.Contains(printed, word) {
			t.Errorf("%q was printed", word)
		}
	}
	for line := range strings.Lines(printed) {
		if !json.Valid([]byte(line)) {
			t.Errorf("this log line is not JSON: %s", line)
		}
	}
}

// A database that cannot be reached is named without its password.
func TestDatabasePasswordNotPrinted(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"postgres://app:database-password@127.0.0.1:1/hearten",
		"postgres://app:database-password@127.0.0.1:many/hearten",
		"postgres://app:database-password@127.0.0.1:1/hearten?sslmode=sometimes",
		"postgres://app:database%ZZpassword@127.0.0.1:1/hearten",
		"postgres://app@127.0.0.1:1/hearten?sslmode=sometimes&password=database-password",
	} {
		server := run(t, onSQLite(t).with("HEARTEN_SECRET", sharedSecret).with("HEARTEN_DATABASE_URL", address), "serve")
		server.fails()
		if !strings.Contains(strings.ToLower(server.output()), "database") {
			t.Errorf("the message does not tell what is wrong: %s", server.output())
		}
		if strings.Contains(server.output(), "password@") || strings.Contains(server.output(), "database-password") {
			t.Errorf("the password was printed: %s", server.output())
		}
	}
}
