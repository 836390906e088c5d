package test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/config"
	"hearten/internal/platform/words"
	"hearten/test/bench"
)

// Bad input of every kind: the right status, code and envelope.
func TestBadInput(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Chief, access.CentreA).English()
		create := func(send any) *bench.Reply { return staff.Post("/web/survey", send) }

		for name, send := range map[string]any{
			"broken JSON":         `{"title":`,
			"two values":          `{"title":"a","link":"https://a.hk"} {}`,
			"not JSON":            `title=a`,
			"an array":            `[]`,
			"null":                `null`,
			"text":                `"title"`,
			"a number":            `7`,
			"nothing":             ``,
			"NUL":                 `{"title":"a\u0000b","link":"https://a.hk"}`,
			"NUL after an escape": `{"title":"a\\\u0000b","link":"https://a.hk"}`,
			"not UTF-8":           []byte("{\"title\":\"\xff\xfe\",\"link\":\"https://a.hk\"}"),
			"deep":                `{"title":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`,
		} {
			t.Run(name, func(t *testing.T) { create(send).Fails(400, "VALIDATION") })
		}
		create(`{"title":"an escaped \\u0000 is text","link":"https://a.hk"}`).OK()

		staff.With("Content-Type", "text/plain").Post("/web/survey", `{"title":"a","link":"https://a.hk"}`).Fails(415, "UNSUPPORTED_MEDIA_TYPE")
		staff.With("Content-Type", "application/x-www-form-urlencoded").Post("/web/survey", `title=a`).Fails(415, "UNSUPPORTED_MEDIA_TYPE")
		staff.With("Content-Type", "application/json; charset=utf-8").Post("/web/survey", `{"title":"charset","link":"https://a.hk"}`).OK()

		staff.Get("/no/such/path").Fails(404, "NOT_FOUND")
		staff.Get("/web/survey/%ff%fe").Fails(404, "NOT_FOUND")
		staff.Get("/web/roles/list?ignored=%00").OK()
		if allow := staff.Get("/web/survey").Fails(405, "METHOD_NOT_ALLOWED").Header.Get("Allow"); allow != "POST, PUT" {
			t.Errorf("Allow is %q", allow)
		}
		staff.Do("PATCH", "/web/survey", bench.Body{}).Fails(405, "METHOD_NOT_ALLOWED")
		if head := w.Anonymous().Unchecked("HEAD", "/readyz", nil); head.Status != 200 || head.Text != "" {
			t.Errorf("HEAD /readyz: %d %q", head.Status, head.Text)
		}
		if n := staff.Post("/web/survey/page", bench.Body{"searchKey": ""}).OK().Int("data.pagination.totalItems"); n != 2 {
			t.Errorf("%d surveys are stored, want the two good ones", n)
		}
	})
}

func TestBodySize(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Chief, access.CentreA)
		sized := func(n int) string {
			head := `{"title":"大小","link":"https://a.hk","note":"`
			return head + strings.Repeat("x", n-len(head)-2) + `"}`
		}
		staff.Post("/web/survey", sized(1<<20)).OK()
		staff.Post("/web/survey", sized(1<<20+1)).Fails(413, "TOO_LARGE")
		staff.Post("/web/survey", sized(5<<20)).Fails(413, "TOO_LARGE")
	})
}

func TestEveryFailingFieldIsNamed(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Chief, access.CentreA)
		bad := bench.Body{"title": "", "link": 5}
		staff.English().Post("/web/survey", bad).Fails(400, "VALIDATION", "title: must be 1 to 50 characters", "; ", "link: must be text")
		staff.Post("/web/survey", bad).Fails(400, "VALIDATION", "title: 必須為 1 至 50 個字元", "link: 必須是文字")
	})
}

func TestLanguage(t *testing.T) {
	w := bench.New(t, bench.Engines[0])
	for header, want := range map[string]string{
		"":                     "請先登入",
		"zh-HK":                "請先登入",
		"en":                   "Please sign in first",
		"en-GB,en;q=0.9":       "Please sign in first",
		"fr,zh;q=0.5,en;q=0.4": "請先登入",
		"zh;q=0.1, en;q=0.9":   "Please sign in first",
		"fr":                   "請先登入",
		"en;q=0":               "請先登入",
		"EN-us":                "Please sign in first",
	} {
		got := w.Anonymous().With("Accept-Language", header).Get("/web/auth/info").Fails(401, "UNAUTHENTICATED")
		if got.String("message") != want {
			t.Errorf("%q says %q", header, got.String("message"))
		}
	}
}

