package test

import (
	"testing"

	"hearten/internal/access"
	"hearten/test/bench"
)

// What each position may do, typed from the programme's role table. The
// positions are, in order: SUPPORT, PROFESSIONAL, CHIEF, SUPERVISOR, ADMIN.
// y: allowed, n: 403. An operation of staff that is not here fails the test.
var roleTable = map[string]string{
	"DELETE /web/auth/logout":  "yyyyy",
	"GET /web/auth/info":       "yyyyy",
	"POST /web/auth/refresh":   "yyyyy",
	"PUT /web/staffs/password": "yyyyy",
	"GET /web/roles/list":      "yyyyy",
	"GET /web/districts":       "yyyyy",
	"POST /web/survey":         "nyyyy",
	"GET /web/survey/{id}":     "yyyyy",
	"POST /web/survey/page":    "yyyyy",
	"PUT /web/survey":          "nyyyy",
	"DELETE /web/survey/{id}":  "nyyyy",
	"POST /web/audit/page":     "nnyyy",
}

func TestRoleTable(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		endsSession := map[string]bool{"DELETE /web/auth/logout": true, "POST /web/auth/refresh": true}
		signedIn := map[string]*bench.Caller{}
		caller := func(position access.Code, centre access.Centre, route string) *bench.Caller {
			key := string(position) + string(centre)
			if endsSession[route] || signedIn[key] == nil {
				signedIn[key] = w.Staff(position, centre)
			}
			defer func() {
				if endsSession[route] {
					delete(signedIn, key)
				}
			}()
			return signedIn[key]
		}
		positions := []access.Code{access.Support, access.Professional, access.Chief, access.Supervisor, access.Admin}
		for _, op := range w.Operations() {
			if op.Audience != "web" {
				continue
			}
			row, ok := roleTable[op.Route()]
			if !ok {
				t.Errorf("%s has no row in the role table", op.Route())
				continue
			}
			for i, position := range positions {
				for _, centre := range []access.Centre{access.CentreA, access.CentreB} {
					got := caller(position, centre, op.Route()).Do(op.Method, op.Example(), op.EmptyBody()).Status
					if refused := got == 403; refused != (row[i] == 'n') || got == 401 || got >= 500 {
						t.Errorf("%s as %s of %s answers %d, the table says %c", op.Route(), position, centre, got, row[i])
					}
				}
			}
		}
	})
}

// Nobody gets in without the right token, whatever the operation.
func TestNothingIsOpenByAccident(t *testing.T) {
	open := map[string]bool{
		"POST /web/auth/login": true, "GET /healthz": true, "GET /readyz": true,
	}
	bench.Each(t, func(t *testing.T, w *bench.World) {
		callers := map[string]*bench.Caller{
			"nobody": w.Anonymous(), "app": w.Member(), "web": w.Admin(), "internal": w.Service(),
		}
		for _, op := range w.Operations() {
			if open[op.Route()] {
				if op.Audience != "open" {
					t.Errorf("%s should be open", op.Route())
				}
				continue
			}
			for audience, caller := range callers {
				if audience == op.Audience {
					continue
				}
				reply := caller.Do(op.Method, op.Example(), op.EmptyBody())
				if reply.Status != 401 {
					t.Errorf("%s answers %d to %s", op.Route(), reply.Status, audience)
				}
				reply.Fails(401, "UNAUTHENTICATED")
			}
		}
	})
}

// Every operation says what it is for, whom it is for and what it answers.
func TestEveryOperationIsDocumented(t *testing.T) {
	w := bench.New(t, bench.Engines[0])
	audiences := map[string]bool{"open": true, "app": true, "web": true, "internal": true}
	operations := w.Operations()
	if len(operations) < 15 {
		t.Fatalf("only %d operations", len(operations))
	}
	for _, op := range operations {
		fail := func(format string, args ...any) { t.Errorf(op.Route()+": "+format, args...) }
		if op.Summary == "" || len(op.Tags) != 1 || op.Tags[0] == "" {
			fail("no summary or area")
		}
		if !audiences[op.Audience] {
			fail("audience %q", op.Audience)
		}
		if (op.Audience == "web") != (op.Permission != "") {
			fail("permission %q", op.Permission)
		}
		if (op.Audience == "open") != (op.SecuritySchemes == 0) {
			fail("%d security schemes", op.SecuritySchemes)
		}
		for _, problem := range op.UntypedData() {
			fail("%s", problem)
		}
		if missing := op.MissingStatuses(); len(missing) > 0 {
			fail("does not document %v", missing)
		}
	}
}

func TestExpectedOperations(t *testing.T) {
	w := bench.New(t, bench.Engines[0])
	have := map[string]string{}
	for _, op := range w.Operations() {
		have[op.Route()] = op.Audience
	}
	for route, audience := range map[string]string{
		"POST /web/auth/login": "open", "DELETE /web/auth/logout": "web", "GET /web/auth/info": "web",
		"POST /web/auth/refresh": "web", "GET /web/roles/list": "web", "GET /web/districts": "web",
		"GET /app/districts": "app", "POST /web/audit/page": "web", "PUT /web/staffs/password": "web",
		"POST /web/survey": "web", "GET /web/survey/{id}": "web", "POST /web/survey/page": "web",
		"PUT /web/survey": "web", "DELETE /web/survey/{id}": "web",
		"GET /healthz": "open", "GET /readyz": "open",
	} {
		if have[route] != audience {
			t.Errorf("%s: audience %q, want %q", route, have[route], audience)
		}
	}
}
