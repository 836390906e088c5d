package resource

import (
	"context"
	"errors"
	"strings"

	"hearten/internal/catalog"
	"hearten/internal/media"
	"hearten/internal/media/clean"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// pictureMove is what has to happen to a resource's picture: a copy that waits
// to be saved in its place, and the keys that are done with.
type pictureMove struct {
	copy *media.File
	gone []string
}

// arrange copies the picture that a request names to where the key layout wants
// it. A request may name an own upload of the last day, or the key that the
// resource has already; had is empty for a new one.
func (s *Service) arrange(ctx context.Context, who access.Staff, id string, at catalog.District, had, wanted string) (string, pictureMove, error) {
	key := filekey.CommunityInfo(filekey.Root(access.Centre(at.Centre)), *at.Code, id)
	if wanted == had && had == key {
		return key, pictureMove{}, nil
	}
	if wanted != had {
		if err := s.mayName(ctx, who, wanted); err != nil {
			return "", pictureMove{}, err
		}
	}
	file, err := s.media.Duplicate(ctx, wanted, key, "")
	if err != nil {
		return "", pictureMove{}, err
	}
	m := pictureMove{copy: &file}
	if wanted != had {
		m.gone = append(m.gone, wanted)
	}
	if had != "" && had != key {
		m.gone = append(m.gone, had)
	}
	return key, m, nil
}

// mayName refuses keys that are not a picture this staff member uploaded within
// the last day.
func (s *Service) mayName(ctx context.Context, who access.Staff, key string) error {
	found, err := s.media.Files(ctx, s.db, []string{key})
	if err != nil {
		return err
	}
	file, there := found[key]
	if !there || !file.IsUploadOf(who.ID, s.clock.Now()) {
		return errFileKey
	}
	if !strings.HasPrefix(file.ContentType, "image/") {
		return clean.ErrKind
	}
	return nil
}

var errFileKey = fault.Invalid(media.RuleOwnUpload.On("fileKey"))

// settle puts the copy in place for those who may see it, and removes what it
// came from, in the transaction of the edit. Of two requests that name one
// upload the second finds it used up.
func (s *Service) settle(ctx context.Context, tx *db.Tx, m pictureMove, seenBy media.Access) error {
	if m.copy == nil {
		return nil
	}
	for _, key := range m.gone {
		err := s.media.Remove(ctx, tx, key)
		if isMissing(err) && filekey.IsTemporary(key) {
			return errFileKey
		}
		if err != nil && !isMissing(err) {
			return err
		}
	}
	file := *m.copy
	file.Access = seenBy
	return s.media.Save(ctx, tx, file)
}

func isMissing(err error) bool {
	var refusal *fault.Error
	return errors.As(err, &refusal) && refusal.Code == fault.NotFound
}
