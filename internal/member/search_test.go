package member_test

import (
	"strings"
	"testing"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

// Staff find a person by what they are called now, however it came about, and
// no longer by what they were called.
func TestNamesFollowThePerson(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		m := bench.SetDistrict(w.SignUp("91230001"), w.District(0), 1)
		finds := func(key string) bool {
			return chief.Post("/web/users/org/page", bench.Body{"loginID": key}).OK().Int("data.pagination.totalItems") == 1
		}
		changes := []struct {
			do       func()
			was, now string
		}{
			{func() {}, "none", "1230001"},
			{func() { m.Put("/app/users/personal", bench.Body{"nickname": `Élan_散步%\`}).OK() }, "none", `éLAN_散步%\`},
			{func() { m.Put("/app/users/username", bench.Body{"username": "Sunny.Mei"}).OK() }, "none", "sunny.m"},
			{func() { m.Put("/app/users/join-member", bench.Body{"serviceNumber": "S-77"}).OK() }, "s-77", "sunny"}, // asked for, not theirs yet
			{func() {
				chief.Put("/web/member-apply/approve", bench.Body{"ids": bench.PageIDs(chief, "/web/member-apply/page", bench.Body{})}).OK()
			}, "none", "s-77"},
			{func() { chief.Put("/web/users/"+m.ID, bench.Body{"phone": "61230002", "email": "Mei@Example.hk"}).OK() }, "91230001", "61230002"},
			{func() { chief.Put("/web/users/"+m.ID, bench.Body{"nickname": "小美"}).OK() }, "散步", "小美"},
			{func() {}, "none", "MEI@EXAMPLE"},
			{func() { m = m.WithToken(m.Put("/app/users/out-member", nil).OK().String("data.accessToken")) }, "s-77", "mei@"},
		}
		for _, c := range changes {
			c.do()
			if finds(c.was) || !finds(c.now) {
				t.Errorf("found by %q: %v, by %q: %v", c.was, finds(c.was), c.now, finds(c.now))
			}
		}
		names := func() (public, staff string) {
			bench.Must(t, w.SQL().QueryRow(`SELECT public_names, staff_names FROM users WHERE id = $1`, m.ID).Scan(&public, &staff))
			return public, staff
		}
		if public, _ := names(); public != "sunny.mei\n小美" { // never an address
			t.Errorf("members find them by %q", public)
		}
		id := bench.AskRemoval(w, m, "")
		w.Admin().Post("/web/remove/delete/"+id, nil).OK()
		if public, staff := names(); strings.Contains(public+staff, "小美") || strings.Contains(public+staff, "mei") {
			t.Errorf("left of the erased: %q", public+staff)
		}
	})
}