// A message that reads the same in both languages was not translated.
func TestMessagesAreTranslated(t *testing.T) {
	han := regexp.MustCompile(`\p{Han}`)
	texts := words.All()
	if len(texts) < 30 {
		t.Fatalf("only %d messages are registered", len(texts))
	}
	verbs := regexp.MustCompile(`%[a-z]`)
	for _, text := range texts {
		zh, en := text.In(words.Chinese), text.In(words.English)
		if zh == en || !han.MatchString(zh) || han.MatchString(en) {
			t.Errorf("not translated: %q / %q", zh, en)
		}
		if strings.Join(verbs.FindAllString(zh, -1), "") != strings.Join(verbs.FindAllString(en, -1), "") {
			t.Errorf("different arguments: %q / %q", zh, en)
		}
	}
}

func TestEveryResponseHasItsHeaders(t *testing.T) {
	w := bench.New(t, bench.Engines[0])
	ids := map[string]bool{}
	for _, r := range []*bench.Reply{
		w.Anonymous().Get("/healthz"), w.Anonymous().Get("/nowhere"), w.Anonymous().Get("/web/auth/info"),
		w.Anonymous().Post("/web/auth/login", "{"), w.Admin().Get("/web/roles/list"),
	} {
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
			"Cache-Control": "no-store", "Content-Type": "application/json",
		} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s is %q", name, got)
			}
		}
		id := r.Header.Get("X-Request-Id")
		if id == "" || ids[id] {
			t.Errorf("request id %q", id)
		}
		ids[id] = true
		if r.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Error("CORS is open")
		}
	}
	if w.Anonymous().Get("/web/auth/info").Header.Get("WWW-Authenticate") == "" {
		t.Error("a 401 must say how to authenticate")
	}
}

func TestCORSOnlyForConfiguredOrigins(t *testing.T) {
	w := bench.New(t, bench.Engines[0], bench.With(func(c *config.Config) { c.CORSOrigins = []string{"https://portal.example.hk"} }))
	ask := func(origin string) http.Header {
		return w.Anonymous().With("Origin", origin).With("Access-Control-Request-Method", "POST").Unchecked("OPTIONS", "/web/auth/login", nil).Header
	}
	if h := ask("https://portal.example.hk"); h.Get("Access-Control-Allow-Origin") != "https://portal.example.hk" || h.Get("Access-Control-Allow-Methods") == "" {
		t.Errorf("the portal is refused: %v", h)
	}
	if h := ask("https://evil.example"); h.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("a stranger is let in: %v", h)
	}
}

func TestPanicAndTimeoutAreEnvelopes(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		bench.AddOperations(w)
		caller := w.Anonymous().English()
		panicked := caller.Unchecked("GET", "/test/panic", nil).Fails(500, "INTERNAL", "reference")
		if id := panicked.Header.Get("X-Request-Id"); !strings.Contains(panicked.String("message"), id) || !strings.Contains(w.Logs.String(), id) {
			t.Error("the request's id links the answer to the log")
		}
		failed := caller.Unchecked("GET", "/test/fail", nil).Fails(500, "INTERNAL")
		if strings.Contains(failed.Text, "SELECT") {
			t.Error("the cause is told")
		}
		if !strings.Contains(w.Logs.String(), "SELECT secret") {
			t.Error("the cause is not logged")
		}
		caller.Unchecked("GET", "/test/slow", nil).Fails(503, "TIMEOUT")
		caller.Unchecked("GET", "/test/query?text=fine", nil).OK()
		caller.Unchecked("GET", "/test/query?text=%00", nil).Fails(400, "VALIDATION")
		caller.Unchecked("GET", "/test/query?text=%ff", nil).Fails(400, "VALIDATION")
	}, bench.Timeout(50*time.Millisecond))
}

// A caller who goes away is not an error of ours.
func TestCancelledRequestIsNoError(t *testing.T) {
	w := bench.New(t, bench.Engines[0])
	entered := bench.AddOperations(w)
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.URL+"/test/slow", nil)
	bench.Must(t, err)
	go func() { <-entered; cancel() }()
	if res, err := http.DefaultClient.Do(req); err == nil {
		_, _ = io.Copy(io.Discard, res.Body)
		t.Fatal("the request was not cancelled")
	}
	bench.Eventually(t, func() bool { return strings.Contains(w.Logs.String(), `"status":499`) })
	if strings.Contains(w.Logs.String(), "request failed") {
		t.Error("a cancelled request was logged as a failure")
	}
}

