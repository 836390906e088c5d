package staff_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/config"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// addStaff creates an account in the portal.
func addStaff(w *bench.World, admin *bench.Caller, email, name string, role access.Role) (id string) {
	return admin.Post("/web/staffs", bench.Body{"email": email, "name": name, "roleId": role.ID}).OK().String("data.id")
}

// mailed is the password of the newest mail to an address.
func mailed(w *bench.World, email string) string {
	w.T.Helper()
	w.RunJobs()
	letters := w.Inbox(email)
	if len(letters) == 0 {
		w.T.Fatalf("no mail went to %s", email)
	}
	return letters[0].Data["password"].(string)
}

// responsible makes staff responsible for users.
func responsible(w *bench.World, staffID string, users ...*bench.Caller) {
	w.T.Helper()
	for _, u := range users {
		w.SetStaff(staffID, u.ID)
	}
}

// responsibleFor tells who is responsible for a user; "" for nobody.
func responsibleFor(w *bench.World, user *bench.Caller) string {
	w.T.Helper()
	found, err := db.Value[string](context.Background(), w.App.DB, `SELECT COALESCE(staff_id, '') FROM users WHERE id = @id`, db.Args{"id": user.ID})
	bench.Must(w.T, err)
	return found
}

func TestStaffCreation(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin, chief := w.Admin(), bench.Role(w, access.Chief, access.CentreB)
		made := admin.English().Post("/web/staffs", bench.Body{"email": " New.One@Hearten.test ", "name": " 陳美 ", "roleId": chief.ID}).OK()
		if made.String("data.email") != "new.one@hearten.test" || made.String("data.nickname") != "陳美" || made.Value("data.phone") != nil ||
			made.Value("data.disabled") != false || made.String("data.createdAt") != "2026-11-15T02:00:00.000Z" ||
			made.String("data.updatedAt") != "2026-11-15T02:00:00.000Z" || !strings.Contains(made.Text, `"phone":null`) {
			t.Fatalf("created %s", made.Text)
		}
		w.RunJobs()
		letters := w.Inbox("new.one@hearten.test")
		if len(letters) != 1 || letters[0].Subject != "Welcome to Hearten" || letters[0].Data["url"] != w.Config.PublicURL ||
			letters[0].Data["name"] != "陳美" || letters[0].Data["email"] != "new.one@hearten.test" {
			t.Fatalf("the mail was %+v", letters)
		}

		first := letters[0].Data["password"].(string)
		fresh := w.SignIn("NEW.one@hearten.test", first)
		info := fresh.Get("/web/auth/info").OK()
		if info.Value("data.mustChangePassword") != true || info.String("data.role") != "主任" || info.String("data.centreEnum") != "CENTRE_B" {
			t.Fatalf("info shows %s", info.Text)
		}
		fresh.Get("/web/staffs/list").Fails(403, "FORBIDDEN")
		fresh.Put("/web/staffs/password", bench.Body{"oldPassword": first, "password": "my-own-choice-1"}).OK()
		w.SignIn(made.String("data.username"), "my-own-choice-1").Get("/web/staffs/list").OK()

		logs := w.Logs.String()
		for _, table := range w.Tables() {
			if strings.Contains(bench.Dump(w, table), first) {
				t.Errorf("table %s holds the password", table)
			}
		}
		if strings.Contains(logs, first) || !strings.Contains(logs, "post-web-staffs") {
			t.Error("the log holds the password, or was not looked at")
		}
		log := admin.Post("/web/audit/page", bench.Body{"action": "post-web-staffs"}).OK()
		if log.Int("data.pagination.totalItems") != 1 || log.String("data.items.0.target") != "staff:"+made.String("data.id") ||
			log.Value("data.items.0.detail.before") != nil || !strings.Contains(log.String("data.items.0.detail.after"), "new.one@hearten.test") {
			t.Fatalf("logged as %s", log.Text)
		}
	})
}

// The password waits in the queue until it is sent, and is not readable there.
func TestStaffPasswordIsSealedInTheQueue(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin()
		id := addStaff(w, admin, "sealed@hearten.test", "密封", bench.Role(w, access.Support, access.CentreA))
		admin.Put("/web/staffs/"+id+"/reset-password", nil).OK()
		waiting := map[string]string{}
		for _, table := range w.Tables() {
			waiting[table] = bench.Dump(w, table)
		}
		w.RunJobs()
		letters := w.Inbox("sealed@hearten.test")
		if len(letters) != 2 {
			t.Fatalf("%d mails", len(letters))
		}
		for _, letter := range letters {
			for table, held := range waiting {
				if strings.Contains(held, letter.Data["password"].(string)) {
					t.Errorf("table %s held the password", table)
				}
			}
		}
		bench.StaffLogin(w, "sealed@hearten.test", letters[1].Data["password"].(string)).Fails(401, "BAD_CREDENTIALS")
		w.SignIn("sealed@hearten.test", letters[0].Data["password"].(string))
	})
}

