package reaction_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hearten/internal/platform/db"
	"hearten/internal/reaction"
	"hearten/test/bench"
)

// setReaction sets or takes back a reaction in a transaction, as areas do.
func setReaction(w *bench.World, userID, articleID string, kind reaction.Kind, up bool) (changed bool) {
	ctx := context.Background()
	bench.Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) (err error) {
		changed, err = w.App.Reactions.Set(ctx, tx, userID, articleID, kind, up)
		return err
	}))
	return changed
}

func setResourceRead(w *bench.World, userID, resourceID string, up bool) (changed bool) {
	ctx := context.Background()
	bench.Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) (err error) {
		changed, err = w.App.Reactions.SetResourceRead(ctx, tx, userID, resourceID, up)
		return err
	}))
	return changed
}

// countersDiffer lists the counters that are not the number of their rows.
func countersDiffer(w *bench.World) []string {
	w.T.Helper()
	each := func(kind int, column, of string) string {
		return fmt.Sprintf(`
			SELECT '%[3]s %[2]s ' || c.%[3]s_id FROM %[3]s_mark_counts c WHERE c.%[2]s <>
				(SELECT COUNT(*) FROM article_marks m WHERE m.%[3]s_id = c.%[3]s_id AND m.kind = %[1]d)
			UNION ALL
			SELECT 'no %[3]s row ' || m.%[3]s_id FROM article_marks m WHERE m.%[3]s_id NOT IN (SELECT %[3]s_id FROM %[3]s_mark_counts)`,
			kind, column, of)
	}
	query := `
		SELECT 'user resource_reads ' || c.user_id FROM user_mark_counts c
			WHERE c.resource_reads <> (SELECT COUNT(*) FROM resource_reads m WHERE m.user_id = c.user_id)
		UNION ALL
		SELECT 'resource ' || c.resource_id FROM resource_read_counts c
			WHERE c.reads <> (SELECT COUNT(*) FROM resource_reads m WHERE m.resource_id = c.resource_id)`
	for kind, column := range []string{"likes", "bookmarks", "reads"} {
		for _, of := range []string{"user", "article"} {
			query += " UNION ALL " + each(kind, column, of)
		}
	}
	found, err := db.Column[string](context.Background(), w.App.DB, query)
	bench.Must(w.T, err)
	return found
}

func missionEvents(w *bench.World, userID, event string) int {
	w.T.Helper()
	n, err := db.Value[int](context.Background(), w.App.DB,
		`SELECT COUNT(*) FROM mission_events WHERE user_id = @user AND event = @event`, db.Args{"user": userID, "event": event})
	bench.Must(w.T, err)
	return n
}

func TestReactionsAreIdempotentBothWays(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		for kind, name := range map[reaction.Kind]string{reaction.Like: "like", reaction.Bookmark: "bookmark", reaction.Read: "read"} {
			steps := []struct{ up, changes bool }{{false, false}, {true, true}, {true, false}, {false, true}, {false, false}, {true, true}}
			for i, step := range steps {
				if got := setReaction(w, m.ID, "article-1", kind, step.up); got != step.changes {
					t.Errorf("%s, step %d: changed %v", name, i, got)
				}
			}
		}
		if !setResourceRead(w, m.ID, "resource-1", true) || setResourceRead(w, m.ID, "resource-1", true) ||
			!setResourceRead(w, m.ID, "resource-1", false) || setResourceRead(w, m.ID, "resource-1", false) {
			t.Error("the read of a resource is not idempotent")
		}
		if wrong := countersDiffer(w); len(wrong) > 0 {
			t.Errorf("counters that differ from the rows: %v", wrong)
		}
	})
}

