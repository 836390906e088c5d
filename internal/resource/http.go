package resource

import (
	"context"

	"hearten/internal/media"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
	"hearten/internal/workflow"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// CommunityResourceCreationReqDTO is a new resource.
type CommunityResourceCreationReqDTO struct {
	Name        string  `json:"name" minLength:"1" maxLength:"50"`
	Phone       *string `json:"phone,omitempty" maxLength:"20"`
	Address     string  `json:"address" minLength:"1" maxLength:"255"`
	FileKey     string  `json:"fileKey" minLength:"1" maxLength:"512" doc:"The key of a picture that you uploaded within 24 hours"`
	ResourceID  string  `json:"resourceId" minLength:"1" doc:"The sub-type's id"`
	CommunityID string  `json:"communityId" minLength:"1"`
	Introduce   *string `json:"introduce,omitempty" maxLength:"100"`
}

func (r CommunityResourceCreationReqDTO) content() content {
	return content{
		Name: r.Name, Phone: api.OrZero(r.Phone), Address: r.Address, Introduce: api.OrZero(r.Introduce),
		SubtypeID: r.ResourceID, CommunityID: r.CommunityID, Picture: r.FileKey,
	}
}

// Check implements api.Checked.
func (r CommunityResourceCreationReqDTO) Check() []fault.Field {
	return r.content().invalidFields()
}

func (h handlers) create(ctx context.Context, who access.Staff, in *api.Body[CommunityResourceCreationReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.Create(ctx, who, in.Body.content())
}

type resourcePath struct {
	ID string `path:"id" doc:"The resource's id"`
}

// CommunityResourceDetailRespDTO is a resource as staff see it.
type CommunityResourceDetailRespDTO struct {
	ID                string          `json:"id"`
	ExternalID        string          `json:"externalId" doc:"R and six digits; it never changes"`
	Name              string          `json:"name"`
	Phone             string          `json:"phone"`
	Address           string          `json:"address"`
	Introduce         string          `json:"introduce"`
	Status            workflow.Status `json:"status" enum:"1,2,3,4,5,6"`
	CreatedAt         api.Time        `json:"createdAt"`
	UpdatedAt         api.Time        `json:"updatedAt"`
	Type              int             `json:"type"`
	TypeDesc          string          `json:"typeDesc"`
	SubType           string          `json:"subType" doc:"The sub-type's name"`
	ResourceID        string          `json:"resourceId" doc:"The sub-type's id"`
	CommunityID       string          `json:"communityId"`
	CommunityName     string          `json:"communityName" doc:"The community's short name"`
	CommunityDistrict string          `json:"communityDistrict"`
	Pic               media.Address   `json:"pic" doc:"Before and after listing the address works for a while"`
	CanEdit           bool            `json:"canEdit"`
	CanDelete         bool            `json:"canDelete"`
	version           int64
}

// RecordVersion lets the reply carry an ETag.
func (d CommunityResourceDetailRespDTO) RecordVersion() int64 { return d.version }

func (h handlers) detail(ctx context.Context, who access.Staff, in *resourcePath) (CommunityResourceDetailRespDTO, error) {
	r, err := h.s.Find(ctx, who, in.ID)
	if err != nil {
		return CommunityResourceDetailRespDTO{}, err
	}
	return CommunityResourceDetailRespDTO{
		ID: r.ID, ExternalID: r.ExternalID(), Name: r.Name, Phone: r.Phone, Address: r.Address, Introduce: r.Introduce,
		Status: r.Status, CreatedAt: api.Time(r.CreatedAt), UpdatedAt: api.Time(r.UpdatedAt),
		Type: r.Type, TypeDesc: r.TypeName, SubType: r.Subtype, ResourceID: r.SubtypeID,
		CommunityID: r.CommunityID, CommunityName: r.CommunityShort, CommunityDistrict: r.Community, Pic: h.pictureOf(r),
		CanEdit: workflow.MayEdit(who, r.Item) == nil, CanDelete: workflow.MayDelete(who, r.Item) == nil, version: r.Version,
	}, nil
}

func (h handlers) pictureOf(r Resource) media.Address {
	return media.Address{FileKey: r.Picture, URL: h.s.Media.URL(media.File{Key: r.Picture, Access: accessOf(r.Status)})}
}

// CommunityResourceFilterReqDTO filters the list.
type CommunityResourceFilterReqDTO struct {
	Status       int      `json:"status" minimum:"0" maximum:"6" doc:"0 means all"`
	CommunityIDs []string `json:"communityIds,omitempty" nullable:"true" maxItems:"100" doc:"None means all"`
	Types        []int    `json:"types,omitempty" nullable:"true" maxItems:"100" doc:"None means all"`
	SubTypeIDs   []string `json:"subTypeIds,omitempty" nullable:"true" maxItems:"100" doc:"None means all"`
	page.Request
}

// CommunityResourceItemDTO is a row of the portal's list.
type CommunityResourceItemDTO struct {
	ID                string          `json:"id"`
	ExternalID        string          `json:"externalId"`
	Name              string          `json:"name"`
	CommunityDistrict string          `json:"communityDistrict"`
	Type              int             `json:"type"`
	TypeDesc          string          `json:"typeDesc"`
	SubType           string          `json:"subType" doc:"The sub-type's name"`
	Phone             string          `json:"phone"`
	Status            workflow.Status `json:"status" enum:"1,2,3,4,5,6"`
	UpdatedAt         api.Time        `json:"updatedAt"`
}

func (h handlers) page(ctx context.Context, who access.Staff, in *api.Body[CommunityResourceFilterReqDTO]) (page.Of[CommunityResourceItemDTO], error) {
	b := in.Body
	found, err := h.s.Page(ctx, who, Filter{workflow.Status(b.Status), b.CommunityIDs, b.Types, b.SubTypeIDs}, b.Request)
	return page.Map(found, func(r Resource) CommunityResourceItemDTO {
		return CommunityResourceItemDTO{
			ID: r.ID, ExternalID: r.ExternalID(), Name: r.Name, CommunityDistrict: r.Community, Type: r.Type, TypeDesc: r.TypeName,
			SubType: r.Subtype, Phone: r.Phone, Status: r.Status, UpdatedAt: api.Time(r.UpdatedAt),
		}
	}), err
}

// CommunityResourceUpdateReqDTO changes a resource; what is absent or null
// stays.
type CommunityResourceUpdateReqDTO struct {
	ID          string  `json:"id" minLength:"1"`
	Name        *string `json:"name,omitempty" maxLength:"50" doc:"Empty leaves it as it is"`
	Phone       *string `json:"phone,omitempty" maxLength:"20" doc:"Empty clears it"`
	Address     *string `json:"address,omitempty" maxLength:"255" doc:"Empty leaves it as it is"`
	FileKey     *string `json:"fileKey,omitempty" maxLength:"512" doc:"The key of a picture that you uploaded within 24 hours, or the present one"`
	ResourceID  *string `json:"resourceId,omitempty" doc:"The sub-type's id"`
	CommunityID *string `json:"communityId,omitempty"`
	Introduce   *string `json:"introduce,omitempty" maxLength:"100" doc:"Empty clears it"`
}

type updateInput struct {
	api.IfMatch
	Body CommunityResourceUpdateReqDTO
}

func (h handlers) update(ctx context.Context, who access.Staff, in *updateInput) (api.Null, error) {
	version, err := in.Version()
	if err != nil {
		return api.Null{}, err
	}
	b := in.Body
	return api.Null{}, h.s.Update(ctx, who, b.ID, Change{
		Name: b.Name, Phone: b.Phone, Address: b.Address, Introduce: b.Introduce,
		SubtypeID: b.ResourceID, CommunityID: b.CommunityID, Picture: b.FileKey,
	}, version)
}

func (h handlers) delete(ctx context.Context, who access.Staff, in *resourcePath) (api.Null, error) {
	return api.Null{}, h.s.Delete(ctx, who, in.ID)
}
