package catalog

import (
	"context"
	"io/fs"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/db"
)

var launch = time.Date(2026, 11, 1, 1, 0, 0, 0, time.UTC)

func openDB(t *testing.T, onStatement func(context.Context, string)) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), db.Options{Folder: t.TempDir(), OnStatement: onStatement})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return d
}

func load(t *testing.T, folder fs.FS) *Catalogue {
	t.Helper()
	c, err := Load(folder)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func apply(t *testing.T, d *db.DB, folder fs.FS, now time.Time) Changes {
	t.Helper()
	changes, err := Apply(t.Context(), d, load(t, folder), FromBinary, now)
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

func count(t *testing.T, d *db.DB, text string, args ...db.Args) int64 {
	t.Helper()
	n, err := d.Count(t.Context(), text, args...)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestApplyFillsEveryTableOnce(t *testing.T) {
	var mu sync.Mutex
	statements := 0
	d := openDB(t, func(context.Context, string) {
		mu.Lock()
		defer mu.Unlock()
		statements++
	})
	c := load(t, Embedded())
	want := len(documentsOf(c))
	for _, table := range tablesOf(c) {
		want += len(table.rows)
	}
	if got := apply(t, d, Embedded(), launch); got != (Changes{Added: want}) {
		t.Errorf("got %v, want %d added", got, want)
	}
	for _, table := range tablesOf(c) {
		if got := count(t, d, "SELECT COUNT(*) FROM "+table.name+" WHERE retired_at IS NULL"); got != int64(len(table.rows)) || got == 0 {
			t.Errorf("%s holds %d rows, want %d", table.name, got, len(table.rows))
		}
	}
	statements = 0
	if got := apply(t, d, Embedded(), launch.Add(time.Hour)); got != (Changes{}) {
		t.Errorf("the second time: %v", got)
	}
	if statements != 1 {
		t.Errorf("an unchanged catalogue cost %d statements, want one", statements)
	}
}

func TestApplyUpdatesWhatChanged(t *testing.T) {
	d := openDB(t, nil)
	apply(t, d, Embedded(), launch)
	// A change without a trace in the hash shows which rows are written again.
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), "UPDATE mascots SET name = 'x'")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	changed := contentWith(t, edit{"mascots.yaml", "coin: 120", "coin: 130"}, edit{"settings.yaml", "token: 3", "token: 4"})
	if got := apply(t, d, changed, launch); got != (Changes{Updated: 2}) {
		t.Errorf("got %v, want 2 updated", got)
	}
	if got := count(t, d, "SELECT coin FROM mascots WHERE key = 'cat'"); got != 130 {
		t.Errorf("the cat costs %d, want 130", got)
	}
	if got := count(t, d, "SELECT COUNT(*) FROM mascots WHERE name = 'x'"); got != 3 {
		t.Errorf("%d mascots were left alone, want 3", got)
	}
	body, err := db.Value[string](t.Context(), d, "SELECT body FROM catalogue_documents WHERE name = 'settings'")
	if want := asJSON(load(t, changed).Settings); err != nil || body != want {
		t.Errorf("settings are %s (%v), want %s", body, err, want)
	}
}

func TestApplyRetiresAndRestores(t *testing.T) {
	d := openDB(t, nil)
	apply(t, d, Embedded(), launch)
	without := contentWith(t, edit{"districts.yaml", "  - {key: southern, name: 南區, centre: CENTRE_OTHER}\n", ""})
	// The two districts after it move up by one.
	if got, want := apply(t, d, without, launch.Add(time.Hour)), (Changes{Updated: 2, Retired: 1}); got != want {
		t.Errorf("without: got %v, want %v", got, want)
	}
	retired, err := db.Value[time.Time](t.Context(), d, "SELECT retired_at FROM districts WHERE key = 'southern'")
	if err != nil || !retired.Equal(launch.Add(time.Hour)) {
		t.Errorf("retired at %v (%v)", retired, err)
	}
	if n := len(districts(t, d)); n != 18 {
		t.Errorf("%d districts are listed, want 18", n)
	}
	renamed := contentWith(t,
		edit{"districts.yaml", "  - {key: southern, name: 南區, centre: CENTRE_OTHER}\n", ""},
		edit{"districts.yaml", "name: 灣仔", "name: 灣仔區"})
	if got := apply(t, d, renamed, launch.Add(2*time.Hour)); got != (Changes{Updated: 1}) {
		t.Errorf("what is retired is not retired again: got %v", got)
	}
	if got := apply(t, d, Embedded(), launch.Add(3*time.Hour)); got != (Changes{Updated: 4}) {
		t.Errorf("back: got %v, want 4 updated", got)
	}
	if n := len(districts(t, d)); n != 19 {
		t.Errorf("%d districts are listed, want 19", n)
	}
}

func TestApplyShortensALesson(t *testing.T) {
	d := openDB(t, nil)
	longer := contentWith(t, edit{"lessons/sleeping-better.yaml", "chapters:\n", "chapters:\n  - {title: 甲, content: <p>乙</p>, audioKey: shared/lesson/slp/1, imageKeys: [shared/lesson/slp/2]}\n"})
	apply(t, d, longer, launch)
	id := ID("lesson", "sleeping-better")
	if n := count(t, d, "SELECT COUNT(*) FROM lessons WHERE id = @id AND has_audio AND has_image AND NOT has_video", db.Args{"id": id}); n != 1 {
		t.Error("the lesson does not tell what its chapters hold")
	}
	apply(t, d, Embedded(), launch)
	total := count(t, d, "SELECT chapter_total FROM lessons WHERE id = @id", db.Args{"id": id})
	if n := count(t, d, "SELECT COUNT(*) FROM lesson_chapters WHERE lesson_id = @id AND retired_at IS NULL", db.Args{"id": id}); n != total {
		t.Errorf("%d chapters, the lesson says %d", n, total)
	}
	if n := count(t, d, "SELECT COUNT(*) FROM lesson_chapters WHERE lesson_id = @id AND retired_at IS NOT NULL", db.Args{"id": id}); n != 1 {
		t.Errorf("%d chapters are retired, want 1", n)
	}
}

func TestApplyTogether(t *testing.T) {
	d := openDB(t, nil)
	c := load(t, Embedded())
	var wg sync.WaitGroup
	results := make([]Changes, 3)
	for i := range results {
		wg.Go(func() {
			changes, err := Apply(context.Background(), d, c, FromBinary, launch)
			if err != nil {
				t.Error(err)
			}
			results[i] = changes
		})
	}
	wg.Wait()
	workers := 0
	for _, r := range results {
		if r != (Changes{}) {
			workers++
		}
	}
	if workers != 1 {
		t.Errorf("%d of three did the work: %v", workers, results)
	}
}

func districts(t *testing.T, d *db.DB) []District {
	t.Helper()
	list, err := Districts(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestDistricts(t *testing.T) {
	d := openDB(t, nil)
	apply(t, d, Embedded(), launch)
	list := districts(t, d)
	first, last := list[0], list[len(list)-1]
	if first.ID != ID("district", "tseung-kwan-o-sai-kung") || first.Centre != "CENTRE_A" || first.Community == nil || *first.Community != 0 {
		t.Errorf("first: %+v", first)
	}
	if last.Name != "其他" || last.Centre != "CENTRE_OTHER" || last.Community != nil {
		t.Errorf("last: %+v", last)
	}
}

func TestChangesString(t *testing.T) {
	for want, c := range map[string]Changes{
		"no change":                     {},
		"1 added, 2 updated, 3 retired": {1, 2, 3},
	} {
		if got := c.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
