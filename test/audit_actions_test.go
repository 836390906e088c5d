package test

import (
	"slices"
	"strings"
	"testing"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

// What each action of staff leaves in the log: the operation, what it was done
// to, and whether it concerns a person. Typed by hand; the requests are those
// of the role matrix, made by a supervisor or, where none may, an administrator.
var auditTable = []auditRow{
	{"POST /web/staffs", "post-web-staffs", "staff", false},
	{"PUT /web/staffs", "put-web-staffs", "staff", false},
	{"DELETE /web/staffs/{staff_id}", "delete-web-staffs-staff_id", "staff", false},
	{"PUT /web/staffs/{staff_id}/disable", "put-web-staffs-staff_id-disable", "staff", false},
	{"PUT /web/staffs/{staff_id}/enable", "put-web-staffs-staff_id-enable", "staff", false},
	{"PUT /web/staffs/{staff_id}/reset-password", "put-web-staffs-staff_id-reset-password", "staff", false},
	{"PUT /web/staffs/password", "put-web-staffs-password", "staff", false},
	{"DELETE /web/auth/logout", "delete-web-auth-logout", "staff", false},
	{"POST /web/auth/refresh", "post-web-auth-refresh", "staff", false},

	{"GET /web/users/{user_id}", "get-web-users-user_id", "user", true},
	{"POST /web/users", "post-web-users", "user", true},
	{"PUT /web/users/{user_id}", "put-web-users-user_id", "user", true},
	{"PUT /web/users/freeze", "put-web-users-freeze", "user", true},
	{"PUT /web/users/unfreeze", "put-web-users-unfreeze", "user", true},
	{"PUT /web/users/staff", "put-web-users-staff", "user", true},
	{"PUT /web/users/{user_id}/otp-unlock", "put-web-users-user_id-otp-unlock", "user", true},
	{"POST /web/users/import", "post-web-users-import", "member list", false},
	{"PUT /web/member-apply/approve", "put-web-member-apply-approve", "member application", true},
	{"PUT /web/member-apply/reject", "put-web-member-apply-reject", "member application", true},
	{"PUT /web/district-apply/approve", "put-web-district-apply-approve", "district application", true},
	{"PUT /web/district-apply/reject", "put-web-district-apply-reject", "district application", true},
	{"GET /web/remove/org/detail/{id}", "get-web-remove-org-detail-id", "user", true},
	{"GET /web/remove/free/detail/{id}", "get-web-remove-free-detail-id", "user", true},
	{"GET /web/remove/restore/{id}", "get-web-remove-restore-id", "removal", true},
	{"POST /web/remove/restore/{id}", "post-web-remove-restore-id", "removal", true},
	{"GET /web/remove/delete/{id}", "get-web-remove-delete-id", "removal", true},
	{"POST /web/remove/delete/{id}", "post-web-remove-delete-id", "removal", true},

	{"POST /web/notice/page", "post-web-notice-page", "user", true},
	{"POST /web/notice/org/send", "post-web-notice-org-send", "notice", true},
	{"POST /web/notice/org/send-batch", "post-web-notice-org-send-batch", "notice", true},
	{"POST /web/notice/free/send", "post-web-notice-free-send", "notice", true},
	{"POST /web/notice/free/send-batch", "post-web-notice-free-send-batch", "notice", true},
	{"POST /web/survey", "post-web-survey", "survey", false},
	{"PUT /web/survey", "put-web-survey", "survey", false},
	{"DELETE /web/survey/{id}", "delete-web-survey-id", "survey", false},
	{"POST /web/survey/org-user", "post-web-survey-org-user", "survey", true},
	{"POST /web/survey/free-user", "post-web-survey-free-user", "survey", true},
	{"POST /web/survey/send", "post-web-survey-send", "survey", true},
	{"DELETE /web/survey/users", "delete-web-survey-users", "survey", true},
}

type auditRow struct {
	route, action, subject string
	person                 bool
}

// actsOnPeople are the paths of the portal whose every change is in the table.
var actsOnPeople = []string{"/web/auth/", "/web/staffs", "/web/users", "/web/member-apply/", "/web/district-apply/", "/web/remove/", "/web/notice/", "/web/survey"}

func TestAuditOfEveryAction(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		for _, op := range w.Operations() {
			within := slices.ContainsFunc(actsOnPeople, func(path string) bool { return strings.HasPrefix(op.Path, path) })
			only := strings.HasSuffix(op.Path, "/page") || op.Method == "GET" || op.Audience != "web" || op.Route() == "PUT /web/auth/password" // a reset token's
			listed := slices.ContainsFunc(auditTable, func(row auditRow) bool { return row.route == op.Route() })
			if within && !only && !listed {
				t.Errorf("nothing is said of what %s leaves in the log", op.Route())
			}
		}
		for _, want := range auditTable {
			row := matrix[slices.IndexFunc(matrix, func(r matrixRow) bool { return r.route == want.route })]
			var first, last string
			watch := func() (id string) {
				bench.Must(t, w.SQL().QueryRow(`SELECT COALESCE(MAX(id), '') FROM audit_log`).Scan(&id))
				return id
			}
			var v verdict
			for _, c := range []cell{{w: w, code: access.Supervisor, centre: access.CentreA}, {w: w, code: access.Admin}} {
				c.target, c.Caller = own, w.Staff(c.code, c.centre)
				if strings.Contains(want.route, "/free") {
					c.target = neither
				}
				first = watch()
				if v = row.call(&c); v.letter == 'y' {
					break
				}
			}
			if v.letter != 'y' {
				t.Errorf("%s: %d %s", want.route, v.reply.Status, v.reply.Text)
				continue
			}
			last = watch()
			var n int
			var staff, subject, id, person string
			err := w.SQL().QueryRow(`
				SELECT COUNT(*), COALESCE(MAX(actor), ''), COALESCE(MAX(subject), ''), COALESCE(MAX(subject_id), ''), COALESCE(MAX(user_id), '')
				FROM audit_log WHERE id > $1 AND id <= $2 AND action = $3 AND role IN ('督導', '管理員')`, first, last, want.action).
				Scan(&n, &staff, &subject, &id, &person)
			bench.Must(t, err)
			if n != 1 || staff != "同工" || subject != want.subject || id == "" || (person != "") != want.person || subject == "user" && id != person {
				t.Errorf("%s left %d rows: actor %q, target %s:%s, person %q; want %s on a %s", want.route, n, staff, subject, id, person, want.action, want.subject)
			}
		}
	})
}

