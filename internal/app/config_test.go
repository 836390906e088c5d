package app

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"strings"
	"sync"
	"testing"

	"hearten/internal/platform/config"
)

const longSecret = "a-secret-with-more-than-thirty-two-characters"

// serviceAccount is a service account with a key of this run.
var serviceAccount = sync.OnceValue(func() string {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	secret := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
	text, err := json.Marshal(map[string]string{
		"type": "service_account", "project_id": "p", "client_email": "a@b.hk", "private_key": string(secret),
	})
	if err != nil {
		panic(err)
	}
	return string(text)
})

func production() map[string]string {
	return map[string]string{
		"HEARTEN_PUBLIC_URL": "https://api.example.hk", "HEARTEN_INTERNAL_KEY": "an-internal-key-1234",
		"HEARTEN_SMTP_URL": "smtp://mail.example.hk?from=hello@example.hk", "HEARTEN_SMS_URL": "https://sms.example.hk",
		"HEARTEN_FCM_CREDENTIALS": serviceAccount(),
	}
}

func TestProductionNamesAllThatIsMissing(t *testing.T) {
	_, err := LoadConfig(map[string]string{})
	if err == nil {
		t.Fatal("started on nothing")
	}
	for name := range production() {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not named in: %v", name, err)
		}
	}
	if c, err := LoadConfig(production()); err != nil || c.Addr != "127.0.0.1:8080" || c.SQLiteSync != "FULL" || c.RateGeneral != 300 {
		t.Errorf("%+v %v", c, err)
	}
}

func TestEachFaultIsNamed(t *testing.T) {
	for name, value := range map[string]string{
		"HEARTEN_ADDR":             "nowhere",
		"HEARTEN_INTERNAL_ADDR":    "127.0.0.1:8080",
		"HEARTEN_DATABASE_URL":     "mysql://x",
		"HEARTEN_SQLITE_SYNC":      "OFF",
		"HEARTEN_PUBLIC_URL":       "ftp://x",
		"HEARTEN_MEDIA_URL":        "gopher://x",
		"HEARTEN_TRUSTED_PROXIES":  "10.0.0.0/99",
		"HEARTEN_CENTRE_NETWORKS":  "home",
		"HEARTEN_SECRET":           "too-short",
		"HEARTEN_INTERNAL_KEY":     "short",
		"HEARTEN_ADMIN_EMAIL":      "someone@example.hk", // without its password
		"HEARTEN_RATE_LIMITS":      "off",
		"HEARTEN_CLOCK_OFFSET":     "1h",
		"HEARTEN_BACKUP_EVERY":     "1m",
		"HEARTEN_BACKUP_KEEP":      "0",
		"HEARTEN_BACKUP_RECIPIENT": "age1nobody",
		"HEARTEN_SMS_HOURLY":       "0",
		"HEARTEN_RATE_GENERAL":     "many",
		"HEARTEN_CORS_ORIGINS":     "portal",
		"HEARTEN_LOG_LEVEL":        "loud",
		"HEARTEN_SMTP_URL":         "smtp://mail.example.hk",
		"HEARTEN_SMS_URL":          "http://sms.example.hk",
		"HEARTEN_SMS_METHOD":       "DANCE",
		"HEARTEN_SMS_HEADERS":      "X-Key: abc",
		"HEARTEN_SMS_BODY":         "{{.Phone}}",
		"HEARTEN_SMS_SUCCESS":      "perhaps",
		"HEARTEN_FCM_CREDENTIALS":  "/nowhere/fcm.json",
		"HEARTEN_FCM_URL":          "ftp://fcm.example.hk",
		"HEARTEN_DEV":              "perhaps",
	} {
		vars := production()
		vars[name] = value
		_, err := LoadConfig(vars)
		field := strings.ReplaceAll(strings.TrimPrefix(name, "HEARTEN_"), "_", "")
		if err == nil || !strings.Contains(strings.ReplaceAll(strings.ToUpper(err.Error()), "_", ""), field) {
			t.Errorf("%s=%s: %v", name, value, err)
		}
	}
}

func TestFaultsAreGathered(t *testing.T) {
	vars := production()
	vars["HEARTEN_ADDR"], vars["HEARTEN_SECRET"], vars["HEARTEN_RATE_AUTH"] = "x", "hush-hush", "0"
	vars["HEARTEN_DATABASE_URL"] = "postgres://db/hearten"
	_, err := LoadConfig(vars)
	if err == nil || strings.Count(err.Error(), "\n  - ") != 3 {
		t.Fatalf("%v", err)
	}
	if strings.Contains(err.Error(), "hush-hush") {
		t.Fatal("a secret was printed")
	}
}

func TestReplicasMustShareASecret(t *testing.T) {
	vars := production()
	vars["HEARTEN_DATABASE_URL"] = "postgres://db/hearten"
	if _, err := LoadConfig(vars); err == nil {
		t.Fatal("PostgreSQL without a secret")
	}
	vars["HEARTEN_SECRET"] = longSecret + "," + longSecret + "2"
	if c, err := LoadConfig(vars); err != nil || len(c.Secrets) != 2 {
		t.Fatalf("%v %v", c.Secrets, err)
	}
}

func TestDevelopmentFillsTheGaps(t *testing.T) {
	c, err := LoadConfig(map[string]string{"HEARTEN_DEV": "1", "HEARTEN_ADDR": "127.0.0.1:9999"})
	if err != nil || c.AdminEmail != config.DevAdminEmail || c.PublicURL != "http://127.0.0.1:9999" || len(c.InternalKeys) != 1 {
		t.Fatalf("%+v %v", c, err)
	}
}
