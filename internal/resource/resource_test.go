package resource_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

func TestResourceFromDraftToMembersAndBack(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		support, chief, supervisor := w.Staff(access.Support, access.CentreA), w.Staff(access.Chief, access.CentreA), w.Staff(access.Supervisor, access.CentreA)
		member := w.Member()
		support.Post("/web/community-resource", bench.ResourceDraft(w, support, 2)).OK()
		list := support.Post("/web/community-resource/page", bench.Body{"status": 0}).OK()
		id := list.String("data.items.0.id")
		if list.String("data.items.0.communityDistrict") != "觀塘" || list.Int("data.items.0.type") != 2 ||
			list.String("data.items.0.subType") != "食物銀行及短期食物援助" || list.String("data.items.0.phone") != "2345 6789" || list.Int("data.items.0.status") != 1 {
			t.Fatalf("the list: %s", list.Text)
		}
		d := support.Get("/web/community-resource/" + id).OK()
		if d.String("data.externalId") != "R000001" || d.String("data.name") != "惜食堂" || d.String("data.address") != "觀塘道 1 號" ||
			d.String("data.introduce") != "平日派飯" || d.String("data.communityName") != "觀塘" || d.String("data.communityDistrict") != "觀塘" ||
			d.String("data.createdAt") != "2026-11-15T02:00:00.000Z" || d.Value("data.canEdit") != true || d.Value("data.canDelete") != true {
			t.Fatalf("the detail: %s", d.Text)
		}
		key := "centre_a/community/info/kt/" + id + "/1"
		if d.String("data.pic.fileKey") != key {
			t.Fatalf("the picture: %s", d.Text)
		}
		if res, _ := bench.Fetch(w, d.String("data.pic.url")); res.StatusCode != 200 {
			t.Errorf("staff see the picture of a draft: %d", res.StatusCode)
		}
		hidden := func(when string) {
			t.Helper()
			if res, _ := bench.Fetch(w, "/files/"+key); res.StatusCode != 404 {
				t.Errorf("%s the picture is open: %d", when, res.StatusCode)
			}
			member.Get("/app/community-resource/"+id).Fails(404, "NOT_FOUND")
			member.Post("/app/community-resource/"+id+"/read", nil).Fails(404, "NOT_FOUND")
			if n := member.Post("/app/community-resource/page", bench.Body{"communityId": w.District(2)}).OK().Int("data.pagination.totalItems"); n != 0 {
				t.Errorf("%s it is listed", when)
			}
			if r := member.Get("/app/community-map/districts").OK(); r.Int("data.2.infoCount") != 0 {
				t.Errorf("%s the map counts it: %s", when, r.Text)
			}
		}
		hidden("as a draft")
		bench.MoveResource(support, id, 2).OK()
		hidden("waiting for the chief")
		bench.MoveResource(chief, id, 3).OK()
		hidden("waiting for the supervisor")
		bench.MoveResource(supervisor, id, 4).OK()
		hidden("not yet listed")
		bench.MoveResource(chief, id, 5).OK()

		seen := member.Get("/app/community-resource/" + id).OK()
		if seen.String("data.externalId") != "R000001" || seen.String("data.introduce") != "平日派飯" || seen.String("data.pic.fileKey") != key {
			t.Fatalf("a member sees %s", seen.Text)
		}
		if strings.Contains(seen.String("data.pic.url"), "signature") {
			t.Error("a public picture needs no signature")
		}
		if res, _ := bench.Fetch(w, seen.String("data.pic.url")); res.StatusCode != 200 {
			t.Errorf("the picture: %d", res.StatusCode)
		}
		row := member.Post("/app/community-resource/page", bench.Body{"communityId": w.District(2)}).OK()
		if row.String("data.items.0.id") != id || row.Int("data.items.0.type") != 2 || row.String("data.items.0.address") != "觀塘道 1 號" {
			t.Errorf("a member's list: %s", row.Text)
		}
		if r := member.Get("/app/community-map/districts").OK(); r.Int("data.2.infoCount") != 1 || r.Int("data.1.infoCount") != 0 {
			t.Errorf("the map: %s", r.Text)
		}
		member.Post("/app/community-resource/"+id+"/read", nil).OK()
		member.Post("/app/community-resource/"+id+"/read", nil).OK()
		if n, err := db.Value[int](context.Background(), w.App.DB, `SELECT reads FROM resource_read_counts WHERE resource_id = @id`, db.Args{"id": id}); err != nil || n != 1 {
			t.Errorf("%d reads, %v", n, err)
		}
		bench.MoveResource(chief, id, 6).OK()
		hidden("delisted")
		d = chief.Get("/web/community-resource/" + id).OK()
		if res, _ := bench.Fetch(w, d.String("data.pic.url")); res.StatusCode != 200 || !strings.Contains(d.String("data.pic.url"), "signature") {
			t.Errorf("staff see the picture of what was delisted: %d", res.StatusCode)
		}
		chief.Delete("/web/community-resource/" + id).OK()
		hidden("deleted")
		chief.Get("/web/community-resource/"+id).Fails(404, "NOT_FOUND")
		chief.Delete("/web/community-resource/"+id).Fails(404, "NOT_FOUND")
		if res, _ := bench.Fetch(w, d.String("data.pic.url")); res.StatusCode != 404 {
			t.Errorf("the picture outlives it: %d", res.StatusCode)
		}
		if log := w.Admin().Post("/web/audit/page", bench.Body{"action": "put-web-community-resource-status"}).OK(); log.Int("data.pagination.totalItems") != 5 {
			t.Errorf("the audit log: %s", log.Text)
		}
	})
}

