package checkin_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/wallet"
	"hearten/test/bench"
)

func mapOf(m *bench.Caller, number int) *bench.Reply {
	return m.Get(fmt.Sprintf("/app/community-map/%d", number)).OK()
}

// photosCounted is how many first photos missions know of.
func photosCounted(w *bench.World, userID string) (n int) {
	bench.Must(w.T, w.SQL().QueryRow(`SELECT COUNT(*) FROM mission_events WHERE user_id = $1 AND event = $2`,
		userID, string(catalog.BuildingPhoto)).Scan(&n))
	return n
}

// tokensInLedger sums what the ledger says of a member's tokens.
func tokensInLedger(w *bench.World, userID string) (sum int) {
	bench.Must(w.T, w.SQL().QueryRow(`SELECT SUM(amount) FROM wallet_ledger WHERE user_id = $1 AND currency = 'token'`, userID).Scan(&sum))
	return sum
}

func TestCommunityMapDistricts(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member() // of no centre: the map is for everyone
		got := m.Get("/app/community-map/districts").OK()
		codes := got.List("data", "code")
		if len(codes) != 13 {
			t.Fatalf("%d communities", len(codes))
		}
		for i, code := range codes {
			if code != float64(i) || got.Int(fmt.Sprintf("data.%d.buildingCount", i)) != 5 || got.Int(fmt.Sprintf("data.%d.checkInCount", i)) != 0 ||
				got.Int(fmt.Sprintf("data.%d.infoCount", i)) != 0 {
				t.Fatalf("community %d: %s", i, got.Text)
			}
		}
		if got.String("data.0.name") != "將軍澳／西貢" || got.String("data.0.description") != "將軍澳及西貢" || got.String("data.0.id") != w.District(0) {
			t.Fatalf("%s", got.Text)
		}

		bench.Photograph(m, 0, 1).OK()
		bench.Photograph(m, 0, 5).OK()
		bench.Photograph(w.Member(), 0, 2).OK() // someone else's
		got = m.Get("/app/community-map/districts").OK()
		if got.Int("data.0.checkInCount") != 2 || got.Int("data.1.checkInCount") != 0 {
			t.Fatalf("%s", got.Text)
		}
		editor := w.Staff(access.Chief, access.CentreA)
		bench.NewResource(w, editor, 0) // a draft is not counted
		bench.ListResource(w, bench.NewResource(w, editor, 0))
		bench.ListResource(w, bench.NewResource(w, editor, 0))
		got = m.Get("/app/community-map/districts").OK()
		if got.Int("data.0.infoCount") != 2 || got.Int("data.1.infoCount") != 0 || mapOf(m, 0).Int("data.0.district.infoCount") != 2 {
			t.Fatalf("listed resources: %s", got.Text)
		}
		statements := func() int { return len(w.Statements(func() { m.Get("/app/community-map/districts").OK() })) }
		detail := func() int { return len(w.Statements(func() { mapOf(m, 0) })) }
		if a, b := statements(), detail(); a > 4 || b > 6 {
			t.Errorf("%d statements for the list, %d for a community", a, b)
		}
	})
}

