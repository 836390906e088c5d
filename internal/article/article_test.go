package article_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

func TestArticleLife(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Professional, access.CentreA)
		staff.Post("/web/articles/tags", bench.Body{"name": "散步"}).OK()
		tag := staff.Get("/web/articles/tags").OK().String("data.0.id")
		created := staff.Post("/web/articles", bench.ArticleDraft(staff, bench.Body{
			"title": "  山頂散步  ", "category": 1, "district": bench.Body{"type": 2, "desc": "新界"}, "registrationLink": "https://forms.example.hk/walk",
			"type": 1, "images": []bench.Body{bench.FileKey(bench.Upload(staff, bench.JPEG(20, 10))), bench.FileKey(bench.Upload(staff, bench.PNG(9, 9)))},
			"pushTime": "2026-11-20T00:00:00Z", "pullTime": "2026-11-30T09:30:00Z", "tags": []bench.Body{{"id": tag, "name": "散步"}},
		})).OK()
		id := created.String("data.id")
		folder := "centre_a/article/ap/nt/" + id
		for path, want := range map[string]any{
			"data.title": "山頂散步", "data.content": "<p>內容</p>", "data.category": 1.0, "data.subcategory": 0.0, "data.type": 1.0,
			"data.district.type": 2.0, "data.district.desc": "新界", "data.status.type": 1.0, "data.status.desc": "草稿",
			"data.registrationLink": "https://forms.example.hk/walk", "data.pdf": nil, "data.audio": nil, "data.videoLink": nil,
			"data.pushTime": "2026-11-20T00:00:00", "data.pullTime": "2026-11-30T17:30:00", "data.createAt": "2026-11-15T10:00:00",
			"data.tags.0.name": "散步", "data.canEdit": true, "data.canDelete": true,
			"data.thumbnail.fileKey": folder + "/thumbnail/1", "data.images.0.fileKey": folder + "/photo/1", "data.images.1.fileKey": folder + "/photo/2",
		} {
			if got := created.Value(path); got != want {
				t.Errorf("%s is %v, want %v", path, got, want)
			}
		}
		if detail := staff.Get("/web/articles/" + id).OK(); detail.Header.Get("ETag") == "" ||
			strings.Split(detail.Text, "?")[0] != strings.Split(created.Text, "?")[0] {
			t.Errorf("the detail differs from the reply to its creation:\n%s\n%s", detail.Text, created.Text)
		}
		if res, _ := bench.Fetch(w, created.String("data.images.1.url")); res.StatusCode != 200 {
			t.Errorf("staff's address of a draft's picture answers %d", res.StatusCode)
		}
		if res, _ := bench.Fetch(w, "/files/"+folder+"/photo/2"); res.StatusCode != 404 {
			t.Errorf("a draft's picture is public: %d", res.StatusCode)
		}

		// Another category: the files move along, what is not named goes, and
		// times that were not sent stay.
		after := staff.Put("/web/articles/"+id, bench.Body{
			"title": "認識焦慮", "content": "", "category": 2, "subcategory": 4, "type": 1, "thumbnail": bench.FileKey(folder + "/thumbnail/1"),
			"images": []bench.Body{bench.FileKey(bench.Upload(staff, bench.PNG(7, 7))), bench.FileKey(folder + "/photo/2")}, "pullTime": nil,
		}).OK()
		moved := "centre_a/article/mh/" + id
		for path, want := range map[string]any{
			"data.title": "認識焦慮", "data.content": "", "data.district": nil, "data.registrationLink": nil, "data.subcategory": 4.0,
			"data.pushTime": "2026-11-20T00:00:00", "data.pullTime": nil, "data.tags.0": nil,
			"data.thumbnail.fileKey": moved + "/thumbnail/1", "data.images.0.fileKey": moved + "/photo/1", "data.images.1.fileKey": moved + "/photo/2",
		} {
			if got := after.Value(path); got != want {
				t.Errorf("after the update %s is %v, want %v", path, got, want)
			}
		}
		if files := filesBelow(w, "centre_a/article"); !slices.Equal(files, []any{moved + "/photo/1", moved + "/photo/2", moved + "/thumbnail/1"}) {
			t.Errorf("stored are %v", files)
		}
		if _, content := bench.Fetch(w, after.String("data.images.1.url")); len(content) == 0 {
			t.Error("the picture that was kept is empty")
		}

		page := staff.Post("/web/articles/page", bench.Body{"pagination": bench.Body{"page": 1}, "searchKey": "焦慮"}).OK()
		if page.String("data.items.0.id") != id || page.Value("data.items.0.district") != nil || page.String("data.items.0.createdAt") != "2026-11-15T10:00:00" {
			t.Errorf("the list shows %s", page.Text)
		}
		staff.Delete("/web/articles/" + id).OK()
		staff.Get("/web/articles/"+id).Fails(404, "NOT_FOUND")
		staff.Delete("/web/articles/"+id).Fails(404, "NOT_FOUND")
		if files := filesBelow(w, "centre_a/article"); len(files) != 0 {
			t.Errorf("a deleted article left %v", files)
		}
	})
}

