package otp

import (
	"time"

	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
)

// Life is how long a code works.
const Life = 5 * time.Minute

// Rules of codes.
const (
	maxWrong      = 5 // per code
	maxWrongDaily = 15
	day           = 24 * time.Hour
)

// Budgets are how many codes may be sent; zero lifts one.
type Budgets struct {
	Gap       time.Duration // between two sends to one identifier
	Hourly    int           // per identifier
	Daily     int           // per identifier
	IPHourly  int
	SMSHourly int // of all; beyond it no SMS is sent
}

// DefaultBudgets are those of production.
var DefaultBudgets = Budgets{Gap: time.Minute, Hourly: 5, Daily: 10, IPHourly: 20, SMSHourly: 500}

// Fits refuses a way of sending that does not go with the kind of login name:
// an address is its own way, a username needs one.
func (t SendType) Fits(kind identity.Kind) error {
	if (kind == identity.Username) == (t == ByNone) {
		return fault.Invalid(ruleSendType.On("sendType"))
	}
	return nil
}

// refusal is why a code no longer works, or nil.
func (r codeRow) refusal(now time.Time) error {
	switch {
	case r.UsedAt != nil:
		return ErrExpired
	case r.BurnedAt != nil || r.WrongTries >= maxWrong:
		return ErrBurned
	case !r.ExpiresAt.After(now):
		return ErrExpired
	default:
		return nil
	}
}

// refuseClosed refuses an identifier with too many wrong tries in the last day,
// newest first, until enough of them are older.
func refuseClosed(wrong []time.Time, now time.Time) error {
	if len(wrong) < maxWrongDaily {
		return nil
	}
	opens := wrong[maxWrongDaily-1].Add(day)
	return ErrClosed.After(seconds(opens.Sub(now)))
}

// wait is how long an identifier must wait, given when codes went to it in the
// last day, newest first.
func (b Budgets) wait(sent []time.Time, now time.Time) time.Duration {
	var wait time.Duration
	until := func(at time.Time) { wait = max(wait, at.Sub(now)) }
	if b.Gap > 0 && len(sent) > 0 {
		until(sent[0].Add(b.Gap))
	}
	if b.Hourly > 0 && len(sent) >= b.Hourly {
		until(sent[b.Hourly-1].Add(time.Hour))
	}
	if b.Daily > 0 && len(sent) >= b.Daily {
		until(sent[b.Daily-1].Add(day))
	}
	return wait
}

// seconds are full seconds, rounded up.
func seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }
