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

// keys are all of them.
func (f Files) keys() []string {
	keys := append([]string{}, f.Images...)
	for _, key := range []*string{&f.Thumbnail, f.PDF, f.Audio} {
		if key != nil && *key != "" {
			keys = append(keys, *key)
		}
	}
	return keys
}

var (
	errNotPicture = fault.New(fault.BadFile, "%s: 必須是圖片", "%s: must be a picture")
	errNotPDF     = fault.New(fault.BadFile, "%s: 必須是 PDF 檔案", "%s: must be a PDF file")
	errNotAudio   = fault.New(fault.BadFile, "%s: 必須是音訊檔案", "%s: must be an audio file")
)

// wanted is one file that a request names.
type wanted struct {
	field string
	kind  filekey.Kind
	key   string
}

func (d Draft) files() []wanted {
	all := []wanted{{"thumbnail.fileKey", filekey.Thumbnail, d.Thumbnail}}
	for i, key := range d.Images {
		all = append(all, wanted{fmt.Sprintf("images[%d].fileKey", i), filekey.Photo, key})
	}
	if d.PDF != nil {
		all = append(all, wanted{"pdf.fileKey", filekey.PDF, *d.PDF})
	}
	if d.Audio != nil {
		all = append(all, wanted{"audio.fileKey", filekey.Audio, *d.Audio})
	}
	return all
}

// takes refuses a file that is not of the sort the field wants.
func (w wanted) takes(contentType string) error {
	fits, refusal := strings.HasPrefix(contentType, "image/"), errNotPicture
	switch w.kind {
	case filekey.PDF:
		fits, refusal = contentType == "application/pdf", errNotPDF
	case filekey.Audio:
		fits, refusal = strings.HasPrefix(contentType, "audio/"), errNotAudio
	}
	if !fits {
		return refusal.With(w.field)
	}
	return nil
}

// mayName refuses files that a request may not name, and those of another sort:
// each must be the caller's own upload that has not expired, or one that the
// article has already.
func mayName(all []wanted, found map[string]media.File, before Files, staffID string, now time.Time) error {
	var broken []fault.Field
	own := before.keys()
	for _, w := range all {
		file, there := found[w.key]
		if !there || !slices.Contains(own, w.key) && !file.IsUploadOf(staffID, now) {
			broken = append(broken, media.RuleOwnUpload.On(w.field))
		}
	}
	if len(broken) > 0 {
		return fault.Invalid(broken...)
	}
	for _, w := range all {
		if err := w.takes(found[w.key].ContentType); err != nil {
			return err
		}
	}
	return nil
}

// place is the folder of an article's files, as the key layout wants it.
type place struct {
	root, category, area, id string
}

func placeOf(id string, centre access.Centre, c Content) place {
	p := place{root: filekey.Root(centre), category: c.Category.code(), id: id}
	if c.Category == Activity {
		p.area = c.District.code()
	}
	return p
}

func (p place) key(kind filekey.Kind, n int) string {
	return filekey.Article(p.root, p.category, p.area, p.id, kind, n)
}

// step is a file that has to be copied into its place.
type step struct{ from, to string }

// arrange decides where each wanted file goes. What the article has in the
// right place stays; everything else is copied there. Single files have the
// number 1, pictures keep theirs or take the lowest free one.
func arrange(at place, before Files, all []wanted) (after Files, steps []step) {
	old := map[string]bool{}
	for _, key := range before.keys() {
		old[key] = true
	}
	taken := map[string]bool{}
	for _, w := range all {
		to := at.key(w.kind, 1)
		if w.kind == filekey.Photo {
			to = photoKey(at, w.key, old, taken)
		}
		taken[to] = true
		if to != w.key {
			steps = append(steps, step{w.key, to})
		}
		switch w.kind {
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
	return after, steps
}

// photoKey is where a picture goes: its own number if it has one, else the
// lowest that no picture has or had.
func photoKey(at place, from string, old, taken map[string]bool) string {
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

// gather checks the files that a draft names and copies their objects into
// place; the caller saves them.
func (s *Service) gather(ctx context.Context, staffID string, at place, before Files, d Draft) (Files, []media.File, error) {
	all := d.files()
	names := make([]string, len(all))
	for i, w := range all {
		names[i] = w.key
	}
	found, err := s.media.Files(ctx, s.db, names)
	if err != nil {
		return Files{}, nil, err
	}
	if err := mayName(all, found, before, staffID, s.clock.Now()); err != nil {
		return Files{}, nil, err
	}
	after, steps := arrange(at, before, all)
	copies := make([]media.File, len(steps))
	for i, st := range steps {
		if copies[i], err = s.media.Duplicate(ctx, st.from, st.to, ""); err != nil {
			return Files{}, nil, err
		}
		copies[i].Access, copies[i].PublicFrom, copies[i].PublicUntil = media.Private, nil, nil
	}
	return after, copies, nil
}

// discard removes files that are still there; another service may have taken
// some.
func (s *Service) discard(ctx context.Context, tx *db.Tx, keys []string) error {
	found, err := s.media.Files(ctx, tx, keys)
	if err != nil {
		return err
	}
	return s.media.Remove(ctx, tx, slices.Sorted(maps.Keys(found))...)
}
