package voucher

import (
	"errors"
	"testing"
	"time"

	"hearten/internal/platform/access"
)

func TestStatusAtTheInstantOfExpiry(t *testing.T) {
	end := time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		stored Status
		after  time.Duration
		want   Status
	}{
		{0, -time.Microsecond, 0}, {0, 0, 3}, {0, time.Hour, 3},
		{1, -time.Microsecond, 1}, {1, 0, 3}, {1, time.Microsecond, 3},
		{2, -time.Hour, 2}, {2, 0, 2}, {2, time.Hour, 2},
		{3, 0, 3}, {3, time.Hour, 3},
	} {
		if got := statusAt(c.stored, end, end.Add(c.after)); got != c.want {
			t.Errorf("%d, %s after its end, is %d, want %d", c.stored, c.after, got, c.want)
		}
	}
}

func TestMayClaim(t *testing.T) {
	for _, c := range []struct {
		status   Status
		userType access.UserType
		want     error
	}{
		{0, 2, nil}, {0, 1, errNotMember}, {0, 3, errNotMember}, {0, 4, errNotMember},
		{1, 2, errClaimed}, {1, 1, errClaimed}, {2, 2, errRedeemed}, {3, 2, errExpired}, {3, 1, errExpired},
	} {
		if got := mayClaim(c.status, c.userType); !errors.Is(got, c.want) {
			t.Errorf("claiming %d as %d: %v", c.status, c.userType, got)
		}
	}
}

func TestMayRedeem(t *testing.T) {
	for _, c := range []struct {
		status Status
		holder access.UserStatus
		want   error
	}{
		{1, 1, nil}, {1, 0, errAccount}, {1, 2, errAccount}, {2, 1, errRedeemed}, {2, 0, errRedeemed}, {3, 1, errExpired},
	} {
		if got := mayRedeem(c.status, c.holder); !errors.Is(got, c.want) {
			t.Errorf("redeeming %d of an account in state %d: %v", c.status, c.holder, got)
		}
	}
}

func TestMayReverse(t *testing.T) {
	now := time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC)
	ago := func(d time.Duration) *time.Time { return new(now.Add(-d)) }
	for _, c := range []struct {
		status Status
		at     *time.Time
		want   error
	}{
		{2, ago(0), nil}, {2, ago(24 * time.Hour), nil}, {2, ago(24*time.Hour + time.Microsecond), errTooLate},
		{1, nil, errNotRedeemed}, {3, nil, errNotRedeemed},
	} {
		if got := mayReverse(c.status, c.at, now); !errors.Is(got, c.want) {
			t.Errorf("reversing %d of %v: %v", c.status, c.at, got)
		}
	}
}
