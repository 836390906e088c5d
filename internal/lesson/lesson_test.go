package lesson_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/test/bench"
)

func TestLessonBrowse(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		overview := func(finished, studying, learnable, suggestions int, hasNew bool) {
			t.Helper()
			o := m.Get("/app/lesson/overview").OK()
			if o.Int("data.0.finished") != finished || o.Int("data.0.studying") != studying || o.Int("data.0.learnable") != learnable ||
				o.Int("data.0.recommendationTotal") != suggestions || o.Value("data.0.hasNew") != hasNew {
				t.Errorf("overview %s, want %d %d %d %d %v", o.Text, finished, studying, learnable, suggestions, hasNew)
			}
		}
		overview(0, 0, 12, 5, true) // never looked
		names := m.Get("/app/lesson/categories").OK()
		if got := names.List("data.0", "desc"); len(got) != 5 || got[0] != "全部" || names.Int("data.0.4.type") != 4 {
			t.Errorf("categories: %s", names.Text)
		}

		suggested := m.Get("/app/lesson/learning").OK()
		want := []any{bench.LessonID("recovery-journey"), bench.Strengths, bench.LessonID("hope-and-small-steps"), bench.LessonID("understanding-emotions"), bench.LessonID("stress-and-early-signs")}
		if got := suggested.List("data", "lessonId"); !slices.Equal(got, want) {
			t.Errorf("suggestions: %s", suggested.Text)
		}
		overview(0, 0, 12, 5, false)
		w.RunJobs() // hangs the pictures
		if key := suggested.String("data.1.pic.fileKey"); !strings.HasPrefix(key, "centre_a/lesson/cover/") {
			t.Errorf("a free member's cover is %s", key)
		}
		address := strings.Replace(suggested.String("data.1.pic.url"), w.Config.PublicURL, w.URL, 1)
		if res, err := http.Get(address); err != nil || res.StatusCode != 200 {
			t.Errorf("the cover %s: %v, %v", address, res, err)
		}

		m.Post("/app/lesson/"+bench.Strengths+"/open", nil).OK()
		m.Post("/app/lesson/"+bench.Strengths+"/open", nil).OK() // again
		overview(0, 1, 11, 5, false)
		if got := m.Get("/app/lesson/learning").OK().List("data", "lessonId"); slices.Contains(got, any(bench.Strengths)) || len(got) != 5 {
			t.Errorf("an opened lesson is suggested: %v", got)
		}

		all := m.Post("/app/lesson/all-lesson-page", bench.Body{"pagination": bench.Body{"size": 100}}).OK()
		if got := all.List("data.items", "lessonId"); len(got) != 12 || got[0] != bench.LessonID("recovery-journey") || got[11] != bench.LessonID("stepping-into-the-community") {
			t.Errorf("all lessons: %v", got)
		}
		if all.Value("data.items.0.opened") != false || all.Value("data.items.1.opened") != true || all.String("data.items.1.categories.0") != "復元概念" ||
			all.Int("data.items.1.chapterTotal") != 3 {
			t.Errorf("an item: %s", all.Text)
		}
		for category, count := range []int{12, 3, 3, 3, 3} {
			if got := m.Post("/app/lesson/all-lesson-page", bench.Body{"category": category}).OK().Int("data.pagination.totalItems"); got != count {
				t.Errorf("category %d has %d lessons", category, got)
			}
		}
		sorted := m.Post("/app/lesson/all-lesson-page", bench.Body{"sortings": []bench.Body{{"property": "order", "direction": "desc"}}}).OK()
		if sorted.Value("data.items.0.lessonId") != bench.LessonID("stepping-into-the-community") || sorted.String("data.sortings.0.direction") != "DESC" {
			t.Errorf("sorted: %s", sorted.Text)
		}
		for _, bad := range []bench.Body{{"category": 5}, {"category": -1}, {"sortings": []bench.Body{{"property": "content", "direction": "ASC"}}}, {"pagination": bench.Body{"page": 0}}} {
			m.Post("/app/lesson/all-lesson-page", bad).Fails(400, "VALIDATION")
		}
		for _, bad := range []bench.Body{{"status": 0}, {"status": 3}} {
			m.Post("/app/lesson/my-lesson-page", bad).Fails(400, "VALIDATION")
		}

		// A lesson that is published later is nowhere until then, and new.
		later := bench.LessonID("hope-and-small-steps")
		w.PublishLesson(later, w.Clock.Now().Add(time.Hour))
		overview(0, 1, 10, 5, false)
		m.Get("/app/lesson/"+later).Fails(404, "NOT_FOUND")
		m.Post("/app/lesson/"+later+"/open", nil).Fails(404, "NOT_FOUND")
		m.Get("/app/lesson/"+later+"/chapters/1").Fails(404, "NOT_FOUND")
		bench.FinishChapter(m, later, 1).Fails(404, "NOT_FOUND")
		w.Clock.Advance(time.Hour)
		overview(0, 1, 11, 5, true)
		newest := m.Post("/app/lesson/all-lesson-page", bench.Body{}).OK()
		if newest.Value("data.items.0.lessonId") != later {
			t.Errorf("the newest is not first: %s", newest.Text)
		}
		overview(0, 1, 11, 5, false)

		b := bench.SetDistrict(w.Member(), w.District(6), 1)
		if key := b.Get("/app/lesson/learning").OK().String("data.0.pic.fileKey"); !strings.HasPrefix(key, "centre_b/lesson/cover/") {
			t.Errorf("the cover of centre B is %s", key)
		}
	})
}

