package health

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"hearten/internal/mission"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
)

// Report is what a source reports of one member's steps. Rows are in the order
// of sending; Row.Origin and Row.Order are set when they are stored.
type Report struct {
	UserID string
	Origin string
	Rows   []Row
	// OwnBody uses the body that the member told us, instead of the rows'.
	OwnBody bool
}

// Sync stores reports, all or nothing. Hours, days and months are up to date
// when it returns.
func (s *Service) Sync(ctx context.Context, reports ...Report) error {
	if len(reports) == 1 {
		return s.batcher.Do(ctx, reports[0])
	}
	return s.writeReports(ctx, reports)
}

// writeReports stores the reports of several members in one transaction.
func (s *Service) writeReports(ctx context.Context, reports []Report) error {
	slices.SortStableFunc(reports, func(a, b Report) int { return cmp.Compare(a.UserID, b.UserID) })
	var ids []string
	var rows []Row
	for _, r := range reports {
		ids = append(ids, r.UserID)
		rows = append(rows, r.Rows...)
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		days, err := loadDays(ctx, tx, ids, datesOf(rows), len(rows))
		if err != nil {
			return err
		}
		for _, m := range days.members {
			i, _ := slices.BinarySearchFunc(reports, m.UserID, func(r Report, id string) int { return cmp.Compare(r.UserID, id) })
			if err := s.addReport(ctx, tx, m, reports[i], days); err != nil {
				return err
			}
		}
		return s.saveDays(ctx, tx, days)
	})
}

// datesOf are the dates of rows, each once.
func datesOf(rows []Row) []clock.Date {
	var out []clock.Date
	for _, r := range rows {
		for _, d := range r.dates() {
			indexIn(&out, d)
		}
	}
	return out
}

// addReport adds one member's rows to their days and counts those again.
func (s *Service) addReport(ctx context.Context, tx *db.Tx, m storedMember, report Report, days *daySet) error {
	origins, err := decodeOrigins(m.Origins)
	if err != nil {
		return err
	}
	order, isNew := m.Sent-int64(len(report.Rows)), false
	for _, r := range report.Rows {
		r.Origin, r.Order = report.Origin, order
		if report.OwnBody {
			r.Body = m.body()
		}
		order++
		dates := r.dates()
		if days.day(m.UserID, dates[0]).has(r) {
			continue
		}
		isNew = true
		for _, date := range dates {
			days.day(m.UserID, date).add(r)
		}
	}
	if !isNew {
		return nil
	}
	if len(origins) == 0 || origins[0] != report.Origin {
		if err := s.chooseOrigin(ctx, tx, m.UserID, origins, report.Origin, days); err != nil {
			return err
		}
		origins = putFirst(origins, report.Origin)
	}
	return days.merge(m.UserID, origins)
}

// chooseOrigin makes a source the most recently chosen one. Days that have rows
// of several sources are loaded too: in their hours another source may count now.
func (s *Service) chooseOrigin(ctx context.Context, tx *db.Tx, userID string, before []string, origin string, days *daySet) error {
	if slices.Contains(before, origin) {
		mixed, err := listMixedDays(ctx, tx, userID, clock.Today(s.Clock).AddDays(-changeableDays))
		if err != nil {
			return err
		}
		if err := days.load(mixed); err != nil {
			return err
		}
	}
	return updateOrigins(ctx, tx, userID, putFirst(before, origin))
}

// daySet is the members and the days that a transaction works on.
type daySet struct {
	members []storedMember // locked, by id
	byKey   map[dayKey]*day
}

type dayKey struct {
	userID string
	date   clock.Date
}

// loadDays locks members until the transaction ends and reads their days; rows
// is how many rows they are about to send.
func loadDays(ctx context.Context, tx *db.Tx, ids []string, dates []clock.Date, rows int) (*daySet, error) {
	if err := lockMembers(ctx, tx, ids, rows); err != nil {
		return nil, err
	}
	members, stored, err := findMembersAndDays(ctx, tx, ids, dates)
	if err != nil {
		return nil, err
	}
	days := &daySet{members, map[dayKey]*day{}}
	return days, days.load(stored)
}

// load adds stored days, unless they are loaded already.
func (set *daySet) load(stored []storedDay) error {
	for _, s := range stored {
		key := dayKey{s.UserID, s.Day}
		if set.byKey[key] != nil {
			continue
		}
		d, err := s.decode()
		if err != nil {
			return err
		}
		set.byKey[key] = d
	}
	return nil
}

