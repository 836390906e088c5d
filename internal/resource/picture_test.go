package resource_test

import (
	"bytes"
	"slices"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// A request names a picture that the caller uploaded within a day, or the one
// that the resource has. Nothing else, whoever's it is.
func TestResourcePictureKeys(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		email := w.NewStaff(access.Professional, access.CentreA)
		staff := w.SignIn(email, bench.Password)
		member := w.Member()
		member.Upload("/app/users/avatar", nil, bench.Attachment{Field: "file", Name: "me.png", Body: bench.PNG(9, 9)}).OK()
		avatar, err := db.Value[string](t.Context(), w.App.DB, `SELECT avatar_key FROM users WHERE id = @id`, db.Args{"id": member.ID})
		bench.Must(t, err)
		another := bench.NewResource(w, staff, 0)
		id := bench.NewResource(w, staff, 0)
		old := bench.UploadPicture(staff)
		w.Clock.Advance(24 * time.Hour)
		staff = w.SignIn(email, bench.Password)
		colleague := w.Staff(access.Professional, access.CentreA)
		used := bench.UploadPicture(staff)
		b := bench.ResourceDraft(w, staff, 0)
		b["fileKey"] = used
		staff.Post("/web/community-resource", b).OK()
		for what, key := range map[string]string{
			"a colleague's upload": bench.UploadPicture(colleague), "an upload of yesterday": old, "an upload that is used up": used,
			"a member's photo": avatar, "another resource's picture": "centre_a/community/info/cko&sk/" + another + "/1",
			"a default picture": "shared/default/community/info/1", "nothing": "temp/staff/nothing", "no key at all": "../secret",
			"another service's upload": w.Service().Upload("/media/upload", nil, bench.MediaFile("x.png", bench.PNG(4, 4))).OK().String("data.0.fileKey"),
		} {
			b := bench.ResourceDraft(w, staff, 0)
			b["fileKey"] = key
			if r := staff.Post("/web/community-resource", b); r.Status != 400 || r.Header.Get("X-Error-Code") != "VALIDATION" {
				t.Errorf("created with %s: %d %s", what, r.Status, r.Text)
			}
			if r := staff.Put("/web/community-resource", bench.Body{"id": id, "fileKey": key}); r.Status != 400 || r.Header.Get("X-Error-Code") != "VALIDATION" {
				t.Errorf("changed to %s: %d %s", what, r.Status, r.Text)
			}
		}
		if res, _ := bench.Fetch(w, "/files/"+avatar); res.StatusCode != 404 {
			t.Errorf("the member's photo is open: %d", res.StatusCode)
		}
		pdf := staff.Upload("/web/media/upload", nil, bench.MediaFile("x.pdf", bench.PDF)).OK().String("data.0.fileKey")
		staff.Put("/web/community-resource", bench.Body{"id": id, "fileKey": pdf}).Fails(400, "BAD_FILE")
		own := staff.Get("/web/community-resource/" + id).OK().String("data.pic.fileKey")
		staff.Put("/web/community-resource", bench.Body{"id": id, "fileKey": own, "name": "同一張圖"}).OK()
	})
}

// Of two that name one upload at the same moment one gets it.
func TestResourceUploadIsUsedOnce(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Professional, access.CentreA)
		b := bench.ResourceDraft(w, staff, 0)
		statuses := make([]int, 2)
		var both sync.WaitGroup
		for i := range statuses {
			both.Go(func() { statuses[i] = staff.Post("/web/community-resource", b).Status })
		}
		both.Wait()
		slices.Sort(statuses)
		if !slices.Equal(statuses, []int{200, 400}) {
			t.Fatalf("they are answered %v", statuses)
		}
		if n := staff.Post("/web/community-resource/page", bench.Body{"status": 0}).OK().Int("data.pagination.totalItems"); n != 1 {
			t.Fatalf("%d resources", n)
		}
	})
}

// A picture follows its resource: replaced, moved with the community, shown
// exactly while the resource is listed.
func TestResourcePictureFollows(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin()
		id := bench.NewResource(w, admin, 0)
		bench.ListResource(w, id)
		keys := func() []string {
			all, err := db.Column[string](t.Context(), w.App.DB,
				`SELECT key FROM media_files WHERE key LIKE '%community/info/%' AND key LIKE '%'||@id||'%'`, db.Args{"id": id})
			bench.Must(t, err)
			return all
		}
		see := func(key string) (int, []byte) {
			res, bytes := bench.Fetch(w, "/files/"+key)
			return res.StatusCode, bytes
		}
		first := "centre_a/community/info/cko&sk/" + id + "/1"
		status, before := see(first)
		if status != 200 || !slices.Equal(keys(), []string{first}) {
			t.Fatalf("listed: %d %v", status, keys())
		}
		other := admin.Upload("/web/media/upload", nil, bench.MediaFile("p.png", bench.PNG(20, 10))).OK().String("data.0.fileKey")
		admin.Put("/web/community-resource", bench.Body{"id": id, "fileKey": other}).OK()
		checkResourceCounts(w)
		status, after := see(first)
		if status != 200 || bytes.Equal(before, after) || !slices.Equal(keys(), []string{first}) {
			t.Fatalf("replaced: %d, the same %v, %v", status, bytes.Equal(before, after), keys())
		}
		admin.Put("/web/community-resource", bench.Body{"id": id, "communityId": w.District(2)}).OK()
		second := "centre_a/community/info/kt/" + id + "/1"
		if status, moved := see(second); status != 200 || !bytes.Equal(moved, after) || !slices.Equal(keys(), []string{second}) {
			t.Fatalf("moved within the centre: %d %v", status, keys())
		}
		admin.Put("/web/community-resource", bench.Body{"id": id, "communityId": w.District(8), "fileKey": bench.UploadPicture(admin)}).OK()
		third := "centre_b/community/info/tm/" + id + "/1"
		if status, moved := see(third); status != 200 || bytes.Equal(moved, after) || !slices.Equal(keys(), []string{third}) {
			t.Fatalf("moved to the other centre: %d %v", status, keys())
		}
		if status, _ := see(second); status != 404 {
			t.Errorf("where it was: %d", status)
		}
		w.Staff(access.Supervisor, access.CentreA).Get("/web/community-resource/"+id).Fails(404, "NOT_FOUND")
		w.Staff(access.Supervisor, access.CentreB).Get("/web/community-resource/" + id).OK()
		checkResourceCounts(w)
		bench.MoveResource(admin, id, 6).OK()
		checkResourceCounts(w)
		admin.Put("/web/community-resource", bench.Body{"id": id, "communityId": w.District(0), "fileKey": bench.UploadPicture(admin)}).OK()
		if status, _ := see(first); status != 404 {
			t.Errorf("delisted, moved and replaced: %d", status)
		}
		bench.MoveResource(admin, id, 5).OK()
		if status, _ := see(first); status != 200 {
			t.Errorf("listed again: %d", status)
		}
		checkResourceCounts(w)
		w.RunJobs()
		if status, _ := see(first); status != 200 {
			t.Errorf("after the sweep: %d", status)
		}
	})
}