func TestLessonStudy(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		for _, path := range []string{"/app/lesson/nothing", "/app/lesson/" + bench.Strengths + "/chapters/0", "/app/lesson/" + bench.Strengths + "/chapters/4",
			"/app/lesson/" + bench.Strengths + "/chapters/x", "/app/lesson/nothing/chapters/1"} {
			m.Get(path).Fails(404, "NOT_FOUND")
		}
		for _, chapter := range []any{0, 4, "x", "+1", "99999999999999999999"} {
			bench.FinishChapter(m, bench.Strengths, chapter).Fails(404, "NOT_FOUND")
		}
		detail := m.Get("/app/lesson/" + bench.Strengths).OK()
		if detail.Value("data.opened") != false || detail.Int("data.chapterTotal") != 3 || detail.Int("data.finishedCount") != 0 ||
			len(detail.Value("data.chapters").([]any)) != 3 || detail.String("data.introduction") == "" || detail.String("data.categories.0") != "復元概念" {
			t.Errorf("detail: %s", detail.Text)
		}
		chapter := m.Get("/app/lesson/" + bench.Strengths + "/chapters/2").OK()
		if chapter.Int("data.chapterSort") != 2 || chapter.Value("data.isFinished") != false || !strings.Contains(chapter.String("data.content"), "<p>") ||
			chapter.Value("data.audio") != nil || chapter.Value("data.videoLink") != nil || len(chapter.Value("data.images").([]any)) != 0 {
			t.Errorf("chapter: %s", chapter.Text)
		}
		step := func(n int, done bool) {
			t.Helper()
			for range 2 { // again changes nothing
				if got := bench.FinishChapter(m, bench.Strengths, n).OK().Value("data.isLessonFinished"); got != done {
					t.Errorf("after chapter %d the lesson is finished: %v", n, got)
				}
			}
		}
		step(3, false) // any order, and it opens the lesson
		mine := m.Post("/app/lesson/my-lesson-page", bench.Body{"status": 1}).OK()
		if mine.Int("data.pagination.totalItems") != 1 || mine.Int("data.items.0.finishedCount") != 1 ||
			fmt.Sprint(mine.List("data.items.0.chapterFinishedCollection", "isFinished")) != "[false false true]" {
			t.Errorf("studying: %s", mine.Text)
		}
		step(1, false)
		step(2, true)
		step(1, true)
		if got := bench.MissionOf(m, "learning-first-lesson"); got.ButtonStatus != 2 {
			t.Errorf("the mission: %+v", got)
		}
		if got := bench.MissionOf(m, "daily-finish-a-chapter"); got.Item != 1 || got.ButtonStatus != 2 {
			t.Errorf("the daily mission: %+v", got)
		}
		if got := bench.MissionOf(m, "limited-finish-three-lessons"); got.Item != 1 {
			t.Errorf("one lesson counts %d", got.Item)
		}
		if got := m.Post("/app/lesson/my-lesson-page", bench.Body{"status": 1}).OK().Int("data.pagination.totalItems"); got != 0 {
			t.Errorf("%d are still studied", got)
		}
		m.Post("/app/lesson/"+bench.LessonID("sleeping-better")+"/open", nil).OK()
		if seen := w.Admin().Get("/web/statistics/users/" + m.ID).OK(); seen.Int("data.lessonLearningCount") != 1 || seen.Int("data.lessonCompletedCount") != 1 {
			t.Errorf("staff see %s", seen.Text)
		}
		finished := m.Post("/app/lesson/my-lesson-page", bench.Body{"status": 2}).OK()
		if finished.Value("data.items.0.lessonId") != bench.Strengths || finished.Int("data.items.0.finishedCount") != 3 {
			t.Errorf("completed: %s", finished.Text)
		}

		// A chapter that comes later does not undo it, nor does the lesson's end.
		w.Chapter(bench.Chapter{ID: "fourth", LessonID: bench.Strengths, Sort: 4, Title: "新的一章",
			Images: `["shared/lesson/kys/1", "shared/lesson/kys/2"]`, Audio: "shared/lesson/kys/3", Video: "https://video.example/1"})
		w.Service().Upload("/media/upload", map[string]string{"fileKey": "shared/lesson/kys/1", "temp": "false"},
			bench.Attachment{Field: "files", Name: "a.png", Body: bench.PNG(8, 8)}).OK()
		fourth := m.Get("/app/lesson/" + bench.Strengths + "/chapters/4").OK()
		if got := fourth.List("data.images", "fileKey"); len(got) != 1 || got[0] != "shared/lesson/kys/1" || fourth.Value("data.audio") != nil || fourth.String("data.videoLink") == "" {
			t.Errorf("a chapter with files: %s", fourth.Text)
		}
		overview := m.Get("/app/lesson/overview").OK()
		if overview.Int("data.0.finished") != 1 || overview.Int("data.0.studying") != 1 {
			t.Errorf("with a new chapter: %s", overview.Text)
		}
		step(4, true)
		w.RetireLesson(bench.Strengths)
		m.Get("/app/lesson/" + bench.Strengths).OK()
		w.Member().Get("/app/lesson/"+bench.Strengths).Fails(404, "NOT_FOUND")
		if got := m.Get("/app/lesson/overview").OK(); got.Int("data.0.finished") != 1 || got.Int("data.0.learnable") != 10 {
			t.Errorf("retired: %s", got.Text)
		}
	})
}

