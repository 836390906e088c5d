package fault

// Code is the stable machine-readable name of a refusal.
type Code string

// The catalogue of codes. The API documentation lists them with their status.
const (
	Validation           Code = "VALIDATION"
	Unauthenticated      Code = "UNAUTHENTICATED"
	Forbidden            Code = "FORBIDDEN"
	NotFound             Code = "NOT_FOUND"
	Conflict             Code = "CONFLICT"
	BadCredentials       Code = "BAD_CREDENTIALS"
	WrongPassword        Code = "WRONG_PASSWORD" // written as BAD_CREDENTIALS, status 400
	OTPInvalid           Code = "OTP_INVALID"
	OTPExpired           Code = "OTP_EXPIRED"
	OTPLocked            Code = "OTP_LOCKED"
	OTPClosed            Code = "OTP_CLOSED" // written as OTP_LOCKED, status 429
	RateLimited          Code = "RATE_LIMITED"
	MethodNotAllowed     Code = "METHOD_NOT_ALLOWED"
	UnsupportedMediaType Code = "UNSUPPORTED_MEDIA_TYPE"
	BadFile              Code = "BAD_FILE"
	InsufficientCoin     Code = "INSUFFICIENT_COIN"
	InsufficientToken    Code = "INSUFFICIENT_TOKEN"
	AlreadyOwned         Code = "ALREADY_OWNED"
	AlreadyClaimed       Code = "ALREADY_CLAIMED"
	NotEligible          Code = "NOT_ELIGIBLE"
	VoucherRedeemed      Code = "VOUCHER_REDEEMED"
	VoucherExpired       Code = "VOUCHER_EXPIRED"
	MoveNotAllowed       Code = "MOVE_NOT_ALLOWED"
	PendingExists        Code = "PENDING_EXISTS"
	TooLarge             Code = "TOO_LARGE"
	Stale                Code = "STALE"
	Timeout              Code = "TIMEOUT"
	NotReady             Code = "NOT_READY"
	Internal             Code = "INTERNAL"
)

// Refusals that every area shares.
var (
	ErrNotFound  = New(NotFound, "找不到資料", "Not found")
	ErrForbidden = New(Forbidden, "你沒有權限進行此操作", "You are not allowed to do this")
	ErrStale     = New(Stale, "資料已被其他人更新，請重新載入後再試", "Someone saved a change in between; reload and try again")
)

// Rules that several areas share.
var (
	RuleRequired = NewRule("必須填寫", "is required")
	RuleHTTPS    = NewRule("必須是 https 連結", "must be an https link")
	RuleOneOf    = NewRule("必須是以下其中之一：%s", "must be one of %s")
	RuleDate     = NewRule("必須是日期（YYYY-MM-DD）", "must be a date (YYYY-MM-DD)")
)
