package staff_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/config"
	"hearten/test/bench"
)

func TestStaffPage(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin()
		role := func(code access.Code) access.Role { return bench.Role(w, code, access.CentreA) }
		made := map[string]string{}
		for i, c := range []struct {
			name  string
			email string
			role  access.Role
		}{
			{"陳 50%", "chan@hearten.test", role(access.Support)}, {"李_二", "lee@hearten.test", role(access.Chief)},
			{`王\三`, "wong@hearten.test", role(access.Support)}, {"Élise", "elise@centre.test", role(access.Supervisor)},
		} {
			w.Clock.Advance(time.Minute)
			made[c.name] = admin.Post("/web/staffs", bench.Body{"email": c.email, "name": c.name, "roleId": c.role.ID}).OK().String("data.username")
			if i == 1 {
				w.SetStaffPhone(c.email, "91234567")
			}
		}
		check := func(request bench.Body, want ...any) {
			t.Helper()
			if got := admin.Post("/web/staffs/page", request).OK().List("data.items", "nickname"); !slices.Equal(got, want) {
				t.Errorf("%v lists %v, want %v", request, got, want)
			}
		}
		sorted := func(property, direction string) bench.Body {
			return bench.Body{"sortings": []bench.Body{{"property": property, "direction": direction}}}
		}
		check(bench.Body{}, "Élise", `王\三`, "李_二", "陳 50%", "管理員")
		check(bench.Body{"loginID": nil}, "Élise", `王\三`, "李_二", "陳 50%", "管理員")
		check(bench.Body{"loginID": "%"}, "陳 50%")
		check(bench.Body{"loginID": "_"}, "李_二")
		check(bench.Body{"loginID": `\`}, `王\三`)
		check(bench.Body{"loginID": "éLISE"}, "Élise")
		check(bench.Body{"loginID": "@CENTRE"}, "Élise")
		check(bench.Body{"loginID": "1234"}, "李_二")
		check(bench.Body{"loginID": made["陳 50%"]}, "陳 50%")
		check(bench.Body{"loginID": "沒有"})
		check(sorted("created_at", "asc"), "管理員", "陳 50%", "李_二", `王\三`, "Élise")
		check(sorted("email", "ASC"), "管理員", "陳 50%", "Élise", "李_二", `王\三`)
		check(sorted("nickname", "DESC"), "陳 50%", "管理員", `王\三`, "李_二", "Élise")
		check(sorted("role", "ASC"), "李_二", "陳 50%", `王\三`, "Élise", "管理員")
		check(sorted("userId", "ASC"), "管理員", "陳 50%", "李_二", `王\三`, "Élise")
		check(sorted("updateTime", "DESC"), "Élise", `王\三`, "李_二", "陳 50%", "管理員")
		check(bench.Body{"pagination": bench.Body{"page": 2, "size": 2}}, "李_二", "陳 50%")

		past := admin.Post("/web/staffs/page", bench.Body{"pagination": bench.Body{"page": 9, "size": 2}}).OK()
		if past.Int("data.pagination.totalItems") != 5 || past.Int("data.pagination.totalPages") != 3 {
			t.Errorf("past the end: %s", past.Text)
		}
		for _, bad := range []bench.Body{
			{"pagination": bench.Body{"page": 0}}, {"pagination": bench.Body{"size": 0}}, sorted("password_hash", "ASC"), sorted("username", "ASC"),
			sorted("email", "UP"), {"loginID": 7},
		} {
			admin.Post("/web/staffs/page", bad).Fails(400, "VALIDATION")
		}
		names := admin.Get("/web/staffs/list").OK().List("data", "name")
		if !slices.Equal(names, []any{"Élise", "李_二", `王\三`, "管理員", "陳 50%"}) {
			t.Errorf("the names are %v", names)
		}
	})
}

func TestStaffStaleEdit(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin, chief := w.Admin(), w.Staff(access.Chief, access.CentreA)
		tag := chief.Get("/web/staffs/" + chief.ID).OK().Header.Get("ETag")
		if tag == "" {
			t.Fatal("the detail has no ETag")
		}
		const callers = 8
		statuses := make([]int, callers)
		var all sync.WaitGroup
		for i := range callers {
			all.Go(func() {
				statuses[i] = admin.With("If-Match", tag).Put("/web/staffs", bench.Body{"id": chief.ID, "name": fmt.Sprintf("第 %d", i)}).Status
			})
		}
		all.Wait()
		slices.Sort(statuses)
		if statuses[0] != 200 || statuses[1] != 412 || statuses[callers-1] != 412 {
			t.Fatalf("of %d edits of one version exactly one may win: %v", callers, statuses)
		}
		admin.With("If-Match", tag).Put("/web/staffs", bench.Body{"id": chief.ID, "name": "太遲"}).Fails(412, "STALE")
		admin.With("If-Match", `"nonsense"`).Put("/web/staffs", bench.Body{"id": chief.ID, "name": "太遲"}).Fails(412, "STALE")
		admin.With("If-Match", chief.Get("/web/staffs/"+chief.ID).OK().Header.Get("ETag")).
			Put("/web/staffs", bench.Body{"id": chief.ID, "name": "剛好"}).OK()
		admin.Put("/web/staffs", bench.Body{"id": chief.ID, "name": "不問版本"}).OK()
	})
}

// Of accounts with one address created at once, one is made and one mail sent.
func TestStaffCreationRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin, role := w.Admin(), bench.Role(w, access.Support, access.CentreA)
		statuses := make([]int, 6)
		var all sync.WaitGroup
		for i := range statuses {
			all.Go(func() {
				statuses[i] = admin.Post("/web/staffs", bench.Body{"email": "one@hearten.test", "name": "一", "roleId": role.ID}).Status
			})
		}
		all.Wait()
		slices.Sort(statuses)
		if statuses[0] != 200 || statuses[1] != 409 || statuses[5] != 409 {
			t.Fatalf("answers %v", statuses)
		}
		w.RunJobs()
		if n := len(w.Inbox("one@hearten.test")); n != 1 {
			t.Fatalf("%d mails", n)
		}
	})
}

func TestStaffLastAdministrator(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin().English()
		chief := bench.Role(w, access.Chief, access.CentreA)
		step := func(who *bench.Caller) *bench.Reply {
			return who.Put("/web/staffs", bench.Body{"id": who.ID, "roleId": chief.ID})
		}

		admin.Delete("/web/staffs/"+admin.ID).Fails(409, "CONFLICT", "your own account")
		admin.Put("/web/staffs/"+admin.ID+"/disable", nil).Fails(409, "CONFLICT", "your own account")
		step(admin).Fails(409, "CONFLICT", "At least one administrator")
		admin.Put("/web/staffs", bench.Body{"id": admin.ID, "name": "仍是管理員"}).OK()
		admin.Put("/web/staffs/"+admin.ID+"/enable", nil).OK()

		second := w.Staff(access.Admin, "").English()
		admin.Put("/web/staffs/"+second.ID+"/disable", nil).OK()
		step(admin).Fails(409, "CONFLICT", "At least one administrator") // a disabled one does not count
		admin.Put("/web/staffs/"+second.ID+"/enable", nil).OK()
		step(admin).OK()
		second = w.SignIn(w.NewStaff(access.Admin, ""), bench.Password).English()
		admin.Post("/web/staffs", bench.Body{"email": "x@y.zz", "name": "無權", "roleId": chief.ID}).Fails(403, "FORBIDDEN")
		second.Delete("/web/staffs/" + admin.ID).OK()
	})
}

// Two administrators who take each other away at the same moment: one remains.
func TestStaffAdministratorsRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		replica := w.Replica()
		chief := bench.Role(w, access.Chief, access.CentreA)
		ways := []func(who *bench.Caller, whom string) *bench.Reply{
			func(who *bench.Caller, whom string) *bench.Reply { return who.Delete("/web/staffs/" + whom) },
			func(who *bench.Caller, whom string) *bench.Reply {
				return who.Put("/web/staffs/"+whom+"/disable", nil)
			},
			func(who *bench.Caller, whom string) *bench.Reply {
				return who.Put("/web/staffs", bench.Body{"id": whom, "roleId": chief.ID})
			},
			func(who *bench.Caller, _ string) *bench.Reply {
				return who.Put("/web/staffs", bench.Body{"id": who.ID, "roleId": chief.ID})
			},
		}
		root := w.SignIn(config.DevAdminEmail, config.DevAdminPassword)
		for i := range len(ways) * len(ways) {
			one, other := ways[i%len(ways)], ways[i/len(ways)]
			a, b := w.Staff(access.Admin, ""), w.Staff(access.Admin, "")
			root.Put("/web/staffs", bench.Body{"id": root.ID, "roleId": chief.ID}).OK() // leaves these two
			var all sync.WaitGroup
			var first, second int
			all.Go(func() { first = one(a, b.ID).Status })
			all.Go(func() { second = other(b.At(replica), a.ID).Status })
			all.Wait()
			var left int
			bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM staff WHERE role_id = $1 AND disabled = FALSE AND deleted_at IS NULL`,
				access.AdminRole().ID).Scan(&left))
			if left != 1 || first != 200 && second != 200 || first >= 500 || second >= 500 {
				t.Fatalf("round %d: %d administrators are left after %d and %d", i, left, first, second)
			}
			w.SetStaffRole(chief, a.ID, b.ID)
			w.SetStaffRole(access.AdminRole(), root.ID)
		}
	})
}
