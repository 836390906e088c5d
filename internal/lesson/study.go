package lesson

import (
	"context"
	"fmt"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// Open notes that a member began a lesson. Doing so again changes nothing.
func (s *Service) Open(ctx context.Context, who access.Member, lessonID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		l, err := find(ctx, tx, who.ID, lessonID, now)
		if err != nil || l.Opened != nil {
			return err
		}
		return insertProgress(ctx, tx, who.ID, lessonID, now)
	})
}

// Finish notes that a member is through with a chapter, in any order, and tells
// whether all of the lesson is finished. Doing so again changes nothing; a
// lesson that was not opened is from now on.
func (s *Service) Finish(ctx context.Context, who access.Member, lessonID string, sort int) (finished bool, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		if _, err := findContent(ctx, tx, who.ID, lessonID, sort, now); err != nil {
			return err
		}
		// Two last chapters at once: the second waits here and sees the first.
		if err := lockProgress(ctx, tx, who.ID, lessonID, now); err != nil {
			return err
		}
		first, err := finishChapter(ctx, tx, who.ID, lessonID, sort, now)
		if err != nil {
			return err
		}
		if first {
			key := fmt.Sprintf("%s/%d", lessonID, sort)
			if _, err := s.missions.Record(ctx, tx, who.ID, catalog.ChapterFinished, key); err != nil {
				return err
			}
		}
		done, err := finishLesson(ctx, tx, who.ID, lessonID, now)
		if err != nil {
			return err
		}
		if done {
			if _, err := s.missions.Record(ctx, tx, who.ID, catalog.LessonFinished, lessonID); err != nil {
				return err
			}
		}
		finished, err = findFinished(ctx, tx, who.ID, lessonID)
		return err
	})
	return finished, err
}
