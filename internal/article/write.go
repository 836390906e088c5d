package article

import (
	"context"
	"time"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/media"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
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
	now := s.clock.Now()
	home := who.Scope().Centre()
	a := Article{
		Item: workflow.Item{
			ID: uuid.Must(uuid.NewV7()).String(), Status: workflow.Draft, AuthorID: who.ID, EditorID: who.ID, Version: 1,
		},
		Home: home, CreatedAt: now,
	}
	a, copies, err := s.prepare(ctx, who, a, d)
	if err != nil {
		return Article{}, err
	}
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if a.Tags, err = tagsOf(ctx, tx, d.TagIDs); err != nil {
			return err
		}
		if err := insert(ctx, tx, a); err != nil {
			return err
		}
		if err := tag(ctx, tx, a.ID, a.Tags); err != nil {
			return err
		}
		if err := s.media.Save(ctx, tx, copies...); err != nil {
			return err
		}
		if err := s.review.Created(ctx, tx, who, a.ID); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: a.ID, After: recordOf(a)})
	})
	return a, err
}

// prepare gives the article that a draft makes of another, with the copies of
// files that it needs. Nothing is decided about who may.
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
	a.Files, copies, err = s.gather(ctx, who.ID, placeOf(a.ID, a.Centre, content), a.Files, d)
	return a, copies, err
}

// Update replaces an article's content. With a version, only if nobody saved in
// between.
func (s *Service) Update(ctx context.Context, who access.Staff, id string, d Draft, version *int64) (a Article, err error) {
	err = workflow.Edit(version, func() (err error) {
		a, err = s.rewrite(ctx, who, id, d, version)
		return err
	})
	return a, err
}

func (s *Service) rewrite(ctx context.Context, who access.Staff, id string, d Draft, version *int64) (Article, error) {
	old, err := s.Find(ctx, who, id)
	if err != nil {
		return Article{}, err
	}
	if err := workflow.MayEdit(who, old.Item); err != nil {
		return Article{}, err
	}
	if version != nil && *version != old.Version {
		return Article{}, fault.ErrStale
	}
	a, copies, err := s.prepare(ctx, who, old, d)
	if err != nil {
		return Article{}, err
	}
	a.EditorID, a.Version = who.ID, old.Version+1
	now := s.clock.Now()
	if a.Status == workflow.Listed {
		a.ListedAt = publishedAt(a, now)
	}
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		// Held, so that no move comes between; any change since the look makes
		// the prepared files those of another version.
		held, err := s.review.Hold(ctx, tx, who.Scope(), id)
		if err != nil {
			return err
		}
		if held.Version != old.Version {
			return fault.ErrStale
		}
		if a.Tags, err = tagsOf(ctx, tx, d.TagIDs); err != nil {
			return err
		}
		if err := s.replace(ctx, tx, old, a, copies, now); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: id, Before: recordOf(old), After: recordOf(a)})
	})
	return a, err
}

// replace writes the new version of a held article with all that hangs on it.
func (s *Service) replace(ctx context.Context, tx *db.Tx, old, a Article, copies []media.File, now time.Time) error {
	if err := update(ctx, tx, a, now); err != nil {
		return err
	}
	if err := retag(ctx, tx, a.ID, a.Tags); err != nil {
		return err
	}
	if old.Status == workflow.Listed {
		if err := count(ctx, tx, tally{shelfOf(old): -1}.plus(shelfOf(a), 1)); err != nil {
			return err
		}
	}
	if err := s.media.Save(ctx, tx, copies...); err != nil {
		return err
	}
	if err := s.discard(ctx, tx, without(old.keys(), a.keys())); err != nil {
		return err
	}
	if a.Status == workflow.Listed {
		if err := s.media.Publish(ctx, tx, a.PushTime, a.PullTime, a.keys()...); err != nil {
			return err
		}
	}
	return s.review.Plan(ctx, tx, a.Item)
}

// Delete takes an article and its files away; its record and log are kept.
func (s *Service) Delete(ctx context.Context, who access.Staff, id string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		held, err := s.review.Hold(ctx, tx, who.Scope(), id)
		if err != nil {
			return err
		}
		if err := workflow.MayDelete(who, held); err != nil {
			return err
		}
		old, err := find(ctx, tx, who.Scope(), id)
		if err != nil {
			return err
		}
		if err := markDeleted(ctx, tx, id, s.clock.Now()); err != nil {
			return err
		}
		if err := s.discard(ctx, tx, old.keys()); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: id, Before: recordOf(old)})
	})
}

// without gives the keys that are not among the others.
func without(keys, others []string) []string {
	keep := map[string]bool{}
	for _, key := range others {
		keep[key] = true
	}
	var gone []string
	for _, key := range keys {
		if !keep[key] {
			gone = append(gone, key)
		}
	}
	return gone
}
