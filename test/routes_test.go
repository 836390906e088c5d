package test

import (
	"maps"
	"slices"
	"testing"

	"hearten/internal/platform/limit"
	"hearten/test/bench"
)

// limited is every operation that is not counted as general traffic. It is
// written by hand, so that none changes its limit unnoticed.
var limited = map[string]limit.Class{
	"POST /app/auth/account/check": limit.Lookup,
	"POST /app/auth/username/info": limit.Lookup,

	"POST /app/auth/login":                  limit.Auth,
	"POST /app/auth/otp":                    limit.Auth,
	"POST /app/auth/login/verify":           limit.Auth,
	"POST /app/auth/signup/verify":          limit.Auth,
	"POST /app/auth/forgot-password/verify": limit.Auth,
	"POST /web/auth/login":                  limit.Auth,
	"POST /web/auth/otp":                    limit.Auth,
	"POST /web/auth/forgot-password/verify": limit.Auth,

	"GET /app/auth/info":         limit.Session,
	"POST /app/auth/password":    limit.Session,
	"PUT /app/auth/password":     limit.Session,
	"DELETE /app/auth/logout":    limit.Session,
	"PUT /app/auth/device-token": limit.Session,
	"POST /app/auth/refresh":     limit.Session,
	"DELETE /web/auth/logout":    limit.Session,
	"GET /web/auth/info":         limit.Session,
	"POST /web/auth/refresh":     limit.Session,
	"PUT /web/auth/password":     limit.Session,

	"GET /web/shop/vouchers/codes/{redeem_code}":          limit.Codes,
	"POST /web/shop/vouchers/codes/{redeem_code}/redeem":  limit.Codes,
	"POST /web/shop/vouchers/codes/{redeem_code}/reverse": limit.Codes,

	"GET /healthz": limit.None,
	"GET /readyz":  limit.None,
}

func TestEveryOperationHasItsLimit(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		got := map[string]limit.Class{}
		for _, r := range w.App.Router.Routes() {
			if r.Limit != limit.General {
				got[r.Route] = r.Limit
			}
		}
		for _, route := range slices.Sorted(maps.Keys(got)) {
			if _, known := limited[route]; !known {
				t.Errorf("%s is limited as %s; add it here if that is meant", route, got[route])
			}
		}
		for route, class := range limited {
			if got[route] != class {
				t.Errorf("%s is limited as %q, want %s", route, got[route], class)
			}
		}
	})
}

// personal is every staff operation that reads the record of one person: each
// call is in the audit log.
var personal = []string{
	"GET /web/friends/users/{user_id}",
	"GET /web/friends/users/{user_id}/default-permissions",
	"GET /web/remove/free/detail/{id}",
	"GET /web/remove/org/detail/{id}",
	"GET /web/shop/vouchers/codes/{redeem_code}",
	"GET /web/statistics/users/{user_id}",
	"GET /web/statistics/users/{user_id}/community-map",
	"GET /web/statistics/users/{user_id}/community-map/{communityEnum}/images",
	"GET /web/statistics/users/{user_id}/exp",
	"GET /web/users/{user_id}",
	"POST /web/audit/page",
	"POST /web/delivery/page",
	"POST /web/friends/blocked-users/page",
	"POST /web/friends/permissions",
	"POST /web/friends/search-free-users/page",
	"POST /web/friends/search-org-users/page",
	"POST /web/friends/users",
	"POST /web/friends/users/block",
	"POST /web/friends/users/page",
	"POST /web/friends/users/{user_id}/default-permissions",
	"POST /web/health/steps/adjust",
	"POST /web/health/steps/explain",
	"POST /web/health/steps/fetch",
	"POST /web/notice/free/send",
	"POST /web/notice/org/send",
	"POST /web/notice/page",
	"PUT /web/users/{user_id}",
	"PUT /web/users/{user_id}/otp-unlock",
}

func TestReadingAPersonIsAudited(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		var got []string
		for _, r := range w.App.Router.Routes() {
			if r.Person {
				got = append(got, r.Route)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, personal) {
			t.Errorf("audited as the reading of a person:\n%q\nwant\n%q", got, personal)
		}
	})
}
