package member_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

type modelFilter struct {
	key       string
	types     []int
	statuses  []bool
	districts []string
	staff     []string
}

func (f modelFilter) lets(p bench.User) bool {
	frozen, normal := slices.Contains(f.statuses, true), slices.Contains(f.statuses, false)
	return p.Centre == "CENTRE_A" && p.Status != 3 && p.Has(f.key) &&
		(len(f.types) == 0 || slices.Contains(f.types, p.UserType)) &&
		(len(f.statuses) == 0 || frozen && p.Status == 0 || normal && p.Status == 1) &&
		(len(f.districts) == 0 || slices.Contains(f.districts, p.District)) &&
		(len(f.staff) == 0 || slices.Contains(f.staff, p.Staff))
}

func modelPeoplePage(all []bench.User, f modelFilter, property, direction string, page, size int) (ids []any, total int) {
	var found []bench.User
	for _, p := range all {
		if f.lets(p) {
			found = append(found, p)
		}
	}
	disabled := func(p bench.User) int { return map[bool]int{true: 1}[p.Status == 0] }
	slices.SortFunc(found, func(a, b bench.User) int {
		order := map[string]int{
			"username": cmp.Compare(a.Username, b.Username), "nickname": cmp.Compare(a.Nickname, b.Nickname),
			"email": cmp.Compare(a.Email, b.Email), "phone": cmp.Compare(a.Phone, b.Phone), "serviceNumber": cmp.Compare(a.Number, b.Number),
			"district": cmp.Compare(a.DistrictName, b.DistrictName), "staff": cmp.Compare(a.StaffName, b.StaffName),
			"userType": cmp.Compare(a.UserType, b.UserType), "status": cmp.Compare(a.Status, b.Status),
			"disabled": cmp.Compare(disabled(a), disabled(b)), "joinedAt": a.Joined.Compare(b.Joined),
			"lastLogin": a.LastLogin.Compare(b.LastLogin), "userId": 0,
		}[property]
		order = cmp.Or(order, strings.Compare(a.ID, b.ID))
		if direction == "DESC" {
			order = -order
		}
		return order
	})
	ids = []any{}
	for i := (page - 1) * size; i < page*size && i < len(found); i++ {
		ids = append(ids, found[i].ID)
	}
	return ids, len(found)
}

