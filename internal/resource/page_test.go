package resource_test

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

// What the pages of resources must show, by a slow model that shares nothing
// with the product.
func modelResources(all []bench.Resource, keep func(bench.Resource) bool, property, direction string, page, size int) (ids []any, total int) {
	var found []bench.Resource
	for _, r := range all {
		if keep(r) {
			found = append(found, r)
		}
	}
	kindOf := func(r bench.Resource) int { return modelSubtypes[r.Subtype].kind }
	slices.SortFunc(found, func(a, b bench.Resource) int {
		order := map[string]int{
			"name": strings.Compare(a.Name, b.Name), "address": strings.Compare(a.Address, b.Address), "phone": strings.Compare(a.Phone, b.Phone),
			"createdAt": a.Created.Compare(b.Created), "updatedAt": a.Updated.Compare(b.Updated), "status": a.Status - b.Status,
			"type": kindOf(a) - kindOf(b), "subType": strings.Compare(modelSubtypes[a.Subtype].name, modelSubtypes[b.Subtype].name),
			"communityDistrict": strings.Compare(modelCommunities[a.Community], modelCommunities[b.Community]),
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

var (
	modelSubtypes = map[string]struct {
		kind int
		name string
	}{
		"laundry": {1, "洗衣服務"}, "food-bank": {2, "食物銀行及短期食物援助"}, "community-kitchen": {2, "社區飯堂"}, "halfway-house": {3, "中途宿舍"},
	}
	modelCommunities = map[int]string{1: "九龍城", 2: "觀塘", 6: "深水埗", 8: "屯門"}
)

// Filters, sorting, paging and totals of both lists equal the model's.
func TestResourcePagesEqualAModel(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin, member := w.Admin(), w.Member()
		callers := map[string]*bench.Caller{"": admin, "CENTRE_A": w.Staff(access.Support, access.CentreA), "CENTRE_B": w.Staff(access.Chief, access.CentreB)}
		ids := map[string]string{}
		for n, t := range []string{"laundry", "food-bank", "community-kitchen", "halfway-house"} {
			ids[t] = bench.SubtypeID(admin, []int{1, 2, 2, 3}[n], []int{3, 0, 2, 2}[n])
		}
		names := []string{"散步", "a", "B", "É", "%", "_", `\`, "'", "心情", "1"}
		var all []bench.Resource
		for i := range 90 {
			community := []int{1, 2, 6, 8}[i%4]
			centre := "CENTRE_A"
			if community >= 6 {
				centre = "CENTRE_B"
			}
			r := bench.Resource{
				ID: fmt.Sprintf("id-%03d", (i*37)%90), Centre: centre, Author: admin.ID, Community: community,
				Status: []int{5, 5, 1, 2, 5, 3, 4, 6, 5}[i%9], Subtype: []string{"laundry", "food-bank", "community-kitchen", "halfway-house"}[(i/3)%4],
				Name: names[i%10] + names[(i*7)%10], Phone: fmt.Sprint(i % 4), Address: "號" + names[(i*3)%10],
				Created: w.Clock.Now().Add(time.Duration(i%13) * time.Millisecond), Updated: w.Clock.Now().Add(time.Duration(i%7) * time.Hour),
			}
			w.Resource(r)
			all = append(all, r)
		}
		w.Resource(bench.Resource{Centre: "CENTRE_A", Community: 1, Status: 5, Author: admin.ID, Deleted: true}) // never seen
		some := func(rt *rapid.T, label string, from []string) []string {
			return rapid.SliceOfNDistinct(rapid.SampledFrom(from), 0, 2, rapid.ID[string]).Draw(rt, label)
		}
		rapid.Check(t, func(rt *rapid.T) {
			direction := rapid.SampledFrom([]string{"ASC", "DESC"}).Draw(rt, "direction")
			page, size := rapid.IntRange(1, 5).Draw(rt, "page"), rapid.IntRange(1, 100).Draw(rt, "size")
			ask := func(property string) bench.Body {
				return bench.Body{"pagination": bench.Body{"page": page, "size": size}, "sortings": []bench.Body{{"property": property, "direction": direction}}}
			}
			check := func(what string, got *bench.Reply, keep func(bench.Resource) bool, property string) {
				want, total := modelResources(all, keep, property, direction, page, size)
				if !slices.Equal(got.List("data.items", "id"), want) || got.Int("data.pagination.totalItems") != total {
					rt.Fatalf("%s by %s %s, page %d of %d:\n got %v of %d\nwant %v of %d", what, property, direction, page, size,
						got.List("data.items", "id"), got.Int("data.pagination.totalItems"), want, total)
				}
			}
			community := rapid.SampledFrom([]int{1, 2, 6, 8}).Draw(rt, "community")
			kind := rapid.IntRange(0, 4).Draw(rt, "type")
			property := rapid.SampledFrom([]string{"createdAt", "name", "address", "type", "subType"}).Draw(rt, "App property")
			b := ask(property)
			b["communityId"] = w.District(community)
			if kind > 0 {
				b["type"] = kind
			}
			check(fmt.Sprint("App ", b), member.Post("/app/community-resource/page", b).OK(), func(r bench.Resource) bool {
				return r.Status == 5 && r.Community == community && (kind == 0 || modelSubtypes[r.Subtype].kind == kind)
			}, property)

			centre := rapid.SampledFrom([]string{"", "CENTRE_A", "CENTRE_B"}).Draw(rt, "centre")
			status := rapid.IntRange(0, 6).Draw(rt, "status")
			places := some(rt, "communities", []string{"1", "2", "6", "8"})
			kinds := some(rt, "types", []string{"1", "2", "3", "9"})
			subs := some(rt, "sub-types", []string{"laundry", "food-bank", "community-kitchen", "halfway-house"})
			property = rapid.SampledFrom([]string{"updatedAt", "createdAt", "name", "phone", "status", "type", "subType", "communityDistrict"}).Draw(rt, "property")
			b = ask(property)
			b["status"] = status
			communityIDs, types, subIDs := []string{}, []int{}, []string{}
			for _, p := range places {
				communityIDs = append(communityIDs, w.District(int(p[0]-'0')))
			}
			for _, k := range kinds {
				types = append(types, int(k[0]-'0'))
			}
			for _, s := range subs {
				subIDs = append(subIDs, ids[s])
			}
			b["communityIds"], b["types"], b["subTypeIds"] = communityIDs, types, subIDs
			check(fmt.Sprint("Web ", b), callers[centre].Post("/web/community-resource/page", b).OK(), func(r bench.Resource) bool {
				return (centre == "" || r.Centre == centre) && (status == 0 || r.Status == status) &&
					(len(places) == 0 || slices.Contains(places, fmt.Sprint(r.Community))) &&
					(len(kinds) == 0 || slices.Contains(kinds, fmt.Sprint(modelSubtypes[r.Subtype].kind))) &&
					(len(subs) == 0 || slices.Contains(subs, r.Subtype))
			}, property)
		})
	})
}

// A page costs the same number of statements however many rows it has.
func TestResourcePageStatements(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin, member := w.Admin(), w.Member()
		for range 30 {
			w.Resource(bench.Resource{Centre: "CENTRE_A", Status: 5, Author: admin.ID})
		}
		community := w.District(0)
		for _, size := range []int{2, 25} {
			app := w.Statements(func() {
				member.Post("/app/community-resource/page", bench.Body{"communityId": community, "pagination": bench.Body{"size": size}}).OK()
			})
			web := w.Statements(func() {
				admin.Post("/web/community-resource/page", bench.Body{"status": 0, "pagination": bench.Body{"size": size}}).OK()
			})
			if len(app) != 3 || len(web) != 3 {
				t.Errorf("a page of %d costs %d and %d statements; want session, rows and total", size, len(app), len(web))
			}
		}
	})
}

// checkResourceCounts compares the counters of what members see with the rows.
func checkResourceCounts(w *bench.World) {
	w.T.Helper()
	wrong, err := db.Column[string](context.Background(), w.App.DB, `
		SELECT c.community_id || ' ' || c.subtype_id FROM resource_counts c WHERE c.listed <> (SELECT COUNT(*) FROM resources r
			WHERE r.status = 5 AND r.deleted_at IS NULL AND r.community_id = c.community_id AND r.subtype_id = c.subtype_id)
		UNION ALL
		SELECT r.id FROM resources r WHERE r.status = 5 AND r.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM resource_counts c
			WHERE c.community_id = r.community_id AND c.subtype_id = r.subtype_id)`)
	bench.Must(w.T, err)
	if len(wrong) > 0 {
		w.T.Errorf("counters that differ from the rows: %v", wrong)
	}
}