// filesBelow are the keys of stored files in a folder.
func filesBelow(w *bench.World, folder string) []any {
	return w.Service().Post("/media/list", bench.Body{"fileKey": folder}).OK().List("data", "fileKey")
}

func TestArticleFieldRules(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Professional, access.CentreB).English()
		picture := bench.Upload(staff, bench.PNG(4, 4))
		thumbnail := bench.Body{"thumbnail": bench.FileKey(picture)}
		pdf, audio := bench.Upload(staff, bench.PDF), bench.Upload(staff, bench.MP3)
		good := []bench.Body{
			{"category": 1, "district": bench.Body{"type": 3}},
			{"category": 1, "district": bench.Body{"type": 10}, "registrationLink": nil},
			{"category": 2, "subcategory": 9},
			{"category": 4, "subcategory": 0, "district": nil, "images": nil, "pdf": nil, "audio": nil, "videoLink": nil, "tags": nil},
			{"type": 1, "images": []bench.Body{bench.FileKey(picture)}},
			{"type": 2, "pdf": bench.FileKey(pdf)},
			{"type": 3, "videoLink": "https://video.example.hk/1"},
			{"type": 4, "audio": bench.FileKey(audio)},
			{"title": strings.Repeat("字", 255)},
			{"content": nil},
			{"category": 1, "district": bench.Body{"type": 3}, "registrationLink": " "}, // an empty box of a form
			{"pushTime": nil, "pullTime": "2026-12-01T00:00:00Z"},
			{"pushTime": "2026-12-01T00:00:00Z", "pullTime": "2026-12-01T00:00:01Z"},
		}
		for _, change := range good {
			staff.Post("/web/articles", bench.ArticleDraft(staff, thumbnail, change)).OK()
		}
		for _, c := range []struct {
			change bench.Body
			says   string
		}{
			{bench.Body{"title": ""}, "title"},
			{bench.Body{"title": "  "}, "title: is required"},
			{bench.Body{"title": strings.Repeat("字", 256)}, "title: must be 1 to 255 characters"},
			{bench.Body{"category": 0}, "category"},
			{bench.Body{"category": 5}, "category"},
			{bench.Body{"type": 5}, "type"},
			{bench.Body{"type": -1}, "type"},
			{bench.Body{"thumbnail": bench.Body{}}, "thumbnail.fileKey"},
			{bench.Body{"category": 1}, "district: is required"},
			{bench.Body{"category": 1, "district": bench.Body{"type": 0}}, "district.type"},
			{bench.Body{"category": 1, "district": bench.Body{"type": 11}}, "district.type"},
			{bench.Body{"category": 1, "district": "九龍"}, "district"},
			{bench.Body{"district": bench.Body{"type": 3}}, "district: does not belong"},
			{bench.Body{"registrationLink": "https://a.hk"}, "registrationLink: does not belong"},
			{bench.Body{"category": 2}, "subcategory: is required"},
			{bench.Body{"category": 2, "subcategory": 0}, "subcategory: is required"},
			{bench.Body{"category": 2, "subcategory": 10}, "subcategory"},
			{bench.Body{"subcategory": 1}, "subcategory: does not belong"},
			{bench.Body{"type": 1}, "images: is required"},
			{bench.Body{"type": 1, "images": []bench.Body{}}, "images: is required"},
			{bench.Body{"images": []bench.Body{bench.FileKey(picture)}}, "images: does not belong"},
			{bench.Body{"images": []bench.Body{}}, "images: does not belong"},
			{bench.Body{"type": 2}, "pdf: is required"},
			{bench.Body{"pdf": bench.FileKey(pdf)}, "pdf: does not belong"},
			{bench.Body{"type": 3}, "videoLink: is required"},
			{bench.Body{"type": 3, "videoLink": ""}, "videoLink: is required"},
			{bench.Body{"type": 1, "images": []bench.Body{bench.FileKey(picture)}, "videoLink": "https://a.hk"}, "videoLink: does not belong"},
			{bench.Body{"type": 4}, "audio: is required"},
			{bench.Body{"audio": bench.FileKey(audio)}, "audio: does not belong"},
			{bench.Body{"type": 3, "videoLink": "javascript:alert(1)"}, "videoLink: must be an https link"},
			{bench.Body{"type": 3, "videoLink": "http://a.hk"}, "videoLink: must be an https link"},
			{bench.Body{"category": 1, "district": bench.Body{"type": 3}, "registrationLink": "JavaScript:alert(1)"}, "registrationLink: must be an https link"},
			{bench.Body{"category": 1, "district": bench.Body{"type": 3}, "registrationLink": "https://user:pw@a.hk"}, "registrationLink: must be an https link"},
			{bench.Body{"title": "", "type": 3, "videoLink": "http://a.hk", "pushTime": "soon"},
				"title: must be 1 to 255 characters; videoLink: must be an https link; pushTime: must be a date and time"},
			{bench.Body{"category": 5, "district": bench.Body{"type": 3}, "type": 4}, "category: must be from 1 to 4; audio: is required"},
			{bench.Body{"pushTime": "tomorrow"}, "pushTime: must be a date and time"},
			{bench.Body{"pullTime": "0001-01-01T00:00:00Z"}, "pullTime: must be a date and time"},
			{bench.Body{"pushTime": "2026-12-01T00:00:00Z", "pullTime": "2026-12-01T00:00:00Z"}, "pullTime: must be later"},
			{bench.Body{"pushTime": "2026-12-01T00:00:00+08:00", "pullTime": "2026-12-01T00:00:00Z"}, "pullTime: must be later"},
			{bench.Body{"tags": []bench.Body{{"id": "no-such-tag"}}}, "tags: there is no such tag"},
			// Files: one's own, and temporary.
			{bench.Body{"thumbnail": bench.FileKey("temp/nothing")}, "thumbnail.fileKey: is not a file that you uploaded"},
			{bench.Body{"thumbnail": bench.FileKey("shared/default/article/1")}, "thumbnail.fileKey: is not a file that you uploaded"},
		} {
			staff.Post("/web/articles", bench.ArticleDraft(staff, thumbnail, c.change)).Fails(400, "VALIDATION", c.says)
		}
		for says, change := range map[string]bench.Body{
			"thumbnail.fileKey: must be a picture": {"thumbnail": bench.FileKey(pdf)},
			"images[1].fileKey: must be a picture": {"type": 1, "images": []bench.Body{bench.FileKey(picture), bench.FileKey(audio)}},
			"pdf.fileKey: must be a PDF":           {"type": 2, "pdf": bench.FileKey(picture)},
			"audio.fileKey: must be an audio":      {"type": 4, "audio": bench.FileKey(pdf)},
		} {
			staff.Post("/web/articles", bench.ArticleDraft(staff, thumbnail, change)).Fails(400, "BAD_FILE", says)
		}
		if n := staff.Post("/web/articles/page", bench.Body{"pagination": bench.Body{}}).OK().Int("data.pagination.totalItems"); n != len(good) {
			t.Errorf("%d articles are listed, %d were taken", n, len(good))
		}
		// An activity of the other centre's district is not theirs to announce,
		// nor to be moved there.
		away := bench.ArticleDraft(staff, thumbnail, bench.Body{"category": 1, "district": bench.Body{"type": 1}})
		staff.Post("/web/articles", away).Fails(404, "NOT_FOUND")
		staff.Put("/web/articles/"+bench.NewArticle(staff, thumbnail), away).Fails(404, "NOT_FOUND")
	})
}