func TestStaffFieldLimits(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin().English()
		role := bench.Role(w, access.Support, access.CentreA).ID
		address := func(n int) string { return strings.Repeat("x", n-len("@hearten.test")) + "@hearten.test" }
		count := func() int {
			return admin.Post("/web/staffs/page", bench.Body{}).OK().Int("data.pagination.totalItems")
		}
		for _, ok := range []bench.Body{
			{"email": "a@b.c", "name": "一", "roleId": role},
			{"email": address(50), "name": strings.Repeat("字", 100), "roleId": role, "colour": "red"},
		} {
			admin.Post("/web/staffs", ok).OK()
		}
		before := count()
		for _, c := range []struct {
			send any
			says string
		}{
			{bench.Body{"email": "", "name": "名", "roleId": role}, "email: must be 1 to 50 characters"},
			{bench.Body{"email": address(51), "name": "名", "roleId": role}, "email: must be 1 to 50 characters"},
			{bench.Body{"email": "   ", "name": "名", "roleId": role}, "email: is required"},
			{bench.Body{"email": "no-address", "name": "名", "roleId": role}, "email: must be an email address"},
			{bench.Body{"email": "Mei <mei@hearten.test>", "name": "名", "roleId": role}, "email: must be an email address"},
			{bench.Body{"email": "mei@hearten", "name": "名", "roleId": role}, "email: must be an email address"},
			{bench.Body{"email": nil, "name": "名", "roleId": role}, "email"},
			{bench.Body{"name": "名", "roleId": role}, "email: is required"},
			{bench.Body{"email": "n@hearten.test", "name": "", "roleId": role}, "name: must be 1 to 100 characters"},
			{bench.Body{"email": "n@hearten.test", "name": "　 ", "roleId": role}, "name: is required"},
			{bench.Body{"email": "n@hearten.test", "name": strings.Repeat("字", 101), "roleId": role}, "name: must be 1 to 100 characters"},
			{bench.Body{"email": "n@hearten.test", "name": "名"}, "roleId: is required"},
			{bench.Body{"email": "n@hearten.test", "name": "名", "roleId": "no-role"}, "roleId: there is no such role"},
			{bench.Body{"email": "n@", "name": "", "roleId": "no-role"}, "name: must be 1 to 100 characters; email: must be an email address of 1 to 50 characters; roleId"},
			{bench.Body{"email": "n@", "name": " ", "roleId": "no-role"}, "name: is required; email: must be an email address of 1 to 50 characters; roleId"},
		} {
			admin.Post("/web/staffs", c.send).Fails(400, "VALIDATION", c.says)
		}
		admin.Post("/web/staffs", bench.Body{"email": "A@B.C", "name": "二", "roleId": role}).Fails(409, "CONFLICT", "already in use")
		if after := count(); after != before {
			t.Fatalf("refused accounts were stored: %d, then %d", before, after)
		}
		w.RunJobs()
		if len(w.Inbox("n@hearten.test")) != 0 || len(w.Inbox("a@b.c")) != 1 {
			t.Fatal("a refused account was welcomed")
		}

		id := addStaff(w, admin, "edit@hearten.test", "可改", bench.Role(w, access.Support, access.CentreA))
		for _, c := range []struct {
			send bench.Body
			says string
		}{
			{bench.Body{"id": id, "email": address(51)}, "email: must be 0 to 50 characters"},
			{bench.Body{"id": id, "email": "nowhere"}, "email: must be an email address"},
			{bench.Body{"id": id, "name": strings.Repeat("字", 101)}, "name: must be 0 to 100 characters"},
			{bench.Body{"id": id, "roleId": "no-role"}, "roleId: there is no such role"},
			{bench.Body{"name": "無編號"}, "id: is required"},
			{bench.Body{"email": "nowhere", "roleId": "no-role"}, "id: is required; email: must be an email address"},
		} {
			admin.Put("/web/staffs", c.send).Fails(400, "VALIDATION", c.says)
		}
		admin.Put("/web/staffs", bench.Body{"id": id, "email": "a@B.c"}).Fails(409, "CONFLICT", "already in use")
		admin.Put("/web/staffs", bench.Body{"id": id, "email": strings.Repeat("y", 37) + "@hearten.test", "name": strings.Repeat("名", 100)}).OK()
	})
}

