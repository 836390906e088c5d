package article

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/media"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/workflow"
)

// record is an article as the audit log keeps it.
type record struct {
	Content
	Files
	Tags     []string   `json:"tags"`
	PushTime *time.Time `json:"pushTime"`
	PullTime *time.Time `json:"pullTime"`
}

func recordOf(a Article) record {
	r := record{Content: a.Content, Files: a.Files, PushTime: a.PushTime, PullTime: a.PullTime, Tags: []string{}}
	for _, t := range a.Tags {
		r.Tags = append(r.Tags, t.Name)
	}
	return r
}

// Create writes a draft.
func (s *Service) Create(ctx context.Context, who access.Staff, d Draft) (Article, error) {
	a := Article{
		Item: workflow.Item{
			ID: uuid.Must(uuid.NewV7()).String(), Status: workflow.Draft, AuthorID: who.ID, EditorID: who.ID, Version: 1,
		},
		Home: who.Scope().Centre(), CreatedAt: s.Clock.Now(),
	}
	a, copies, err := s.prepare(ctx, who, a, d)
	if err != nil {
		return Article{}, err
	}
	err = s.DB.Write(ctx, func(tx *db.Tx) error {
		if a.Tags, err = lockNamedTags(ctx, tx, d.TagIDs); err != nil {
			return err
		}
		if err := insert(ctx, tx, a); err != nil {
			return err
		}
		if err := insertTagsOf(ctx, tx, a.ID, a.Tags); err != nil {
			return err
		}
		if err := s.Media.Save(ctx, tx, copies...); err != nil {
			return fmt.Errorf("save an article's files: %w", err)
		}
		if err := s.review.LogCreation(ctx, tx, who, a.ID); err != nil {
			return fmt.Errorf("log a new article: %w", err)
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: a.ID, After: recordOf(a)})
	})
	return a, err
}

// prepare gives the article that a draft makes of another, with the copies of
// files that it needs. It does not check whether the caller may edit it.
func (s *Service) prepare(ctx context.Context, who access.Staff, a Article, d Draft) (Article, []media.File, error) {
	content, err := d.content()
	if err != nil {
		return a, nil, err
	}
	if a.PushTime, a.PullTime, err = d.schedule(a.PushTime, a.PullTime); err != nil {
		return a, nil, err
	}
	a.Content, a.Centre = content, content.centre(a.Home)
	if !reaches(who.Scope(), a.Centre) {
		return a, nil, errOtherCentre
	}
	var copies []media.File
	a.Files, copies, err = s.copyFiles(ctx, who.ID, folderOf(a.ID, a.Centre, content), a.Files, d)
	return a, copies, err
}