// Files that a request may not name, however it got to know their keys.
func TestArticleFilesOfOthers(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		email, colleague := w.NewStaff(access.Professional, access.CentreA), w.Staff(access.Professional, access.CentreA)
		staff := w.SignIn(email, bench.Password)
		foreign := bench.Upload(colleague, bench.PNG(4, 4))
		bench.StoreFile(w, bench.AvatarKey, bench.PNG(4, 4), nil)
		service := w.Service().Upload("/media/upload", nil, bench.MediaFile("x", bench.PNG(4, 4))).OK().String("data.0.fileKey")
		listed := staff.Post("/web/articles", bench.ArticleDraft(staff)).OK()
		for _, key := range []string{foreign, bench.AvatarKey, service, listed.String("data.thumbnail.fileKey"), "../secret", "temp/staff"} {
			staff.Post("/web/articles", bench.ArticleDraft(staff, bench.Body{"thumbnail": bench.FileKey(key)})).Fails(400, "VALIDATION", "thumbnail.fileKey")
			staff.Put("/web/articles/"+bench.NewArticle(staff), bench.ArticleDraft(staff, bench.Body{"thumbnail": bench.FileKey(key)})).Fails(400, "VALIDATION", "thumbnail.fileKey")
		}
		key := bench.Upload(staff, bench.PNG(4, 4))
		w.Clock.Advance(24*time.Hour - time.Second)
		staff = w.SignIn(email, bench.Password)
		bench.NewArticle(staff, bench.Body{"thumbnail": bench.FileKey(key)})
		w.Clock.Advance(time.Second) // the sweep has not come yet
		staff.Post("/web/articles", bench.ArticleDraft(staff, bench.Body{"thumbnail": bench.FileKey(key)})).Fails(400, "VALIDATION", "thumbnail.fileKey")
	})
}

