package clock

import (
	"database/sql/driver"
	"fmt"
	"strings"
	"time"
)

const dateLayout = "2006-01-02"

// Date is a civil date without a zone. The zero value is "no date": it is
// stored as NULL and written to JSON as null.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf is the Hong Kong date of an instant.
func DateOf(t time.Time) Date { return civil(t.In(HongKong)) }

// ParseDate reads YYYY-MM-DD and refuses dates that do not exist.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(dateLayout, s)
	if err != nil {
		return Date{}, fmt.Errorf("not a date: %q", s)
	}
	return civil(t), nil
}

func civil(t time.Time) Date {
	y, m, d := t.Date()
	return Date{y, m, d}
}

// IsZero reports whether there is no date.
func (d Date) IsZero() bool { return d == Date{} }

// Start is the instant at which the date begins in Hong Kong.
func (d Date) Start() time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, HongKong).UTC()
}

// End is the instant at which the next date begins in Hong Kong.
func (d Date) End() time.Time { return d.AddDays(1).Start() }

// AddDays is the date n days later.
func (d Date) AddDays(n int) Date {
	return civil(time.Date(d.Year, d.Month, d.Day+n, 0, 0, 0, 0, time.UTC))
}

// Before reports whether d comes before other.
func (d Date) Before(other Date) bool { return d.String() < other.String() }

// String writes YYYY-MM-DD, or nothing for no date.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

// Value implements driver.Valuer.
func (d Date) Value() (driver.Value, error) {
	if d.IsZero() {
		return nil, nil
	}
	return d.String(), nil
}

// Scan implements sql.Scanner. Engines hand a DATE back as text or as a time.
func (d *Date) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*d = Date{}
		return nil
	case time.Time:
		*d = civil(v)
		return nil
	case []byte:
		return d.parse(string(v))
	case string:
		return d.parse(v)
	default:
		return fmt.Errorf("cannot read %T as a date", src)
	}
}

func (d *Date) parse(s string) error {
	if i := strings.IndexAny(s, " T"); i > 0 {
		s = s[:i]
	}
	parsed, err := ParseDate(s)
	if err == nil {
		*d = parsed
	}
	return err
}

// MarshalJSON writes "YYYY-MM-DD" or null.
func (d Date) MarshalJSON() ([]byte, error) {
	if d.IsZero() {
		return []byte("null"), nil
	}
	return []byte(`"` + d.String() + `"`), nil
}

// UnmarshalJSON reads "YYYY-MM-DD"; null and "" mean no date.
func (d *Date) UnmarshalJSON(b []byte) error {
	s := strings.Trim(string(b), `"`)
	if s == "null" || s == "" {
		*d = Date{}
		return nil
	}
	return d.parse(s)
}

// UnmarshalText lets YAML files hold dates.
func (d *Date) UnmarshalText(b []byte) error { return d.parse(string(b)) }