// Filters, sorting, paging and totals equal the model's, whatever the data.
func TestUsersOrgPageEqualsAModel(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		staff := []string{w.Staff(access.Support, access.CentreA).ID, w.Staff(access.Professional, access.CentreA).ID}
		piece := rapid.SampledFrom([]string{"散步", "睡", "a", "B", "É", "é", "%", "_", `\`, "'", "心情", " ", "1", "@", "s"})
		all := bench.ModelUsers(w, piece, staff)
		w.Users(len(all), func(i int) bench.User { return all[i] })
		districts := []string{w.District(0), w.District(2), w.District(6), "none"}
		rapid.Check(t, func(rt *rapid.T) {
			f := modelFilter{
				key:       strings.TrimSpace(strings.Join(rapid.SliceOfN(piece, 0, 2).Draw(rt, "key"), "")),
				types:     rapid.SliceOfNDistinct(rapid.IntRange(1, 3), 0, 2, rapid.ID).Draw(rt, "types"),
				statuses:  rapid.SliceOfNDistinct(rapid.Bool(), 0, 2, rapid.ID).Draw(rt, "statuses"),
				districts: rapid.SliceOfNDistinct(rapid.SampledFrom(districts), 0, 2, rapid.ID).Draw(rt, "districts"),
				staff:     rapid.SliceOfNDistinct(rapid.SampledFrom(staff), 0, 2, rapid.ID).Draw(rt, "staff"),
			}
			property := rapid.SampledFrom([]string{"username", "nickname", "email", "phone", "serviceNumber", "district", "staff",
				"userType", "status", "disabled", "joinedAt", "lastLogin", "userId"}).Draw(rt, "property")
			direction := rapid.SampledFrom([]string{"ASC", "DESC"}).Draw(rt, "direction")
			page, size := rapid.IntRange(1, 6).Draw(rt, "page"), rapid.IntRange(1, 40).Draw(rt, "size")
			got := chief.Post("/web/users/org/page", bench.Body{
				"loginID": f.key, "userTypes": f.types, "statuses": f.statuses, "districtIds": f.districts, "staffIds": f.staff,
				"pagination": bench.Body{"page": page, "size": size}, "sortings": []bench.Body{{"property": property, "direction": direction}},
			}).OK()
			ids, total := modelPeoplePage(all, f, property, direction, page, size)
			if !slices.Equal(got.List("data.items", "userId"), ids) || got.Int("data.pagination.totalItems") != total {
				rt.Fatalf("%+v by %s %s, page %d of %d:\n got %v of %d\nwant %v of %d", f, property, direction, page, size,
					got.List("data.items", "userId"), got.Int("data.pagination.totalItems"), ids, total)
			}
		})
	})
}

func TestUsersPageShape(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief, support := w.Staff(access.Chief, access.CentreA), w.Staff(access.Support, access.CentreA)
		id := bench.Enrol(chief, bench.Body{"phone": "91230001", "districtId": w.District(2), "serviceNumber": "S1"})
		chief.Put("/web/users/staff", bench.Body{"userIds": []string{id}, "staffId": support.ID}).OK()
		chief.Put("/web/users/freeze", bench.Body{"userIds": []string{id}}).OK()
		got := chief.Post("/web/users/org/page", bench.Body{"loginID": "S1", "statuses": nil, "userTypes": []int{2}, "staffIds": []string{support.ID}}).OK()
		for path, want := range map[string]any{
			"userId": id, "email": "", "phone": "91230001", "district": "觀塘", "userType": 2.0, "disabled": true, "status": 0.0,
			"joinedAt": "2026-11-15T02:00:00.000Z", "lastLogin": nil, "serviceNumber": "S1", "staff": "同工", "nickname": "",
		} {
			if got.Value("data.items.0."+path) != want {
				t.Errorf("%s is %v, want %v", path, got.Value("data.items.0."+path), want)
			}
		}
		free := bench.Enrol(chief, bench.Body{"email": "free@example.hk", "nickname": "自由"})
		got = chief.Post("/web/users/free/page", bench.Body{"loginID": "自由", "statuses": []bool{false}, "districtIds": []string{}}).OK()
		if got.Int("data.pagination.totalItems") != 1 || got.String("data.items.0.userId") != free || got.String("data.items.0.district") != "" ||
			got.Value("data.items.0.disabled") != false || got.String("data.sortings.0.property") != "joinedAt" {
			t.Errorf("free users: %s", got.Text)
		}
		chief.Post("/web/users/free/page", bench.Body{"districtIds": []string{w.District(-1)}}).OK()
		for _, bad := range []bench.Body{
			{"sortings": []bench.Body{{"property": "password_hash", "direction": "ASC"}}}, {"statuses": []int{1}}, {"userTypes": []string{"1"}},
			{"loginID": strings.Repeat("字", 256)}, {"pagination": bench.Body{"page": 0}}, {"districtIds": slices.Repeat([]string{"x"}, 101)},
		} {
			chief.Post("/web/users/org/page", bad).Fails(400, "VALIDATION")
		}
		chief.Post("/web/users/free/page", bench.Body{"sortings": []bench.Body{{"property": "staff", "direction": "ASC"}}}).Fails(400, "VALIDATION")
	})
}

// A page costs the same number of statements however many rows it has.
func TestMemberPageStatements(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		district := w.District(0)
		w.Users(60, func(i int) bench.User {
			p := bench.User{Centre: "CENTRE_A", District: district, Status: 1, Username: fmt.Sprintf("many%04d", i)}
			if i%2 == 0 {
				p.Centre, p.District = "CENTRE_OTHER", ""
			}
			return p
		})
		for _, path := range []string{"/web/users/org/page", "/web/users/free/page", "/web/member-apply/page", "/web/district-apply/page",
			"/web/remove/org/page", "/web/remove/free/page"} {
			ask := func(size int) int {
				return len(w.Statements(func() {
					chief.Post(path, bench.Body{"loginID": "", "pagination": bench.Body{"size": size}}).OK()
				}))
			}
			if few, many := ask(2), ask(25); few > 3 || many > 3 {
				t.Errorf("%s: a page of 2 costs %d statements, of 25 %d; want session, rows and total", path, few, many)
			}
		}
	})
}