func TestRateLimits(t *testing.T) {
	on := bench.With(func(c *config.Config) {
		c.RateLimits, c.RateGeneral, c.RateAuth = "on", 12, 5
	})
	bench.Each(t, func(t *testing.T, w *bench.World) {
		for range 5 {
			w.Anonymous().Post("/web/auth/login", bench.Body{"loginID": "a@b.hk", "password": "x"}).Fails(401, "BAD_CREDENTIALS")
		}
		refused := w.Anonymous().Post("/web/auth/login", bench.Body{"loginID": "a@b.hk", "password": "x"}).Fails(429, "RATE_LIMITED")
		if refused.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		// The limit of signing in holds on every replica.
		w.Replica().Anonymous().Post("/web/auth/login", bench.Body{"loginID": "a@b.hk", "password": "x"}).Fails(429, "RATE_LIMITED")
		w.Clock.Advance(time.Minute)
		admin := w.Admin()
		for range 12 {
			admin.Get("/web/roles/list").OK()
		}
		admin.Get("/web/roles/list").Fails(429, "RATE_LIMITED")
		w.Anonymous().Get("/healthz").OK()
		w.Clock.Advance(time.Minute)
		admin.Get("/web/roles/list").OK()
	}, on)
}

func TestTokensOfOtherAudiences(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff, member, service := w.Admin(), w.Member(), w.Service()
		member.Get("/app/districts").OK()
		staff.Get("/web/districts").OK()
		for _, c := range []*bench.Caller{member, service, w.Anonymous()} {
			c.Get("/web/districts").Fails(401, "UNAUTHENTICATED")
		}
		for _, c := range []*bench.Caller{staff, service, w.Anonymous()} {
			c.Get("/app/districts").Fails(401, "UNAUTHENTICATED")
		}
		tampered := *staff
		tampered.Token = staff.Token[:len(staff.Token)-4] + "AAAA"
		tampered.Get("/web/districts").Fails(401, "UNAUTHENTICATED")
		tampered.Token = "not a token"
		tampered.Get("/web/districts").Fails(401, "UNAUTHENTICATED")
	})
}

// Two secrets may be live: tokens of the older one are still good.
func TestSecretRotation(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		old := w.Admin()
		first := w.Config.Secrets[0]
		second := "another-secret-that-is-long-enough-too"
		w.Config.Secrets = []string{second, first}
		rotated := w.Replica()
		old.At(rotated).Get("/web/auth/info").OK()
		fresh := rotated.Admin()
		fresh.At(w).Get("/web/auth/info").Fails(401, "UNAUTHENTICATED")
		w.Config.Secrets = []string{second}
		done := w.Replica()
		fresh.At(done).Get("/web/auth/info").OK()
		old.At(done).Get("/web/auth/info").Fails(401, "UNAUTHENTICATED")
	})
}

func TestSessionsAcrossReplicas(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		replica := w.Replica()
		staff, member := w.Admin(), w.Member()
		staff.At(replica).Get("/web/auth/info").OK()
		member.At(replica).Get("/app/districts").OK()
		staff.Delete("/web/auth/logout").OK()
		staff.At(replica).Get("/web/auth/info").Fails(401, "UNAUTHENTICATED")
	})
}

func TestDistricts(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		app, web := w.Member().Get("/app/districts").OK(), w.Admin().Get("/web/districts").OK()
		if app.Text != web.Text {
			t.Error("App and portal list different districts")
		}
		codes, centres, names := app.List("data", "code"), app.List("data", "centreEnum"), app.List("data", "name")
		if len(codes) != 19 {
			t.Fatalf("%d districts, want 13 communities and 6 others", len(codes))
		}
		for i, code := range codes {
			want := "CENTRE_OTHER"
			if n, ok := code.(float64); ok {
				if int(n) != i {
					t.Errorf("community %v stands at %d", n, i)
				}
				if want = "CENTRE_B"; n <= 5 {
					want = "CENTRE_A"
				}
			} else if i < 13 {
				t.Errorf("district %d has no community", i)
			}
			if centres[i] != want {
				t.Errorf("%v belongs to %v, want %s", names[i], centres[i], want)
			}
		}
	})
}

func TestDocumentationWorksOffline(t *testing.T) {
	w := bench.New(t, bench.Engines[0])
	fetch := func(path, kind string) []byte {
		res, err := http.Get(w.URL + path)
		bench.Must(t, err)
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		bench.Must(t, err)
		if res.StatusCode != 200 || !strings.HasPrefix(res.Header.Get("Content-Type"), kind) {
			t.Errorf("%s: %d %s", path, res.StatusCode, res.Header.Get("Content-Type"))
		}
		return text
	}
	page := fetch("/docs", "text/html")
	if bytes.Contains(page, []byte("http://")) || bytes.Contains(page, []byte("https://")) {
		t.Error("the page loads something from elsewhere")
	}
	if len(fetch("/docs/rapidoc-min.js", "text/javascript")) < 100_000 {
		t.Error("the page's script is missing")
	}
	fetch("/openapi.json", "application/json")
}
