package media_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/media"
	"hearten/internal/platform/access"
	"hearten/test/bench"
)

const articlePhoto = "centre_a/article/mh/article-1/photo/1"

func TestMediaUploadAndServe(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		address := bench.StoreFile(w, articlePhoto, bench.JPEG(40, 30), map[string]string{"cacheControl": "public, max-age=60"})
		if !strings.HasSuffix(address, "/files/"+articlePhoto) {
			t.Fatalf("a public file is at %s", address)
		}
		res, content := bench.Fetch(w, address)
		size, kind, err := image.DecodeConfig(bytes.NewReader(content))
		if err != nil || kind != "jpeg" || size.Width != 40 || size.Height != 30 {
			t.Fatalf("served %v %s %v", size, kind, err)
		}
		for name, want := range map[string]string{
			"Content-Type": "image/jpeg", "Cache-Control": "public, max-age=60", "X-Content-Type-Options": "nosniff", "Accept-Ranges": "bytes",
		} {
			if got := res.Header.Get(name); got != want {
				t.Errorf("%s is %q", name, got)
			}
		}
		tag := res.Header.Get("ETag")
		if again, _ := bench.Fetch(w, address, "If-None-Match", tag); tag == "" || again.StatusCode != http.StatusNotModified {
			t.Errorf("with its ETag %s: %d", tag, again.StatusCode)
		}
		part, some := bench.Fetch(w, address, "Range", "bytes=2-5")
		if part.StatusCode != http.StatusPartialContent || !bytes.Equal(some, content[2:6]) {
			t.Errorf("a range: %d, %d bytes", part.StatusCode, len(some))
		}
		if beyond, _ := bench.Fetch(w, address, "Range", "bytes=9999999-"); beyond.StatusCode != http.StatusRequestedRangeNotSatisfiable {
			t.Errorf("a range beyond the end: %d", beyond.StatusCode)
		}
		if base := w.Service().Get("/media/base").OK().String("data.storageBase"); base+articlePhoto != address {
			t.Errorf("the base is %s", base)
		}
		if head := w.Anonymous().Unchecked("HEAD", "/files/"+articlePhoto, nil); head.Status != 200 || head.Header.Get("ETag") != tag {
			t.Errorf("HEAD answers %d", head.Status)
		}
		w.Anonymous().Unchecked("GET", "/files/"+articlePhoto+"0", nil).Fails(404, "NOT_FOUND")
		w.Anonymous().Unchecked("GET", "/files/../secret", nil)
	})
}

func TestPrivateFilesNeedASignedAddress(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		// A person's files are private, whatever is asked for.
		signed := bench.StoreFile(w, bench.AvatarKey, bench.PNG(8, 8), map[string]string{"access": "public"})
		if res, _ := bench.Fetch(w, signed); res.StatusCode != 200 || !strings.HasPrefix(res.Header.Get("Cache-Control"), "private") {
			t.Fatalf("a signed address: %d %s", res.StatusCode, res.Header.Get("Cache-Control"))
		}
		w.Anonymous().Unchecked("GET", "/files/"+bench.AvatarKey, nil).Fails(404, "NOT_FOUND")
		other := "centre_a/user/user-2/profile/1"
		bench.StoreFile(w, other, bench.PNG(8, 8), nil)
		for _, forged := range []string{
			strings.Replace(signed, "user-1", "user-2", 1), strings.Replace(signed, "expires=", "expires=9", 1), signed + "x", strings.SplitN(signed, "&", 2)[0],
		} {
			if res, _ := bench.Fetch(w, forged); res.StatusCode != 404 {
				t.Errorf("%s is answered %d", forged, res.StatusCode)
			}
		}
		w.Clock.Advance(15*time.Minute - time.Second)
		if res, _ := bench.Fetch(w, signed); res.StatusCode != 200 {
			t.Errorf("within its time: %d", res.StatusCode)
		}
		w.Clock.Advance(time.Second)
		if res, _ := bench.Fetch(w, signed); res.StatusCode != 404 {
			t.Errorf("after its time: %d", res.StatusCode)
		}
	})
}