func TestArticleContentIsCleaned(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Support, access.CentreA)
		key := bench.FileKey(bench.Upload(staff, bench.PNG(4, 4)))
		for sent, kept := range map[string]string{
			`<p>早晨</p><script>alert(1)</script>`:                        `<p>早晨</p>`,
			`<p onclick="steal()">點</p>`:                                `<p>點</p>`,
			`<a href="javascript:alert(1)">按</a>`:                       `按`,
			`<a href="JaVaScRiPt&#58;alert(1)">按</a>`:                   `按`,
			`<a href="http://a.hk/">按</a>`:                              `按`,
			`<a href="https://a.hk/x?y=1&amp;z=2">按</a>`:                `<a href="https://a.hk/x?y=1&amp;z=2" rel="noreferrer">按</a>`,
			`<img src="https://spy.example/1.gif" onerror="alert(1)">圖`: `圖`,
			`<iframe src="https://a.hk"></iframe><style>*{}</style>字`:   `字`,
			`<h2 style="text-align: center; background: url(x)">題</h2>`: `<h2 style="text-align: center">題</h2>`,
			`<ul><li>一</li></ul><table><tr><td>二</td></tr></table>`:     `<ul><li>一</li></ul><table><tr><td>二</td></tr></table>`,
			`<svg><script>alert(1)</script></svg><math></math>三`:        `三`,
			`5 < 6 &amp; 7 > 2`:                                         `5 &lt; 6 &amp; 7 &gt; 2`,
		} {
			if got := staff.Post("/web/articles", bench.ArticleDraft(staff, bench.Body{"thumbnail": key, "content": sent})).OK().String("data.content"); got != kept {
				t.Errorf("of %s is kept\n%s, want\n%s", sent, got, kept)
			}
		}
	})
}

func TestArticleStaleEdit(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Professional, access.CentreA)
		id := bench.NewArticle(staff)
		detail := staff.Get("/web/articles/" + id).OK()
		tag, edit := detail.Header.Get("ETag"), bench.ArticleDraft(staff, bench.Body{"title": "新題", "thumbnail": bench.FileKey(detail.String("data.thumbnail.fileKey"))})
		statuses := make([]int, 6)
		var all sync.WaitGroup
		for i := range statuses {
			all.Go(func() { statuses[i] = staff.With("If-Match", tag).Put("/web/articles/"+id, edit).Status })
		}
		all.Wait()
		slices.Sort(statuses)
		if statuses[0] != 200 || statuses[1] != 412 || statuses[5] != 412 {
			t.Errorf("of edits of one version exactly one wins: %v", statuses)
		}
		staff.With("If-Match", tag).Put("/web/articles/"+id, edit).Fails(412, "STALE")
		// An edit that names no version is never stale: the last one is kept.
		for i := range statuses {
			all.Go(func() { statuses[i] = staff.Put("/web/articles/"+id, edit).Status })
		}
		all.Wait()
		if slices.ContainsFunc(statuses, func(status int) bool { return status != 200 }) {
			t.Errorf("edits of no version answer %v", statuses)
		}
		next := staff.Put("/web/articles/"+id, edit).OK().Header.Get("ETag")
		bench.MoveArticles(staff, 2, id).OK() // a move is a change too
		w.Staff(access.Chief, access.CentreA).With("If-Match", next).Put("/web/articles/"+id, edit).Fails(412, "STALE")
	})
}
