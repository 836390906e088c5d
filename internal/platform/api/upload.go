package api

import (
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"hearten/internal/platform/fault"
)

const (
	// uploadTimeout is how long an upload may take, sending included.
	uploadTimeout = 10 * time.Minute
	// formMemory is how much of a form is kept in memory; the rest goes to disk.
	formMemory = 64 << 10
	// formOverhead is what boundaries and small fields may add to the files.
	formOverhead = 64 << 10
)

var errBadForm = fault.New(fault.Validation, "上載的表單不正確", "The uploaded form is not valid")

// Form is the RawBody of an input that takes a multipart form with the fields
// of T; its files are of type FormFile.
type Form[T any] = huma.MultipartFormFiles[T]

// FormFile is a file of a form.
type FormFile = huma.FormFile

// Upload makes the operation take a multipart form of at most so many bytes of
// files.
func Upload(maxBytes int64) Option {
	return func(r *route) {
		r.upload = maxBytes
		r.timeout = uploadTimeout
		r.fails = append(r.fails, fault.Validation, fault.TooLarge, fault.UnsupportedMediaType, fault.BadFile)
	}
}

// receiveForm reads the form within its limits before huma does, and removes its
// temporary files afterwards.
func receiveForm(r *Router, route *route) guard {
	return func(ctx huma.Context, next func(huma.Context)) {
		req, w := humachi.Unwrap(ctx)
		control := http.NewResponseController(w)
		deadline := time.Now().Add(uploadTimeout)
		if err := errors.Join(control.SetReadDeadline(deadline), control.SetWriteDeadline(deadline)); err != nil {
			r.refuseOperation(ctx, err)
			return
		}
		req.Body = http.MaxBytesReader(w, req.Body, route.upload+formOverhead)
		err := req.ParseMultipartForm(formMemory)
		defer func() {
			if req.MultipartForm != nil {
				_ = req.MultipartForm.RemoveAll() // the system cleans its temporary folder anyway
			}
		}()
		if err != nil {
			r.refuseOperation(ctx, formFault(err))
			return
		}
		next(ctx)
	}
}

func formFault(err error) error {
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		return errTooLarge
	case errors.Is(err, http.ErrNotMultipart):
		return errMediaType
	default:
		return errBadForm
	}
}
