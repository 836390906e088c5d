package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"hearten/internal/platform/fault"
	"hearten/internal/platform/words"
)

// statuses is the one place where a code becomes an HTTP status and the name
// in X-Error-Code.
var statuses = map[fault.Code]struct {
	status int
	name   fault.Code
}{
	fault.Validation:           {http.StatusBadRequest, fault.Validation},
	fault.Unauthenticated:      {http.StatusUnauthorized, fault.Unauthenticated},
	fault.Forbidden:            {http.StatusForbidden, fault.Forbidden},
	fault.NotFound:             {http.StatusNotFound, fault.NotFound},
	fault.Conflict:             {http.StatusConflict, fault.Conflict},
	fault.BadCredentials:       {http.StatusUnauthorized, fault.BadCredentials},
	fault.WrongPassword:        {http.StatusBadRequest, fault.BadCredentials},
	fault.OTPInvalid:           {http.StatusBadRequest, fault.OTPInvalid},
	fault.OTPExpired:           {http.StatusBadRequest, fault.OTPExpired},
	fault.OTPLocked:            {http.StatusBadRequest, fault.OTPLocked},
	fault.OTPClosed:            {http.StatusTooManyRequests, fault.OTPLocked},
	fault.RateLimited:          {http.StatusTooManyRequests, fault.RateLimited},
	fault.MethodNotAllowed:     {http.StatusMethodNotAllowed, fault.MethodNotAllowed},
	fault.UnsupportedMediaType: {http.StatusUnsupportedMediaType, fault.UnsupportedMediaType},
	fault.BadFile:              {http.StatusBadRequest, fault.BadFile},
	fault.InsufficientCoin:     {http.StatusConflict, fault.InsufficientCoin},
	fault.InsufficientToken:    {http.StatusConflict, fault.InsufficientToken},
	fault.AlreadyOwned:         {http.StatusConflict, fault.AlreadyOwned},
	fault.AlreadyClaimed:       {http.StatusConflict, fault.AlreadyClaimed},
	fault.NotEligible:          {http.StatusConflict, fault.NotEligible},
	fault.VoucherRedeemed:      {http.StatusConflict, fault.VoucherRedeemed},
	fault.VoucherExpired:       {http.StatusConflict, fault.VoucherExpired},
	fault.MoveNotAllowed:       {http.StatusConflict, fault.MoveNotAllowed},
	fault.PendingExists:        {http.StatusConflict, fault.PendingExists},
	fault.TooLarge:             {http.StatusRequestEntityTooLarge, fault.TooLarge},
	fault.Stale:                {http.StatusPreconditionFailed, fault.Stale},
	fault.Timeout:              {http.StatusServiceUnavailable, fault.Timeout},
	fault.NotReady:             {http.StatusServiceUnavailable, fault.NotReady},
	fault.Internal:             {http.StatusInternalServerError, fault.Internal},
}

// statusCancelled is counted when the caller went away; it is not sent.
const statusCancelled = 499

var (
	errUnknownPath = fault.New(fault.NotFound, "沒有這個路徑", "There is no such path")
	errMethod      = fault.New(fault.MethodNotAllowed, "這個路徑不支援此方法", "This path does not support the method")
	errMediaType   = fault.New(fault.UnsupportedMediaType, "內容類型不受支援", "The content type is not supported")
	errTooLarge    = fault.New(fault.TooLarge, "內容太大", "The body is too large")
	errSlowBody    = fault.New(fault.Timeout, "接收內容逾時，請再試", "The body took too long to arrive; please try again")
	errBadJSON     = fault.New(fault.Validation, "內容不是正確的 JSON", "The body is not valid JSON")
	errBadText     = fault.New(fault.Validation, "內容包含不允許的字元", "The text has characters that are not allowed")
	errNoBody      = fault.New(fault.Validation, "請求必須附有內容", "A body is required")
	errTimeout     = fault.New(fault.Timeout, "處理需時太長，請稍後再試", "This took too long; please try again later")
	errInternal    = fault.New(fault.Internal, "系統發生錯誤，請稍後再試（編號 %s）", "Something went wrong; please try again later (reference %s)")
	errTooMany     = fault.New(fault.RateLimited, "請求太頻密，請稍後再試", "Too many requests; please try again later")
	errScope       = fault.New(fault.Forbidden, "此登入憑證不可用於此操作", "This token does not open this operation")
	errServiceKey  = fault.New(fault.Unauthenticated, "服務密鑰不正確", "The service key is not valid")
)

// problem is a refusal on its way out: huma writes it as the envelope.
type problem struct {
	status  int
	header  http.Header
	message string
}

func (p *problem) Error() string           { return p.message }
func (p *problem) GetStatus() int          { return p.status }
func (p *problem) GetHeaders() http.Header { return p.header }

// MarshalJSON writes the envelope of a failure.
func (p *problem) MarshalJSON() ([]byte, error) {
	return json.Marshal(Envelope[Null]{Message: p.message})
}

// problemOf turns any error into the reply. An error that is not a fault is
// logged and answered as 500 with the request's id only.
func (r *Router) problemOf(ctx context.Context, err error) *problem {
	info := infoFrom(ctx)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return &problem{status: statusCancelled}
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = errTimeout
	}
	var f *fault.Error
	if !errors.As(err, &f) {
		f = info.internal(err)
	}
	return problemFrom(f, info.lang)
}

// internal logs an error that the caller must not see, and gives the refusal
// that names the request. Errors of the database say their place in the code.
func (i *info) internal(err error) *fault.Error {
	i.log.Error("request failed", "request", i.id, "operation", i.operation, "error", err)
	return errInternal.With(i.id)
}

func problemFrom(f *fault.Error, lang words.Lang) *problem {
	s := statuses[f.Code]
	p := &problem{status: s.status, message: f.Message(lang), header: http.Header{"X-Error-Code": {string(s.name)}}}
	if f.RetryAfter > 0 {
		p.header.Set("Retry-After", strconv.Itoa(f.RetryAfter))
		p.status = http.StatusTooManyRequests
	}
	if s.status == http.StatusUnauthorized {
		p.header.Set("WWW-Authenticate", "Bearer")
	}
	return p
}

// write sends a refusal where huma is not involved.
func (p *problem) write(w http.ResponseWriter) {
	for k, v := range p.header {
		w.Header()[k] = v
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(p.status)
	_ = json.NewEncoder(w).Encode(p) // the caller may be gone
}

// refuseOperation sends a fault from a middleware.
func (r *Router) refuseOperation(ctx huma.Context, err error) {
	p := r.problemOf(ctx.Context(), err)
	for k := range p.header {
		ctx.SetHeader(k, p.header.Get(k))
	}
	ctx.SetHeader("Content-Type", "application/json")
	ctx.SetStatus(p.status)
	_ = json.NewEncoder(ctx.BodyWriter()).Encode(p) // the caller may be gone
}

// Refuse answers with an error where there is no operation.
func (r *Router) Refuse(w http.ResponseWriter, req *http.Request, err error) {
	r.problemOf(req.Context(), err).write(w)
}

func (r *Router) notFound(w http.ResponseWriter, req *http.Request) {
	r.problemOf(req.Context(), errUnknownPath).write(w)
}
