package membership

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
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
	districts, err := catalog.Districts(ctx, s.DB)
	if err != nil {
		return Import{}, err
	}
	check := newListCheck(districts, who.Scope(), clock.Today(s.Clock))
	done := Import{Total: len(lines)}
	var good []Line
	for _, line := range lines {
		listed, faults := check.line(line)
		if len(faults) == 0 {
			good = append(good, listed)
			continue
		}
		done.Skipped++
		for _, field := range faults {
			done.Faults = append(done.Faults, RowFault{line.row, field})
		}
	}
	change, err := s.importLines(ctx, who, good, dryRun)
	done.Created, done.Updated = change.Created, change.Updated
	done.Skipped += change.Unchanged
	return done, err
}

// Line is a line of a centre's member list.
type Line struct {
	Centre        access.Centre
	ServiceNumber string
	Phone         string // empty when it is not known
	Email         string
	Birthday      clock.Date
	DistrictID    string
}

// listChange is what an import does to the member lists.
type listChange struct {
	Created   int `json:"created"`
	Updated   int `json:"updated"`
	Unchanged int `json:"unchanged"`
}

// importLines adds lines to the centres' member lists and replaces those with
// the same number; a dry run only counts. Each number is in the lines once a
// centre.
func (s *Service) importLines(ctx context.Context, who access.Staff, lines []Line, dryRun bool) (change listChange, err error) {
	if dryRun {
		change, _, err = s.compareLines(ctx, s.DB, who.Scope(), lines)
		return change, err
	}
	err = s.DB.Write(ctx, func(tx *db.Tx) error {
		var fresh []storedLine
		if change, fresh, err = s.compareLines(ctx, tx, who.Scope(), lines); err != nil {
			return err
		}
		if err := saveLines(ctx, tx, fresh, s.Clock.Now()); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subjectList, ID: string(who.Scope().Centre()), After: change})
	})
	return change, err
}

// compareLines tells what would change, and the lines to be written for it.
func (s *Service) compareLines(ctx context.Context, r db.Reader, scope access.Scope, lines []Line) (listChange, []storedLine, error) {
	type place struct {
		centre access.Centre
		number string
	}
	stored, err := listLines(ctx, r, scope)
	if err != nil {
		return listChange{}, nil, err
	}
	known := make(map[place]storedLine, len(stored))
	for _, l := range stored {
		known[place{l.Centre, l.ServiceNumber}] = l
	}
	var change listChange
	var fresh []storedLine
	for _, line := range lines {
		l := s.hashed(line)
		old, ok := known[place{l.Centre, l.ServiceNumber}]
		switch {
		case !ok:
			change.Created++
		case old.same(l):
			change.Unchanged++
			continue
		default:
			change.Updated++
		}
		fresh = append(fresh, l)
	}
	return change, fresh, nil
}

// hashed is a line as it is stored: addresses can be recognised, not read.
func (s *Service) hashed(l Line) storedLine {
	hash := func(address string) *string {
		if address == "" {
			return nil
		}
		return new(s.Keys.Hash(listPurpose, address))
	}
	return storedLine{
		Centre: l.Centre, ServiceNumber: l.ServiceNumber, PhoneHash: hash(l.Phone), EmailHash: hash(l.Email),
		Birthday: l.Birthday, DistrictID: &l.DistrictID,
	}
}

func (l storedLine) same(other storedLine) bool {
	equal := func(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }
	return equal(l.PhoneHash, other.PhoneHash) && equal(l.EmailHash, other.EmailHash) &&
		l.Birthday == other.Birthday && equal(l.DistrictID, other.DistrictID)
}
