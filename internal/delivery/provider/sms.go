package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"text/template"
)

// SMSSettings is what an installation says of its SMS gateway.
type SMSSettings struct {
	URL     string
	Method  string
	Headers string // a JSON object
	Body    string // a template
	Success string
}

// SMS is a gateway that takes text messages over HTTP.
type SMS struct {
	Success Success
	method  string
	header  http.Header
	url     *template.Template
	body    *template.Template // nil: none
}

// Text is one text message, as templates see it.
type Text struct {
	To   string // with the country's code: +85291234567
	Text string
	ID   string // the same each time the message is tried
}

// plainBody is what a gateway gets unless told otherwise.
const plainBody = `{"to":{{json .To}},"text":{{json .Text}},"id":{{json .ID}}}`

var functions = template.FuncMap{"json": func(s string) (string, error) {
	b, err := json.Marshal(s)
	return string(b), err
}}

// ParseSMS reads the settings of a gateway. The faults name their variables.
func ParseSMS(s SMSSettings) (*SMS, []error) {
	if rest, ok := strings.CutPrefix(s.URL, "twilio://"); ok {
		preset, err := twilio(rest)
		if err != nil {
			return nil, []error{fmt.Errorf("HEARTEN_SMS_URL %w", err)}
		}
		return preset, nil
	}
	var faults []error
	note := func(name string, err error) {
		if err != nil {
			faults = append(faults, fmt.Errorf("%s %w", name, err))
		}
	}
	sms := &SMS{method: strings.ToUpper(s.Method)}
	if sms.method == "" {
		sms.method = http.MethodPost
	}
	if !strings.Contains(" GET POST PUT ", " "+sms.method+" ") {
		note("HEARTEN_SMS_METHOD", errors.New("must be GET, POST or PUT"))
	}
	_, err := safeAddress(s.URL)
	note("HEARTEN_SMS_URL", err)
	sms.url, err = parseTemplate(s.URL)
	note("HEARTEN_SMS_URL", err)
	if s.Body == "" {
		s.Body = plainBody
	}
	if sms.method != http.MethodGet {
		sms.body, err = parseTemplate(s.Body)
		note("HEARTEN_SMS_BODY", err)
	}
	sms.header, err = parseHeaders(s.Headers)
	note("HEARTEN_SMS_HEADERS", err)
	sms.Success, err = ParseSuccess(s.Success)
	note("HEARTEN_SMS_SUCCESS", err)
	if len(faults) > 0 {
		return nil, faults
	}
	return sms, nil
}

// parseTemplate also tries the template, so that a field that does not exist is
// found now and not with the first message.
func parseTemplate(text string) (*template.Template, error) {
	t, err := template.New("template").Funcs(functions).Parse(text)
	if err != nil {
		return nil, fmt.Errorf("is not a template: %w", err)
	}
	if _, err := fill(t, Text{"+85290000000", "text", "id"}); err != nil {
		return nil, fmt.Errorf("is not a template: %w", err)
	}
	return t, nil
}

func parseHeaders(text string) (http.Header, error) {
	given := map[string]string{}
	if text != "" {
		if err := json.Unmarshal([]byte(text), &given); err != nil {
			return nil, errors.New(`must be a JSON object of texts, such as {"X-Api-Key":"…"}`)
		}
	}
	header := http.Header{}
	for name, value := range given {
		if name == "" || strings.ContainsAny(name, " :\r\n") || strings.ContainsAny(value, "\r\n") {
			return nil, errors.New("has a name or value that no header can have")
		}
		header.Set(name, value)
	}
	if header.Get("Content-Type") == "" {
		header.Set("Content-Type", "application/json")
	}
	return header, nil
}

// Request is what is sent for one message.
func (s *SMS) Request(ctx context.Context, m Text) (*http.Request, error) {
	address, err := fill(s.url, m)
	if err != nil {
		return nil, err
	}
	var body []byte
	if s.body != nil {
		if body, err = fill(s.body, m); err != nil {
			return nil, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, s.method, string(address), bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the address of the SMS gateway is not right") // the cause would repeat it
	}
	req.Header = s.header.Clone()
	req.Header.Set("Idempotency-Key", m.ID)
	return req, nil
}

func fill(t *template.Template, m Text) ([]byte, error) {
	var out bytes.Buffer
	err := t.Execute(&out, m)
	return out.Bytes(), err
}
