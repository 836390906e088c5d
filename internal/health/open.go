package health

import (
	"cmp"
	"context"
	"slices"

	"hearten/internal/mission"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// openDays are the members and the days that a transaction works on.
type openDays struct {
	people []person
	byKey  map[dayKey]*day
}

type dayKey struct {
	userID string
	date   clock.Date
}

// open holds members until the transaction ends and reads their days; rows is
// how many they are about to send.
func (s *Service) open(ctx context.Context, tx *db.Tx, ids []string, dates []clock.Date, rows int) (*openDays, error) {
	if err := hold(ctx, tx, ids, rows); err != nil {
		return nil, err
	}
	people, stored, err := readHeld(ctx, tx, ids, dates)
	if err != nil {
		return nil, err
	}
	days := &openDays{people, map[dayKey]*day{}}
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
	var walked []mission.Walked
	for _, d := range changed {
		if total := d.total().Steps; total > d.was.Steps {
			walked = append(walked, mission.Walked{UserID: d.userID, Day: d.date, Steps: total})
		}
	}
	return s.missions.Steps(ctx, tx, walked...)
}