func TestResourceReferenceLists(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		for path, c := range map[string]*bench.Caller{"/web": w.Staff(access.Support, access.CentreB), "/app": w.Member()} {
			d := c.Get(path + "/community-resource/districts").OK()
			if names := d.List("data", "name"); len(names) != 13 || names[0] != "將軍澳及西貢" || names[6] != "深水埗" || d.String("data.12.id") != w.District(12) {
				t.Errorf("communities: %s", d.Text)
			}
			types := c.Get(path + "/community-resource/types").OK()
			if got := types.List("data", "type"); !slices.Equal(got, []any{1.0, 2.0, 3.0, 4.0, 5.0}) {
				t.Errorf("types: %v", got)
			}
			if types.String("data.1.typeDesc") != "食" || types.String("data.1.subtypes.2.subTypeDesc") != "社區飯堂" || types.String("data.1.subtypes.2.subTypeId") == "" {
				t.Errorf("types: %s", types.Text)
			}
		}
	})
}

func TestResourceFields(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Professional, access.CentreA)
		with := func(field string, value any) bench.Body {
			b := bench.ResourceDraft(w, staff, 0)
			b[field] = value
			return b
		}
		for _, c := range []struct {
			field string
			ok    []string
			bad   []string
		}{
			{"name", []string{"字", strings.Repeat("字", 50)}, []string{"", "  ", strings.Repeat("字", 51)}},
			{"phone", []string{"", strings.Repeat("9", 20)}, []string{strings.Repeat("9", 21)}},
			{"address", []string{"址", strings.Repeat("址", 255)}, []string{"", "　", strings.Repeat("址", 256)}},
			{"introduce", []string{"", strings.Repeat("介", 100)}, []string{strings.Repeat("介", 101)}},
		} {
			for _, value := range c.ok {
				staff.Post("/web/community-resource", with(c.field, value)).OK()
			}
			for _, value := range c.bad {
				staff.Post("/web/community-resource", with(c.field, value)).Fails(400, "VALIDATION", c.field)
			}
		}
		for _, field := range []string{"name", "address", "fileKey", "resourceId", "communityId"} {
			b := bench.ResourceDraft(w, staff, 0)
			delete(b, field)
			staff.Post("/web/community-resource", b).Fails(400, "VALIDATION", field)
		}
		staff.Post("/web/community-resource", with("resourceId", "nothing")).Fails(404, "NOT_FOUND")
		staff.Post("/web/community-resource", with("communityId", "nothing")).Fails(404, "NOT_FOUND")
		staff.Post("/web/community-resource", with("communityId", w.District(-1))).Fails(404, "NOT_FOUND") // no community
		staff.Post("/web/community-resource", with("communityId", w.District(6))).Fails(404, "NOT_FOUND")  // the other centre's
		b := bench.ResourceDraft(w, staff, 0)
		delete(b, "phone")
		delete(b, "introduce")
		staff.Post("/web/community-resource", b).OK()
		staff.Post("/web/community-resource/page", bench.Body{"status": 7}).Fails(400, "VALIDATION", "status")
		staff.Post("/web/community-resource/page", bench.Body{}).Fails(400, "VALIDATION", "status")
		w.Member().Post("/app/community-resource/page", bench.Body{}).Fails(400, "VALIDATION", "communityId")
	})
}

