package media

import (
	"errors"
	"mime/multipart"
	"slices"
	"testing"
	"time"

	"hearten/internal/platform/fault"
)

var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func after(d time.Duration) *time.Time {
	at := noon.Add(d)
	return &at
}

func text(s string) *string { return &s }

func TestPublic(t *testing.T) {
	for name, c := range map[string]struct {
		file File
		want bool
	}{
		"always":            {File{Access: Public}, true},
		"private":           {File{Access: Private}, false},
		"from now":          {File{Access: Public, PublicFrom: after(0)}, true},
		"not yet":           {File{Access: Public, PublicFrom: after(1)}, false},
		"until now":         {File{Access: Public, PublicUntil: after(0)}, false},
		"a little longer":   {File{Access: Public, PublicUntil: after(1)}, true},
		"private in a time": {File{Access: Private, PublicFrom: after(-1), PublicUntil: after(1)}, false},
	} {
		if got := c.file.public(noon); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestIsUploadOf(t *testing.T) {
	for name, c := range map[string]struct {
		file File
		want bool
	}{
		"own":           {File{Key: "temp/staff/1", UploadedBy: text("s1"), RemoveAt: after(1)}, true},
		"another's":     {File{Key: "temp/staff/1", UploadedBy: text("s2"), RemoveAt: after(1)}, false},
		"a service's":   {File{Key: "temp/staff/1", RemoveAt: after(1)}, false},
		"expired":       {File{Key: "temp/staff/1", UploadedBy: text("s1"), RemoveAt: after(0)}, false},
		"not temporary": {File{Key: "centre_a/article/mh/a/photo/1", UploadedBy: text("s1"), RemoveAt: after(1)}, false},
	} {
		if got := c.file.IsUploadOf("s1", noon); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestApplyKey(t *testing.T) {
	for name, c := range map[string]struct{ file, want File }{
		"defaults": {File{Key: "centre_a/article/mh/a/photo/1"},
			File{Key: "centre_a/article/mh/a/photo/1", Access: Public, CacheControl: DefaultCacheControl}},
		"as given": {File{Key: "centre_a/article/mh/a/photo/1", Access: Private, CacheControl: "no-store"},
			File{Key: "centre_a/article/mh/a/photo/1", Access: Private, CacheControl: "no-store"}},
		"about a person": {File{Key: "centre_a/user/u/profile/1", Access: Public},
			File{Key: "centre_a/user/u/profile/1", Access: Private, CacheControl: DefaultCacheControl}},
		"no longer temporary": {File{Key: "centre_a/article/mh/a/photo/1", RemoveAt: after(1)},
			File{Key: "centre_a/article/mh/a/photo/1", Access: Public, CacheControl: DefaultCacheControl}},
	} {
		c.file.applyKey(noon)
		if c.file != c.want {
			t.Errorf("%s: %+v", name, c.file)
		}
	}
	temporary := File{Key: "temp/x"}
	temporary.applyKey(noon)
	if temporary.RemoveAt == nil || !temporary.RemoveAt.Equal(noon.Add(TempLife)) {
		t.Errorf("a temporary file is removed at %v", temporary.RemoveAt)
	}
}

// refused lists the fields that an error refuses.
func refused(t *testing.T, err error) (fields []string) {
	t.Helper()
	var refusal *fault.Error
	if err != nil && !errors.As(err, &refusal) {
		t.Fatalf("not a refusal: %v", err)
	}
	if refusal != nil {
		for _, f := range refusal.Fields() {
			fields = append(fields, f.Name)
		}
	}
	return fields
}

func TestUploadCheck(t *testing.T) {
	for _, c := range []struct {
		key, cache string
		want       []string
	}{
		{"centre_a/article/mh/a/photo/1", "", nil},
		{"temp/x", "public, max-age=60", nil},
		{"trash/x", "", []string{"fileKey"}},
		{"../x", "", []string{"fileKey"}},
		{"temp/x", "max-age=0\r\nX: y", []string{"cacheControl"}},
		{"", "max-age=0;", []string{"fileKey", "cacheControl"}},
	} {
		if got := refused(t, Upload{Key: c.key, CacheControl: c.cache}.check()); !slices.Equal(got, c.want) {
			t.Errorf("%q %q: %v", c.key, c.cache, got)
		}
	}
}

func TestCheckPath(t *testing.T) {
	const temporary, application, trash = "temp/x", "centre_a/article/mh/a/photo/1", "trash/x"
	for _, c := range []struct {
		from, to   string
		sameBucket bool
		want       []string
	}{
		{temporary, application, false, nil},
		{application, application, true, nil},
		{application, application, false, []string{"fileKeyFrom"}},
		{temporary, application, true, []string{"fileKeyFrom"}},
		{trash, application, true, []string{"fileKeyFrom"}},
		{temporary, temporary, false, []string{"fileKeyTo"}},
		{application, trash, true, []string{"fileKeyTo"}},
		{"", "", false, []string{"fileKeyFrom", "fileKeyTo"}},
	} {
		if got := refused(t, checkPath(c.from, c.to, c.sameBucket)); !slices.Equal(got, c.want) {
			t.Errorf("%s to %s, same bucket %v: %v", c.from, c.to, c.sameBucket, got)
		}
	}
}

func TestCheckCount(t *testing.T) {
	for n, want := range map[int][]string{0: {"files"}, 1: nil, maxFiles: nil, maxFiles + 1: {"files"}} {
		if got := refused(t, checkCount(make([]*multipart.FileHeader, n))); !slices.Equal(got, want) {
			t.Errorf("%d files: %v", n, got)
		}
	}
}