func TestCommunityMapDetail(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := bench.SetDistrict(w.Member(), w.District(1), 1)
		got := mapOf(m, 6) // another centre's community is open too
		if got.Int("data.0.district.code") != 6 || got.Int("data.0.wallet.token") != 3 || got.Int("data.0.wallet.coin") != 0 || got.Value("data.1") != nil {
			t.Fatalf("%s", got.Text)
		}
		if photos := got.Value("data.0.photos").(map[string]any); len(photos) != 5 {
			t.Fatalf("%d buildings", len(photos))
		}
		for _, n := range []string{"1", "5"} {
			photo := "data.0.photos." + n
			if got.Value(photo+".isDefault") != true || got.String(photo+".fileKey") != "shared/default/community/map/1" ||
				got.Value(photo+".uploadTime") != nil || got.Value(photo+".modifiedTime") != nil {
				t.Fatalf("building %s: %s", n, got.Text)
			}
		}
		w.RunJobs() // our own pictures are put up
		if res, _ := bench.Fetch(w, got.String("data.0.photos.1.url")); res.StatusCode != 200 {
			t.Fatalf("the default picture answers %d", res.StatusCode)
		}

		bench.Photograph(m, 6, 2).OK()
		got = mapOf(m, 6)
		key := "centre_a/user/" + m.ID + "/community/map/ssp/2"
		if got.String("data.0.photos.2.fileKey") != key || got.Value("data.0.photos.2.isDefault") != false ||
			got.String("data.0.photos.2.uploadTime") != "2026-11-15T02:00:00.000Z" || got.String("data.0.photos.2.modifiedTime") != "2026-11-15T02:00:00.000Z" ||
			got.Int("data.0.wallet.token") != 2 || got.Int("data.0.district.checkInCount") != 1 || got.Value("data.0.photos.1.isDefault") != true {
			t.Fatalf("%s", got.Text)
		}
		address := got.String("data.0.photos.2.url")
		if res, _ := bench.Fetch(w, address); res.StatusCode != 200 || res.Header.Get("Content-Type") != "image/jpeg" {
			t.Fatalf("the photo answers %d", res.StatusCode)
		}
		if res, _ := bench.Fetch(w, strings.SplitN(address, "?", 2)[0]); res.StatusCode != 404 {
			t.Fatalf("without a signature: %d", res.StatusCode)
		}
		w.Clock.Advance(15*time.Minute + time.Second)
		if res, _ := bench.Fetch(w, address); res.StatusCode != 404 {
			t.Fatalf("after its time: %d", res.StatusCode)
		}

		m.Get("/app/community-map/13").Fails(404, "NOT_FOUND")
		m.Get("/app/community-map/-1").Fails(404, "NOT_FOUND")
		m.Get("/app/community-map/06").Fails(404, "NOT_FOUND")
		m.Get("/app/community-map/somewhere").Fails(404, "NOT_FOUND")
		m.Get("/app/community-map/99999999999999999999").Fails(404, "NOT_FOUND")
		m.Delete("/app/community-map/6/second").Fails(404, "NOT_FOUND")
		m.Upload("/app/community-map/6/second", nil, bench.Attachment{Field: "file", Name: "x.jpg", Body: bench.JPEG(8, 8)}).Fails(404, "NOT_FOUND")
	})
}

// A building is paid for and counted once, whatever is done with its photo.
func TestPhotoCostsOnce(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := bench.SetDistrict(w.Member(), w.District(0), 1)
		stands := func(tokens, counted int) {
			t.Helper()
			if got := mapOf(m, 0).Int("data.0.wallet.token"); got != tokens || tokensInLedger(w, m.ID) != tokens {
				t.Fatalf("%d tokens, the ledger says %d, want %d", got, tokensInLedger(w, m.ID), tokens)
			}
			if n := photosCounted(w, m.ID); n != counted {
				t.Fatalf("%d photos counted, want %d", n, counted)
			}
		}
		bench.Photograph(m, 0, 1).OK()
		stands(2, 1)
		first := mapOf(m, 0).String("data.0.photos.1.url")
		_, old := bench.Fetch(w, first)
		w.Clock.Advance(time.Minute)
		bench.Photograph(m, 0, 1, bench.PNG(8, 8)...).OK() // replaced
		stands(2, 1)
		got := mapOf(m, 0)
		if _, fresh := bench.Fetch(w, got.String("data.0.photos.1.url")); string(fresh) == string(old) || got.String("data.0.photos.1.uploadTime") != "2026-11-15T02:01:00.000Z" {
			t.Fatalf("the photo was not replaced: %s", got.Text)
		}
		m.Delete("/app/community-map/0/1").OK()
		if got := mapOf(m, 0); got.Value("data.0.photos.1.isDefault") != true || got.Int("data.0.district.checkInCount") != 0 {
			t.Fatalf("%s", got.Text)
		}
		if res, _ := bench.Fetch(w, first); res.StatusCode != 404 {
			t.Fatalf("a deleted photo answers %d", res.StatusCode)
		}
		m.Delete("/app/community-map/0/1").Fails(404, "NOT_FOUND")
		bench.Photograph(m, 0, 1).OK()
		stands(2, 1)

		bench.Photograph(m, 12, 5).OK()
		bench.Photograph(m, 3, 3).OK()
		stands(0, 3)
		bench.Photograph(m, 3, 4).Fails(409, "INSUFFICIENT_TOKEN")
		stands(0, 3)
		if mapOf(m, 3).Value("data.0.photos.4.isDefault") != true {
			t.Fatal("a photo that was not paid for is shown")
		}
		bench.Photograph(m, 3, 3).OK() // what is paid for stays open
		stands(0, 3)
	})
}