func TestStaffEdit(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin, support := w.Admin(), bench.Role(w, access.Support, access.CentreA)
		id := addStaff(w, admin, "mei@hearten.test", "美", support)
		shows := func(name, email, role, roleID string) {
			t.Helper()
			got := admin.Get("/web/staffs/" + id).OK()
			if got.String("data.id") != id || got.String("data.nickname") != name || got.String("data.email") != email ||
				got.String("data.role") != role || got.String("data.roleId") != roleID || got.Value("data.disabled") != false {
				t.Fatalf("shows %s", got.Text)
			}
		}
		shows("美", "mei@hearten.test", "支援同工", support.ID)
		for _, nothing := range []bench.Body{
			{"id": id}, {"id": id, "email": nil, "name": nil, "roleId": nil}, {"id": id, "email": "", "name": "", "roleId": ""}, {"id": id, "name": "  "},
		} {
			admin.Put("/web/staffs", nothing).OK()
			shows("美", "mei@hearten.test", "支援同工", support.ID)
		}
		w.Clock.Advance(time.Hour)
		admin.Put("/web/staffs", bench.Body{"id": id, "name": " 美玲 "}).OK()
		shows("美玲", "mei@hearten.test", "支援同工", support.ID)
		admin.Put("/web/staffs", bench.Body{"id": id, "email": "Mei.Ling@hearten.test"}).OK()
		chief := bench.Role(w, access.Chief, access.CentreB)
		admin.Put("/web/staffs", bench.Body{"id": id, "roleId": chief.ID}).OK()
		shows("美玲", "mei.ling@hearten.test", "主任", chief.ID)
		item := admin.Post("/web/staffs/page", bench.Body{"loginID": "mei.ling"}).OK()
		if item.String("data.items.0.updatedAt") != "2026-11-15T03:00:00.000Z" || item.String("data.items.0.createdAt") != "2026-11-15T02:00:00.000Z" {
			t.Fatalf("listed as %s", item.Text)
		}

		log := admin.Post("/web/audit/page", bench.Body{"action": "put-web-staffs"}).OK()
		before, after := log.String("data.items.0.detail.before"), log.String("data.items.0.detail.after")
		if !strings.Contains(before, "SUPPORT") || !strings.Contains(before, "CENTRE_A") || !strings.Contains(after, "CHIEF") ||
			!strings.Contains(after, "CENTRE_B") || strings.Contains(log.Text, "argon2") {
			t.Fatalf("logged as %s", log.Text)
		}
		for _, unknown := range []string{"not-an-id", "019a0000-0000-7000-8000-000000000000"} {
			admin.Get("/web/staffs/"+unknown).Fails(404, "NOT_FOUND")
			admin.Put("/web/staffs", bench.Body{"id": unknown, "name": "誰"}).Fails(404, "NOT_FOUND")
			admin.Delete("/web/staffs/"+unknown).Fails(404, "NOT_FOUND")
			for _, what := range []string{"disable", "enable", "reset-password"} {
				admin.Put("/web/staffs/"+unknown+"/"+what, nil).Fails(404, "NOT_FOUND")
			}
		}
	})
}

// The role is read on every request, so a session goes on with the new one.
func TestStaffChangeOfRole(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin, chief := w.Admin(), w.Staff(access.Chief, access.CentreA)
		ofA, ofB, free := w.Member(), w.Member(), w.Member()
		ofA.Post("/app/users/district", bench.Body{"districtId": w.District(0)}).OK()
		ofB.Post("/app/users/district", bench.Body{"districtId": w.District(6)}).OK()
		users := []*bench.Caller{ofA, ofB, free}
		become := func(code access.Code, centre access.Centre) {
			t.Helper()
			admin.Put("/web/staffs", bench.Body{"id": chief.ID, "roleId": bench.Role(w, code, centre).ID}).OK()
		}
		with := func(want ...bool) {
			t.Helper()
			for i, u := range users {
				if (responsibleFor(w, u) == chief.ID) != want[i] {
					t.Errorf("user %d has %q", i, responsibleFor(w, u))
				}
			}
		}
		responsible(w, chief.ID, users...)
		become(access.Support, access.CentreA)
		chief.Post("/web/staffs/page", bench.Body{}).Fails(403, "FORBIDDEN")
		become(access.Admin, "")
		with(true, true, true)
		chief.Get("/web/staffs/" + admin.ID).OK()
		become(access.Supervisor, access.CentreB)
		with(false, true, false)
		log := admin.Post("/web/audit/page", bench.Body{"userId": ofA.ID}).OK()
		if log.Int("data.pagination.totalItems") != 1 || !strings.Contains(log.String("data.items.0.detail.before"), chief.ID) {
			t.Fatalf("the user's log is %s", log.Text)
		}
	})
}

