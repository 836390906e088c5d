package test

import (
	"context"
	"reflect"
	"testing"
	"time"

	"hearten/internal/media"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// While a backup is made the objects of removed and replaced files stay; then
// they go.
func TestHeldObjectsStay(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		ctx := context.Background()
		bench.StoreFile(w, articlePhoto, bench.JPEG(10, 10), nil)
		w.RunJobs()
		before := w.Objects()
		release, err := media.RetainObjects(ctx, w.App.DB, w.Clock)
		bench.Must(t, err)
		another, err := media.RetainObjects(ctx, w.App.DB, w.Clock)
		bench.Must(t, err)
		bench.StoreFile(w, articlePhoto, bench.JPEG(20, 10), nil) // replaces
		w.Service().Post("/media/delete", bench.Body{"fileKey": articlePhoto, "deleteMarker": true}).OK()
		for range 3 {
			w.RunJobs()
			w.Clock.Advance(time.Minute + time.Second)
		}
		if n := w.Objects(); n != before+1 {
			t.Fatalf("%d objects, there were %d and one came", n, before)
		}
		release()
		w.RunJobs()
		if n := w.Objects(); n != before+1 {
			t.Fatalf("the second hold does not hold: %d objects", n)
		}
		another()
		w.Clock.Advance(time.Minute + time.Second)
		w.RunJobs()
		if n := w.Objects(); n != before-1 {
			t.Fatalf("%d objects are left, want %d", n, before-1)
		}
		// A hold that nobody gives back runs out.
		if _, err := media.RetainObjects(ctx, w.App.DB, w.Clock); err != nil {
			t.Fatal(err)
		}
		bench.StoreFile(w, articlePhoto, bench.JPEG(20, 10), nil)
		w.Service().Post("/media/delete", bench.Body{"fileKey": articlePhoto, "deleteMarker": true}).OK()
		w.RunJobs()
		w.Clock.Advance(6 * time.Minute)
		w.RunJobs()
		if n := w.Objects(); n != before-1 {
			t.Fatalf("%d objects are left after the hold ran out, want %d", n, before-1)
		}
	})
}

// Both engines have the same tables, with columns of the same kinds: what is
// kept of one can be given to the other.
func TestEnginesHaveTheSameTables(t *testing.T) {
	t.Parallel()
	tables := map[db.Engine]map[string][]db.Field{}
	for _, engine := range bench.Engines {
		d := bench.New(t, engine).App.DB
		found, err := d.Tables(context.Background(), d)
		bench.Must(t, err)
		seen := map[string][]db.Field{}
		for _, table := range found {
			seen[table.Name] = table.Columns
		}
		tables[engine] = seen
	}
	one, other := tables[db.SQLite], tables[db.Postgres]
	if len(one) < 30 || len(one) != len(other) {
		t.Errorf("%d tables and %d", len(one), len(other))
	}
	for name, columns := range one {
		if !reflect.DeepEqual(columns, other[name]) {
			t.Errorf("%s is %v and %v", name, columns, other[name])
		}
	}
}