func TestPhotoRefusals(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		for _, place := range [][2]int{{13, 1}, {0, 0}, {0, 6}, {-1, 1}} {
			bench.Photograph(m, place[0], place[1]).Fails(404, "NOT_FOUND")
			m.Delete(fmt.Sprintf("/app/community-map/%d/%d", place[0], place[1])).Fails(404, "NOT_FOUND")
		}
		m.Delete("/app/community-map/0/1").Fails(404, "NOT_FOUND") // nothing there yet
		m.Upload("/app/community-map/0/1", nil).Fails(400, "VALIDATION", "file")
		m.Post("/app/community-map/0/1", bench.Body{}).Fails(415, "UNSUPPORTED_MEDIA_TYPE")
		bench.Photograph(m, 0, 1, []byte("<html>")...).Fails(400, "BAD_FILE")
		pdf := []byte("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n")
		bench.Photograph(m, 0, 1, pdf...).Fails(400, "BAD_FILE")
		bench.Photograph(m, 0, 1, make([]byte, 10<<20+200<<10)...).Fails(413, "TOO_LARGE")
		if got := mapOf(m, 0); got.Int("data.0.wallet.token") != 3 || got.Value("data.0.photos.1.isDefault") != true || photosCounted(w, m.ID) != 0 {
			t.Fatalf("a refusal cost something: %s", got.Text)
		}
	})
}

// Many first uploads at one moment, on two replicas: one is the first.
func TestPhotoRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := bench.SetDistrict(w.Member(), w.District(0), 1)
		callers := []*bench.Caller{m, m.At(w.Replica())}
		together := func(n int, call func(i int, c *bench.Caller)) {
			var all sync.WaitGroup
			for i := range n {
				all.Add(1)
				go func() { defer all.Done(); call(i, callers[i%2]) }()
			}
			all.Wait()
		}
		together(50, func(_ int, c *bench.Caller) { bench.Photograph(c, 0, 1).OK() })
		if got := mapOf(m, 0).Int("data.0.wallet.token"); got != 2 || tokensInLedger(w, m.ID) != 2 || photosCounted(w, m.ID) != 1 {
			t.Fatalf("%d tokens left, %d in the ledger, %d counted", got, tokensInLedger(w, m.ID), photosCounted(w, m.ID))
		}
		// Two tokens and five buildings: two photos.
		var mu sync.Mutex
		taken := 0
		together(12, func(i int, c *bench.Caller) {
			reply := bench.Photograph(c, 7, i%5+1)
			if reply.Status == 409 {
				reply.Fails(409, "INSUFFICIENT_TOKEN")
				return
			}
			reply.OK()
			mu.Lock()
			defer mu.Unlock()
			taken++
		})
		got := mapOf(m, 7)
		if got.Int("data.0.wallet.token") != 0 || got.Int("data.0.district.checkInCount") != 2 || photosCounted(w, m.ID) != 3 || tokensInLedger(w, m.ID) != 0 || taken < 2 {
			t.Fatalf("%d answered yes: %s", taken, got.Text)
		}
		// Deleting and uploading at one moment leave a row and its file, or neither.
		together(20, func(i int, c *bench.Caller) {
			if i%4 < 2 {
				bench.Photograph(c, 0, 1).OK()
				return
			}
			if r := c.Delete("/app/community-map/0/1"); r.Status != 404 {
				r.OK()
			}
		})
		photo := mapOf(m, 0)
		list := w.Service().Post("/media/list", bench.Body{"fileKey": "centre_a/user/" + m.ID + "/community/map/cko&sk"}).OK().List("data", "fileKey")
		if there := photo.Value("data.0.photos.1.isDefault") == false; there != (len(list) == 1) || len(list) > 1 {
			t.Fatalf("%v: %s", list, photo.Text)
		}
	})
}