func TestStaffDelete(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin()
		email := w.NewStaff(access.Chief, access.CentreA)
		chief := w.SignIn(email, bench.Password)
		one, other := w.Member(), w.Member()
		responsible(w, chief.ID, one)
		responsible(w, admin.ID, other)
		bench.NewSurvey(chief, "留名")

		admin.Delete("/web/staffs/" + chief.ID).OK()
		chief.Get("/web/auth/info").Fails(401, "UNAUTHENTICATED")
		bench.StaffLogin(w, email, bench.Password).Fails(401, "BAD_CREDENTIALS")
		if strings.Contains(bench.Dump(w, "sessions"), chief.ID) {
			t.Error("a session is left")
		}
		if responsibleFor(w, one) != "" || responsibleFor(w, other) != admin.ID {
			t.Errorf("users have %q and %q", responsibleFor(w, one), responsibleFor(w, other))
		}
		if slices.Contains(admin.Get("/web/staffs/list").OK().List("data", "id"), any(chief.ID)) ||
			slices.Contains(admin.Post("/web/staffs/page", bench.Body{}).OK().List("data.items", "userId"), any(chief.ID)) {
			t.Error("still listed")
		}
		admin.Get("/web/staffs/"+chief.ID).Fails(404, "NOT_FOUND")
		admin.Delete("/web/staffs/"+chief.ID).Fails(404, "NOT_FOUND")
		admin.Put("/web/staffs/"+chief.ID+"/enable", nil).Fails(404, "NOT_FOUND")
		admin.Put("/web/staffs/"+chief.ID+"/reset-password", nil).Fails(404, "NOT_FOUND")
		admin.Put("/web/staffs", bench.Body{"id": chief.ID, "name": "回來"}).Fails(404, "NOT_FOUND")

		log := admin.Post("/web/audit/page", bench.Body{"staffId": chief.ID, "action": "post-web-survey"}).OK()
		if log.Int("data.pagination.totalItems") != 1 || log.String("data.items.0.actor") != "同工" || log.String("data.items.0.role") != "主任" {
			t.Errorf("what they did is logged as %s", log.Text)
		}
		gone := admin.Post("/web/audit/page", bench.Body{"action": "delete-web-staffs-staff_id", "sortings": []bench.Body{{"property": "createdAt", "direction": "ASC"}}}).OK()
		if gone.Int("data.pagination.totalItems") != 2 || gone.Value("data.items.0.detail.after") != nil ||
			!strings.Contains(gone.String("data.items.0.detail.before"), email) || gone.String("data.items.1.detail.userId") != one.ID {
			t.Errorf("the deletion is logged as %s", gone.Text)
		}
		addStaff(w, admin, email, "同一地址", bench.Role(w, access.Chief, access.CentreA)) // the address is free again
	})
}

func TestStaffDisableAndEnable(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin().English()
		email := w.NewStaff(access.Professional, access.CentreB)
		staff, user := w.SignIn(email, bench.Password), w.Member()
		responsible(w, staff.ID, user)
		put := func(what string) *bench.Reply { return admin.Put("/web/staffs/"+staff.ID+"/"+what, nil) }
		version := func() string { return admin.Get("/web/staffs/" + staff.ID).OK().Header.Get("ETag") }

		put("disable").OK()
		staff.Get("/web/auth/info").Fails(401, "UNAUTHENTICATED")
		bench.StaffLogin(w, email, bench.Password).Fails(401, "BAD_CREDENTIALS")
		disabled := version()
		put("disable").OK()
		if version() != disabled || admin.Get("/web/staffs/"+staff.ID).OK().Value("data.disabled") != true {
			t.Error("disabling again changed something, or it is not disabled")
		}
		if !slices.Contains(admin.Get("/web/staffs/list").OK().List("data", "id"), any(staff.ID)) || responsibleFor(w, user) != staff.ID {
			t.Error("a disabled account lost its place or its users")
		}
		put("reset-password").Fails(409, "CONFLICT", "enable it first")
		w.RunJobs()
		if len(w.Inbox(email)) != 0 {
			t.Error("a disabled account got a password")
		}

		put("enable").OK()
		enabled := version()
		put("enable").OK()
		if version() != enabled || enabled == disabled {
			t.Errorf("versions %s, %s, %s", disabled, enabled, version())
		}
		staff.Get("/web/auth/info").Fails(401, "UNAUTHENTICATED") // the old session stays ended
		again := w.SignIn(email, bench.Password)
		put("enable").OK()
		again.Get("/web/auth/info").OK() // nothing changed, nothing ends
	})
}

