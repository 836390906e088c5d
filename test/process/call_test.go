package process

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"hearten/test/bench"
)

// body is a JSON object in a request.
type body map[string]any

// caller calls one server, with a token unless it is empty.
type caller struct {
	c      *child
	token  string
	header http.Header
}

// by calls with a token.
func (c *child) by(token string) caller { return caller{c: c, token: token} }

// admin signs in as the development administrator.
func (c *child) admin() caller {
	c.t.Helper()
	return c.by(c.signIn(adminEmail, adminPassword))
}

// signIn gives a token.
func (c *child) signIn(loginID, password string) string {
	c.t.Helper()
	return c.by("").signIn(loginID, password)
}

// with sends a header too.
func (a caller) with(name, value string) caller {
	a.header = http.Header{name: {value}}
	return a
}

func (a caller) signIn(loginID, password string) string {
	a.c.t.Helper()
	var data struct{ AccessToken string }
	a.post("/web/auth/login", body{"loginID": loginID, "password": password}).ok().into(&data)
	return data.AccessToken
}

func (a caller) get(path string) *reply            { a.c.t.Helper(); return a.do("GET", path, nil) }
func (a caller) delete(path string) *reply         { a.c.t.Helper(); return a.do("DELETE", path, nil) }
func (a caller) post(path string, send any) *reply { a.c.t.Helper(); return a.do("POST", path, send) }
func (a caller) put(path string, send any) *reply  { a.c.t.Helper(); return a.do("PUT", path, send) }
func (a caller) do(method, path string, send any) *reply {
	a.c.t.Helper()
	r, err := a.try(method, path, send)
	bench.Must(a.c.t, err)
	return r
}

// try calls a server that may be gone.
func (a caller) try(method, path string, send any) (*reply, error) {
	var text io.Reader
	if send != nil {
		b, err := json.Marshal(send)
		if err != nil {
			return nil, err
		}
		text = bytes.NewReader(b)
	}
	req, err := http.NewRequest(method, "http://"+a.c.address+path, text)
	if err != nil {
		return nil, err
	}
	return a.send(req)
}

func (a caller) send(req *http.Request) (*reply, error) {
	if req.Body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if a.token != "" {
		req.Header.Set("Authorization", "Bearer "+a.token)
	}
	for name, values := range a.header {
		req.Header[name] = values
	}
	res, err := a.c.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return &reply{t: a.c.t, call: req.Method + " " + req.URL.Path, status: res.StatusCode, code: res.Header.Get("X-Error-Code"), text: string(text)}, err
}

// reply is what came back.
type reply struct {
	t      *testing.T
	call   string
	status int
	code   string
	text   string
}

// succeeded reports success in the envelope.
func (r *reply) succeeded() bool {
	var envelope struct{ Success bool }
	return r.status == http.StatusOK && json.Unmarshal([]byte(r.text), &envelope) == nil && envelope.Success
}

// ok expects success.
func (r *reply) ok() *reply {
	r.t.Helper()
	if !r.succeeded() {
		r.t.Fatalf("%s: want success, got %d %s %s", r.call, r.status, r.code, r.text)
	}
	return r
}

// fails expects a refusal in the envelope.
func (r *reply) fails(status int, code string) {
	r.t.Helper()
	envelope := struct {
		Success bool
		Message string
		Data    any
	}{Success: true}
	if err := json.Unmarshal([]byte(r.text), &envelope); err != nil || r.status != status || r.code != code ||
		envelope.Success || envelope.Message == "" || envelope.Data != nil {
		r.t.Fatalf("%s: want %d %s, got %d %s %s", r.call, status, code, r.status, r.code, r.text)
	}
}

// into decodes the data.
func (r *reply) into(data any) {
	r.t.Helper()
	envelope := struct{ Data any }{data}
	bench.Must(r.t, json.Unmarshal([]byte(r.text), &envelope))
}

// everything pages through a list and checks its total.
func everything[T any](a caller, path string, filter body) []T {
	a.c.t.Helper()
	var all []T
	for page := 1; ; page++ {
		filter["pagination"] = body{"page": page, "size": 100}
		var data struct {
			Items      []T
			Pagination struct{ TotalItems, TotalPages int }
		}
		a.post(path, filter).ok().into(&data)
		all = append(all, data.Items...)
		if page < data.Pagination.TotalPages {
			continue
		}
		if len(all) != data.Pagination.TotalItems {
			a.c.t.Fatalf("%s lists %d of %d", path, len(all), data.Pagination.TotalItems)
		}
		return all
	}
}
