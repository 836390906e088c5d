package resource

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"hearten/internal/catalog"
	"hearten/internal/media"
	"hearten/internal/media/clean"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// pictureMove is what has to happen to a resource's picture: a copy that is to
// be saved, and the keys that are no longer used.
type pictureMove struct {
	copy *media.File
	gone []string
}

// copyPicture copies the picture that a request names to the resource's key. A
// request may name an own upload of the last day, or the key that the resource
// has already; had is empty for a new one.
func (s *Service) copyPicture(ctx context.Context, who access.Staff, id string, at catalog.District, had, wanted string) (string, pictureMove, error) {
	key := filekey.CommunityInfo(filekey.Root(access.Centre(at.Centre)), *at.Code, id)
	if wanted == had && had == key {
		return key, pictureMove{}, nil
	}
	if wanted != had {
		if err := s.mayName(ctx, who, wanted); err != nil {
			return "", pictureMove{}, err
		}
	}
	file, err := s.Media.Duplicate(ctx, wanted, key, "")
	if err != nil {
		return "", pictureMove{}, fmt.Errorf("copy a resource's picture: %w", err)
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
	found, err := s.Media.Files(ctx, s.DB, []string{key})
	if err != nil {
		return fmt.Errorf("find a resource's picture: %w", err)
	}
	file, there := found[key]
	if !there || !file.IsUploadOf(who.ID, s.Clock.Now()) {
		return errFileKey
	}
	if !strings.HasPrefix(file.ContentType, "image/") {
		return clean.ErrKind
	}
	return nil
}

var errFileKey = fault.Invalid(media.RuleOwnUpload.On("fileKey"))

// savePicture saves the copy for those who may see it and removes its source, in
// the transaction of the edit. Of two requests that name one upload the second
// is refused.
func (s *Service) savePicture(ctx context.Context, tx *db.Tx, m pictureMove, seenBy media.Access) error {
	if m.copy == nil {
		return nil
	}
	for _, key := range m.gone {
		err := s.Media.Remove(ctx, tx, key)
		if isMissing(err) && filekey.IsTemporary(key) {
			return errFileKey
		}
		if err != nil && !isMissing(err) {
			return fmt.Errorf("remove a resource's picture: %w", err)
		}
	}
	file := *m.copy
	file.Access = seenBy
	if err := s.Media.Save(ctx, tx, file); err != nil {
		return fmt.Errorf("save a resource's picture: %w", err)
	}
	return nil
}

func isMissing(err error) bool {
	var refusal *fault.Error
	return errors.As(err, &refusal) && refusal.Code == fault.NotFound
}
