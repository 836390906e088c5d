package test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// modelPerson and its list are a slow model of the users' pages; it shares
// nothing with the product.
type modelPerson struct {
	id, username, nickname, email, phone, number string
	centre, district, districtName               string
	staff, staffName                             string
	userType, status                             int
	joined, lastLogin                            time.Time
}

func (p modelPerson) has(key string) bool {
	return slices.ContainsFunc([]string{p.username, p.nickname, p.email, p.phone, p.number}, func(text string) bool {
		return strings.Contains(strings.ToLower(text), strings.ToLower(key))
	})
}

// seedPeople writes people to the database without asking the product.
func seedPeople(w *bench.World, n int, who func(i int) modelPerson) (ids []string) {
	orNull := func(text string) any {
		if text == "" {
			return nil
		}
		return text
	}
	people := make([]modelPerson, n)
	for i := range people {
		p := who(i)
		p.id = cmp.Or(p.id, fmt.Sprintf("person-%05d", i))
		if p.joined.IsZero() {
			p.joined = w.Clock.Now()
		}
		people[i] = p
		ids = append(ids, p.id)
	}
	ctx := context.Background()
	bench.Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error {
		err := tx.InsertAll(ctx, "users", `id, username, username_key, email, phone, password_chosen, nickname, signature, status, user_type,
			service_number, district_id, centre, staff_id, default_avatar, invitation_code, last_login, version, created_at, updated_at`,
			"", n, func(i int) []any {
				p := people[i]
				var login any
				if !p.lastLogin.IsZero() {
					login = p.lastLogin
				}
				return []any{p.id, p.username, p.username, orNull(p.email), orNull(p.phone), false, p.nickname, "", p.status, max(p.userType, 1),
					orNull(p.number), orNull(p.district), p.centre, orNull(p.staff), 1, p.id, login, 1, p.joined, p.joined}
			})
		if err != nil {
			return err
		}
		return tx.InsertAll(ctx, "wallets", "user_id, coin, exp, token", "", n, func(i int) []any { return []any{ids[i], 0, 0, 3} })
	}))
	return ids
}

type modelFilter struct {
	key       string
	types     []int
	statuses  []bool
	districts []string
	staff     []string
}

func (f modelFilter) lets(p modelPerson) bool {
	frozen, normal := slices.Contains(f.statuses, true), slices.Contains(f.statuses, false)
	return p.centre == "CENTRE_A" && p.status != 3 && p.has(f.key) &&
		(len(f.types) == 0 || slices.Contains(f.types, p.userType)) &&
		(len(f.statuses) == 0 || frozen && p.status == 0 || normal && p.status == 1) &&
		(len(f.districts) == 0 || slices.Contains(f.districts, p.district)) &&
		(len(f.staff) == 0 || slices.Contains(f.staff, p.staff))
}

func modelPeoplePage(all []modelPerson, f modelFilter, property, direction string, page, size int) (ids []any, total int) {
	var found []modelPerson
	for _, p := range all {
		if f.lets(p) {
			found = append(found, p)
		}
	}
	disabled := func(p modelPerson) int { return map[bool]int{true: 1}[p.status == 0] }
	slices.SortFunc(found, func(a, b modelPerson) int {
		order := map[string]int{
			"username": cmp.Compare(a.username, b.username), "nickname": cmp.Compare(a.nickname, b.nickname),
			"email": cmp.Compare(a.email, b.email), "phone": cmp.Compare(a.phone, b.phone), "serviceNumber": cmp.Compare(a.number, b.number),
			"district": cmp.Compare(a.districtName, b.districtName), "staff": cmp.Compare(a.staffName, b.staffName),
			"userType": cmp.Compare(a.userType, b.userType), "status": cmp.Compare(a.status, b.status),
			"disabled": cmp.Compare(disabled(a), disabled(b)), "joinedAt": a.joined.Compare(b.joined),
			"lastLogin": a.lastLogin.Compare(b.lastLogin), "userId": 0,
		}[property]
		order = cmp.Or(order, strings.Compare(a.id, b.id))
		if direction == "DESC" {
			order = -order
		}
		return order
	})
	ids = []any{}
	for i := (page - 1) * size; i < page*size && i < len(found); i++ {
		ids = append(ids, found[i].id)
	}
	return ids, len(found)
}

