package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/session"
)

// person is a member or a staff member of the demo.
type person struct {
	id       string
	login    string
	nickname string
	audience session.Audience
	code     access.Code   // staff
	centre   access.Centre // where they belong
	token    string
	until    time.Time
	character
}

// body is a JSON object of a request.
type body = map[string]any

// reply is what the product answered.
type reply struct {
	status int
	code   string
	data   any
}

// refused is an answer that the demo did not expect.
type refused struct {
	call string
	reply
	message string
}

func (r refused) Error() string {
	return fmt.Sprintf("%s: %d %s %s", r.call, r.status, r.code, r.message)
}

// try calls an operation on someone's behalf; a refusal is an answer too.
func (p *programme) try(who *person, method, path string, in any) (reply, error) {
	text := []byte(nil)
	if in != nil {
		var err error
		if text, err = json.Marshal(in); err != nil {
			return reply{}, err
		}
	}
	return p.send(who, method, path, text, "application/json")
}

// do calls an operation that must succeed.
func (p *programme) do(who *person, method, path string, in any) (any, error) {
	r, err := p.try(who, method, path, in)
	return r.data, unexpected(err, r, method+" "+path)
}

// unexpected makes a refusal an error.
func unexpected(err error, r reply, call string) error {
	if err == nil && r.status != http.StatusOK {
		err = refused{call, r, fmt.Sprint(r.data)}
	}
	return err
}

// upload sends one file in a form.
func (p *programme) upload(who *person, path, field string, file []byte) (any, error) {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile(field, "picture.png")
	if err != nil {
		return nil, err
	}
	if _, err := part.Write(file); err != nil {
		return nil, err
	}
	if err := form.Close(); err != nil {
		return nil, err
	}
	r, err := p.send(who, http.MethodPost, path, b.Bytes(), form.FormDataContentType())
	return r.data, unexpected(err, r, "POST "+path)
}

func (p *programme) send(who *person, method, path string, text []byte, kind string) (reply, error) {
	if err := p.signIn(who); err != nil {
		return reply{}, err
	}
	p.calls++
	req, err := http.NewRequestWithContext(p.ctx, method, "http://demo"+path, bytes.NewReader(text))
	if err != nil {
		return reply{}, err
	}
	req.RemoteAddr = "127.0.0.1:1"
	req.Header.Set("Authorization", "Bearer "+who.token)
	if text != nil {
		req.Header.Set("Content-Type", kind)
	}
	answer := &recorder{header: http.Header{}, status: http.StatusOK}
	p.app.Router.Public().ServeHTTP(answer, req)
	var envelope struct {
		Message string `json:"message"`
		Data    any    `json:"data"`
	}
	if err := json.Unmarshal(answer.text.Bytes(), &envelope); err != nil {
		return reply{}, fmt.Errorf("%s %s: %w", method, path, err)
	}
	r := reply{answer.status, answer.header.Get("X-Error-Code"), envelope.Data}
	if r.status != http.StatusOK {
		r.data = envelope.Message
	}
	if r.status >= http.StatusInternalServerError {
		return r, refused{method + " " + path, r, envelope.Message}
	}
	return r, nil
}

// signIn opens a session without a password: hundreds of hashes would take
// longer than everything else. A new token in a reply replaces it.
func (p *programme) signIn(who *person) error {
	now := p.clock.Now()
	if who.token != "" && now.Before(who.until) {
		return nil
	}
	life := 20 * 24 * time.Hour
	if who.audience == session.Web {
		life = 6 * time.Hour
	}
	who.until = now.Add(life)
	return p.app.DB.Write(p.ctx, func(tx *db.Tx) (err error) {
		who.token, err = p.app.Sessions.Open(p.ctx, tx, who.audience, who.id, access.ScopeFull)
		return err
	})
}

// recorder keeps what a handler writes.
type recorder struct {
	header http.Header
	status int
	text   bytes.Buffer
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(b []byte) (int, error) { return r.text.Write(b) }

// There is no connection whose deadlines could be moved.
func (r *recorder) SetReadDeadline(time.Time) error  { return nil }
func (r *recorder) SetWriteDeadline(time.Time) error { return nil }
