package delivery

import (
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"hearten/internal/platform/jobs"

	"pgregory.net/rapid"
)

func TestScrub(t *testing.T) {
	m := Message{Channel: SMS, To: "91234567", Data: map[string]string{"code": "8642", "name": "陳大文", "initial": "a"}}
	for text, want := range map[string]string{
		"the gateway answered 400: bad number": "the gateway answered 400: bad number",
		"no such number 91234567":              "no such number •••",
		"no such number +85291234567!":         "no such number •••!",
		"no such number 9123 4567":             "no such number •••",
		"no such number +852 9123-4567":        "no such number •••",
		"to=%2B85291234567&text=code 8642":     "to=%2B852•••&text=code •••",
		"陳大文's code is 8642.":                  "•••'s code is •••.",
		"mailbox <Mei@Example.hk> is full":     "mailbox <•••> is full",
		"two\r\nlines\x00 and \xff bytes":      "two lines and bytes",
		"535 5.7.8 at 10.0.0.7:587":            "535 5.7.8 at 10.0.0.7:587",
	} {
		if got := scrub(text, m); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	long := scrub(strings.Repeat("字", 95)+"91234567", m) // the number lies across the cut
	if len(long) > errorLength || strings.Contains(long, "9123") || !utf8.ValidString(long) {
		t.Errorf("a long one becomes %q", long)
	}
}

// Whatever surrounds it, the target and the code never come through.
func TestScrubLeavesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		phone := rapid.StringMatching(`[69][0-9]{7}`).Draw(t, "phone")
		code := rapid.StringMatching(`[1-9][0-9]{3}`).Draw(t, "code")
		m := Message{Channel: SMS, To: phone, Data: map[string]string{"code": code}}
		parts := rapid.SliceOf(rapid.OneOf(rapid.Just(phone), rapid.Just("+852"+phone), rapid.Just(code), rapid.String())).Draw(t, "parts")
		got := scrub(strings.Join(parts, ""), m)
		if strings.Contains(got, phone) || strings.Contains(got, code) || len(got) > errorLength {
			t.Fatalf("%q is left", got)
		}
	})
}

func TestLanes(t *testing.T) {
	code := Message{Channel: SMS, Template: SignInCode}
	warning := Message{Channel: Email, Template: EmailChanged, UserID: "a"}
	push := func(user string) Message { return Message{Channel: Push, UserID: user} }
	for _, c := range []struct {
		name     string
		messages []Message
		want     jobs.Lane
	}{
		{"a code", []Message{code}, jobs.Urgent},
		{"warnings for several", []Message{warning, code}, jobs.Urgent},
		{"a push", []Message{push("")}, jobs.Normal},
		{"one person's devices", []Message{push("a"), push("a"), push("a")}, jobs.Normal},
		{"two people", []Message{push("a"), push("a"), push("b")}, jobs.Bulk},
		{"two unknown devices", []Message{push(""), push("")}, jobs.Bulk},
	} {
		if got := laneOf(c.messages[0], forSeveral(c.messages)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if laneAgain(code) != jobs.Urgent || laneAgain(push("a")) != jobs.Bulk {
		t.Error("a code is no longer urgent, or a failed push waits before others")
	}
}

func TestWaits(t *testing.T) {
	now := time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"": 0, "0": 0, "90": 90 * time.Second, "-5": 0, "soon": 0, "99999999": 24 * time.Hour,
		"Sun, 15 Nov 2026 02:01:00 GMT": time.Minute, "Sun, 15 Nov 2026 01:00:00 GMT": 0,
	} {
		if got := waitFrom(http.Header{"Retry-After": {value}}, now); got != want {
			t.Errorf("%q is %v, want %v", value, got, want)
		}
	}
	soon := Message{ExpiresAt: now.Add(time.Minute)}
	if waitWithin(time.Hour, soon, now) != time.Minute || waitWithin(time.Second, soon, now) != time.Second || waitWithin(time.Hour, Message{}, now) != time.Hour {
		t.Error("a wait passes the message's time")
	}
	if soon.expired(now) || !soon.expired(now.Add(time.Minute)) || (Message{}).expired(now) {
		t.Error("expiry")
	}
}

func TestRefused(t *testing.T) {
	for status, want := range map[int]bool{
		200: false, 302: false, 400: true, 401: true, 404: true, 408: false, 422: true, 429: false, 500: false, 503: false,
	} {
		if refused(status) != want {
			t.Errorf("%d", status)
		}
	}
}

func TestMaskedTargets(t *testing.T) {
	for _, c := range []struct {
		channel Channel
		target  string
		want    string
	}{
		{SMS, "91234567", "9****67"}, {Email, "test@gmail.com", "t***@g***.com"},
		{Push, "short-token", "****"}, {Push, strings.Repeat("長", 300), "****長長長長"}, {Push, "a-token-of-sixteen-or-more", "****more"},
	} {
		if got := mask(c.channel, c.target); got != c.want {
			t.Errorf("%s is shown as %s", c.target, got)
		}
	}
}