func TestMediaUploadForms(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		s := w.Service()
		picture := bench.PNG(4, 4)
		// Temporary by default, with a key of its own where none is given.
		if key := s.Upload("/media/upload", nil, bench.MediaFile("a.png", picture)).OK().String("data.0.fileKey"); !strings.HasPrefix(key, "temp/") || len(key) < 20 {
			t.Errorf("a temporary file is at %s", key)
		}
		if key := s.Upload("/media/upload", map[string]string{"fileKey": "mine/x.png"}, bench.MediaFile("a.png", picture)).OK().String("data.0.fileKey"); key != "temp/mine/x.png" {
			t.Errorf("a temporary file is at %s", key)
		}
		// obj stores the first file, folder all of them.
		two := []bench.Attachment{bench.MediaFile("a.png", picture), bench.MediaFile("b.png", picture)}
		if got := s.Upload("/media/upload", map[string]string{"fileKey": "one"}, two...).OK().List("data", "fileKey"); len(got) != 1 {
			t.Errorf("obj stored %v", got)
		}
		got := s.Upload("/media/upload", map[string]string{"fileKey": "centre_b/article/ls/a1/photo", "type": "folder", "temp": "false"}, two...).OK().List("data", "fileKey")
		if !slices.Equal(got, []any{"centre_b/article/ls/a1/photo/1", "centre_b/article/ls/a1/photo/2"}) {
			t.Errorf("folder stored %v", got)
		}
		for _, bad := range []map[string]string{
			{"type": "pile"}, {"access": "everyone"}, {"temp": "maybe"}, {"cacheControl": "max-age=0\r\nSet-Cookie: a=b"}, {"cacheControl": strings.Repeat("a", 101)},
			{"fileKey": "../x"}, {"fileKey": "a/../../x"}, {"fileKey": "a b"}, {"fileKey": "a\x00b"}, {"fileKey": strings.Repeat("x", 512)},
			{"fileKey": "", "temp": "false"}, {"fileKey": "private/x", "temp": "false"}, {"fileKey": "temp/x", "temp": "false"},
			{"fileKey": "trash/x", "temp": "false"}, {"fileKey": "centre_a/user/u/profile/2", "temp": "false"}, {"fileKey": "/shared/default/article/1", "temp": "false"},
		} {
			s.Upload("/media/upload", bad, bench.MediaFile("a.png", picture)).Fails(400, "VALIDATION")
		}
		english := w.Service().English()
		english.Upload("/media/upload", nil).Fails(400, "VALIDATION", "files: is required")
		english.Upload("/media/upload", map[string]string{"temp": "maybe"}, bench.MediaFile("a.png", picture)).Fails(400, "VALIDATION", "temp: must be one of true, false")
		s.Post("/media/upload", bench.Body{"files": 1}).Fails(415, "UNSUPPORTED_MEDIA_TYPE")
		s.With("Content-Type", "multipart/form-data; boundary=x").Post("/media/upload", "not a form").Fails(400, "VALIDATION")
		many := make([]bench.Attachment, 21)
		for i := range many {
			many[i] = bench.MediaFile(fmt.Sprint(i), picture)
		}
		s.Upload("/media/upload", map[string]string{"fileKey": "many", "type": "folder"}, many[:20]...).OK()
		for _, kind := range []string{"obj", "folder"} {
			s.Upload("/media/upload", map[string]string{"fileKey": "toomany", "type": kind}, many...).Fails(400, "VALIDATION", "20")
		}
		if n := len(s.Post("/media/list", bench.Body{"fileKey": "temp/toomany"}).OK().List("data", "fileKey")); n != 0 {
			t.Errorf("%d files of a refused upload were stored", n)
		}
	})
}

