// Package lesson shows the short courses of the catalogue, which members open
// and finish chapter by chapter.
package lesson

import (
	"context"
	"time"

	"hearten/internal/media"
	"hearten/internal/mission"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Lesson is a course as lists show it.
type Lesson struct {
	ID           string `db:"id"`
	Code         string `db:"code"`
	Title        string `db:"title"`
	Introduction string `db:"introduction"`
	Categories   string `db:"categories"` // a JSON list of numbers
	ChapterTotal int    `db:"chapter_total"`
	HasVideo     bool   `db:"has_video"`
	HasAudio     bool   `db:"has_audio"`
	HasImage     bool   `db:"has_image"`
}

// Progress is how far a member is with a lesson.
type Progress struct {
	Opened   *time.Time `db:"opened_at"`
	Finished *time.Time `db:"finished_at"`
}

// Service is the area's use cases.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	media    *media.Service
	missions *mission.Service
}

// New builds the service.
func New(d *db.DB, c clock.Clock, m *media.Service, missions *mission.Service) *Service {
	return &Service{db: d, clock: c, media: m, missions: missions}
}

// LearnedBy is how many lessons a member is learning and has completed.
func (s *Service) LearnedBy(ctx context.Context, r db.Reader, userID string) (learning, completed int64, err error) {
	o, err := countLessons(ctx, r, userID, s.clock.Now())
	return o.Studying, o.Finished, err
}
