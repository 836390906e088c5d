package shop

import (
	"time"

	"hearten/internal/platform/clock"
)

// isBirthday reports whether a birthday is kept on a day. Who was born on 29
// February keeps it on the 28th in years without one.
func isBirthday(born, day clock.Date) bool {
	if born.IsZero() {
		return false
	}
	if born.Month == time.February && born.Day == 29 && !isLeap(day.Year) {
		born.Day = 28
	}
	return born.Month == day.Month && born.Day == day.Day
}

func isLeap(year int) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

// maySell says why an offer cannot be sold on a day, or nil.
func maySell(o offer, today clock.Date) error {
	switch {
	case o.Owned:
		return errOwned
	case !o.Saleable:
		return errNotSold
	case o.Birthday && !isBirthday(o.Born, today):
		return errNotBirthday
	default:
		return nil
	}
}