// The log outlives the person it speaks of, and no longer knows who it was.
func TestAuditOutlivesThePerson(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief, admin := w.Staff(access.Chief, access.CentreA), w.Admin()
		const name, phone, email, number = "梁小美", "91239876", "siumei@example.hk", "S-4711"
		id := bench.Enrol(chief, bench.Body{"phone": phone, "email": email, "nickname": name, "districtId": w.District(0)})
		chief.Put("/web/users/"+id, bench.Body{"serviceNumber": number, "mark": name + "來電"}).OK()
		chief.Put("/web/users/freeze", bench.Body{"userIds": []string{id}, "mark": name}).OK()
		chief.Put("/web/users/unfreeze", bench.Body{"userIds": []string{id}, "mark": phone}).OK()
		chief.Put("/web/users/staff", bench.Body{"userIds": []string{id}, "staffId": chief.ID}).OK()
		chief.Post("/web/notice/org/send", bench.Body{"userId": id, "title": name + "你好", "content": number}).OK()
		survey := bench.NewSurvey(chief, "心情問卷")
		chief.Post("/web/survey/org-user", bench.Body{"surveyId": survey, "userIds": []string{id}}).OK()
		chief.Get("/web/users/" + id).OK()
		m := bench.SignInByCode(w, phone)
		m.ID = id
		removal := bench.AskRemoval(w, m, name)
		chief.Get("/web/remove/org/detail/" + removal).OK()

		log := func() (actions []string) {
			rows, err := w.SQL().Query(`SELECT action FROM audit_log WHERE user_id = $1 ORDER BY id`, id)
			bench.Must(t, err)
			defer rows.Close()
			for rows.Next() {
				var action string
				bench.Must(t, rows.Scan(&action))
				actions = append(actions, action)
			}
			return actions
		}
		before := log()
		if all := bench.Dump(w, "audit_log"); len(before) < 9 || !strings.Contains(all, name) || !strings.Contains(all, phone) {
			t.Fatalf("the log of the living: %v\n%s", before, all)
		}
		admin.Post("/web/remove/delete/"+removal, nil).OK()
		if after := log(); !slices.Equal(after, append(before, "post-web-remove-delete-id")) {
			t.Errorf("of %v is left %v", before, after)
		}
		all := bench.Dump(w, "audit_log")
		for _, secret := range []string{name, phone, email, number} {
			if strings.Contains(all, secret) {
				t.Errorf("the log still knows %s", secret)
			}
		}
	})
}
