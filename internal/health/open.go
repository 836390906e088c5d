package health

import (
	"cmp"
	"context"
	"slices"

	"hearten/internal/clock"
	"hearten/internal/db"
)

// openDays are the days that a transaction works on.
type openDays struct{ byKey map[dayKey]*day }

type dayKey struct {
	userID string
	date   clock.Date
}

// open reads days of members who are held.
func (s *Service) open(ctx context.Context, tx *db.Tx, ids []string, dates []clock.Date) (*openDays, error) {
	stored, err := readDays(ctx, tx, ids, dates)
	if err != nil {
		return nil, err
	}
	days := &openDays{map[dayKey]*day{}}
	return days, days.take(stored)
}

// take adds stored days, unless they are open already.
func (o *openDays) take(stored []storedDay) error {
	for _, s := range stored {
		key := dayKey{s.UserID, s.Day}
		if o.byKey[key] != nil {
			continue
		}
		d, err := s.read()
		if err != nil {
			return err
		}
		o.byKey[key] = d
	}
	return nil
}

// of is a member's day; one that is not there is empty.
func (o *openDays) of(userID string, date clock.Date) *day {
	key := dayKey{userID, date}
	if o.byKey[key] == nil {
		o.byKey[key] = &day{userID: userID, date: date}
	}
	return o.byKey[key]
}

// merge counts a member's open days anew.
func (o *openDays) merge(userID string, origins []string) error {
	for _, d := range o.byKey {
		if d.userID != userID {
			continue
		}
		d.merge(origins)
		if d.full() {
			return errDayFull.With(d.date.String())
		}
	}
	return nil
}

// close writes the days that changed, in one order, and tells the missions.
func (s *Service) close(ctx context.Context, tx *db.Tx, days *openDays) error {
	var changed []*day
	for _, d := range days.byKey {
		if d.changed {
			changed = append(changed, d)
		}
	}
	slices.SortFunc(changed, func(a, b *day) int {
		return cmp.Or(cmp.Compare(a.userID, b.userID), cmp.Compare(a.date.String(), b.date.String()))
	})
	if err := saveDays(ctx, tx, changed); err != nil {
		return err
	}
	for _, d := range changed {
		if before, after := d.was.Steps, d.total().Steps; before != after {
			if err := s.missions.Steps(ctx, tx, d.userID, d.date, before, after); err != nil {
				return err
			}
		}
	}
	return nil
}