func TestBadFilesAreRefused(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		s := w.Service()
		huge := bench.PNG(1, 1) // its header says 40,000 × 40,000
		copy(huge[16:24], []byte{0, 0, 0x9c, 0x40, 0, 0, 0x9c, 0x40})
		for name, content := range map[string][]byte{
			"page.jpg":  []byte("<html><script>alert(1)</script></html>"),
			"drawing":   []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`),
			"broken":    bench.JPEG(40, 30)[:200],
			"huge":      huge,
			"archive":   append(bench.JPEG(40, 30), append([]byte("PK\x03\x04"), make([]byte, 100)...)...),
			"text":      []byte("hello"),
			"empty":     {},
			"a program": append([]byte("MZ"), make([]byte, 100)...),
			"fake pdf":  []byte("%PDF-1.7 but no end"),
		} {
			r := s.Upload("/media/upload", map[string]string{"fileKey": "bad", "type": "folder"}, bench.MediaFile("good.png", bench.PNG(4, 4)), bench.MediaFile(name, content))
			if r.Status != 400 || r.Header.Get("X-Error-Code") != "BAD_FILE" {
				t.Errorf("%s is answered %d %s %s", name, r.Status, r.Header.Get("X-Error-Code"), r.Text)
			}
		}
		s.Upload("/media/upload", map[string]string{"fileKey": "big"}, bench.MediaFile("x", append(bench.JPEG(9, 9), make([]byte, 10<<20)...))).Fails(413, "TOO_LARGE")
		if n := len(s.Post("/media/list", bench.Body{"fileKey": "temp"}).OK().List("data", "fileKey")); n != 0 {
			t.Errorf("%d refused files were stored", n)
		}
	})
}

func TestOtherFilesAreServedAsWhatTheyAre(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		pdf := []byte("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n0\n%%EOF\n")
		address := bench.StoreFile(w, "centre_b/article/as/a1/pdf/1", pdf, nil)
		res, content := bench.Fetch(w, address)
		if res.Header.Get("Content-Type") != "application/pdf" || res.Header.Get("X-Content-Type-Options") != "nosniff" ||
			!strings.Contains(res.Header.Get("Content-Security-Policy"), "sandbox") || !bytes.Equal(content, pdf) {
			t.Errorf("a PDF is served as %v", res.Header)
		}
	})
}

func TestMediaListAndCount(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		s := w.Service()
		for _, key := range []string{"centre_a/article/mh/a1/photo/1", "centre_a/article/mh/a1/photo/2", "centre_a/article/mh/a1/thumbnail/1", "centre_a/article/mh/a10/photo/1"} {
			bench.StoreFile(w, key, bench.PNG(2, 2), nil)
		}
		for _, c := range []struct {
			folder    string
			delimiter bool
			want      int
		}{
			{"centre_a/article/mh/a1", false, 3}, {"centre_a/article/mh/a1/", false, 3}, {"centre_a/article/mh/a1", true, 0},
			{"centre_a/article/mh/a1/photo", true, 2}, {"centre_a", false, 4}, {"centre_b", false, 0},
		} {
			list := s.Post("/media/list", bench.Body{"fileKey": c.folder, "delimiter": c.delimiter}).OK()
			size := s.Post("/media/list/size", bench.Body{"data": []bench.Body{{"tag": "t", "fileKey": c.folder, "delimiter": c.delimiter}}}).OK()
			if n := len(list.List("data", "fileKey")); n != c.want || size.Int("data.0.size") != c.want || size.String("data.0.tag") != "t" {
				t.Errorf("%s (%v) lists %d and counts %d, want %d", c.folder, c.delimiter, n, size.Int("data.0.size"), c.want)
			}
		}
		if at := s.Post("/media/list", bench.Body{"fileKey": "centre_a"}).OK().String("data.0.updateTime"); at != "2026-11-15T02:00:00.000Z" {
			t.Errorf("updated at %s", at)
		}
		for _, bad := range []string{"", "nowhere", "../x", "centre_a/%"} {
			s.Post("/media/list", bench.Body{"fileKey": bad}).Fails(400, "VALIDATION")
			s.Post("/media/list/size", bench.Body{"data": []bench.Body{{"tag": "", "fileKey": "temp"}, {"tag": "", "fileKey": bad}}}).Fails(400, "VALIDATION", "data[1].fileKey")
		}
	})
}

func TestTransferAndCopy(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		s := w.Service()
		exists := func(key string) bool {
			return s.Post("/media/existence", bench.Body{"fileKey": key, "defaultFileKey": ""}).Value("success") == true
		}
		s.Upload("/media/upload", map[string]string{"fileKey": "t1"}, bench.MediaFile("x", bench.PNG(3, 3))).OK()
		s.Post("/media/copy", bench.Body{"fileKeyFrom": "temp/t1", "fileKeyTo": articlePhoto}).OK()
		if !exists("temp/t1") || !exists(articlePhoto) {
			t.Fatal("a copy keeps its source")
		}
		second := "centre_a/article/mh/article-1/photo/2"
		s.Post("/media/transfer", bench.Body{"fileKeyFrom": "temp/t1", "fileKeyTo": second, "cacheControl": "max-age=9"}).OK()
		if exists("temp/t1") || !exists(second) {
			t.Fatal("a transfer removes its source")
		}
		s.Post("/media/transfer", bench.Body{"fileKeyFrom": "temp/t1", "fileKeyTo": second}).Fails(404, "NOT_FOUND")
		s.Post("/media/transfer", bench.Body{"fileKeyFrom": second, "fileKeyTo": articlePhoto, "sameBucket": true}).OK() // overwrites
		w.RunJobs()
		res, content := bench.Fetch(w, "/files/"+articlePhoto)
		if size, _, err := image.DecodeConfig(bytes.NewReader(content)); err != nil || size.Width != 3 || res.Header.Get("Cache-Control") != "max-age=0" {
			t.Fatalf("after the moves: %v %v %s", size, err, res.Header.Get("Cache-Control"))
		}
		s.Post("/media/transfer", bench.Body{"fileKeyFrom": articlePhoto, "fileKeyTo": articlePhoto, "sameBucket": true}).OK()
		w.RunJobs()
		if res, _ := bench.Fetch(w, "/files/"+articlePhoto); res.StatusCode != 200 {
			t.Fatal("moving a file onto itself lost it")
		}
		for _, bad := range []bench.Body{
			{"fileKeyFrom": articlePhoto, "fileKeyTo": second}, {"fileKeyFrom": "temp/x", "fileKeyTo": "temp/y"},
			{"fileKeyFrom": "temp/x", "fileKeyTo": second, "sameBucket": true}, {"fileKeyFrom": "temp/../x", "fileKeyTo": second},
			{"fileKeyFrom": "temp/x", "fileKeyTo": "elsewhere"}, {"fileKeyFrom": "temp/x", "fileKeyTo": second, "cacheControl": "a\r\nb"}, {"fileKeyTo": second},
		} {
			s.Post("/media/transfer", bad).Fails(400, "VALIDATION")
			s.Post("/media/copy", bad).Fails(400, "VALIDATION")
		}
	})
}

func TestDeleteGoesToTheTrash(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		s := w.Service()
		trash := func() int {
			return len(s.Post("/media/list", bench.Body{"fileKey": "trash"}).OK().List("data", "fileKey"))
		}
		bench.StoreFile(w, articlePhoto, bench.PNG(3, 3), nil)
		s.Post("/media/delete", bench.Body{"fileKey": articlePhoto}).OK()
		if res, _ := bench.Fetch(w, "/files/"+articlePhoto); res.StatusCode != 404 || trash() != 1 {
			t.Fatalf("after a deletion: %d, %d in the trash", res.StatusCode, trash())
		}
		s.Post("/media/delete", bench.Body{"fileKey": articlePhoto}).Fails(404, "NOT_FOUND")
		bench.StoreFile(w, articlePhoto, bench.PNG(5, 5), nil)
		w.RunJobs() // the removal of the old object leaves the new one alone
		if res, _ := bench.Fetch(w, "/files/"+articlePhoto); res.StatusCode != 200 {
			t.Fatal("the new file went with the old one")
		}
		s.Post("/media/delete", bench.Body{"fileKey": articlePhoto, "deleteMarker": true}).OK()
		if trash() != 1 {
			t.Fatal("deleted for good means not in the trash")
		}
		w.Clock.Advance(30*24*time.Hour - time.Hour)
		w.RunJobs()
		if trash() != 1 {
			t.Fatal("the trash was emptied early")
		}
		w.Clock.Advance(time.Hour)
		w.RunJobs()
		if trash() != 0 {
			t.Fatal("the trash is kept")
		}
		s.Post("/media/delete", bench.Body{"fileKey": "nowhere"}).Fails(400, "VALIDATION")
	})
}

func TestTemporaryFilesGoAfterADay(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		s := w.Service()
		s.Upload("/media/upload", map[string]string{"fileKey": "t1"}, bench.MediaFile("x", bench.PNG(3, 3))).OK()
		there := func() bool {
			return s.Post("/media/existence", bench.Body{"fileKey": "temp/t1", "defaultFileKey": ""}).Value("success") == true
		}
		w.Clock.Advance(24*time.Hour - time.Minute)
		w.RunJobs()
		if !there() {
			t.Fatal("it went early")
		}
		w.Clock.Advance(20 * time.Minute)
		w.RunJobs()
		if there() {
			t.Fatal("it is kept")
		}
	})
}

func TestExistenceAndURLs(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		s := w.Service()
		bench.StoreFile(w, articlePhoto, bench.PNG(3, 3), nil)
		bench.StoreFile(w, bench.AvatarKey, bench.PNG(3, 3), nil)
		found := s.Post("/media/existence", bench.Body{"fileKey": articlePhoto, "defaultFileKey": "shared/default/article/1"}).OK()
		if found.String("data.fileKey") != articlePhoto || found.String("data.modifiedTime") != "2026-11-15T02:00:00.000Z" || found.String("data.url") == "" {
			t.Errorf("found %s", found.Text)
		}
		for _, key := range []string{"centre_a/article/mh/none/photo/1", "nonsense", ""} {
			absent := s.English().Post("/media/existence", bench.Body{"fileKey": key, "defaultFileKey": articlePhoto})
			if absent.Status != 200 || absent.Value("success") != false || absent.Value("data") != nil || absent.String("message") != "The file does not exist" {
				t.Errorf("absent: %d %s", absent.Status, absent.Text)
			}
		}
		urls := s.Post("/media/url", bench.Body{"fileKeys": []bench.Body{{"fileKey": bench.AvatarKey}, {"fileKey": "centre_a/user/none/profile/1"}, {"fileKey": "../x"}, {"fileKey": articlePhoto}}}).OK()
		if keys := urls.List("data.fileKeys", "fileKey"); !slices.Equal(keys, []any{bench.AvatarKey, articlePhoto}) {
			t.Errorf("addresses of %v", keys)
		}
		if res, _ := bench.Fetch(w, urls.String("data.fileKeys.0.url")); res.StatusCode != 200 {
			t.Errorf("the signed address: %d", res.StatusCode)
		}
	})
}

func TestQRCode(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		s := w.Service()
		key := "centre_a/user/user-1/voucher/v1/1"
		s.Post("/qr", bench.Body{"url": "https://portal.example.hk/redeem/abc", "fileKey": key}).OK()
		address := s.Post("/media/url", bench.Body{"fileKeys": []bench.Body{{"fileKey": key}}}).OK().String("data.fileKeys.0.url")
		res, content := bench.Fetch(w, address)
		if _, kind, err := image.DecodeConfig(bytes.NewReader(content)); res.StatusCode != 200 || kind != "png" || err != nil {
			t.Errorf("the QR code: %d %s %v", res.StatusCode, kind, err)
		}
		w.Anonymous().Unchecked("GET", "/files/"+key, nil).Fails(404, "NOT_FOUND")
		s.Post("/qr", bench.Body{"url": "", "fileKey": key}).Fails(400, "VALIDATION", "url")
		s.Post("/qr", bench.Body{"url": "https://x.hk", "fileKey": "trash/x"}).Fails(400, "VALIDATION", "fileKey")
		s.Post("/qr", bench.Body{"url": "https://x.hk", "fileKey": "nowhere/x"}).Fails(400, "VALIDATION", "fileKey")
		s.Post("/qr", bench.Body{"url": strings.Repeat("長", 2000), "fileKey": key}).Fails(400, "VALIDATION", "url")
	})
}

func TestStaffUpload(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Support, access.CentreB)
		up := staff.Upload("/web/media/upload", nil, bench.MediaFile("a.jpg", bench.JPEG(20, 10)), bench.MediaFile("b.png", bench.PNG(5, 5))).OK()
		for i := range 2 {
			key := up.String(fmt.Sprintf("data.%d.fileKey", i))
			if !strings.HasPrefix(key, "temp/staff/") {
				t.Errorf("stored at %s", key)
			}
			if res, _ := bench.Fetch(w, up.String(fmt.Sprintf("data.%d.url", i))); res.StatusCode != 200 {
				t.Errorf("its address: %d", res.StatusCode)
			}
			w.Anonymous().Unchecked("GET", "/files/"+key, nil).Fails(404, "NOT_FOUND")
		}
		log := w.Admin().Post("/web/audit/page", bench.Body{"staffId": staff.ID, "action": "post-web-media-upload"}).OK()
		if log.Int("data.pagination.totalItems") != 2 {
			t.Errorf("the log has %s", log.Text)
		}
		staff.Upload("/web/media/upload", nil).Fails(400, "VALIDATION", "files")
		staff.Upload("/web/media/upload", nil, bench.MediaFile("x.jpg", []byte("<html>"))).Fails(400, "BAD_FILE")
		w.Member().Upload("/web/media/upload", nil, bench.MediaFile("a.png", bench.PNG(2, 2))).Fails(401, "UNAUTHENTICATED")
	})
}

// Uploads and deletions of one key at the same moment: in the end what the
// table says and what the store has agree.
func TestMediaRace(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		s := w.Service()
		var all sync.WaitGroup
		for i := range 24 {
			all.Go(func() {
				switch i % 3 {
				case 0:
					s.Upload("/media/upload", map[string]string{"fileKey": articlePhoto, "temp": "false"}, bench.MediaFile("x", bench.PNG(3+i, 3))).OK()
				case 1:
					if r := s.Post("/media/delete", bench.Body{"fileKey": articlePhoto, "deleteMarker": true}); r.Status != 200 {
						r.Fails(404, "NOT_FOUND")
					}
				default:
					w.RunJobs()
				}
			})
		}
		all.Wait()
		w.RunJobs()
		exists := s.Post("/media/existence", bench.Body{"fileKey": articlePhoto, "defaultFileKey": ""}).Value("success") == true
		if res, _ := bench.Fetch(w, "/files/"+articlePhoto); (res.StatusCode == 200) != exists {
			t.Fatalf("exists %v, served %d", exists, res.StatusCode)
		}
		bench.StoreFile(w, articlePhoto, bench.PNG(3, 3), nil)
		w.RunJobs()
		if res, _ := bench.Fetch(w, "/files/"+articlePhoto); res.StatusCode != 200 {
			t.Fatalf("a file stored afterwards is served %d", res.StatusCode)
		}
	})
}

// Versions of one key stored at the same moment: what is served afterwards is
// one of them, whole, under its own ETag, and no other object is left behind.
func TestMediaVersionsAreWhole(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		s, replica := w.Service(), w.Replica()
		for round := range 5 {
			key := fmt.Sprintf("centre_a/article/mh/article-%d/photo/1", round)
			var all sync.WaitGroup
			for i := range 6 {
				at := []*bench.Caller{s, replica.Service()}[i%2]
				all.Go(func() {
					at.Upload("/media/upload", map[string]string{"fileKey": key, "temp": "false"}, bench.MediaFile("x", bench.PNG(3+i, 3+round))).OK()
				})
			}
			all.Wait()
			w.RunJobs()
			res, content := bench.Fetch(w, "/files/"+key)
			sum := fmt.Sprintf("%x", sha256.Sum256(content))
			if res.StatusCode != 200 || res.Header.Get("ETag") != `"`+sum+`"` {
				t.Errorf("%s: %d, ETag %s for bytes of %s", key, res.StatusCode, res.Header.Get("ETag"), sum)
			}
		}
		var rows, pending int
		bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM media_files`).Scan(&rows))
		bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM media_pending`).Scan(&pending))
		if objects := w.Objects(); objects != rows || pending != 0 {
			t.Errorf("%d objects for %d files, %d pending", objects, rows, pending)
		}
	})
}

// An upload that never finished is swept.
func TestAbandonedObjectsAreSwept(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		w.RunJobs()
		_, err := w.App.Media.Put(context.Background(), media.Upload{Key: articlePhoto, Body: bytes.NewReader(bench.PNG(3, 3)), Size: int64(len(bench.PNG(3, 3)))})
		bench.Must(t, err) // the row is never saved
		before := w.Objects()
		w.Clock.Advance(2*time.Hour + 10*time.Minute)
		w.RunJobs()
		if after := w.Objects(); after != before-1 {
			t.Errorf("%d objects, then %d", before, after)
		}
	})
}

// An upload of 100 MiB does not pass through memory as a whole.
func TestLargeUploadUsesBoundedMemory(t *testing.T) {
	w := bench.New(t, bench.Engines[0])
	audio := append([]byte("RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00\x02\x00\x10\x00data\x00\x00\x00\x00"), make([]byte, 49<<20)...)
	var peak uint64
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				peak = max(peak, m.HeapInuse)
				time.Sleep(time.Millisecond) // a sampler has nothing to wait for
			}
		}
	}()
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	reader, writer := io.Pipe()
	boundary := "hearten"
	go func() {
		for i := range 2 {
			fmt.Fprintf(writer, "--%s\r\nContent-Disposition: form-data; name=\"files\"; filename=\"%d.wav\"\r\n\r\n", boundary, i)
			_, _ = writer.Write(audio)
			fmt.Fprint(writer, "\r\n")
		}
		fmt.Fprintf(writer, "--%s--\r\n", boundary)
		_ = writer.Close()
	}()
	req, err := http.NewRequest(http.MethodPost, w.URL+"/media/upload", reader)
	bench.Must(t, err)
	req.Header.Set("Content-Type", "multipart/form-data; boundary="+boundary)
	req.Header.Set("Authorization", "Bearer "+w.Service().Token)
	res, err := http.DefaultClient.Do(req)
	bench.Must(t, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	bench.Must(t, err)
	close(stop)
	<-stopped
	if res.StatusCode != 200 {
		t.Fatalf("%d %s", res.StatusCode, text)
	}
	if grew := int64(peak) - int64(before.HeapInuse); grew > 60<<20 {
		t.Fatalf("98 MiB of files took %d MiB of memory", grew>>20)
	}
}
