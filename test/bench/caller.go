package bench

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"hearten/internal/demo/jsonpath"
)

// Caller is someone who calls the API.
type Caller struct {
	w *World
	// Token is sent as bearer token, unless empty.
	Token string
	// ID is whose token it is.
	ID     string
	header http.Header
}

// Anonymous calls without a token.
func (w *World) Anonymous() *Caller { return &Caller{w: w} }

// Service calls with the service key.
func (w *World) Service() *Caller { return &Caller{w: w, Token: w.Config.InternalKeys[0]} }

// At is the same caller on another replica.
func (c *Caller) At(w *World) *Caller {
	other := *c
	other.w = w
	return &other
}

// With adds a header to what the caller sends.
func (c *Caller) With(name, value string) *Caller {
	other := *c
	other.header = c.header.Clone()
	if other.header == nil {
		other.header = http.Header{}
	}
	other.header.Set(name, value)
	return &other
}

// English asks for messages in English.
func (c *Caller) English() *Caller { return c.With("Accept-Language", "en") }

// Get, Delete, Post and Put call an operation. A body that is a string or
// bytes is sent as it is, anything else as JSON.
func (c *Caller) Get(path string) *Reply            { return c.Do(http.MethodGet, path, nil) }
func (c *Caller) Delete(path string) *Reply         { return c.Do(http.MethodDelete, path, nil) }
func (c *Caller) Post(path string, body any) *Reply { return c.Do(http.MethodPost, path, body) }
func (c *Caller) Put(path string, body any) *Reply  { return c.Do(http.MethodPut, path, body) }

// Do calls an operation and checks the reply against the document.
func (c *Caller) Do(method, path string, body any) *Reply {
	c.w.T.Helper()
	req, res, text := c.send(method, path, body)
	c.w.checkAgainstDocument(req, res, text)
	return c.reply(req, res, text)
}

// Unchecked calls what the document does not know.
func (c *Caller) Unchecked(method, path string, body any) *Reply {
	c.w.T.Helper()
	req, res, text := c.send(method, path, body)
	return c.reply(req, res, text)
}

func (c *Caller) reply(req *http.Request, res *http.Response, text []byte) *Reply {
	return &Reply{t: c.w.T, call: req.Method + " " + req.URL.Path, Status: res.StatusCode, Header: res.Header, Text: string(text)}
}

func (c *Caller) send(method, path string, body any) (*http.Request, *http.Response, []byte) {
	c.w.T.Helper()
	req, err := http.NewRequest(method, c.w.URL+path, reader(c.w.T, body))
	Must(c.w.T, err)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	for name, values := range c.header {
		req.Header[name] = values
	}
	res, err := http.DefaultClient.Do(req)
	Must(c.w.T, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	Must(c.w.T, err)
	return req, res, text
}

func reader(t testing.TB, body any) io.Reader {
	switch b := body.(type) {
	case nil:
		return nil
	case string:
		return strings.NewReader(b)
	case []byte:
		return bytes.NewReader(b)
	default:
		text, err := json.Marshal(b)
		Must(t, err)
		return bytes.NewReader(text)
	}
}

// Reply is what came back.
type Reply struct {
	t      testing.TB
	call   string
	Status int
	Header http.Header
	Text   string
}

// OK expects success in the envelope.
func (r *Reply) OK() *Reply {
	r.t.Helper()
	if r.Status != http.StatusOK || r.Value("success") != true || r.Value("message") != "" {
		r.t.Fatalf("%s: want success, got %d %s", r.call, r.Status, r.Text)
	}
	return r
}

// Fails expects a refusal in the envelope, with a code and words of its text.
func (r *Reply) Fails(status int, code string, words ...string) *Reply {
	r.t.Helper()
	message, _ := r.Value("message").(string)
	if r.Status != status || r.Header.Get("X-Error-Code") != code || r.Value("success") != false || message == "" ||
		!strings.HasSuffix(strings.TrimSpace(r.Text), `"data":null}`) || !strings.HasPrefix(r.Text, `{"success":false,"message":`) {
		r.t.Fatalf("%s: want %d %s, got %d %s %s", r.call, status, code, r.Status, r.Header.Get("X-Error-Code"), r.Text)
	}
	for _, word := range words {
		if !strings.Contains(message, word) {
			r.t.Fatalf("%s: message %q does not say %q", r.call, message, word)
		}
	}
	return r
}

// Value finds a value by its path, such as data.items.0.title; nil when absent.
func (r *Reply) Value(path string) any {
	r.t.Helper()
	var v any
	if err := json.Unmarshal([]byte(r.Text), &v); err != nil {
		r.t.Fatalf("%s: not JSON: %s", r.call, r.Text)
	}
	return jsonpath.At(v, path)
}

// String is a text value by its path.
func (r *Reply) String(path string) string {
	r.t.Helper()
	s, ok := r.Value(path).(string)
	if !ok {
		r.t.Fatalf("%s: no text at %s in %s", r.call, path, r.Text)
	}
	return s
}

// Int is a number by its path.
func (r *Reply) Int(path string) int {
	r.t.Helper()
	n, ok := r.Value(path).(float64)
	if !ok {
		r.t.Fatalf("%s: no number at %s in %s", r.call, path, r.Text)
	}
	return int(n)
}

// List is the values of one field over a list.
func (r *Reply) List(path, field string) []any {
	r.t.Helper()
	items, ok := r.Value(path).([]any)
	if !ok {
		r.t.Fatalf("%s: no list at %s in %s", r.call, path, r.Text)
	}
	out := make([]any, len(items))
	for i, item := range items {
		out[i] = item.(map[string]any)[field]
	}
	return out
}

// Into decodes the data.
func (r *Reply) Into(v any) {
	r.t.Helper()
	envelope := struct {
		Data any `json:"data"`
	}{v}
	Must(r.t, json.Unmarshal([]byte(r.Text), &envelope))
}

// WithToken is the same caller with another token.
func (c *Caller) WithToken(token string) *Caller {
	other := *c
	other.Token = token
	return &other
}

// Body is a JSON object in a request.
type Body = map[string]any

// PageIDs are the ids that a page of a list shows.
func PageIDs(c *Caller, path string, b Body) []string {
	var ids []string
	for _, id := range c.Post(path, b).OK().List("data.items", "id") {
		ids = append(ids, id.(string))
	}
	return ids
}