// modelPeople is people of every kind, some of whom nobody must see.
func modelPeople(w *bench.World, piece *rapid.Generator[string], staff []string) []modelPerson {
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.TrimSpace(strings.Join(rapid.SliceOfN(piece, 0, 4).Draw(t, "pieces"), ""))
	})
	nicknames := rapid.SliceOfN(text, 90, 90).Example(11)
	names := map[string]string{w.District(0): "將軍澳及西貢", w.District(2): "觀塘", w.District(6): "深水埗"}
	districts := []string{w.District(0), w.District(2), w.District(0), w.District(6)}
	all := make([]modelPerson, len(nicknames))
	for i, nickname := range nicknames {
		p := modelPerson{
			id: fmt.Sprintf("id-%03d", (i*37)%90), username: fmt.Sprintf("u%c%d_%%", 'a'+i%5, i), nickname: nickname,
			centre: "CENTRE_A", district: districts[i%4], userType: 1 + i%2, status: []int{1, 0, 2, 1, 3}[i%5],
			joined: w.Clock.Now().Add(time.Duration(i%11) * 1500 * time.Microsecond),
		}
		p.districtName = names[p.district]
		if i%4 == 3 {
			p.centre = "CENTRE_B"
		}
		if i%3 > 0 {
			p.email = fmt.Sprintf("m%d@example.hk", i)
		}
		if i%3 < 2 {
			p.phone = fmt.Sprintf("9%07d", i*7919)
		}
		if i%2 == 1 {
			p.number = fmt.Sprintf(`S\%d`, i)
		}
		if i%6 < 2 && p.centre == "CENTRE_A" {
			p.staff, p.staffName = staff[i%2], "同工"
		}
		if i%3 == 1 {
			p.lastLogin = w.Clock.Now().Add(time.Duration(i) * time.Second)
		}
		all[i] = p
	}
	return all
}

// Filters, sorting, paging and totals equal the model's, whatever the data.
func TestUsersOrgPageEqualsAModel(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		staff := []string{w.Staff(access.Support, access.CentreA).ID, w.Staff(access.Professional, access.CentreA).ID}
		piece := rapid.SampledFrom([]string{"散步", "睡", "a", "B", "É", "é", "%", "_", `\`, "'", "心情", " ", "1", "@", "s"})
		all := modelPeople(w, piece, staff)
		seedPeople(w, len(all), func(i int) modelPerson { return all[i] })
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
			got := chief.Post("/web/users/org/page", body{
				"loginID": f.key, "userTypes": f.types, "statuses": f.statuses, "districtIds": f.districts, "staffIds": f.staff,
				"pagination": body{"page": page, "size": size}, "sortings": []body{{"property": property, "direction": direction}},
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
		id := enrolled(chief, body{"phone": "91230001", "districtId": w.District(2), "serviceNumber": "S1"})
		chief.Put("/web/users/staff", body{"userIds": []string{id}, "staffId": support.ID}).OK()
		chief.Put("/web/users/freeze", body{"userIds": []string{id}}).OK()
		got := chief.Post("/web/users/org/page", body{"loginID": "S1", "statuses": nil, "userTypes": []int{2}, "staffIds": []string{support.ID}}).OK()
		for path, want := range map[string]any{
			"userId": id, "email": "", "phone": "91230001", "district": "觀塘", "userType": 2.0, "disabled": true, "status": 0.0,
			"joinedAt": "2026-11-15T02:00:00.000Z", "lastLogin": nil, "serviceNumber": "S1", "staff": "同工", "nickname": "",
		} {
			if got.Value("data.items.0."+path) != want {
				t.Errorf("%s is %v, want %v", path, got.Value("data.items.0."+path), want)
			}
		}
		free := enrolled(chief, body{"email": "free@example.hk", "nickname": "自由"})
		got = chief.Post("/web/users/free/page", body{"loginID": "自由", "statuses": []bool{false}, "districtIds": []string{}}).OK()
		if got.Int("data.pagination.totalItems") != 1 || got.String("data.items.0.userId") != free || got.String("data.items.0.district") != "" ||
			got.Value("data.items.0.disabled") != false || got.String("data.sortings.0.property") != "joinedAt" {
			t.Errorf("free users: %s", got.Text)
		}
		chief.Post("/web/users/free/page", body{"districtIds": []string{w.District(-1)}}).OK()
		for _, bad := range []body{
			{"sortings": []body{{"property": "password_hash", "direction": "ASC"}}}, {"statuses": []int{1}}, {"userTypes": []string{"1"}},
			{"loginID": strings.Repeat("字", 256)}, {"pagination": body{"page": 0}}, {"districtIds": slices.Repeat([]string{"x"}, 101)},
		} {
			chief.Post("/web/users/org/page", bad).Fails(400, "VALIDATION")
		}
		chief.Post("/web/users/free/page", body{"sortings": []body{{"property": "staff", "direction": "ASC"}}}).Fails(400, "VALIDATION")
	})
}

// A page costs the same number of statements however many rows it has.
func TestMemberPageStatements(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		district := w.District(0)
		seedPeople(w, 60, func(i int) modelPerson {
			p := modelPerson{centre: "CENTRE_A", district: district, status: 1, username: fmt.Sprintf("many%04d", i)}
			if i%2 == 0 {
				p.centre, p.district = "CENTRE_OTHER", ""
			}
			return p
		})
		for _, path := range []string{"/web/users/org/page", "/web/users/free/page", "/web/member-apply/page", "/web/district-apply/page",
			"/web/remove/org/page", "/web/remove/free/page"} {
			ask := func(size int) int {
				return len(w.Statements(func() {
					chief.Post(path, body{"loginID": "", "pagination": body{"size": size}}).OK()
				}))
			}
			if few, many := ask(2), ask(25); few > 3 || many > 3 {
				t.Errorf("%s: a page of 2 costs %d statements, of 25 %d; want session, rows and total", path, few, many)
			}
		}
	})
}