func TestResourceUpdate(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Professional, access.CentreA)
		id := bench.NewResource(w, staff, 0)
		detail := func() *bench.Reply { return staff.Get("/web/community-resource/" + id).OK() }
		update := func(b bench.Body) *bench.Reply {
			b["id"] = id
			return staff.Put("/web/community-resource", b)
		}
		w.Clock.Advance(time.Hour)
		update(bench.Body{"name": "新名"}).OK()
		if d := detail(); d.String("data.name") != "新名" || d.String("data.phone") != "2345 6789" || d.String("data.updatedAt") != "2026-11-15T03:00:00.000Z" ||
			d.String("data.createdAt") != "2026-11-15T02:00:00.000Z" || d.Header.Get("ETag") != `"2"` {
			t.Fatalf("renamed: %s", d.Text)
		}
		update(bench.Body{"phone": "", "introduce": "", "name": "", "address": nil}).OK()
		if d := detail(); d.String("data.phone") != "" || d.String("data.introduce") != "" || d.String("data.name") != "新名" || d.String("data.address") != "觀塘道 1 號" {
			t.Fatalf("cleared: %s", d.Text)
		}
		update(bench.Body{"resourceId": bench.SubtypeID(staff, 5, 1)}).OK()
		if d := detail(); d.Int("data.type") != 5 || d.String("data.externalId") != "R000001" {
			t.Fatalf("of another type: %s", d.Text)
		}
		update(bench.Body{"name": "  "}).Fails(400, "VALIDATION", "name")
		update(bench.Body{"name": strings.Repeat("字", 51)}).Fails(400, "VALIDATION", "name")
		update(bench.Body{"resourceId": "nothing"}).Fails(404, "NOT_FOUND", "類別")
		update(bench.Body{"communityId": w.District(6)}).Fails(404, "NOT_FOUND", "社區")
		staff.Put("/web/community-resource", bench.Body{"id": "nothing"}).Fails(404, "NOT_FOUND")

		// Changes of several fields at one moment keep each other's words.
		var all sync.WaitGroup
		for field, text := range map[string]string{"name": "同時", "phone": "2111 1111", "address": "太子道 2 號", "introduce": "全年無休"} {
			all.Go(func() { update(bench.Body{field: text}).OK() })
		}
		all.Wait()
		if d := detail(); d.String("data.name") != "同時" || d.String("data.phone") != "2111 1111" || d.String("data.address") != "太子道 2 號" || d.String("data.introduce") != "全年無休" {
			t.Errorf("changed at one moment: %s", d.Text)
		}
		tag := detail().Header.Get("ETag")
		staff.With("If-Match", tag).Put("/web/community-resource", bench.Body{"id": id, "name": "甲"}).OK()
		staff.With("If-Match", tag).Put("/web/community-resource", bench.Body{"id": id, "name": "乙"}).Fails(412, "STALE")
		tag = detail().Header.Get("ETag")
		bench.MoveResource(staff, id, 2).OK()
		w.Staff(access.Chief, access.CentreA).With("If-Match", tag).Put("/web/community-resource", bench.Body{"id": id, "name": "丙"}).Fails(412, "STALE")
		staff.Put("/web/community-resource", bench.Body{"id": id, "name": "丁"}).Fails(403, "FORBIDDEN")
		if d := detail(); d.String("data.name") != "甲" || d.Value("data.canEdit") != false || d.Value("data.canDelete") != false {
			t.Fatalf("after all: %s", d.Text)
		}
	})
}

// Numbers are given once, also when many create at the same moment.
func TestResourceNumbersInParallel(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Professional, access.CentreB)
		var bodies []bench.Body
		for range 8 {
			bodies = append(bodies, bench.ResourceDraft(w, staff, 7))
		}
		var all sync.WaitGroup
		for _, b := range bodies {
			all.Go(func() { staff.Post("/web/community-resource", b).OK() })
		}
		all.Wait()
		numbers := staff.Post("/web/community-resource/page", bench.Body{
			"status": 1, "pagination": bench.Body{"size": 100}, "sortings": []bench.Body{{"property": "externalId", "direction": "asc"}},
		}).OK().List("data.items", "externalId")
		if !slices.Equal(numbers, []any{"R000001", "R000002", "R000003", "R000004", "R000005", "R000006", "R000007", "R000008"}) {
			t.Fatalf("the numbers are %v", numbers)
		}
	})
}
