// Package otp sends and checks one-time codes: four digits that prove who owns a
// phone or an email address. Codes are stored as keyed hashes, last five
// minutes, work once and burn after five wrong tries. Sends and wrong tries are
// limited across all replicas.
package otp

import (
	"context"

	"hearten/internal/delivery"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/keys"
)

// Nature is what a code is for; a code of one nature is worth nothing for
// another.
type Nature string

// The natures.
const (
	Login       Nature = "app login"
	Signup      Nature = "app signup"
	Reset       Nature = "app reset"
	UpdateEmail Nature = "app email"
	UpdatePhone Nature = "app phone"
	StaffReset  Nature = "web reset"
	Service     Nature = "service" // sent and verified for other services
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
	// ErrInvalid is a wrong code, another nature's, or a tampered token.
	ErrInvalid = fault.New(fault.OTPInvalid, "驗證碼不正確", "The code is not right")
	// ErrExpired is a code that is too old or was used.
	ErrExpired = fault.New(fault.OTPExpired, "驗證碼已過期或已使用，請重新索取", "The code has expired or was used; please ask for a new one")
	// ErrBurned is a code that was replaced or tried too often.
	ErrBurned = fault.New(fault.OTPLocked, "此驗證碼已失效，請重新索取", "This code no longer works; please ask for a new one")
	// ErrClosed is an identifier with too many wrong tries in a day.
	ErrClosed = fault.New(fault.OTPClosed, "錯誤次數太多，請稍後再試或聯絡職員", "Too many wrong tries; please try later or ask a member of staff")

	errTooSoon = fault.New(fault.RateLimited, "索取驗證碼太頻密，請稍後再試", "Codes were asked for too often; please try again later")
	errBudget  = fault.New(fault.RateLimited, "短訊服務繁忙，請稍後再試或改用電郵", "The SMS service is busy; please try again later or use email")
)

var (
	ruleSendType = fault.NewRule("電郵或電話必須為 0；用戶名稱必須為 1（電郵）或 2（電話）", "must be 0 for an email or phone, and 1 (email) or 2 (phone) for a username")
	ruleChannel  = fault.NewRule("此帳戶沒有這個聯絡方式", "the account cannot be reached that way")

	// ErrNoChannel refuses a way of sending for which an account has no address.
	ErrNoChannel = fault.Invalid(ruleChannel.On("sendType"))
)

// How sending and checking codes can fail, for the routes that do so.
var (
	SendFails  = []fault.Code{fault.OTPClosed}
	CheckFails = []fault.Code{fault.OTPInvalid, fault.OTPExpired, fault.OTPLocked, fault.OTPClosed}
)

// Sender sends messages once the caller's transaction has committed.
type Sender interface {
	Enqueue(ctx context.Context, tx *db.Tx, messages ...delivery.Message) error
}

// Codes sends and checks codes.
type Codes struct {
	db      *db.DB
	clock   clock.Clock
	keys    *keys.Ring
	sender  Sender
	budgets Budgets
}

// New builds the service.
func New(d *db.DB, c clock.Clock, k *keys.Ring, s Sender, b Budgets) *Codes {
	return &Codes{db: d, clock: c, keys: k, sender: s, budgets: b}
}