// day is a member's day; one that is not stored is empty.
func (set *daySet) day(userID string, date clock.Date) *day {
	key := dayKey{userID, date}
	if set.byKey[key] == nil {
		set.byKey[key] = &day{userID: userID, date: date}
	}
	return set.byKey[key]
}

// merge counts a member's loaded days again.
func (set *daySet) merge(userID string, origins []string) error {
	for _, d := range set.byKey {
		if d.userID != userID {
			continue
		}
		d.merge(origins)
		if len(d.rows) > maxRowsADay {
			return errDayFull.With(d.date.String())
		}
	}
	return nil
}

// saveDays writes the days that changed, in one order, and tells the missions.
func (s *Service) saveDays(ctx context.Context, tx *db.Tx, days *daySet) error {
	var changed []*day
	for _, d := range days.byKey {
		if d.changed {
			changed = append(changed, d)
		}
	}
	slices.SortFunc(changed, func(a, b *day) int {
		return cmp.Or(cmp.Compare(a.userID, b.userID), cmp.Compare(a.date.String(), b.date.String()))
	})
	if err := upsertDays(ctx, tx, changed); err != nil {
		return err
	}
	var walked []mission.Walked
	for _, d := range changed {
		if total := d.total().Steps; total > d.was.Steps {
			walked = append(walked, mission.Walked{UserID: d.userID, Day: d.date, Steps: total})
		}
	}
	if err := s.Missions.Steps(ctx, tx, walked...); err != nil {
		return fmt.Errorf("count steps for missions: %w", err)
	}
	return nil
}

// day is everything about one day of one member.
type day struct {
	userID string
	date   clock.Date
	hours  [24]dayHour
	// rows touch the day and have time that no later row of their source covers;
	// past have none left. The latter are kept to recognise them when a retry
	// sends them again, and to explain what was set aside.
	rows, past []Row
	// last is when the last row ends, or nil; it stays when rows are deleted.
	last *time.Time
	// was is the stored total.
	was     Amount
	changed bool
}

// dayHour is an hour of a day: what its source counted and what was added.
type dayHour struct {
	origin  string
	counted Amount
	added   Amount
}

func (h dayHour) total() Amount { return h.counted.Plus(h.added) }

const (
	// maxRowsADay bounds the rows that count for a day: three a minute.
	maxRowsADay = 5000
	// maxPast bounds the past rows of a day, which each sync reads. The ones sent
	// longest ago are dropped first.
	maxPast = 1000
)

func (d *day) total() (sum Amount) {
	for _, h := range d.hours {
		sum = sum.Plus(h.total())
	}
	return sum
}

// has reports whether the same row was sent before.
func (d *day) has(r Row) bool {
	same := func(other Row) bool {
		return other.Span == r.Span && other.Steps == r.Steps && other.Origin == r.Origin
	}
	return slices.ContainsFunc(d.rows, same) || slices.ContainsFunc(d.past, same)
}

// add adds a new row; merge makes it count.
func (d *day) add(r Row) {
	d.rows = append(d.rows, r)
	d.changed = true
	if end := time.UnixMilli(r.End).UTC(); d.last == nil || d.last.Before(end) {
		d.last = &end
	}
}

// adjust adds steps to an hour, or subtracts them when negative.
func (d *day) adjust(hour int, a Amount) {
	d.hours[hour].added = d.hours[hour].added.Plus(a)
	d.changed = true
}

// merge counts the hours again.
func (d *day) merge(ranks []string) {
	hours, left := Merge(spanOf(d.date), d.rows, ranks)
	for i, h := range hours {
		if d.hours[i].origin != h.Origin || d.hours[i].counted != h.Amount {
			d.hours[i].origin, d.hours[i].counted = h.Origin, h.Amount
			d.changed = true
		}
	}
	live := d.rows[:0]
	for i, r := range d.rows {
		if left[i] > 0 {
			live = append(live, r)
		} else {
			d.past = append(d.past, r)
		}
	}
	d.rows = live
	if over := len(d.past) - maxPast; over > 0 {
		slices.SortFunc(d.past, func(a, b Row) int { return cmp.Compare(a.Order, b.Order) })
		d.past = d.past[over:]
	}
}

// origins are the sources that have rows.
func (d *day) origins() []string {
	var out []string
	for _, rows := range [][]Row{d.rows, d.past} {
		for _, r := range rows {
			indexIn(&out, r.Origin)
		}
	}
	return out
}

// indexIn is the index of a value in a list; a new value is appended.
func indexIn[T comparable](list *[]T, v T) int {
	if i := slices.Index(*list, v); i >= 0 {
		return i
	}
	*list = append(*list, v)
	return len(*list) - 1
}
