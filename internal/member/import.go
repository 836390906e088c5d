package member

import (
	"context"

	"hearten/internal/account"
	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
)

// Import is what became of a member list.
type Import struct {
	Total   int
	Created int
	Updated int
	Skipped int // rows with faults, and rows that changed nothing
	Faults  []RowFault
}

// RowFault is a rule that a row breaks.
type RowFault struct {
	Row int // as a spreadsheet counts: the first line is 1
	fault.Field
}

// Import reads a centre's member list. Rows with faults are left out and named,
// the others count; a dry run only tells what would happen.
func (s *Service) Import(ctx context.Context, who access.Staff, body []byte, dryRun bool) (Import, error) {
	lines, err := readList(body)
	if err != nil {
		return Import{}, err
	}
	districts, err := catalog.Districts(ctx, s.db)
	if err != nil {
		return Import{}, err
	}
	check := newListCheck(districts, who.Scope(), clock.Today(s.clock))
	done := Import{Total: len(lines)}
	var good []account.Listed
	for _, line := range lines {
		listed, broken := check.line(line)
		if len(broken) == 0 {
			good = append(good, listed)
			continue
		}
		done.Skipped++
		for _, field := range broken {
			done.Faults = append(done.Faults, RowFault{line.row, field})
		}
	}
	take := s.accounts.ImportList
	if dryRun {
		take = s.accounts.CompareList
	}
	change, err := take(ctx, who, good)
	done.Created, done.Updated = change.Created, change.Updated
	done.Skipped += change.Unchanged
	return done, err
}
