package process

import (
	"strings"
	"testing"
)

// With a listener of its own, what operators need is there and not in public.
func TestInternalListener(t *testing.T) {
	t.Parallel()
	s := onSQLite(t).with("HEARTEN_INTERNAL_ADDR", freeAddress(t))
	server := serve(t, s)
	internal := *server
	internal.address = s["HEARTEN_INTERNAL_ADDR"]

	server.admin().get("/web/auth/info").ok()
	checkMetrics(t, internal.by("").get("/metrics"))
	internal.by("").get("/healthz").ok()
	internal.by("").get("/readyz").ok()
	for path, shows := range map[string]string{"/debug/pprof/": "goroutine", "/debug/pprof/goroutine?debug=1": "goroutine profile"} {
		if r := internal.by("").get(path); r.status != 200 || !strings.Contains(r.text, shows) {
			t.Errorf("%s answers %d %.80s", path, r.status, r.text)
		}
	}
	internal.by("").get("/web/auth/info").fails(404, "NOT_FOUND")

	server.by("").get("/healthz").ok()
	for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/heap"} {
		server.by("").get(path).fails(404, "NOT_FOUND")
		server.by(serviceKey).get(path).fails(404, "NOT_FOUND")
	}
}

// Without one, metrics ask for the service key and profiles are not shown.
func TestPublicListenerAlone(t *testing.T) {
	t.Parallel()
	server := serve(t, onSQLite(t))
	admin := server.admin()
	admin.get("/web/auth/info").ok()
	for _, token := range []string{"", "not-the-service-key", serviceKey + "x", admin.token} {
		server.by(token).get("/metrics").fails(401, "UNAUTHENTICATED")
	}
	checkMetrics(t, server.by(serviceKey).get("/metrics"))
	server.by(serviceKey).get("/debug/pprof/").fails(404, "NOT_FOUND")
}

func checkMetrics(t *testing.T, r *reply) {
	t.Helper()
	if r.status != 200 {
		t.Fatalf("the metrics answer %d %s", r.status, r.text)
	}
	for _, line := range []string{
		`hearten_request_seconds_count{operation="post-web-auth-login",status="200"} 1`,
		`hearten_request_seconds_count{operation="get-web-auth-info",status="200"} 1`,
		`hearten_queries_total `, `hearten_jobs{lane="urgent",state="dead"} 0`, `hearten_jobs{lane="bulk",state="ready"} `,
		`hearten_jobs_oldest_seconds{lane="urgent"} `, `hearten_jobs_hung_total{lane="urgent"} 0`, `hearten_build_info{version="` + version + `"} 1`,
	} {
		if !strings.Contains(r.text, "\n"+line) {
			t.Errorf("the metrics lack %q", line)
		}
	}
}

// A forwarded address is believed from trusted proxies only, from the near end
// of the chain.
func TestForwardedAddress(t *testing.T) {
	t.Parallel()
	for _, server := range []struct {
		trust string
		cases map[string]string // X-Forwarded-For to what the audit log shows
	}{
		{"", map[string]string{"": "127.0.0.1", "203.0.113.9": "127.0.0.1"}},
		{"192.0.2.0/24", map[string]string{"203.0.113.9": "127.0.0.1"}},
		{"127.0.0.0/8,10.0.0.0/8", map[string]string{
			"":                                    "127.0.0.1",
			"203.0.113.9":                         "203.0.113.9",
			"2001:db8::9":                         "2001:db8::9",
			"203.0.113.9, 10.0.0.7":               "203.0.113.9",
			"198.51.100.1, 203.0.113.9, 10.0.0.7": "203.0.113.9",
			"127.0.0.1, 203.0.113.9":              "203.0.113.9",
			"198.51.100.1, nonsense, 10.0.0.7":    "10.0.0.7",
		}},
	} {
		t.Run("trusting "+server.trust, func(t *testing.T) {
			t.Parallel()
			c := serve(t, onSQLite(t).with("HEARTEN_TRUSTED_PROXIES", server.trust))
			admin := c.admin()
			for forwarded, want := range server.cases {
				caller := c.by("")
				if forwarded != "" {
					caller = caller.with("X-Forwarded-For", forwarded)
				}
				caller.signIn(adminEmail, adminPassword)
				if got := admin.lastLoginIP(); got != want {
					t.Errorf("a login forwarded for %q is logged from %q, not %q", forwarded, got, want)
				}
			}
		})
	}
}

// lastLoginIP is where the newest login came from, as the audit log has it.
func (a caller) lastLoginIP() string {
	a.c.t.Helper()
	var data struct {
		Items []struct{ Detail struct{ IP string } }
	}
	a.post("/web/audit/page", body{"action": "post-web-auth-login", "pagination": body{"page": 1, "size": 1}}).ok().into(&data)
	return data.Items[0].Detail.IP
}
