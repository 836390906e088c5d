package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/limit"
	"hearten/internal/platform/words"
)

type silent struct{}

func (silent) Request(string, int, time.Duration) {}

type signedIn struct{}

func (signedIn) Staff(context.Context, string) (access.Staff, error) {
	return access.Staff{ID: "s1", Token: access.ScopeFull, Role: access.AdminRole()}, nil
}

func (signedIn) Member(context.Context, string) (access.Member, error) {
	return access.Member{ID: "m1", Token: access.ScopeFull}, nil
}

// log is an auditor that keeps whose record was read.
type log struct{ seen []string }

func (*log) Begin(ctx context.Context, _ access.Staff, _, _, _ string) context.Context { return ctx }
func (l *log) Saw(_ context.Context, id string)                                        { l.seen = append(l.seen, id) }
func (*log) Finish(context.Context) error                                              { return nil }

func newRouter(t *testing.T, out io.Writer) (*Router, *log) {
	t.Helper()
	l := &log{}
	return New(Options{
		Sessions: signedIn{}, Auditor: l, Observer: silent{}, Limiter: limit.New(limit.Limits{}, nil, nil, clock.System{}),
		Log: slog.New(slog.NewTextHandler(out, nil)),
	}), l
}

func call(r *Router, method, path, body string) (status int, reply string) {
	req := httptest.NewRequest(method, path, strings.NewReader(body))
	req.Header.Set("Accept-Language", "en")
	w := httptest.NewRecorder()
	r.Public().ServeHTTP(w, req)
	return w.Code, w.Body.String()
}

// refused runs f and tells what it panicked with.
func refused(f func()) (why string) {
	defer func() { why, _ = recover().(string) }()
	f()
	return ""
}

type span struct {
	Name string `json:"name" maxLength:"3"`
	From int    `json:"from"`
	To   int    `json:"to"`
}

var ruleOrder = fault.NewRule("必須不早於 from", "must not be before from")

func (s span) Check() []fault.Field {
	if s.To < s.From {
		return []fault.Field{ruleOrder.On("to")}
	}
	return nil
}

type spanInput struct {
	IfMatch
	JSON[span]
}

// Rules of the schema and of Check are told in one reply, whether the body is
// all that an operation takes or not.
func TestCheckedBodies(t *testing.T) {
	r, _ := newRouter(t, io.Discard)
	Open(r, "POST /alone", "A body alone", func(_ context.Context, in *Body[span]) (int, error) { return in.Body.To, nil })
	Open(r, "POST /more", "A body and a header", func(_ context.Context, in *spanInput) (int, error) { return in.Body.To, nil })
	for _, path := range []string{"/alone", "/more"} {
		for _, k := range []struct {
			body   string
			status int
			want   string
		}{
			{`{"name": "abc", "from": 1, "to": 2}`, 200, `"data":2`},
			{`{"name": "abc", "from": 2, "to": 1}`, 400, "to: must not be before from"},
			{`{"name": "abcd", "from": 2, "to": 1}`, 400, "name: must be at most 3 characters; to: must not be before from"},
			{`{"name": "abcd", "from": 1, "to": 2}`, 400, `"name: must be at most 3 characters"`},
			{`{"name": "abc", "from": "2", "to": 1}`, 400, `"from: must be a whole number"`},
			{`{`, 400, "The body is not valid JSON"},
		} {
			if status, reply := call(r, "POST", path, k.body); status != k.status || !strings.Contains(reply, k.want) {
				t.Errorf("%s %s: %d %s; want %d %s", path, k.body, status, reply, k.status, k.want)
			}
		}
	}
}

func TestABodyThatNothingWouldCheckIsRefusedAtStart(t *testing.T) {
	r, _ := newRouter(t, io.Discard)
	why := refused(func() {
		Open(r, "POST /plain", "A plain field", func(context.Context, *struct{ Body span }) (Null, error) { return Null{}, nil })
	})
	if !strings.Contains(why, "api.JSON") {
		t.Errorf("panicked with %q", why)
	}
}

type personPath struct {
	ID string `path:"id"`
}

