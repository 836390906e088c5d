package delivery_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/config"
	"hearten/test/bench"
)

func TestSMSRequest(t *testing.T) {
	onEach(t, bench.NewStandin, withSMS, func(t *testing.T, w *bench.World, sms *bench.Standin) {
		bench.Deliver(w, bench.CodeBySMS("91234567", "4321"))
		w.RunJobs()
		c := sms.Calls()[0]
		var sent struct{ To, Text, ID string }
		bench.Must(t, json.Unmarshal([]byte(c.Body), &sent))
		if c.Method != "POST" || c.Path != "/send" || c.Header.Get("Content-Type") != "application/json" || sent.To != "+85291234567" ||
			sent.Text != "Hearten：你用於登入的驗證碼是 4321，5 分鐘內有效。請勿告訴任何人。" || sent.ID != c.Header.Get("Idempotency-Key") {
			t.Fatalf("the gateway got %+v", c)
		}
	})
}

func TestSMSByTemplate(t *testing.T) {
	sms := bench.NewStandin(t)
	w := bench.New(t, bench.Engines[0], withSMS(sms), bench.With(func(c *config.Config) {
		c.SMSURL = sms.URL + "/v2/send?key=the-key-of-the-gateway"
		c.SMSMethod, c.SMSHeaders = "put", `{"X-Api-Key":"abc","Content-Type":"application/xml"}`
		c.SMSBody = `<sms to="{{slice .To 1}}" ref="{{.ID}}">{{html .Text}}</sms>`
		c.SMSSuccess = `200, 202; contains accepted`
	}))
	sms.Answer(bench.Answer{Status: 202, Body: "<answer>accepted</answer>"})
	bench.Deliver(w, bench.CodeBySMS("91234567", "4321"))
	w.RunJobs()
	fared(w, 1, 1)
	c := sms.Calls()[0]
	want := `<sms to="85291234567" ref="` + c.Header.Get("Idempotency-Key") + `">Hearten：你用於登入的驗證碼是 4321，5 分鐘內有效。請勿告訴任何人。</sms>`
	if c.Method != "PUT" || c.Query != "key=the-key-of-the-gateway" || c.Header.Get("X-Api-Key") != "abc" || c.Body != want {
		t.Fatalf("the gateway got %+v", c)
	}
}

func TestSMSByQuery(t *testing.T) {
	sms := bench.NewStandin(t)
	w := bench.New(t, bench.Engines[0], withSMS(sms), bench.With(func(c *config.Config) {
		c.SMSURL, c.SMSMethod = sms.URL+"/send?to={{urlquery .To}}&text={{urlquery .Text}}", "GET"
	}))
	bench.Deliver(w, bench.CodeBySMS("91234567", "4321"))
	w.RunJobs()
	c := sms.Calls()[0]
	query, err := url.ParseQuery(c.Query)
	bench.Must(t, err)
	if c.Method != "GET" || c.Body != "" || query.Get("to") != "+85291234567" || query.Get("text") == "" {
		t.Fatalf("the gateway got %+v", c)
	}
}

// An answer of 200 can mean that nothing was sent.
func TestSMSSuccessRule(t *testing.T) {
	onEach(t, bench.NewStandin, withSMS, func(t *testing.T, w *bench.World, sms *bench.Standin) {
		sms.Answer(
			bench.Answer{Status: 200, Body: `{"messages":[{"status":9,"text":"out of credit"}]}`},
			bench.Answer{Status: 200, Body: `<html>maintenance</html>`},
			bench.Answer{Status: 302, Header: map[string]string{"Location": "https://elsewhere.example"}},
			bench.Answer{Status: 200, Body: `{"messages":[{"status":0}]}`},
		)
		bench.Deliver(w, bench.CodeBySMS("91234567", "4321"))
		for _, word := range []string{"out of credit", "maintenance", "302"} {
			w.RunJobs()
			w.Clock.Advance(time.Minute)
			page := deliveries(w, bench.Body{})
			fared(w, 0, page.Int("data.items.0.attempts"), word)
		}
		w.RunJobs()
		fared(w, 1, 4)
	}, bench.With(func(c *config.Config) { c.SMSSuccess = "json messages.0.status = 0" }))
}

func TestSMSByTwilio(t *testing.T) {
	sms := bench.NewStandin(t)
	for from, field := range map[string]string{"+15017122661": "From", "MG0123456789abcdef0123456789abcdef": "MessagingServiceSid"} {
		address := "twilio://AC123:the-token-of-twilio@" + from + "?api=" + url.QueryEscape(sms.URL)
		w := bench.New(t, bench.Engines[0], bench.With(func(c *config.Config) { c.Dev, c.SMSURL = false, address }))
		sms.Answer(bench.Answer{Status: 201, Body: `{"sid":"SM1","status":"queued"}`})
		bench.Deliver(w, bench.CodeBySMS("91234567", "4321"))
		w.RunJobs()
		fared(w, 1, 1)
		c := sms.Calls()[len(sms.Calls())-1]
		form, err := url.ParseQuery(c.Body)
		bench.Must(t, err)
		if c.Method != "POST" || c.Path != "/2010-04-01/Accounts/AC123/Messages.json" ||
			c.Header.Get("Content-Type") != "application/x-www-form-urlencoded" ||
			c.Header.Get("Authorization") != "Basic QUMxMjM6dGhlLXRva2VuLW9mLXR3aWxpbw==" ||
			form.Get("To") != "+85291234567" || form.Get(field) != from || form.Get("Body") == "" {
			t.Fatalf("Twilio got %+v", c)
		}
		sms.Answer(bench.Answer{Status: 400, Body: `{"code":21211,"message":"The 'To' number +85291234567 is not a valid phone number."}`})
		bench.Deliver(w, bench.CodeBySMS("91234567", "4321"))
		w.RunJobs()
		fared(w, 2, 1, "21211", "'To' number ••• is not a valid")
	}
}

// A gateway that cannot be reached is tried again, and its key is not told.
func TestSMSOutOfReach(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		bench.Deliver(w, bench.CodeBySMS("91234567", "4321"))
		w.RunJobs()
		fared(w, 0, 1, "refused")
		if page := deliveries(w, bench.Body{}); strings.Contains(page.Text+w.Logs.String(), "the-key-of-the-gateway") {
			t.Errorf("the key was told: %s", page.Text)
		}
	}, bench.With(func(c *config.Config) { c.Dev, c.SMSURL = false, "http://127.0.0.1:1/send?key=the-key-of-the-gateway" }))
}
