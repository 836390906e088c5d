package catalog

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// edit replaces the first occurrence of a text in a content file.
type edit struct{ file, old, new string }

// contentWith is the embedded content with edits.
func contentWith(t *testing.T, edits ...edit) fstest.MapFS {
	t.Helper()
	folder := fstest.MapFS{}
	err := fs.WalkDir(Embedded(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(Embedded(), name)
		folder[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range edits {
		text := string(folder[e.file].Data)
		if !strings.Contains(text, e.old) {
			t.Fatalf("%s holds no %q", e.file, e.old)
		}
		folder[e.file].Data = []byte(strings.Replace(text, e.old, e.new, 1))
	}
	return folder
}

// lineOf is the line of the first occurrence of a text in a content file.
func lineOf(t *testing.T, folder fstest.MapFS, file, text string) int {
	t.Helper()
	before, _, found := strings.Cut(string(folder[file].Data), text)
	if !found {
		t.Fatalf("%s holds no %q", file, text)
	}
	return strings.Count(before, "\n") + 1
}

// faultsOf loads content that must be refused.
func faultsOf(t *testing.T, folder fs.FS) Faults {
	t.Helper()
	_, err := Load(folder)
	var faults Faults
	if !errors.As(err, &faults) {
		t.Fatalf("got error %v, want faults", err)
	}
	return faults
}

// refusal is an edit that leads to exactly one fault: in the edited file, at
// the line of a text (the edit's, unless given), for a reason that begins so.
type refusal struct {
	name string
	edit edit
	at   string
	want string
}

func testRefusals(t *testing.T, cases []refusal) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			folder := contentWith(t, c.edit)
			at := c.at
			if at == "" {
				at = c.edit.new
			}
			faults := faultsOf(t, folder)
			if len(faults) != 1 {
				t.Fatalf("got %d faults, want one:\n%v", len(faults), faults)
			}
			want := Place{c.edit.file, lineOf(t, folder, c.edit.file, at)}
			if faults[0].Place != want || !strings.HasPrefix(faults[0].Reason, c.want) {
				t.Errorf("got  %v\nwant %v: %s", faults[0], want, c.want)
			}
		})
	}
}
