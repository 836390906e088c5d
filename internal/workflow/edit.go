package workflow

import (
	"errors"

	"hearten/internal/platform/fault"
)

// maxEdits is how often an edit is begun anew.
const maxEdits = 20

// Edit runs an edit that is refused as stale when another was saved since its
// look. Who named the version they saw is told so; who named none wants theirs
// to be the last, and it is made again on what is there now.
func Edit(version *int64, edit func() error) error {
	for n := 1; ; n++ {
		err := edit()
		if version != nil || n == maxEdits || !errors.Is(err, fault.ErrStale) {
			return err
		}
	}
}
