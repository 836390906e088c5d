package delivery

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hearten/internal/platform/identity"
	"hearten/internal/platform/jobs"
	"hearten/internal/platform/words"
)

// mask shows as much of a target as recognises it, and no more.
func mask(channel Channel, target string) string {
	switch channel {
	case SMS:
		return identity.MaskPhone(target)
	case Email:
		return identity.MaskEmail(target)
	default:
		return maskToken(target)
	}
}

func maskToken(token string) string {
	signs := []rune(token)
	if len(signs) < 16 {
		return "****"
	}
	return "****" + string(signs[len(signs)-4:])
}

// withCountry is a phone number as gateways want it; the programme's numbers
// are Hong Kong's.
func withCountry(phone string) string {
	if strings.HasPrefix(phone, "+") {
		return phone
	}
	return "+852" + phone
}

// errorLength is how much of an error is kept.
const errorLength = 300

var (
	anyEmail = regexp.MustCompile(`[^\s<>:;,"']+@[^\s<>:;,"']+`)
	anyPhone = regexp.MustCompile(`\+?\d[\d ()-]{5,}\d`)
)

const hidden = "•••"

// scrub takes out of an error whatever it repeats of the message: a provider
// may answer with the number, the address or the text itself. It is cut to
// length afterwards, so that no half of a secret is left.
func scrub(text string, m Message) string {
	text = oneLine(text)
	secrets := []string{m.To, withCountry(m.To)}
	for _, value := range m.Data {
		secrets = append(secrets, oneLine(value))
	}
	if m.Push != nil {
		secrets = append(secrets, oneLine(m.Push.Title), oneLine(m.Push.Body))
	}
	slices.SortFunc(secrets, func(a, b string) int { return cmp.Compare(len(b), len(a)) }) // the longer ones first
	for _, secret := range secrets {
		if utf8.RuneCountInString(secret) > 1 { // a single letter would black out everything
			text = strings.ReplaceAll(text, secret, hidden)
		}
	}
	text = anyEmail.ReplaceAllString(text, hidden)
	text = anyPhone.ReplaceAllString(text, hidden)
	return words.Clip(text, errorLength)
}

// oneLine leaves only what both engines store and a list can show.
func oneLine(text string) string {
	text = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(text, ""))
	return strings.Join(strings.Fields(text), " ")
}

// refused reports whether a status says that trying again cannot help.
func refused(status int) bool {
	return status >= 400 && status < 500 && status != http.StatusRequestTimeout && status != http.StatusTooManyRequests
}

// maxWait bounds how long a provider can make us wait.
const maxWait = 24 * time.Hour

// waitFrom reads Retry-After: seconds, or a date.
func waitFrom(header http.Header, now time.Time) time.Duration {
	value := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return min(time.Duration(seconds)*time.Second, maxWait)
	}
	if at, err := http.ParseTime(value); err == nil {
		return min(max(at.Sub(now), 0), maxWait)
	}
	return 0
}

// waitWithin keeps a wait from passing the message's time: once that is over
// the message is to be given up, not kept.
func waitWithin(wait time.Duration, m Message, now time.Time) time.Duration {
	if m.ExpiresAt.IsZero() {
		return wait
	}
	return min(wait, max(m.ExpiresAt.Sub(now), 0))
}

func (m Message) expired(now time.Time) bool {
	return !m.ExpiresAt.IsZero() && !now.Before(m.ExpiresAt)
}

// forSeveral reports whether messages that are sent together are for more than
// one person. One person's devices belong together.
func forSeveral(messages []Message) bool {
	first := messages[0]
	return len(messages) > 1 && (first.UserID == "" || slices.ContainsFunc(messages, func(m Message) bool { return m.UserID != first.UserID }))
}

// laneOf is where a message waits for its turn. Codes, passwords and warnings
// go first. Pushes for several people wait apart, so that a push for one person
// does not wait behind a thousand.
func laneOf(m Message, several bool) jobs.Lane {
	switch {
	case m.Channel != Push:
		return jobs.Urgent
	case several:
		return jobs.Bulk
	default:
		return jobs.Normal
	}
}

// laneAgain is where a message waits to be tried again. A push that failed waits
// with the many: a push provider that hangs must not delay the work of others.
func laneAgain(m Message) jobs.Lane {
	if m.Channel == Push {
		return jobs.Bulk
	}
	return jobs.Urgent
}
