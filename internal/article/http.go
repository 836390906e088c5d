package article

import (
	"encoding/json"
	"time"

	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/page"
	"hearten/internal/workflow"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// MediaDTO names a file in a request.
type MediaDTO struct {
	FileKey string  `json:"fileKey" minLength:"1" maxLength:"512" doc:"A temporary key of your own upload, or one that the article has"`
	URL     *string `json:"url,omitempty" doc:"Ignored"`
}

// TypeReq names a district or a status in a request.
type TypeReq struct {
	Type int     `json:"type" minimum:"0" maximum:"100"`
	Desc *string `json:"desc,omitempty" doc:"Ignored"`
}

// TypeDTO is a district or a status with its name.
type TypeDTO struct {
	Type int    `json:"type"`
	Desc string `json:"desc"`
}

func showStatus(s workflow.Status) TypeDTO { return TypeDTO{int(s), s.Name()} }

func showDistricts() [][]TypeDTO {
	all := []TypeDTO{}
	for _, d := range allDistricts() {
		all = append(all, TypeDTO{int(d), d.name()})
	}
	return [][]TypeDTO{all}
}

// TagDTO names a tag.
type TagDTO struct {
	ID   string  `json:"id" minLength:"1"`
	Name *string `json:"name,omitempty" doc:"Ignored"`
}

// MomentDTO is a time that may be absent or null, which are two things.
type MomentDTO Moment

// UnmarshalJSON implements json.Unmarshaler.
func (m *MomentDTO) UnmarshalJSON(b []byte) error {
	m.Sent = true
	return json.Unmarshal(b, &m.Text)
}

// Schema describes it in the API document.
func (MomentDTO) Schema(api.Registry) *api.Schema {
	return api.NullableTextSchema("An instant; at T00:00:00Z it names that Hong Kong date. Null removes it", "2026-11-15T00:00:00Z")
}

// IDs are one id or a list of them.
type IDs []string

// UnmarshalJSON implements json.Unmarshaler.
func (ids *IDs) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*ids = IDs{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(ids))
}

// Schema describes them in the API document.
func (IDs) Schema(api.Registry) *api.Schema {
	return api.OneOrManySchema("One id, or a list of 1 to 100")
}

// Local is an instant as the portal's articles show it: Hong Kong's time
// without a zone.
type Local time.Time

const localLayout = "2006-01-02T15:04:05"

// MarshalJSON implements json.Marshaler.
func (l Local) MarshalJSON() ([]byte, error) {
	return time.Time(l).In(clock.HongKong).AppendFormat(nil, `"`+localLayout+`"`), nil
}

// Schema describes it in the API document.
func (Local) Schema(api.Registry) *api.Schema {
	return api.TextSchema("Hong Kong time, without a zone", "2026-11-15T10:30:00")
}

func local(t *time.Time) *Local {
	if t == nil {
		return nil
	}
	l := Local(*t)
	return &l
}

// Paging is the paging part of a list whose pagination must be given.
type Paging struct {
	Pagination page.Pagination `json:"pagination"`
	Sortings   []page.Sorting  `json:"sortings,omitempty" nullable:"true" maxItems:"3"`
}

func (p Paging) request() page.Request {
	return page.Request{Pagination: &p.Pagination, Sortings: p.Sortings}
}
