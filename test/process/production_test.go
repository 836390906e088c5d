package process

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"hearten/test/bench"
)

// production is an installation with everything that production asks for,
// except staff.
func production(t *testing.T) settings {
	t.Helper()
	text, err := pushCredentials()
	bench.Must(t, err)
	credentials := filepath.Join(t.TempDir(), "fcm.json")
	bench.Must(t, os.WriteFile(credentials, text, 0o600))
	return settings{
		"HEARTEN_DATA":            filepath.Join(t.TempDir(), "data"),
		"HEARTEN_PUBLIC_URL":      "https://hearten.example.hk",
		"HEARTEN_INTERNAL_KEY":    "the-key-of-the-other-services",
		"HEARTEN_SMTP_URL":        "smtp://mailer:the-password-of-the-mailer@127.0.0.1:2525?from=hello@hearten.example.hk",
		"HEARTEN_SMS_URL":         "https://sms.example.hk/send?key=the-key-of-the-sms-gateway",
		"HEARTEN_FCM_CREDENTIALS": credentials,
	}
}

// pushCredentials is a service account, as the push service hands it out.
var pushCredentials = sync.OnceValues(func() ([]byte, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return json.Marshal(map[string]string{
		"type":           "service_account",
		"project_id":     "hearten-test",
		"private_key_id": "0123456789abcdef",
		"private_key":    string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})),
		"client_email":   "push@hearten-test.iam.gserviceaccount.com",
		"token_uri":      "https://oauth2.googleapis.com/token",
	})
})
