package article

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"hearten/internal/media"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Files are the keys of an article's files.
type Files struct {
	Thumbnail string  `db:"thumbnail" json:"thumbnail"`
	Images    keyList `db:"images" json:"images"`
	PDF       *string `db:"pdf" json:"pdf"`
	Audio     *string `db:"audio" json:"audio"`
}

// keyList is stored as a JSON list.
type keyList []string

// Value implements driver.Valuer.
func (l keyList) Value() (driver.Value, error) {
	if l == nil {
		return "[]", nil
	}
	b, err := json.Marshal([]string(l))
	return string(b), err
}

// Scan implements sql.Scanner.
func (l *keyList) Scan(src any) error {
	switch v := src.(type) {
	case string:
		return json.Unmarshal([]byte(v), (*[]string)(l))
	case []byte:
		return json.Unmarshal(v, (*[]string)(l))
	default:
		return fmt.Errorf("cannot read %T as a list of keys", src)
	}
}

// keys lists all keys.
func (f Files) keys() []string {
	keys := append([]string{}, f.Images...)
	for _, key := range []*string{&f.Thumbnail, f.PDF, f.Audio} {
		if key != nil && *key != "" {
			keys = append(keys, *key)
		}
	}
	return keys
}

// namedFile is one file that a request names.
type namedFile struct {
	field string
	kind  filekey.Kind
	key   string
}

// files are those that the draft names.
func (d Draft) files() []namedFile {
	all := []namedFile{{"thumbnail.fileKey", filekey.Thumbnail, d.Thumbnail}}
	for i, key := range d.Images {
		all = append(all, namedFile{fmt.Sprintf("images[%d].fileKey", i), filekey.Photo, key})
	}
	if d.PDF != nil {
		all = append(all, namedFile{"pdf.fileKey", filekey.PDF, *d.PDF})
	}
	if d.Audio != nil {
		all = append(all, namedFile{"audio.fileKey", filekey.Audio, *d.Audio})
	}
	return all
}

// checkType refuses a file that is not of the sort that the field takes.
func (f namedFile) checkType(contentType string) error {
	fits, refusal := strings.HasPrefix(contentType, "image/"), errNotPicture
	switch f.kind {
	case filekey.PDF:
		fits, refusal = contentType == "application/pdf", errNotPDF
	case filekey.Audio:
		fits, refusal = strings.HasPrefix(contentType, "audio/"), errNotAudio
	}
	if !fits {
		return refusal.With(f.field)
	}
	return nil
}

// mayName refuses files that a request may not name, and files of a wrong type.
// Each must be the caller's own upload that has not expired, or a file that the
// article has already.
func mayName(all []namedFile, found map[string]media.File, before Files, staffID string, now time.Time) error {
	var invalid []fault.Field
	own := before.keys()
	for _, f := range all {
		file, there := found[f.key]
		if !there || !slices.Contains(own, f.key) && !file.IsUploadOf(staffID, now) {
			invalid = append(invalid, media.RuleOwnUpload.On(f.field))
		}
	}
	if len(invalid) > 0 {
		return fault.Invalid(invalid...)
	}
	for _, f := range all {
		if err := f.checkType(found[f.key].ContentType); err != nil {
			return err
		}
	}
	return nil
}

// folder is the folder of an article's files.
type folder struct {
	root, category, area, id string
}

func folderOf(id string, centre access.Centre, c Content) folder {
	f := folder{root: filekey.Root(centre), category: c.Category.code(), id: id}
	if c.Category == Activity {
		f.area = c.District.code()
	}
	return f
}

func (f folder) key(kind filekey.Kind, n int) string {
	return filekey.Article(f.root, f.category, f.area, f.id, kind, n)
}

// copying is a file that has to be copied to its key.
type copying struct{ from, to string }

// arrange decides the key of each file. A file that has the right key stays;
// every other is copied there. Single files have the number 1, pictures keep
// theirs or take the lowest free one.
func arrange(at folder, before Files, all []namedFile) (after Files, copyings []copying) {
	old := map[string]bool{}
	for _, key := range before.keys() {
		old[key] = true
	}
	taken := map[string]bool{}
	for _, f := range all {
		to := at.key(f.kind, 1)
		if f.kind == filekey.Photo {
			to = photoKey(at, f.key, old, taken)
		}
		taken[to] = true
		if to != f.key {
			copyings = append(copyings, copying{f.key, to})
		}
		switch f.kind {
		case filekey.Thumbnail:
			after.Thumbnail = to
		case filekey.Photo:
			after.Images = append(after.Images, to)
		case filekey.PDF:
			after.PDF = &to
		case filekey.Audio:
			after.Audio = &to
		}
	}
	return after, copyings
}

// photoKey is where a picture goes: its own number if it has one, else the
// lowest that no picture has or had.
func photoKey(at folder, from string, old, taken map[string]bool) string {
	if old[from] {
		folder, number, _ := cutLast(from)
		if n, err := strconv.Atoi(number); err == nil && strings.HasSuffix(folder, "/"+string(filekey.Photo)) && !taken[at.key(filekey.Photo, n)] {
			return at.key(filekey.Photo, n)
		}
	}
	for n := 1; ; n++ {
		if key := at.key(filekey.Photo, n); !taken[key] && !old[key] {
			return key
		}
	}
}

func cutLast(key string) (folder, last string, ok bool) {
	i := strings.LastIndexByte(key, '/')
	if i < 0 {
		return "", key, false
	}
	return key[:i], key[i+1:], true
}

// copyFiles checks the files that a draft names and copies their objects to
// their keys; the caller saves them.
func (s *Service) copyFiles(ctx context.Context, staffID string, at folder, before Files, d Draft) (Files, []media.File, error) {
	all := d.files()
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = f.key
	}
	found, err := s.Media.Files(ctx, s.DB, names)
	if err != nil {
		return Files{}, nil, fmt.Errorf("find an article's files: %w", err)
	}
	if err := mayName(all, found, before, staffID, s.Clock.Now()); err != nil {
		return Files{}, nil, err
	}
	after, copyings := arrange(at, before, all)
	copies := make([]media.File, len(copyings))
	for i, c := range copyings {
		if copies[i], err = s.Media.Duplicate(ctx, c.from, c.to, ""); err != nil {
			return Files{}, nil, fmt.Errorf("copy an article's file: %w", err)
		}
		copies[i].Access, copies[i].PublicFrom, copies[i].PublicUntil = media.Private, nil, nil
	}
	return after, copies, nil
}

// removeFiles removes those files that still exist; another service may have
// removed some.
func (s *Service) removeFiles(ctx context.Context, tx *db.Tx, keys []string) error {
	found, err := s.Media.Files(ctx, tx, keys)
	if err != nil {
		return fmt.Errorf("find an article's files: %w", err)
	}
	if err := s.Media.Remove(ctx, tx, slices.Sorted(maps.Keys(found))...); err != nil {
		return fmt.Errorf("remove an article's files: %w", err)
	}
	return nil
}
