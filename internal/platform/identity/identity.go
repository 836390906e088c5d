// Package identity knows the names people sign in with: email addresses, phone
// numbers and usernames are one namespace, and none can look like another.
package identity

import (
	"net/mail"
	"regexp"
	"strings"

	"hearten/internal/platform/fault"
)

// Kind is what a login name is, with the values of AccountType.
type Kind int

// The kinds.
const (
	Username Kind = 1
	Email    Kind = 2
	Phone    Kind = 3
)

// MaxEmail is the longest email address, in characters.
const MaxEmail = 50

var (
	phone    = regexp.MustCompile(`^[69][0-9]{7}$`)
	username = regexp.MustCompile(`^[A-Za-z0-9_.]{4,20}$`)
	digits   = regexp.MustCompile(`^[0-9]+$`)
	// address is stricter than the standard: ASCII alone, so that no address
	// looks like another.
	address = regexp.MustCompile(`^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`)
)

// What is said of what cannot be written to.
var (
	RulePhone   = fault.NewRule("必須是以 6 或 9 開頭的 8 位手提電話號碼", "must be an 8-digit mobile number starting with 6 or 9")
	RuleEmail   = fault.NewRule("必須是 1 至 50 個字元的電郵地址", "must be an email address of 1 to 50 characters")
	RuleAddress = fault.NewRule("電話和電郵必須填寫至少一項", "a phone number or an email address is required")
)

// Name is a login name in the form it is compared by.
type Name struct {
	Kind Kind
	Text string
}

// Parse tells what kind of name the text suggests; what is neither an address
// nor a number is taken for a username.
func Parse(loginID string) Name {
	text := strings.ToLower(strings.TrimSpace(loginID))
	switch {
	case IsPhone(text):
		return Name{Phone, text}
	case strings.Contains(text, "@"):
		return Name{Email, text}
	default:
		return Name{Username, text}
	}
}

// IsPhone reports whether the text is a Hong Kong mobile number.
func IsPhone(text string) bool { return phone.MatchString(text) }

// IsEmail reports whether the text is an email address we can write to.
func IsEmail(text string) bool {
	if len(text) == 0 || len(text) > MaxEmail || !address.MatchString(text) {
		return false
	}
	parsed, err := mail.ParseAddress(text)
	return err == nil && parsed.Address == text
}

// IsUsername reports whether the text may be a username: it can be taken
// neither for a number nor for an address.
func IsUsername(text string) bool { return username.MatchString(text) && !digits.MatchString(text) }

// MaskEmail hides an address but for first letters and the last label:
// t***@g***.com.
func MaskEmail(email string) string {
	local, domain, ok := strings.Cut(email, "@")
	if !ok || local == "" || domain == "" {
		return "***"
	}
	label := domain[strings.LastIndex(domain, ".")+1:]
	return local[:1] + "***@" + domain[:1] + "***." + label
}

// MaskPhone hides a number but for its ends: 9****21.
func MaskPhone(number string) string {
	if len(number) < 4 {
		return "****"
	}
	return number[:1] + "****" + number[len(number)-2:]
}