func TestStaffResetPassword(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin()
		email := w.NewStaff(access.Supervisor, access.CentreA)
		staff := w.SignIn(email, bench.Password)
		for range 5 {
			bench.StaffLogin(w, email, "wrong-password").Fails(401, "BAD_CREDENTIALS")
		}
		admin.Put("/web/staffs/"+staff.ID+"/reset-password", nil).OK()
		staff.Get("/web/auth/info").Fails(401, "UNAUTHENTICATED")
		bench.StaffLogin(w, email, bench.Password).Fails(401, "BAD_CREDENTIALS")
		first := mailed(w, email)
		letter := w.Inbox(email)[0]
		if letter.Subject != "你的 Hearten 新密碼" || letter.Data["url"] != w.Config.PublicURL || letter.Data["name"] != "同工" || letter.Data["email"] != email {
			t.Fatalf("the mail was %+v", letter)
		}
		fresh := w.SignIn(email, first) // the lock is gone too
		fresh.Post("/web/staffs/page", bench.Body{}).Fails(403, "FORBIDDEN")

		admin.Put("/web/staffs/"+staff.ID+"/reset-password", nil).OK()
		second := mailed(w, email)
		fresh.Get("/web/auth/info").Fails(401, "UNAUTHENTICATED")
		bench.StaffLogin(w, email, first).Fails(401, "BAD_CREDENTIALS")
		w.Clock.Advance(7*24*time.Hour - time.Second)
		w.SignIn(email, second)
		w.Clock.Advance(time.Second)
		bench.StaffLogin(w, email, second).Fails(401, "BAD_CREDENTIALS")

		log := w.Admin().Post("/web/audit/page", bench.Body{"action": "put-web-staffs-staff_id-reset-password"}).OK()
		if log.Int("data.pagination.totalItems") != 2 || strings.Contains(log.Text, first) || strings.Contains(log.Text, "argon2") ||
			!strings.Contains(log.String("data.items.1.detail.before"), `"firstPassword":false`) ||
			!strings.Contains(log.String("data.items.1.detail.after"), `"firstPassword":true`) {
			t.Fatalf("logged as %s", log.Text)
		}
		for _, secret := range []string{first, second} {
			for _, table := range w.Tables() {
				if strings.Contains(bench.Dump(w, table), secret) {
					t.Errorf("table %s holds a password", table)
				}
			}
			if strings.Contains(w.Logs.String(), secret) {
				t.Error("the log holds a password")
			}
		}
	})
}

// The own password, the list and one account live beside each other.
func TestStaffPathsDoNotShadow(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin()
		admin.Put("/web/staffs/password", bench.Body{"oldPassword": config.DevAdminPassword, "password": "brand-new-9"}).OK()
		admin.Put("/web/staffs/password/disable", nil).Fails(404, "NOT_FOUND")
		admin.Put("/web/staffs/list/enable", nil).Fails(404, "NOT_FOUND")
		admin.Get("/web/staffs/list").OK()
		admin.Delete("/web/staffs/list").Fails(404, "NOT_FOUND")
		if name := admin.Get("/web/staffs/" + admin.ID).OK().String("data.email"); name != config.DevAdminEmail {
			t.Fatal(name)
		}
	})
}

func TestStaffWithinReach(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin()
		people := map[string]*bench.Caller{"admin": admin}
		for _, centre := range []access.Centre{access.CentreA, access.CentreB} {
			for _, code := range []access.Code{access.Support, access.Professional, access.Chief, access.Supervisor} {
				people[fmt.Sprintf("%s %s", centre, code)] = w.Staff(code, centre)
			}
		}
		for name, who := range people {
			listed := who.Get("/web/staffs/list").OK().List("data", "id")
			for other, colleague := range people {
				same := name == "admin" || name[:8] == other[:min(8, len(other))]
				if slices.Contains(listed, any(colleague.ID)) != (same || other == "admin") {
					t.Errorf("%s and the name of %s", name, other)
				}
				if strings.Contains(name, "SUPPORT") || strings.Contains(name, "PROFESSIONAL") {
					continue
				}
				page := who.Post("/web/staffs/page", bench.Body{"pagination": bench.Body{"size": 100}}).OK()
				if slices.Contains(page.List("data.items", "userId"), any(colleague.ID)) != same {
					t.Errorf("%s and the page with %s", name, other)
				}
				if same {
					who.Get("/web/staffs/" + colleague.ID).OK()
				} else {
					who.Get("/web/staffs/"+colleague.ID).Fails(404, "NOT_FOUND")
				}
			}
		}
	})
}
