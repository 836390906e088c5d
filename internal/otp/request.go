package otp

import (
	"hearten/internal/platform/fault"
	"hearten/internal/platform/identity"
)

// SendType is how a code reaches the owner of a username.
type SendType int

// The ways.
const (
	ByNone  SendType = 0
	ByEmail SendType = 1
	ByPhone SendType = 2
)

var (
	ruleSendType = fault.NewRule("電郵或電話必須為 0；用戶名稱必須為 1（電郵）或 2（電話）", "must be 0 for an email or phone, and 1 (email) or 2 (phone) for a username")
	ruleChannel  = fault.NewRule("此帳戶沒有這個聯絡方式", "the account cannot be reached that way")

	// ErrNoChannel is said when an account has no such address.
	ErrNoChannel = fault.Invalid(ruleChannel.On("sendType"))
)

// Fits says whether the way goes with the kind of login name: an address is its
// own way, a username needs one.
func (t SendType) Fits(kind identity.Kind) error {
	if (kind == identity.Username) == (t == ByNone) {
		return fault.Invalid(ruleSendType.On("sendType"))
	}
	return nil
}

// AskReq asks for a code to sign in, sign up or set a new password.
type AskReq struct {
	Nature   int      `json:"nature" minimum:"1" maximum:"5" doc:"1 login, 2 sign-up, 3 reset password"`
	LoginID  string   `json:"loginID" minLength:"1" maxLength:"100" doc:"Email, phone or username"`
	SendType SendType `json:"sendType,omitempty" minimum:"0" maximum:"2" doc:"0 for an email or phone; for a username 1 sends to its email, 2 to its phone"`
}

// Numbers of natures in requests.
const (
	NumberLogin  = 1
	NumberSignup = 2
	NumberReset  = 3
)

var ruleNature = fault.NewRule("不能在此使用", "cannot be used here")

// WrongNature refuses a nature that an operation does not take.
func WrongNature() error { return fault.Invalid(ruleNature.On("nature")) }
