package checkin

import (
	"context"
	"strconv"

	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
	"hearten/internal/wallet"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// CommunityMapDistrictDTO is a community on the map.
type CommunityMapDistrictDTO struct {
	ID            string `json:"id"`
	Name          string `json:"name" doc:"The short name"`
	Description   string `json:"description" doc:"The Chinese name"`
	Code          int    `json:"code" minimum:"0" maximum:"12" doc:"CommunityEnum"`
	InfoCount     int    `json:"infoCount" doc:"Listed community resources"`
	CheckInCount  int    `json:"checkInCount" doc:"Buildings with a photo of the member's own"`
	BuildingCount int    `json:"buildingCount"`
}

func show(c Community) CommunityMapDistrictDTO {
	return CommunityMapDistrictDTO{
		ID: c.DistrictID, Name: c.Short, Description: c.Name, Code: c.Number,
		InfoCount: c.Resources, CheckInCount: c.Photos, BuildingCount: c.Buildings,
	}
}

func (h handlers) communities(ctx context.Context, who access.Member, _ *api.None) ([]CommunityMapDistrictDTO, error) {
	found, err := h.s.Communities(ctx, who)
	out := make([]CommunityMapDistrictDTO, len(found))
	for i, c := range found {
		out[i] = show(c)
	}
	return out, err
}

// CommunityPhotoDTO is the photo of a building.
type CommunityPhotoDTO struct {
	Name         string    `json:"name" doc:"The building's name"`
	FileKey      string    `json:"fileKey"`
	URL          string    `json:"url"`
	IsDefault    bool      `json:"isDefault" doc:"The member has uploaded none"`
	UploadTime   *api.Time `json:"uploadTime" nullable:"true"`
	ModifiedTime *api.Time `json:"modifiedTime" nullable:"true" doc:"The same as uploadTime"`
}

// CommunityDetailDTO is a community with the member's photos.
type CommunityDetailDTO struct {
	District CommunityMapDistrictDTO      `json:"district"`
	Photos   map[string]CommunityPhotoDTO `json:"photos" doc:"By building number"`
	Wallet   wallet.Balance               `json:"wallet"`
}

type communityPath struct {
	Community string `path:"communityEnum" doc:"CommunityEnum, 0 to 12"`
}

// Number reads a number in a path. A number written in another way, such as
// "01", is not found.
func Number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 10_000 || strconv.Itoa(n) != text {
		return 0, fault.ErrNotFound
	}
	return n, nil
}

func (h handlers) detail(ctx context.Context, who access.Member, in *communityPath) ([]CommunityDetailDTO, error) {
	number, err := Number(in.Community)
	if err != nil {
		return nil, err
	}
	d, err := h.s.Detail(ctx, who, number)
	if err != nil {
		return nil, err
	}
	photos := make(map[string]CommunityPhotoDTO, len(d.Buildings))
	for _, b := range d.Buildings {
		photos[strconv.Itoa(b.Number)] = h.showPhoto(b)
	}
	return []CommunityDetailDTO{{show(d.Community), photos, d.Balance}}, nil
}

func (h handlers) showPhoto(b Building) CommunityPhotoDTO {
	if b.FileKey == nil {
		key := filekey.DefaultCommunityMap
		return CommunityPhotoDTO{Name: b.Name, FileKey: key, URL: h.s.Media.PublicURL(key), IsDefault: true}
	}
	at := api.Time(*b.UploadedAt)
	return CommunityPhotoDTO{Name: b.Name, FileKey: *b.FileKey, URL: h.s.PhotoURL(*b.FileKey), UploadTime: &at, ModifiedTime: &at}
}

type buildingPath struct {
	Community string `path:"communityEnum" doc:"CommunityEnum, 0 to 12"`
	Number    string `path:"number" doc:"The building's number, from 1"`
}

// building is which one the path names.
func (p buildingPath) building() (community, number int, err error) {
	if community, err = Number(p.Community); err != nil {
		return 0, 0, err
	}
	number, err = Number(p.Number)
	return community, number, err
}

type photoInput struct {
	Community string `path:"communityEnum" doc:"CommunityEnum, 0 to 12"`
	Number    string `path:"number" doc:"The building's number, from 1"`
	RawBody   api.Form[struct {
		File api.FormFile `form:"file" required:"true" doc:"A picture"`
	}]
}

func (h handlers) upload(ctx context.Context, who access.Member, in *photoInput) (api.Null, error) {
	community, number, err := buildingPath{in.Community, in.Number}.building()
	if err != nil {
		return api.Null{}, err
	}
	files := in.RawBody.Form.File["file"]
	if len(files) == 0 {
		return api.Null{}, fault.Invalid(fault.RuleRequired.On("file"))
	}
	f, err := files[0].Open()
	if err != nil {
		return api.Null{}, err
	}
	defer f.Close()
	return api.Null{}, h.s.Upload(ctx, who, community, number, f, files[0].Size)
}

func (h handlers) delete(ctx context.Context, who access.Member, in *buildingPath) (api.Null, error) {
	community, number, err := in.building()
	if err != nil {
		return api.Null{}, err
	}
	return api.Null{}, h.s.Delete(ctx, who, community, number)
}