func TestLessonBar(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		current := func(want string) {
			t.Helper()
			bar := m.Get("/app/mission/lesson/bar").OK()
			if got := fmt.Sprint(bar.List("data.bars", "current")); got != want || bar.String("data.message") != "完成課程，收集經驗值！" ||
				fmt.Sprint(bar.List("data.bars", "count")) != "[1 3 6 9 12]" || fmt.Sprint(bar.List("data.bars", "exp")) != "[30 80 180 230 300]" {
				t.Errorf("%s, want %s", bar.Text, want)
			}
		}
		current("[false false false false false]")
		complete := func(keys ...string) {
			for _, key := range keys {
				total := m.Get("/app/lesson/" + bench.LessonID(key)).OK().Int("data.chapterTotal")
				for n := 1; n <= total; n++ {
					bench.FinishChapter(m, bench.LessonID(key), n).OK()
				}
			}
		}
		complete("know-your-strengths")
		current("[true false false false false]")
		complete("stepping-into-the-community")
		current("[true false false false false]")
		complete("recovery-journey")
		current("[false true false false false]")
	})
}

// The chapters of a lesson, finished at one moment and each several times, count
// once each and finish the lesson once.
func TestLessonFinishAtOnce(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		var all sync.WaitGroup
		for i := range 12 {
			all.Go(func() { bench.FinishChapter(m, bench.Strengths, i%3+1).OK() })
		}
		all.Wait()
		if got := m.Get("/app/lesson/overview").OK().Int("data.0.finished"); got != 1 {
			t.Errorf("%d lessons are finished", got)
		}
		if got := bench.MissionOf(m, "limited-finish-three-lessons"); got.Item != 1 {
			t.Errorf("the lesson counts %d times", got.Item)
		}
		var events int
		bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM mission_events WHERE user_id = $1 AND event = 'chapter_finished'`, m.ID).Scan(&events))
		if events != 3 {
			t.Errorf("%d chapters count", events)
		}
	})
}

func TestLessonStatements(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		m.Get("/app/lesson/learning").OK()
		cost := func(call func()) int { return len(w.Statements(call)) }
		mine := func(size int) func() {
			return func() { m.Post("/app/lesson/my-lesson-page", bench.Body{"pagination": bench.Body{"size": size}}).OK() }
		}
		all := func() { m.Post("/app/lesson/all-lesson-page", bench.Body{"pagination": bench.Body{"size": 100}}).OK() }
		m.Post("/app/lesson/"+bench.Strengths+"/open", nil).OK()
		one, allOne := cost(mine(100)), cost(all)
		for _, key := range []string{"recovery-journey", "sleeping-better", "living-with-anxiety"} {
			m.Post("/app/lesson/"+bench.LessonID(key)+"/open", nil).OK()
		}
		if four := cost(mine(100)); four != one || four > 4 {
			t.Errorf("a page of one lesson costs %d statements, of four %d", one, four)
		}
		if now := cost(all); now != allOne || now > 5 {
			t.Errorf("all lessons cost %d statements, then %d", allOne, now)
		}
		for path, want := range map[string]int{"/app/lesson/overview": 2, "/app/lesson/learning": 3, "/app/mission/lesson/bar": 3, "/app/lesson/" + bench.Strengths: 3} {
			if got := cost(func() { m.Get(path).OK() }); got != want {
				t.Errorf("%s costs %d statements, want %d", path, got, want)
			}
		}
	})
}
