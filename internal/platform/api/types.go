package api

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hearten/internal/platform/fault"
	"hearten/internal/platform/words"
)

// Envelope is every body the API sends.
type Envelope[T any] struct {
	Success bool   `json:"success" doc:"true on success"`
	Message string `json:"message" doc:"Empty on success, text for people on failure"`
	Data    T      `json:"data" doc:"What the operation answers"`
}

// None is the input of an operation that takes nothing.
type None struct{}

// Body is the input of an operation that takes a JSON body and nothing else.
type Body[T any] struct{ Body T }

// Raw is a body that the operation decodes and checks by itself: on the way of
// every device, or in one of several forms. The document describes it as T.
type Raw[T any] struct{ JSON []byte }

// Decode reads the body; a value of the wrong type is a *json.UnmarshalTypeError.
func (r Raw[T]) Decode(into any) error {
	err := json.Unmarshal(r.JSON, into)
	var wrong *json.UnmarshalTypeError
	if err != nil && !errors.As(err, &wrong) {
		return errBadJSON
	}
	return err
}

// keep takes the body as it came.
func (r *Raw[T]) keep(body []byte) { r.JSON = slices.Clone(body) }

// Schema implements huma.SchemaProvider.
func (Raw[T]) Schema(r huma.Registry) *huma.Schema { return r.Schema(reflect.TypeFor[T](), true, "") }

// unchecked marks the bodies that huma must not check.
func (Raw[T]) unchecked() {}

// isRaw reports whether an input's body is one that the operation checks.
func isRaw(in reflect.Type) bool {
	body, ok := in.FieldByName("Body")
	return ok && body.Type.Implements(reflect.TypeFor[interface{ unchecked() }]())
}

// Null is the data of an operation that answers nothing.
type Null struct{}

// MarshalJSON implements json.Marshaler.
func (Null) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

// Schema implements huma.SchemaProvider.
func (Null) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: "null"} }

// Time is an instant as replies show it: UTC with milliseconds.
type Time time.Time

const timeLayout = "2006-01-02T15:04:05.000Z"

// MarshalJSON implements json.Marshaler.
func (t Time) MarshalJSON() ([]byte, error) {
	return time.Time(t).UTC().AppendFormat(nil, `"`+timeLayout+`"`), nil
}

// String is the instant as replies show it.
func (t Time) String() string { return time.Time(t).UTC().Format(timeLayout) }

// Schema implements huma.SchemaProvider.
func (Time) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date-time", Examples: []any{"2026-11-15T02:30:00.000Z"}}
}

// dateSchema stands for clock.Date in the document.
type dateSchema struct{}

// Schema implements huma.SchemaProvider.
func (dateSchema) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date", Examples: []any{"2026-11-15"}}
}

// Versioned is a reply with a version: it is sent as ETag.
type Versioned interface{ RecordVersion() int64 }

func etag(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }

// IfMatch is the input of an update that can refuse a stale edit; embed it.
type IfMatch struct {
	IfMatch string `header:"If-Match" doc:"The ETag of the version this edit is based on; optional"`
}

// Version is the version the caller saw, or nil when any will do.
func (m IfMatch) Version() (*int64, error) {
	tag := strings.TrimSpace(m.IfMatch)
	if tag == "" || tag == "*" {
		return nil, nil
	}
	v, err := strconv.ParseInt(strings.Trim(tag, `"`), 10, 64)
	if err != nil {
		return nil, fault.ErrStale // a tag of another kind was never given out
	}
	return &v, nil
}

// Maybe is data that may be null.
type Maybe[T any] struct{ Value *T }

// Some is data that is there.
func Some[T any](v T) Maybe[T] { return Maybe[T]{&v} }

// MarshalJSON implements json.Marshaler.
func (m Maybe[T]) MarshalJSON() ([]byte, error) { return json.Marshal(m.Value) }

// Schema implements huma.SchemaProvider.
func (Maybe[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{r.Schema(reflect.TypeFor[T](), true, ""), {Type: "null"}}}
}

// Doubtful is a reply that may say "no" with status 200: success is false and
// the text says why.
type Doubtful interface{ Doubt() (words.Text, bool) }
