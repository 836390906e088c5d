package media_test

import (
	"context"
	"testing"
	"time"

	"hearten/internal/media"
	"hearten/test/bench"
)

// While a backup is made the objects of removed and replaced files stay; then
// they go.
func TestRetainedObjectsStay(t *testing.T) {
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
			t.Fatalf("the second lease does not keep them: %d objects", n)
		}
		another()
		w.Clock.Advance(time.Minute + time.Second)
		w.RunJobs()
		if n := w.Objects(); n != before-1 {
			t.Fatalf("%d objects are left, want %d", n, before-1)
		}
		// A lease that is not released ends by itself.
		if _, err := media.RetainObjects(ctx, w.App.DB, w.Clock); err != nil {
			t.Fatal(err)
		}
		bench.StoreFile(w, articlePhoto, bench.JPEG(20, 10), nil)
		w.Service().Post("/media/delete", bench.Body{"fileKey": articlePhoto, "deleteMarker": true}).OK()
		w.RunJobs()
		w.Clock.Advance(6 * time.Minute)
		w.RunJobs()
		if n := w.Objects(); n != before-1 {
			t.Fatalf("%d objects are left after the lease ended, want %d", n, before-1)
		}
	})
}
