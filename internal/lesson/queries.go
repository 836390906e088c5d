package lesson

import (
	"context"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// Overview counts a member's lessons.
func (s *Service) Overview(ctx context.Context, who access.Member) (counted, error) {
	return countLessons(ctx, s.db, who.ID, s.clock.Now())
}

// Suggestions are the first lessons that the member did not open. Looking at
// them is a visit.
func (s *Service) Suggestions(ctx context.Context, who access.Member) ([]Lesson, error) {
	lessons, err := listUnopened(ctx, s.db, who.ID, s.clock.Now(), suggested)
	if err != nil {
		return nil, err
	}
	return lessons, s.visit(ctx, who)
}

// All lists the lessons of a category, and which the member opened. The first
// page is a visit.
func (s *Service) All(ctx context.Context, who access.Member, category int, p page.Request) (page.Of[Lesson], map[string]bool, error) {
	if len(p.Sortings) == 0 { // the newest, and what came on one day in the catalogue's order
		p.Sortings = []page.Sorting{{Property: "createdAt", Direction: "DESC"}, {Property: "order", Direction: "ASC"}}
	}
	lessons, err := list(ctx, s.db, category, s.clock.Now(), p)
	if err != nil {
		return lessons, nil, err
	}
	opened, err := findOpened(ctx, s.db, who.ID, lessons.Items)
	if err == nil && lessons.Pagination.Page == 1 {
		err = s.visit(ctx, who)
	}
	return lessons, opened, err
}

// Mine lists the lessons that the member opened, with their chapters.
func (s *Service) Mine(ctx context.Context, who access.Member, status *int, p page.Request) (page.Of[Lesson], map[string][]chapter, error) {
	lessons, err := listMine(ctx, s.db, who.ID, status, s.clock.Now(), p)
	if err != nil || len(lessons.Items) == 0 {
		return lessons, nil, err
	}
	ids := make([]string, len(lessons.Items))
	for i, l := range lessons.Items {
		ids[i] = l.ID
	}
	all, err := listChapters(ctx, s.db, who.ID, ids)
	byLesson := map[string][]chapter{}
	for _, c := range all {
		byLesson[c.LessonID] = append(byLesson[c.LessonID], c)
	}
	return lessons, byLesson, err
}

// visit remembers that the member saw what there is. It writes only when there
// was something new.
func (s *Service) visit(ctx context.Context, who access.Member) error {
	now := s.clock.Now()
	news, err := anyNew(ctx, s.db, who.ID, now)
	if err != nil || !news {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error { return saveVisit(ctx, tx, who.ID, now) })
}

// Bar shows how far a member has come with the lessons: the catalogue's steps,
// and the place of the one reached, or -1.
func (s *Service) Bar(ctx context.Context, who access.Member) (bar catalog.LessonBar, at int, err error) {
	settings, err := catalog.ReadSettings(ctx, s.db)
	if err != nil {
		return bar, 0, err
	}
	_, completed, err := s.LearnedBy(ctx, s.db, who.ID)
	return settings.LessonBar, reached(settings.LessonBar.Steps, completed), err
}

// Find shows a lesson with its chapters.
func (s *Service) Find(ctx context.Context, who access.Member, lessonID string) (found, []chapter, error) {
	l, err := find(ctx, s.db, who.ID, lessonID, s.clock.Now())
	if err != nil {
		return found{}, nil, err
	}
	chapters, err := listChapters(ctx, s.db, who.ID, []string{lessonID})
	return l, chapters, err
}

// Chapter shows one chapter of a lesson.
func (s *Service) Chapter(ctx context.Context, who access.Member, lessonID string, sort int) (content, error) {
	return findContent(ctx, s.db, who.ID, lessonID, sort, s.clock.Now())
}