// A member who changes centres keeps their photos; a new one is filed where
// they live now, and the old file goes.
func TestPhotoOfSomeoneWhoMoves(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		m := bench.SetDistrict(w.Member(), w.District(0), 1)
		bench.Photograph(m, 0, 1).OK()
		bench.Photograph(m, 0, 2).OK()
		m = bench.SetDistrict(m, w.District(-1), 1)
		got := mapOf(m, 0)
		if res, _ := bench.Fetch(w, got.String("data.0.photos.1.url")); res.StatusCode != 200 || got.Int("data.0.district.checkInCount") != 2 {
			t.Fatalf("the photo is gone: %s", got.Text)
		}
		bench.Photograph(m, 0, 1).OK()
		files := func(root string) []any {
			return w.Service().Post("/media/list", bench.Body{"fileKey": root + "/user/" + m.ID}).OK().List("data", "fileKey")
		}
		if a, shared := files("centre_a"), files("shared"); len(a) != 1 || len(shared) != 1 || shared[0] != "shared/user/"+m.ID+"/community/map/cko&sk/1" {
			t.Fatalf("%v %v", a, shared)
		}
		if mapOf(m, 0).Int("data.0.wallet.token") != 1 {
			t.Fatal("moving cost a token")
		}
		// A file that another service removed does not stand in the way.
		w.Service().Post("/media/delete", bench.Body{"fileKey": "centre_a/user/" + m.ID + "/community/map/cko&sk/2", "deleteMarker": true}).OK()
		bench.Photograph(m, 0, 2).OK()
		m.Delete("/app/community-map/0/2").OK()

		m.Delete("/app/users/remove").OK()
		w.Clock.Advance(31 * 24 * time.Hour)
		w.RunJobs()
		w.RunJobs()
		if a, shared := files("centre_a"), files("shared"); len(a)+len(shared) != 0 || strings.Contains(bench.Dump(w, "checkins"), m.ID) {
			t.Fatalf("left of someone who left: %v %v", a, shared)
		}
	})
}

// An upload that arrives as the account closes leaves nothing behind.
func TestPhotoOfSomeoneWhoLeaves(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		for range 4 {
			m := w.Member()
			var all sync.WaitGroup
			all.Add(2)
			go func() {
				defer all.Done()
				if r := bench.Photograph(m, 0, 1); r.Status != 401 && r.Status != 403 {
					r.OK()
				}
			}()
			go func() { defer all.Done(); m.Delete("/app/users/remove").OK() }()
			all.Wait()
		}
		// Everyone is erased, one of them while the picture they sent is looked at.
		last, picture := w.Member(), bench.JPEG(30, 20)
		late := &interrupted{ReadSeeker: bytes.NewReader(picture), do: func() {
			last.Delete("/app/users/remove").OK()
			w.Clock.Advance(31 * 24 * time.Hour)
			w.RunJobs()
			w.RunJobs()
		}}
		err := w.App.Accounts.SetAvatar(context.Background(), access.Member{ID: last.ID}, late, int64(len(picture)))
		if f := (*fault.Error)(nil); !errors.As(err, &f) || f.Code != fault.Forbidden {
			t.Errorf("the picture of someone who is gone: %v", err)
		}
		if dump := bench.Dump(w, "checkins"); dump != "" {
			t.Fatalf("left: %s", dump)
		}
		if dump := bench.Dump(w, "media_files"); strings.Contains(dump, "shared/user/") {
			t.Fatal("files are left")
		}
	})
}

// interrupted is a file during whose first read something else happens.
type interrupted struct {
	io.ReadSeeker
	do   func()
	once sync.Once
}

func (i *interrupted) Read(p []byte) (int, error) {
	i.once.Do(i.do)
	return i.ReadSeeker.Read(p)
}

// Tokens that are earned later pay for photos like the first ones.
func TestPhotoWithEarnedToken(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		for n := range 3 {
			bench.Photograph(m, 2, n+1).OK()
		}
		bench.Photograph(m, 2, 4).Fails(409, "INSUFFICIENT_TOKEN")
		earnToken(w, m.ID)
		bench.Photograph(m, 2, 4).OK()
		bench.Photograph(m.English(), 2, 5).Fails(409, "INSUFFICIENT_TOKEN", "tokens")
	})
}

func earnToken(w *bench.World, userID string) {
	ctx := context.Background()
	bench.Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error {
		return wallet.New(w.App.DB, w.Clock).Change(ctx, tx, userID,
			wallet.Entry{Currency: wallet.Token, Amount: 1, Reason: "test", Reference: "1"})
	}))
}
