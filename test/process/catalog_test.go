package process

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hearten/test/bench"
)

// contentFolder is the catalogue that is built into the binary.
const contentFolder = "../../internal/catalog/content"

// copiedContent is a copy of the catalogue for a test to change.
func copiedContent(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	bench.Must(t, os.CopyFS(folder, os.DirFS(contentFolder)))
	return folder
}

// A faulty catalogue is refused with every fault's file, line and reason.
func TestCatalogueCheck(t *testing.T) {
	t.Parallel()
	run(t, settings{}, "catalog", "check").succeeds()
	folder := copiedContent(t)
	run(t, settings{}, "catalog", "check", folder).succeeds()

	mascots := spoil(t, filepath.Join(folder, "mascots.yaml"), "coin: ", "coin: many ")
	vouchers := spoil(t, filepath.Join(folder, "vouchers.yaml"), "level: ", "storey: ")
	faults := []string{fmt.Sprintf("mascots.yaml:%d: coin", mascots), fmt.Sprintf("vouchers.yaml:%d: ", vouchers), "storey"}
	run(t, settings{}, "catalog", "check", folder).fails(faults...)

	s := onSQLite(t)
	run(t, s, "catalog", "apply", folder).fails(faults...)
	if _, err := os.Stat(s["HEARTEN_DATA"]); !os.IsNotExist(err) {
		t.Error("a faulty catalogue touched the installation")
	}
}

// spoil replaces the first occurrence of a text and tells its line.
func spoil(t *testing.T, file, old, changed string) (line int) {
	t.Helper()
	content, err := os.ReadFile(file)
	bench.Must(t, err)
	before, _, found := strings.Cut(string(content), old)
	if !found {
		t.Fatalf("%s has no %q", file, old)
	}
	bench.Must(t, os.WriteFile(file, []byte(strings.Replace(string(content), old, changed, 1)), 0o600))
	return strings.Count(before, "\n") + 1
}

// Applying a catalogue again changes nothing; a change is counted.
func TestCatalogueApply(t *testing.T) {
	onEach(t, func(t *testing.T, s settings) {
		says := func(want string, folder ...string) {
			t.Helper()
			if got := run(t, s, append([]string{"catalog", "apply"}, folder...)...).succeeds().stdout.String(); !strings.Contains(got, want) {
				t.Errorf("applying says %q, not %q", got, want)
			}
		}
		says(" added, 0 updated, 0 retired")
		says("no change")
		folder := copiedContent(t)
		says("no change", folder)
		spoil(t, filepath.Join(folder, "mascots.yaml"), "name: 太陽", "name: 大太陽")
		says("0 added, 1 updated, 0 retired", folder)
	})
}
