package api

import (
	"encoding/json"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hearten/internal/platform/words"
)

// Envelope is every body the API sends.
type Envelope[T any] struct {
	Success bool   `json:"success" doc:"true on success"`
	Message string `json:"message" doc:"Empty on success, text for people on failure"`
	Data    T      `json:"data" doc:"What the operation answers"`
}

// Null is the data of an operation that answers nothing.
type Null struct{}

// MarshalJSON implements json.Marshaler.
func (Null) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

// Schema implements huma.SchemaProvider.
func (Null) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: "null"} }

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

// List is a page that is answered as a bare list, with its totals in headers.
type List[T any] struct {
	Items      []T
	TotalItems int64
	TotalPages int64
}

// MarshalJSON implements json.Marshaler.
func (l List[T]) MarshalJSON() ([]byte, error) { return json.Marshal(l.Items) }

// Schema implements huma.SchemaProvider.
func (List[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeArray, Items: r.Schema(reflect.TypeFor[T](), true, "")}
}

func (l List[T]) totals() (items, pages string) {
	return strconv.FormatInt(l.TotalItems, 10), strconv.FormatInt(l.TotalPages, 10)
}

// totalled is a reply whose totals are sent as headers.
type totalled interface{ totals() (items, pages string) }

// Versioned is a reply with a version: it is sent as ETag.
type Versioned interface{ RecordVersion() int64 }

func etag(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }

// Unsuccessful is a reply that may be sent with status 200 and success false.
// Failure gives the message and whether it is so.
type Unsuccessful interface{ Failure() (words.Text, bool) }

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
