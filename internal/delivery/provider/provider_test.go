package provider

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSMTP(t *testing.T) {
	s, err := ParseSMTP("smtp://mailer:p%40ss@mail.example.hk?from=Hearten%20%3Chello@example.hk%3E")
	if err != nil || s.Host != "mail.example.hk" || s.Port != 587 || s.Username != "mailer" || s.Password != "p@ss" ||
		s.From.Name != "Hearten" || s.From.Address != "hello@example.hk" || s.Security != StartTLS || s.Roots != nil {
		t.Fatalf("%+v %v", s, err)
	}
	s, err = ParseSMTP("smtps://mail.example.hk:4650?from=hello@example.hk")
	if err != nil || s.Port != 4650 || s.Security != TLS || s.Username != "" {
		t.Fatalf("%+v %v", s, err)
	}
	if s, err = ParseSMTP("smtp+insecure://127.0.0.1?from=hello@example.hk"); err != nil || s.Security != Plain || s.Port != 25 {
		t.Fatalf("%+v %v", s, err)
	}
	empty := filepath.Join(t.TempDir(), "empty.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for address, word := range map[string]string{
		"smtp://u:s3cret%zz@h?from=a@b.hk":                "address",
		"mailto:someone":                                  "address",
		"http://u:s3cret@h?from=a@b.hk":                   "smtp://",
		"smtp+insecure://u:s3cret@mail.hk?from=a@b.hk":    "this machine",
		"smtp://u:s3cret@mail.hk":                         "from",
		"smtp://u:s3cret@mail.hk?from=nobody":             "from",
		"smtp://u@mail.hk?from=a@b.hk":                    "password",
		"smtp://u:s3cret@mail.hk:99999?from=a@b.hk":       "port",
		"smtp://u:s3cret@mail.hk?from=a@b.hk&form=x":      "form",
		"smtp://u:s3cret@mail.hk?from=a@b.hk&ca=/nowhere": "ca",
		"smtp://u:s3cret@mail.hk?from=a@b.hk&ca=" + empty: "certificate",
	} {
		if _, err := ParseSMTP(address); err == nil || !strings.Contains(err.Error(), word) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestSMSFaults(t *testing.T) {
	for name, c := range map[string]struct {
		settings SMSSettings
		word     string
	}{
		"far from https":   {SMSSettings{URL: "http://sms.example.hk/?key=s3cret"}, "HEARTEN_SMS_URL must begin with https"},
		"no address":       {SMSSettings{URL: "https://u:s3cret%zz@h"}, "HEARTEN_SMS_URL is not an address"},
		"address template": {SMSSettings{URL: "https://h/{{.Phone}}"}, "HEARTEN_SMS_URL is not a template"},
		"method":           {SMSSettings{URL: "https://h", Method: "DANCE"}, "HEARTEN_SMS_METHOD"},
		"headers":          {SMSSettings{URL: "https://h", Headers: `["s3cret"]`}, "HEARTEN_SMS_HEADERS"},
		"header break":     {SMSSettings{URL: "https://h", Headers: `{"A":"s3cret\r\nB: c"}`}, "HEARTEN_SMS_HEADERS"},
		"body":             {SMSSettings{URL: "https://h", Body: "{{.To"}, "HEARTEN_SMS_BODY"},
		"body field":       {SMSSettings{URL: "https://h", Body: "{{.Phone}}"}, "HEARTEN_SMS_BODY"},
		"success":          {SMSSettings{URL: "https://h", Success: "always"}, "HEARTEN_SMS_SUCCESS"},
		"twilio":           {SMSSettings{URL: "twilio://AC1@+1501"}, "twilio://ACCOUNT_SID"},
		"twilio sender":    {SMSSettings{URL: "twilio://AC1:s3cret@"}, "twilio://ACCOUNT_SID"},
		"twilio region":    {SMSSettings{URL: "twilio://AC1:s3cret@+1501?api=ftp://x"}, "api"},
	} {
		_, faults := ParseSMS(c.settings)
		if len(faults) != 1 || !strings.Contains(faults[0].Error(), c.word) || strings.Contains(faults[0].Error(), "s3cret") {
			t.Errorf("%s: %v", name, faults)
		}
	}
	if _, faults := ParseSMS(SMSSettings{URL: "ftp://h", Method: "x", Headers: "x", Body: "{{", Success: "x"}); len(faults) != 5 {
		t.Errorf("five settings are wrong: %v", faults)
	}
}

// A text that holds quotes, breaks and signs stays one value.
func TestSMSEscapes(t *testing.T) {
	text := Text{"+85291234567", "a \"b\" & c=d\n{{.ID}} 字", "id"}
	for _, s := range []SMSSettings{{URL: "https://h"}, {URL: "https://h?t={{urlquery .Text}}", Method: "GET"}} {
		sms, faults := ParseSMS(s)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		req, err := sms.Request(context.Background(), text)
		if err != nil {
			t.Fatal(err)
		}
		got := struct{ To, Text string }{"", req.URL.Query().Get("t")}
		if req.Method == "POST" {
			body, _ := io.ReadAll(req.Body)
			if err := json.Unmarshal(body, &got); err != nil || got.To != text.To {
				t.Fatalf("%s: %v", body, err)
			}
		}
		if got.Text != text.Text || req.Header.Get("Idempotency-Key") != "id" {
			t.Errorf("%q arrives", got.Text)
		}
	}
}

func TestSuccess(t *testing.T) {
	for _, c := range []struct {
		rule   string
		status int
		body   string
		want   bool
	}{
		{"", 200, "", true}, {"", 204, "", true}, {"", 302, "", false}, {"", 500, "", false},
		{"200, 202", 202, "", true}, {"200, 202", 201, "", false}, {"3xx", 302, "", true},
		{"contains OK; 200", 200, "it is OK", true}, {"contains OK", 200, "ok", false}, {"contains a b", 200, "x a b x", true},
		{"json status = queued", 200, `{"status":"queued"}`, true}, {"json status = queued", 200, `{"status":"failed"}`, false},
		{"json status=0", 200, `{"status":0}`, true}, {"json status=0", 200, `{"status":"0"}`, true}, {"json status=0", 200, "status=0", false},
		{"json list.1.ok = true", 200, `{"list":[{},{"ok":true}]}`, true}, {"json list.2.ok = true", 200, `{"list":[{},{"ok":true}]}`, false},
		{"json error = null", 200, `{"error":null}`, true}, {"json error = null", 200, `{"error":"x"}`, false},
		{"json a.b = 1; contains c", 200, `{"a":{"b":1}}`, false}, {"json a = x=y", 200, `{"a":"x=y"}`, true},
		{"json id = 12345678901", 200, `{"id":12345678901}`, true},
	} {
		s, err := ParseSuccess(c.rule)
		if err != nil {
			t.Errorf("%q: %v", c.rule, err)
		}
		if got := s.Status(c.status) && s.Body([]byte(c.body)); got != c.want {
			t.Errorf("%q holds for %d %s: %v", c.rule, c.status, c.body, got)
		}
	}
	for _, bad := range []string{"yes", "600", "20", "contains", "json", "json a", "json = b", "200 202"} {
		if _, err := ParseSuccess(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

func TestFCM(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	secret := string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}))
	account := func(change func(map[string]string)) string {
		fields := map[string]string{"type": "service_account", "project_id": "p", "client_email": "a@b.hk", "private_key": secret}
		change(fields)
		text, _ := json.Marshal(fields)
		return string(text)
	}
	good := account(func(map[string]string) {})
	file := filepath.Join(t.TempDir(), "fcm.json")
	if err := os.WriteFile(file, []byte(good), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, given := range []string{good, file} {
		f, err := ParseFCM(given, "http://127.0.0.1:9/")
		if err != nil || f.Project != "p" || f.Account != "a@b.hk" || f.BaseURL != "http://127.0.0.1:9" || f.TokenURL != googleToken {
			t.Errorf("%+v %v", f, err)
		}
	}
	for word, bad := range map[string]string{
		"cannot be read":   "/nowhere/fcm.json",
		"service account":  account(func(f map[string]string) { f["type"] = "authorized_user" }),
		"project_id":       account(func(f map[string]string) { delete(f, "project_id") }),
		"private_key":      account(func(f map[string]string) { f["private_key"] = "s3cret" }),
		"token_uri":        account(func(f map[string]string) { f["token_uri"] = "http://far.example.hk" }),
		"not the JSON of ": `{"type":`,
	} {
		if _, err := ParseFCM(bad, ""); err == nil || !strings.Contains(err.Error(), word) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", word, err)
		}
	}
	if CheckFCMBase("http://far.example.hk") == nil || CheckFCMBase("https://fcm.example.hk") != nil {
		t.Error("the address of a server")
	}
}