func TestWhoseRecordWasRead(t *testing.T) {
	r, seen := newRouter(t, io.Discard)
	show := func(_ context.Context, _ access.Staff, in *personPath) (string, error) {
		if in.ID == "gone" {
			return "", fault.ErrNotFound
		}
		return "of " + in.ID, nil
	}
	Staff(r, access.Reference, "GET /by-input/{id}", "Named by the input", show, Reads(func(in *personPath) string { return in.ID }))
	Staff(r, access.Reference, "GET /by-reply/{id}", "Named by the reply", show, Shows(func(out string) string { return out }))
	Staff(r, access.Reference, "GET /nobody/{id}", "Not a person's", show, NoPerson())
	for _, path := range []string{"/by-input/7", "/by-reply/7", "/nobody/7", "/by-input/gone"} {
		call(r, "GET", path, "")
	}
	if got := strings.Join(seen.seen, ", "); got != "7, of 7" {
		t.Errorf("written down: %s", got)
	}
}

func TestOptionsForAnotherOperationAreRefusedAtStart(t *testing.T) {
	r, _ := newRouter(t, io.Discard)
	show := func(context.Context, access.Staff, *personPath) (string, error) { return "", nil }
	for want, option := range map[string]Option{
		"api.Reads": Reads(func(in *spanInput) string { return "" }),
		"api.Shows": Shows(func(int) string { return "" }),
	} {
		why := refused(func() { Staff(r, access.Reference, "GET /one/{id}", "Shows one", show, option) })
		if !strings.Contains(why, want) {
			t.Errorf("%s: panicked with %q", want, why)
		}
	}
}

func TestAReadThatDoesNotSayWhoseIsRefusedAtStart(t *testing.T) {
	r, _ := newRouter(t, io.Discard)
	show := func(context.Context, access.Staff, *personPath) (string, error) { return "", nil }
	all := func(context.Context, access.Staff, *None) (string, error) { return "", nil }
	for route, want := range map[string]bool{"GET /one/{id}": true, "POST /one/{id}/detail": true, "PUT /one/{id}": false} {
		why := refused(func() { Staff(r, access.Reference, route, "Shows one", show) })
		if strings.Contains(why, "api.NoPerson") != want {
			t.Errorf("%s: panicked with %q", route, why)
		}
	}
	type ofUser struct {
		UserID string `json:"userId"`
	}
	list := func(context.Context, access.Staff, *Body[ofUser]) (string, error) { return "", nil }
	if why := refused(func() { Staff(r, access.Reference, "POST /page", "Lists what a user has", list) }); !strings.Contains(why, "api.NoPerson") {
		t.Errorf("POST /page: panicked with %q", why)
	}
	if why := refused(func() { Staff(r, access.Reference, "GET /all", "Lists all", all) }); why != "" {
		t.Error(why)
	}
}

func TestRoutes(t *testing.T) {
	r, _ := newRouter(t, io.Discard)
	Open(r, "GET /usual", "Usual", func(context.Context, *None) (Null, error) { return Null{}, nil })
	Open(r.Area("Area", "An area"), "GET /strict", "Strict", func(context.Context, *None) (Null, error) { return Null{}, nil }, Limit(limit.Lookup))
	Staff(r, access.Reference, "GET /person/{id}", "A person", func(context.Context, access.Staff, *personPath) (Null, error) { return Null{}, nil },
		Reads(func(in *personPath) string { return in.ID }))
	want := []RouteInfo{{"GET /usual", limit.General, false}, {"GET /strict", limit.Lookup, false}, {"GET /person/{id}", limit.General, true}}
	if got := r.Routes(); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

func TestCallerOf(t *testing.T) {
	r, _ := newRouter(t, io.Discard)
	var got access.Caller
	Open(r, "GET /who", "Who calls", func(ctx context.Context, _ *None) (Null, error) {
		got = CallerOf(ctx)
		return Null{}, nil
	})
	call(r, "GET", "/who", "")
	if got.IP != "192.0.2.1" || got.Lang != words.English || got.RequestID == "" {
		t.Errorf("%+v", got)
	}
}

func TestInternalErrorsAreLoggedAndHidden(t *testing.T) {
	var out bytes.Buffer
	r, _ := newRouter(t, &out)
	Open(r, "GET /fails", "Fails", func(context.Context, *None) (Null, error) {
		return Null{}, fmt.Errorf("reading: %w", errors.New("survey/store.go:71: no such column"))
	})
	status, reply := call(r, "GET", "/fails", "")
	if status != 500 || strings.Contains(reply, "column") || !strings.Contains(reply, "reference ") {
		t.Errorf("%d %s", status, reply)
	}
	id := reply[strings.Index(reply, "reference ")+len("reference "):]
	for _, want := range []string{"operation=get-fails", "request=" + id[:36], "reading: survey/store.go:71: no such column"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in the log: %s", want, out.String())
		}
	}
}