// The first read of an article on a Hong Kong day counts for missions; taking
// it back neither lowers that nor lets it count again.
func TestFirstReadOfADayCounts(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		read := func(article string, up bool, want int) {
			t.Helper()
			setReaction(w, m.ID, article, reaction.Read, up)
			if got := missionEvents(w, m.ID, "article_read"); got != want {
				t.Fatalf("%d reads count, want %d", got, want)
			}
		}
		read("a", true, 1)
		read("a", true, 1)
		read("a", false, 1)
		read("a", true, 1)
		read("b", true, 2)
		w.Clock.Advance(13*time.Hour + 59*time.Minute) // 23:59 in Hong Kong
		read("a", true, 2)
		w.Clock.Advance(time.Minute)
		read("a", true, 3)
		if got := missionEvents(w, m.ID, "article_read"); got != 3 {
			t.Fatalf("%d", got)
		}
		setReaction(w, m.ID, "c", reaction.Like, true)
		setReaction(w, m.ID, "c", reaction.Bookmark, true)
		if got := missionEvents(w, m.ID, "article_read"); got != 3 {
			t.Error("a like counts as a read")
		}
	})
}

// However calls race, counters equal the rows and a day's read counts once.
func TestReactionsInParallel(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		members := []*bench.Caller{w.Member(), w.Member(), w.Member()}
		articles := []string{"article-1", "article-2"}
		type call struct {
			user, article int
			kind          reaction.Kind
			up            bool
		}
		drawn := rapid.Custom(func(t *rapid.T) call {
			return call{
				rapid.IntRange(0, 2).Draw(t, "user"), rapid.IntRange(0, 1).Draw(t, "article"),
				reaction.Kind(rapid.IntRange(0, 2).Draw(t, "kind")), rapid.Bool().Draw(t, "up"),
			}
		})
		type event struct{ user, article, day int }
		events := map[event]bool{}
		day := 0
		for round := range 25 { // each round is a race of its own: there is nothing to shrink
			if round%3 == 2 {
				day++
				w.Clock.Advance(24 * time.Hour)
			}
			calls := rapid.SliceOfN(drawn, 4, 10).Example(round)
			var all sync.WaitGroup
			for _, c := range calls {
				if c.kind == reaction.Read && c.up {
					events[event{c.user, c.article, day}] = true
				}
				all.Go(func() {
					setReaction(w, members[c.user].ID, articles[c.article], c.kind, c.up)
					setResourceRead(w, members[c.user].ID, "resource", c.up)
				})
			}
			all.Wait()
			if wrong := countersDiffer(w); len(wrong) > 0 {
				t.Fatalf("after %v the counters differ: %v", calls, wrong)
			}
			got := 0
			for _, m := range members {
				got += missionEvents(w, m.ID, "article_read")
			}
			if got != len(events) {
				t.Fatalf("%d reads count, want %d", got, len(events))
			}
		}
	})
}

// A page of articles has its statistics in one query.
func TestStatisticsOfArticles(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		me, other := w.Member(), w.Member()
		setReaction(w, me.ID, "a", reaction.Like, true)
		setReaction(w, other.ID, "a", reaction.Like, true)
		setReaction(w, other.ID, "b", reaction.Like, true)
		setReaction(w, other.ID, "b", reaction.Bookmark, true)
		setReaction(w, me.ID, "b", reaction.Bookmark, true)
		setReaction(w, me.ID, "c", reaction.Read, true)
		want := map[string]reaction.Statistic{
			"a": {LikeNo: 2, Like: true}, "b": {LikeNo: 1, Bookmark: true}, "c": {Read: true}, "d": {},
		}
		var got map[string]reaction.Statistic
		statements := w.Statements(func() {
			var err error
			got, err = reaction.Statistics(context.Background(), w.App.DB, me.ID, []string{"a", "b", "c", "d"})
			bench.Must(t, err)
		})
		for id, statistic := range want {
			if got[id] != statistic {
				t.Errorf("%s: %+v, want %+v", id, got[id], statistic)
			}
		}
		if len(statements) != 1 {
			t.Errorf("%d statements", len(statements))
		}
		if none, err := reaction.Statistics(context.Background(), w.App.DB, me.ID, nil); err != nil || len(none) != 0 {
			t.Errorf("of no articles: %v %v", none, err)
		}
	})
}

