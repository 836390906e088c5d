package resource

import (
	"context"

	"hearten/internal/media"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/page"
)

// CommunityDistrictsRespDTO is a community.
type CommunityDistrictsRespDTO struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func (h handlers) districts(ctx context.Context) ([]CommunityDistrictsRespDTO, error) {
	found, err := h.s.Communities(ctx)
	out := make([]CommunityDistrictsRespDTO, len(found))
	for i, c := range found {
		out[i] = CommunityDistrictsRespDTO(c)
	}
	return out, err
}

func (h handlers) appDistricts(ctx context.Context, _ access.Member, _ *api.None) ([]CommunityDistrictsRespDTO, error) {
	return h.districts(ctx)
}

func (h handlers) webDistricts(ctx context.Context, _ access.Staff, _ *api.None) ([]CommunityDistrictsRespDTO, error) {
	return h.districts(ctx)
}

// ResourceTypesRespDTO is a type with its sub-types.
type ResourceTypesRespDTO struct {
	Type     int                  `json:"type"`
	TypeDesc string               `json:"typeDesc"`
	Subtypes []ResourceSubtypeDTO `json:"subtypes"`
}

// ResourceSubtypeDTO is what a resource is filed under.
type ResourceSubtypeDTO struct {
	SubTypeID   string `json:"subTypeId"`
	SubTypeDesc string `json:"subTypeDesc"`
}

func (h handlers) types(ctx context.Context) ([]ResourceTypesRespDTO, error) {
	found, err := h.s.Types(ctx)
	out := make([]ResourceTypesRespDTO, len(found))
	for i, t := range found {
		out[i] = ResourceTypesRespDTO{t.Type, t.Name, make([]ResourceSubtypeDTO, len(t.Subtypes))}
		for j, sub := range t.Subtypes {
			out[i].Subtypes[j] = ResourceSubtypeDTO{sub.SubtypeID, sub.Subtype}
		}
	}
	return out, err
}

func (h handlers) appTypes(ctx context.Context, _ access.Member, _ *api.None) ([]ResourceTypesRespDTO, error) {
	return h.types(ctx)
}

func (h handlers) webTypes(ctx context.Context, _ access.Staff, _ *api.None) ([]ResourceTypesRespDTO, error) {
	return h.types(ctx)
}

// CommunityResourcePageReqDTO filters the members' list.
type CommunityResourcePageReqDTO struct {
	CommunityID string `json:"communityId" minLength:"1"`
	Type        *int   `json:"type,omitempty" doc:"Absent means all"`
	page.Request
}

// CommunityResourceListedDTO is a row of the members' list.
type CommunityResourceListedDTO struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Address  string `json:"address"`
	Type     int    `json:"type"`
	TypeDesc string `json:"typeDesc"`
	SubType  string `json:"subType" doc:"The sub-type's name"`
}

func (h handlers) appPage(ctx context.Context, _ access.Member, in *api.Body[CommunityResourcePageReqDTO]) (page.Of[CommunityResourceListedDTO], error) {
	found, err := h.s.AppPage(ctx, in.Body.CommunityID, in.Body.Type, in.Body.Request)
	return page.Map(found, func(r AppSummary) CommunityResourceListedDTO {
		return CommunityResourceListedDTO{r.ID, r.Name, r.Address, r.Type, r.TypeName, r.Subtype}
	}), err
}

// CommunityResourceAppDetailRespDTO is a resource as members see it.
type CommunityResourceAppDetailRespDTO struct {
	ID         string        `json:"id"`
	ExternalID string        `json:"externalId" doc:"R and six digits; it never changes"`
	Name       string        `json:"name"`
	Phone      string        `json:"phone"`
	Address    string        `json:"address"`
	Introduce  *string       `json:"introduce" nullable:"true"`
	Pic        media.Address `json:"pic"`
}

func (h handlers) appDetail(ctx context.Context, _ access.Member, in *resourcePath) (CommunityResourceAppDetailRespDTO, error) {
	r, err := h.s.FindListed(ctx, in.ID)
	if err != nil {
		return CommunityResourceAppDetailRespDTO{}, err
	}
	res := CommunityResourceAppDetailRespDTO{
		ID: r.ID, ExternalID: r.ExternalID(), Name: r.Name, Phone: r.Phone, Address: r.Address, Pic: h.pictureOf(r),
	}
	if r.Introduce != "" {
		res.Introduce = &r.Introduce
	}
	return res, nil
}

func (h handlers) appRead(ctx context.Context, who access.Member, in *resourcePath) (api.Null, error) {
	return api.Null{}, h.s.MarkRead(ctx, who, in.ID)
}
