package test

import (
	"testing"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

// What each position may do, typed from the programme's role table. The
// positions are, in order: SUPPORT, PROFESSIONAL, CHIEF, SUPERVISOR, ADMIN.
// y: allowed, n: 403. An operation of staff that is not here fails the test.
var roleTable = map[string]string{
	"GET /web/statistics/users/{user_id}":                                      "yyyyy",
	"GET /web/statistics/users/{user_id}/community-map":                        "yyyyy",
	"GET /web/statistics/users/{user_id}/community-map/{communityEnum}/images": "yyyyy",
	"GET /web/statistics/users/{user_id}/exp":                                  "yyyyy",

	"POST /web/shop/page":                                 "yyyyy",
	"GET /web/shop/vouchers":                              "yyyyy",
	"GET /web/shop/vouchers/item-total":                   "yyyyy",
	"POST /web/shop/vouchers/users/page":                  "yyyyy",
	"GET /web/shop/vouchers/codes/{redeem_code}":          "yyyyy",
	"POST /web/shop/vouchers/codes/{redeem_code}/redeem":  "yyyyy",
	"POST /web/shop/vouchers/codes/{redeem_code}/reverse": "nnyyy",

	"DELETE /web/auth/logout":                     "yyyyy",
	"GET /web/auth/info":                          "yyyyy",
	"POST /web/auth/refresh":                      "yyyyy",
	"PUT /web/auth/password":                      "nnnnn", // a reset token alone opens it
	"POST /web/media/upload":                      "yyyyy",
	"PUT /web/staffs/password":                    "yyyyy",
	"GET /web/roles/list":                         "yyyyy",
	"GET /web/districts":                          "yyyyy",
	"POST /web/notice/page":                       "yyyyy",
	"POST /web/notice/org/send":                   "yyyyy",
	"POST /web/notice/free/send":                  "nnyyy",
	"POST /web/notice/org/send-batch":             "nnyyy",
	"POST /web/notice/free/send-batch":            "nnyyy",
	"POST /web/survey":                            "nyyyy",
	"GET /web/survey/{id}":                        "yyyyy",
	"POST /web/survey/page":                       "yyyyy",
	"PUT /web/survey":                             "nyyyy",
	"DELETE /web/survey/{id}":                     "nyyyy",
	"POST /web/survey/org-user":                   "nyyyy",
	"POST /web/survey/free-user":                  "nnyyy",
	"POST /web/survey/org-user/page":              "yyyyy",
	"POST /web/survey/free-user/page":             "nnyyy",
	"POST /web/survey/org-join/page":              "yyyyy",
	"POST /web/survey/free-join/page":             "nnyyy",
	"POST /web/survey/send":                       "nyyyy",
	"DELETE /web/survey/users":                    "nyyyy",
	"GET /web/articles/districts":                 "yyyyy",
	"POST /web/articles/tags":                     "nyyyy",
	"GET /web/articles/tags":                      "yyyyy",
	"DELETE /web/articles/tags":                   "nyyyy",
	"POST /web/articles":                          "yyyyy",
	"PUT /web/articles/{article_id}":              "yyyyy",
	"GET /web/articles/{article_id}":              "yyyyy",
	"POST /web/articles/page":                     "yyyyy",
	"DELETE /web/articles/{article_id}":           "yyyyy",
	"POST /web/articles/statuses/list":            "yyyyy",
	"GET /web/articles/statuses/{current-status}": "yyyyy",
	"POST /web/articles/statuses":                 "yyyyy",
	"POST /web/articles/statuses/batch":           "yyyyy",
	"POST /web/articles/{article_id}/logs":        "yyyyy",
	"GET /web/articles/{article_id}/log-count":    "yyyyy",
	"POST /web/articles/count":                    "yyyyy",
	"POST /web/articles/order/list":               "yyyyy",
	"POST /web/articles/order":                    "nyyyy",

	"POST /web/health/steps/fetch":         "yyyyy",
	"POST /web/health/steps/explain":       "yyyyy",
	"POST /web/health/steps/adjust":        "nyyyy",
	"DELETE /web/health/steps/adjust/{id}": "nyyyy",

	"POST /web/audit/page":    "nnyyy",
	"POST /web/delivery/page": "nnyyy",

	"GET /web/community-resource/districts":               "yyyyy",
	"GET /web/community-resource/types":                   "yyyyy",
	"GET /web/community-resource/status/{current-status}": "yyyyy",
	"POST /web/community-resource":                        "yyyyy",
	"GET /web/community-resource/{id}":                    "yyyyy",
	"POST /web/community-resource/page":                   "yyyyy",
	"PUT /web/community-resource":                         "yyyyy",
	"DELETE /web/community-resource/{id}":                 "yyyyy",
	"PUT /web/community-resource/status":                  "yyyyy",
	"PUT /web/community-resource/batch-status":            "yyyyy",
	"GET /web/community-resource/count":                   "yyyyy",
	"GET /web/community-resource/{id}/log-count":          "yyyyy",
	"POST /web/community-resource/{id}/logs":              "yyyyy",

	"POST /web/staffs":                          "nnnny",
	"GET /web/staffs/list":                      "yyyyy",
	"POST /web/staffs/page":                     "nnyyy",
	"GET /web/staffs/{staff_id}":                "nnyyy",
	"PUT /web/staffs":                           "nnnny",
	"DELETE /web/staffs/{staff_id}":             "nnnny",
	"PUT /web/staffs/{staff_id}/disable":        "nnnny",
	"PUT /web/staffs/{staff_id}/enable":         "nnnny",
	"PUT /web/staffs/{staff_id}/reset-password": "nnnny",

	"POST /web/friends/users/page":                          "yyyyy",
	"POST /web/friends/blocked-users/page":                  "yyyyy",
	"POST /web/friends/search-org-users/page":               "yyyyy",
	"POST /web/friends/search-free-users/page":              "nnyyy",
	"GET /web/friends/users/{user_id}":                      "yyyyy",
	"GET /web/friends/users/{user_id}/default-permissions":  "yyyyy",
	"POST /web/friends/users":                               "nyyyy",
	"POST /web/friends/users/accept":                        "nyyyy",
	"POST /web/friends/users/reject":                        "nyyyy",
	"DELETE /web/friends/users":                             "nyyyy",
	"POST /web/friends/users/block":                         "nyyyy",
	"DELETE /web/friends/users/block":                       "nyyyy",
	"POST /web/friends/permissions":                         "nyyyy",
	"POST /web/friends/users/{user_id}/default-permissions": "nyyyy",

	"POST /web/users/org/page":            "yyyyy",
	"POST /web/users/free/page":           "nnyyy",
	"GET /web/users/{user_id}":            "yyyyy",
	"POST /web/users":                     "nnyyy",
	"PUT /web/users/{user_id}":            "nnyyy",
	"PUT /web/users/freeze":               "nnyyy",
	"PUT /web/users/unfreeze":             "nnyyy",
	"PUT /web/users/staff":                "nnyyy",
	"PUT /web/users/{user_id}/otp-unlock": "nnyyy",
	"POST /web/users/import":              "nnyyy",
	"POST /web/member-apply/page":         "yyyyy",
	"PUT /web/member-apply/approve":       "nnyyy",
	"PUT /web/member-apply/reject":        "nnyyy",
	"POST /web/district-apply/page":       "yyyyy",
	"PUT /web/district-apply/approve":     "nnyyy",
	"PUT /web/district-apply/reject":      "nnyyy",
	"GET /web/todo":                       "yyyyy",
	"POST /web/remove/org/page":           "nyyyy",
	"POST /web/remove/free/page":          "nnyyy",
	"GET /web/remove/org/detail/{id}":     "nyyyy",
	"GET /web/remove/free/detail/{id}":    "nnyyy",
	"GET /web/remove/restore/{id}":        "nnyyy",
	"POST /web/remove/restore/{id}":       "nnyyy",
	"GET /web/remove/delete/{id}":         "nnnyy",
	"POST /web/remove/delete/{id}":        "nnnyy",
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
			"GET /app/shop/vouchers/mine", "POST /app/shop/vouchers/{voucher_id}/claim", "POST /app/shop/vouchers/rewards",
			"GET /app/shop/mascots", "POST /app/shop/mascots", "GET /app/shop/mascots/mine", "POST /app/shop/mascots/rename",
			"POST /app/shop/items/filter", "POST /app/shop/items/mine/filter", "GET /app/shop/items/mine",
			"POST /app/shop/items/{shop_item_id}/purchase", "POST /app/shop/items/{shop_item_id}/use",
			"GET /app/mission/level-bar", "POST /app/mission/page", "GET /app/mission/{mission_id}/claim",
			"POST /app/mission/{mission_id}/claim", "GET /app/mission/rewards", "GET /app/mission/badges",
			"GET /app/community-resource/districts", "GET /app/community-resource/types", "POST /app/community-resource/page",
			"GET /app/community-resource/{id}", "POST /app/community-resource/{id}/read",
			"GET /app/mission/lesson/bar", "GET /app/lesson/overview", "GET /app/lesson/categories", "GET /app/lesson/learning",
			"POST /app/lesson/all-lesson-page", "POST /app/lesson/my-lesson-page", "GET /app/lesson/{lesson_id}",
			"POST /app/lesson/{lesson_id}/open", "GET /app/lesson/{lesson_id}/chapters/{chapter_sort}",
			"POST /app/lesson/{lesson_id}/chapters/{chapter_sort}/finish",
			"POST /app/survey/page", "PUT /app/survey/{surveyUserId}/open",
			"GET /app/articles/districts", "GET /app/articles/subcategories", "POST /app/articles/page", "GET /app/articles/{article_id}",
			"POST /app/articles/{article_id}/like", "DELETE /app/articles/{article_id}/like", "POST /app/articles/{article_id}/bookmark",
			"DELETE /app/articles/{article_id}/bookmark", "POST /app/articles/{article_id}/read", "DELETE /app/articles/{article_id}/read",
			"POST /app/articles/bookmarks/page",
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
			"POST /app/notice/page", "PUT /app/notice/{id}/read", "DELETE /app/notice/{id}", "PUT /app/notice/read-all",
			"GET /app/notice/has-new",
			"GET /app/community-map/districts", "GET /app/community-map/{communityEnum}",
			"POST /app/community-map/{communityEnum}/{number}", "DELETE /app/community-map/{communityEnum}/{number}",
			"GET /app/shop/wallet", "POST /app/shop/wallet/page",
			"POST /app/friends/users/page", "POST /app/friends/request-users/page", "POST /app/friends/blocked-users/page",
			"POST /app/friends/search-users/page", "GET /app/friends/request-users/badges", "GET /app/friends/info",
			"GET /app/friends/users/{user_id}", "GET /app/friends/users/{user_id}/physique/check",
			"POST /app/friends/users/{user_id}/request", "POST /app/friends/users/{user_id}/accept",
			"POST /app/friends/users/{user_id}/reject", "DELETE /app/friends/users/{user_id}",
			"POST /app/friends/users/{user_id}/block", "DELETE /app/friends/users/{user_id}/block",
			"GET /app/friends/users/{user_id}/permissions", "POST /app/friends/users/{user_id}/permissions",
			"PUT /app/friends/users/{user_id}/permissions", "GET /app/friends/default-permissions",
			"POST /app/friends/default-permissions", "PUT /app/friends/default-permissions",
			"GET /app/health/pointer", "GET /app/health/physique/check", "GET /app/health/physique", "PUT /app/health/physique",
			"POST /app/health/physique", "POST /app/health/health-connect", "DELETE /app/health/health-connect",
			"POST /app/health/steps/sync", "POST /app/health/steps/fetch/day", "POST /app/health/steps/fetch/week",
			"POST /app/health/steps/fetch/month", "POST /app/health/steps/fetch/year", "POST /app/health/steps/explain",
		},
		"web": {
			"GET /web/shop/vouchers", "GET /web/shop/vouchers/item-total", "POST /web/shop/vouchers/users/page",
			"GET /web/shop/vouchers/codes/{redeem_code}", "POST /web/shop/vouchers/codes/{redeem_code}/redeem",
			"POST /web/shop/vouchers/codes/{redeem_code}/reverse",
			"POST /web/shop/page",
			"GET /web/community-resource/districts", "GET /web/community-resource/types", "POST /web/community-resource",
			"GET /web/community-resource/status/{current-status}", "GET /web/community-resource/{id}",
			"POST /web/community-resource/page", "PUT /web/community-resource", "DELETE /web/community-resource/{id}",
			"PUT /web/community-resource/status", "PUT /web/community-resource/batch-status", "GET /web/community-resource/count",
			"GET /web/community-resource/{id}/log-count", "POST /web/community-resource/{id}/logs",
			"DELETE /web/auth/logout", "GET /web/auth/info", "POST /web/auth/refresh", "PUT /web/auth/password",
			"GET /web/roles/list", "GET /web/districts", "POST /web/audit/page", "PUT /web/staffs/password",
			"POST /web/staffs", "GET /web/staffs/list", "POST /web/staffs/page", "GET /web/staffs/{staff_id}", "PUT /web/staffs",
			"DELETE /web/staffs/{staff_id}", "PUT /web/staffs/{staff_id}/disable", "PUT /web/staffs/{staff_id}/enable",
			"PUT /web/staffs/{staff_id}/reset-password",
			"POST /web/friends/users/page", "POST /web/friends/blocked-users/page", "POST /web/friends/search-org-users/page",
			"POST /web/friends/search-free-users/page", "GET /web/friends/users/{user_id}",
			"GET /web/friends/users/{user_id}/default-permissions", "POST /web/friends/users", "POST /web/friends/users/accept",
			"POST /web/friends/users/reject", "DELETE /web/friends/users", "POST /web/friends/users/block",
			"DELETE /web/friends/users/block", "POST /web/friends/permissions",
			"POST /web/friends/users/{user_id}/default-permissions",
			"POST /web/survey", "GET /web/survey/{id}", "POST /web/survey/page", "PUT /web/survey", "DELETE /web/survey/{id}",
			"POST /web/survey/org-user", "POST /web/survey/free-user", "POST /web/survey/org-user/page",
			"POST /web/survey/org-join/page", "POST /web/survey/free-join/page",
			"POST /web/survey/free-user/page", "POST /web/survey/send", "DELETE /web/survey/users",
			"POST /web/delivery/page", "POST /web/media/upload",
			"GET /web/articles/districts", "POST /web/articles/tags", "GET /web/articles/tags", "DELETE /web/articles/tags",
			"POST /web/articles", "PUT /web/articles/{article_id}", "GET /web/articles/{article_id}", "POST /web/articles/page",
			"POST /web/articles/statuses/list", "GET /web/articles/statuses/{current-status}", "POST /web/articles/statuses",
			"POST /web/articles/statuses/batch", "POST /web/articles/{article_id}/logs", "DELETE /web/articles/{article_id}",
			"POST /web/articles/order/list", "POST /web/articles/order", "POST /web/articles/count", "GET /web/articles/{article_id}/log-count",
			"POST /web/users/org/page", "POST /web/users/free/page", "GET /web/users/{user_id}", "POST /web/users",
			"PUT /web/users/{user_id}", "PUT /web/users/freeze", "PUT /web/users/unfreeze", "PUT /web/users/staff",
			"PUT /web/users/{user_id}/otp-unlock", "POST /web/users/import", "POST /web/member-apply/page",
			"PUT /web/member-apply/approve", "PUT /web/member-apply/reject", "POST /web/district-apply/page",
			"PUT /web/district-apply/approve", "PUT /web/district-apply/reject", "GET /web/todo",
			"POST /web/remove/org/page", "POST /web/remove/free/page", "GET /web/remove/org/detail/{id}",
			"GET /web/remove/free/detail/{id}", "GET /web/remove/restore/{id}", "POST /web/remove/restore/{id}",
			"GET /web/remove/delete/{id}", "POST /web/remove/delete/{id}",
			"POST /web/notice/page", "POST /web/notice/org/send", "POST /web/notice/free/send", "POST /web/notice/org/send-batch",
			"POST /web/notice/free/send-batch",
			"GET /web/statistics/users/{user_id}", "GET /web/statistics/users/{user_id}/community-map",
			"GET /web/statistics/users/{user_id}/community-map/{communityEnum}/images", "GET /web/statistics/users/{user_id}/exp",
			"POST /web/health/steps/fetch", "POST /web/health/steps/explain", "POST /web/health/steps/adjust",
			"DELETE /web/health/steps/adjust/{id}",
		},
		"internal": {
			"POST /star", "POST /star/articles/daily", "POST /star/info", "POST /star/filter", "POST /star/info/filter",
			"POST /star/users/statistics", "POST /star/articles/statistics", "POST /star/info/statistics",
			"GET /media/base", "POST /media/upload", "POST /media/list", "POST /media/list/size", "POST /media/delete",
			"POST /media/transfer", "POST /media/copy", "POST /media/existence", "POST /media/url", "POST /qr",
			"POST /sms/send", "POST /email/send", "POST /email/send/welcome", "POST /otp/verify", "POST /push", "POST /push/batch",
			"POST /steps/sync", "POST /steps/pointer", "POST /steps/adjust", "POST /steps/fetch", "POST /steps/user-last-activity",
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
