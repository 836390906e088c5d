package otp

import (
	"errors"
	"testing"
	"time"

	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
)

var noon = time.Date(2026, 11, 15, 4, 0, 0, 0, time.UTC)

func ago(all ...time.Duration) []time.Time {
	times := make([]time.Time, len(all))
	for i, d := range all {
		times[i] = noon.Add(-d)
	}
	return times
}

func TestSendTypeFits(t *testing.T) {
	for _, c := range []struct {
		way  SendType
		kind identity.Kind
		fits bool
	}{
		{ByNone, identity.Phone, true},
		{ByNone, identity.Email, true},
		{ByNone, identity.Username, false},
		{ByEmail, identity.Username, true},
		{ByPhone, identity.Username, true},
		{ByEmail, identity.Email, false},
		{ByPhone, identity.Phone, false},
	} {
		if err := c.way.Fits(c.kind); (err == nil) != c.fits {
			t.Errorf("%v for %v: %v", c.way, c.kind, err)
		}
	}
}

func TestRefusalOfACode(t *testing.T) {
	later, earlier := noon.Add(time.Microsecond), noon.Add(-time.Minute)
	for _, c := range []struct {
		name string
		row  codeRow
		want error
	}{
		{"in time", codeRow{ExpiresAt: later}, nil},
		{"at its end", codeRow{ExpiresAt: noon}, ErrExpired},
		{"used", codeRow{ExpiresAt: later, UsedAt: &earlier}, ErrExpired},
		{"replaced", codeRow{ExpiresAt: later, BurnedAt: &earlier}, ErrBurned},
		{"one try left", codeRow{ExpiresAt: later, WrongTries: maxWrong - 1}, nil},
		{"no try left", codeRow{ExpiresAt: later, WrongTries: maxWrong}, ErrBurned},
		{"used, then replaced", codeRow{ExpiresAt: later, UsedAt: &earlier, BurnedAt: &earlier}, ErrExpired},
		{"no try left, and old", codeRow{ExpiresAt: earlier, WrongTries: maxWrong}, ErrBurned},
	} {
		if got := c.row.refusal(noon); !errors.Is(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestRefuseClosed(t *testing.T) {
	wrong := make([]time.Duration, maxWrongDaily)
	for i := range wrong {
		wrong[i] = time.Duration(i+1) * time.Hour
	}
	if err := refuseClosed(ago(wrong[:maxWrongDaily-1]...), noon); err != nil {
		t.Errorf("one fewer: %v", err)
	}
	var refused *fault.Error
	if err := refuseClosed(ago(wrong...), noon); !errors.As(err, &refused) || refused.Code != fault.OTPClosed {
		t.Fatalf("all of a day: %v", err)
	}
	if want := int((day - maxWrongDaily*time.Hour) / time.Second); refused.RetryAfter != want {
		t.Errorf("opens in %d seconds, want %d", refused.RetryAfter, want)
	}
}

func TestBudgetsWait(t *testing.T) {
	b := Budgets{Gap: time.Minute, Hourly: 2, Daily: 3}
	for _, c := range []struct {
		name    string
		budgets Budgets
		sent    []time.Time
		want    time.Duration
	}{
		{"the first", b, nil, 0},
		{"within the gap", b, ago(59 * time.Second), time.Second},
		{"at the end of the gap", b, ago(time.Minute), 0},
		{"two in the hour", b, ago(10*time.Minute, 50*time.Minute), 10 * time.Minute},
		{"two, one of them an hour ago", b, ago(10*time.Minute, time.Hour), 0},
		{"three in the day", b, ago(2*time.Hour, 3*time.Hour, 20*time.Hour), 4 * time.Hour},
		{"the longest of all", b, ago(time.Second, time.Minute, 23*time.Hour), time.Hour},
		{"no budgets", Budgets{}, ago(0, 0, 0, 0), 0},
	} {
		if got := c.budgets.wait(c.sent, noon); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestSeconds(t *testing.T) {
	for d, want := range map[time.Duration]int{0: 0, 1: 1, time.Second: 1, time.Second + 1: 2} {
		if got := seconds(d); got != want {
			t.Errorf("%s is %d seconds, want %d", d, got, want)
		}
	}
}