// An erasure deletes the reactions of one member and of no other.
func TestErasureDeletesReactions(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		leaving, staying := w.Member(), w.Member()
		for _, id := range []string{leaving.ID, staying.ID} {
			for kind := range reaction.Kind(3) {
				setReaction(w, id, "a", kind, true)
			}
			setResourceRead(w, id, "r", true)
		}
		setReaction(w, leaving.ID, "b", reaction.Like, true)
		ctx := context.Background()
		bench.Must(t, w.App.DB.Write(ctx, func(tx *db.Tx) error { return w.App.People.Erase(ctx, tx, leaving.ID) }))
		if wrong := countersDiffer(w); len(wrong) > 0 {
			t.Errorf("counters that differ from the rows: %v", wrong)
		}
		counts, err := reaction.OfArticles(ctx, w.App.DB, []string{"a", "b"})
		bench.Must(t, err)
		if counts["a"] != (reaction.Counts{Likes: 1, Bookmarks: 1, Reads: 1}) || counts["b"] != (reaction.Counts{}) {
			t.Errorf("what is left: %+v", counts)
		}
		users, err := reaction.OfUsers(ctx, w.App.DB, []string{leaving.ID, staying.ID})
		bench.Must(t, err)
		if _, there := users[leaving.ID]; there || users[staying.ID] != (reaction.Counts{Likes: 1, Bookmarks: 1, Reads: 1, ResourceReads: 1}) {
			t.Errorf("what people have: %+v", users)
		}
	})
}

// A reaction that comes while its member is being erased is not written, whichever
// way it comes.
func TestReactionsDuringErasure(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		author, ctx := w.Admin(), context.Background()
		article, resource := w.Article(bench.Article{Author: author.ID, Status: 5}), w.Resource(bench.Resource{Centre: "CENTRE_A", Status: 5, Author: author.ID})
		for _, late := range []func(m *bench.Caller) *bench.Reply{
			func(m *bench.Caller) *bench.Reply {
				return w.Service().Post("/star", bench.Body{"userId": m.ID, "articleId": article, "type": 2})
			},
			func(m *bench.Caller) *bench.Reply {
				return w.Service().Post("/star/info", bench.Body{"userId": m.ID, "infoId": resource})
			},
			func(m *bench.Caller) *bench.Reply { return m.Post("/app/articles/"+article+"/like", nil) },
		} {
			m := w.Member()
			done := make(chan struct{})
			bench.Must(t, w.App.DB.Write(ctx, func(tx *db.Tx) error {
				if err := w.App.People.Erase(ctx, tx, m.ID); err != nil {
					return err
				}
				go func() { late(m); close(done) }()
				waitsForALock(w)
				return nil
			}))
			<-done
			for _, table := range []string{"article_marks", "article_reads", "resource_reads", "user_mark_counts", "mission_events"} {
				n, err := db.Value[int](ctx, w.App.DB, `SELECT COUNT(*) FROM `+table+` WHERE user_id = @user`, db.Args{"user": m.ID})
				if bench.Must(t, err); n > 0 {
					t.Errorf("%d rows of %s came after the erasure", n, table)
				}
			}
		}
		if wrong := countersDiffer(w); len(wrong) > 0 {
			t.Errorf("counters that differ from the rows: %v", wrong)
		}
	})
}

// waitsForALock returns when a statement waits for another transaction. On
// SQLite writers take turns anyway.
func waitsForALock(w *bench.World) {
	w.T.Helper()
	for began := time.Now(); w.App.DB.Engine() == db.Postgres; {
		n, err := db.Value[int](context.Background(), w.App.DB, `
			SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
		if bench.Must(w.T, err); n > 0 {
			return
		}
		if time.Since(began) > 20*time.Second {
			w.T.Fatal("no statement waits for a lock")
		}
	}
}
