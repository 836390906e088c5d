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
	"PUT /web/auth/password":   "nnnnn", // a reset token alone opens it
	"POST /web/media/upload":   "yyyyy",
	"PUT /web/staffs/password": "yyyyy",
	"GET /web/roles/list":      "yyyyy",
	"GET /web/districts":       "yyyyy",
	"POST /web/survey":         "nyyyy",
	"GET /web/survey/{id}":     "yyyyy",
	"POST /web/survey/page":    "yyyyy",
	"PUT /web/survey":          "nyyyy",
	"DELETE /web/survey/{id}":  "nyyyy",
	"POST /web/audit/page":     "nnyyy",
	"POST /web/delivery/page":  "nnyyy",
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
		"GET /healthz": true, "GET /readyz": true, "GET /app/config": true,
		"POST /web/auth/login": true, "POST /web/auth/otp": true, "POST /web/auth/forgot-password/verify": true,
		"POST /app/auth/account/check": true, "POST /app/auth/username/info": true, "POST /app/auth/login": true,
		"POST /app/auth/otp": true, "POST /app/auth/login/verify": true, "POST /app/auth/signup/verify": true,
		"POST /app/auth/forgot-password/verify": true,
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
	for audience, routes := range map[string][]string{
		"open": {
			"GET /healthz", "GET /readyz", "GET /app/config", "POST /web/auth/login", "POST /web/auth/otp",
			"POST /web/auth/forgot-password/verify", "POST /app/auth/account/check", "POST /app/auth/username/info",
			"POST /app/auth/login", "POST /app/auth/otp", "POST /app/auth/login/verify", "POST /app/auth/signup/verify",
			"POST /app/auth/forgot-password/verify",
		},
		"app": {
			"GET /app/auth/info", "POST /app/auth/password", "PUT /app/auth/password", "DELETE /app/auth/logout",
			"PUT /app/auth/device-token", "POST /app/auth/refresh", "GET /app/districts", "GET /app/consents", "PUT /app/consents",
			"GET /app/users/is-set-pwd", "PUT /app/users/password", "POST /app/users/district", "PUT /app/users/district",
			"GET /app/users/type", "PUT /app/users/join-member", "PUT /app/users/out-member", "GET /app/users/profile",
			"GET /app/users/personal", "PUT /app/users/personal", "GET /app/users/account", "PUT /app/users/username",
			"PUT /app/users/phone", "POST /app/user/phone/verify", "POST /app/users/phone/verify", "PUT /app/users/email",
			"POST /app/users/email/verify", "POST /app/users/avatar", "DELETE /app/users/avatar", "GET /app/users/member-apply",
			"DELETE /app/users/member-apply", "GET /app/users/district-apply", "DELETE /app/users/district-apply",
			"DELETE /app/users/remove", "GET /app/users/is-share", "GET /app/users/invitation-code",
			"POST /app/users/invitation-code/apply", "POST /app/users/data-export", "GET /app/users/data-export",
		},
		"web": {
			"DELETE /web/auth/logout", "GET /web/auth/info", "POST /web/auth/refresh", "PUT /web/auth/password",
			"GET /web/roles/list", "GET /web/districts", "POST /web/audit/page", "PUT /web/staffs/password",
			"POST /web/survey", "GET /web/survey/{id}", "POST /web/survey/page", "PUT /web/survey", "DELETE /web/survey/{id}",
			"POST /web/delivery/page", "POST /web/media/upload",
		},
		"internal": {
			"GET /media/base", "POST /media/upload", "POST /media/list", "POST /media/list/size", "POST /media/delete",
			"POST /media/transfer", "POST /media/copy", "POST /media/existence", "POST /media/url", "POST /qr",
			"POST /sms/send", "POST /email/send", "POST /email/send/welcome", "POST /otp/verify", "POST /push", "POST /push/batch",
		},
	} {
		for _, route := range routes {
			if have[route] != audience {
				t.Errorf("%s: audience %q, want %q", route, have[route], audience)
			}
			delete(have, route)
		}
	}
	for route := range have {
		t.Errorf("%s is served and nobody expects it", route)
	}
}
