package article

import (
	"context"

	"hearten/internal/media"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
	"hearten/internal/workflow"
)

// AddArticleReqDTO is an article to be written, or all of its new content.
type AddArticleReqDTO struct {
	Title            string     `json:"title" minLength:"1" maxLength:"255"`
	Content          *string    `json:"content,omitempty" maxLength:"200000" doc:"HTML; what is not on the allow-list is dropped"`
	Thumbnail        MediaDTO   `json:"thumbnail"`
	RegistrationLink *string    `json:"registrationLink,omitempty" maxLength:"2048" doc:"An https address; category 1 alone"`
	Category         int        `json:"category" minimum:"1" maximum:"4" doc:"1 activity promotion, 2 understanding mental health, 3 life stories, 4 columns"`
	District         *TypeReq   `json:"district,omitempty" doc:"Category 1 alone, and required there"`
	Subcategory      *int       `json:"subcategory,omitempty" minimum:"0" maximum:"9" doc:"Category 2 alone, and required there"`
	Type             int        `json:"type" minimum:"0" maximum:"4" doc:"0 plain text, 1 pictures, 2 PDF, 3 video, 4 audio"`
	Images           []MediaDTO `json:"images,omitempty" nullable:"true" maxItems:"50" doc:"Type 1 alone, and required there"`
	PDF              *MediaDTO  `json:"pdf,omitempty" doc:"Type 2 alone, and required there"`
	VideoLink        *string    `json:"videoLink,omitempty" maxLength:"2048" doc:"An https address; type 3 alone, and required there"`
	Audio            *MediaDTO  `json:"audio,omitempty" doc:"Type 4 alone, and required there"`
	PushTime         MomentDTO  `json:"pushTime,omitempty"`
	PullTime         MomentDTO  `json:"pullTime,omitempty"`
	Tags             []TagDTO   `json:"tags,omitempty" nullable:"true" maxItems:"20"`
}

func (r AddArticleReqDTO) draft() Draft {
	d := Draft{
		Title: r.Title, Category: Category(r.Category), Type: Type(r.Type), Subcategory: r.Subcategory,
		RegistrationLink: r.RegistrationLink, VideoLink: r.VideoLink, Push: Moment(r.PushTime), Pull: Moment(r.PullTime),
		Thumbnail: r.Thumbnail.FileKey, PDF: keyOf(r.PDF), Audio: keyOf(r.Audio),
	}
	if r.Content != nil {
		d.Text = *r.Content
	}
	if r.District != nil {
		at := District(r.District.Type)
		d.District = &at
	}
	if r.Images != nil {
		d.Images = make([]string, len(r.Images))
		for i, image := range r.Images {
			d.Images[i] = image.FileKey
		}
	}
	for _, t := range r.Tags {
		d.TagIDs = append(d.TagIDs, t.ID)
	}
	return d
}

// Check implements api.Checked.
func (r AddArticleReqDTO) Check() []fault.Field { return r.draft().invalidFields() }

func keyOf(file *MediaDTO) *string {
	if file == nil {
		return nil
	}
	return &file.FileKey
}

// ArticleDTO is an article as staff see it.
type ArticleDTO struct {
	ID               string                   `json:"id"`
	CanEdit          bool                     `json:"canEdit"`
	CanDelete        bool                     `json:"canDelete"`
	Title            string                   `json:"title"`
	Content          string                   `json:"content"`
	Thumbnail        media.Address            `json:"thumbnail"`
	RegistrationLink *string                  `json:"registrationLink"`
	Type             int                      `json:"type" enum:"0,1,2,3,4"`
	Category         int                      `json:"category" enum:"1,2,3,4"`
	Subcategory      int                      `json:"subcategory" doc:"0 unless the category is 2"`
	District         api.Maybe[TypeDTO]       `json:"district"`
	Status           TypeDTO                  `json:"status"`
	Images           []media.Address          `json:"images" nullable:"true"`
	PDF              api.Maybe[media.Address] `json:"pdf"`
	VideoLink        *string                  `json:"videoLink"`
	Audio            api.Maybe[media.Address] `json:"audio"`
	PushTime         *Local                   `json:"pushTime" nullable:"true"`
	PullTime         *Local                   `json:"pullTime" nullable:"true"`
	Tags             []Tag                    `json:"tags"`
	CreateAt         Local                    `json:"createAt"`
	version          int64
}

// RecordVersion lets the reply carry an ETag.
func (d ArticleDTO) RecordVersion() int64 { return d.version }

func (h handlers) show(who access.Staff, a Article) ArticleDTO {
	now := h.s.Clock.Now()
	address := func(key string) media.Address {
		if a.Visible(now) {
			return media.Address{FileKey: key, URL: h.s.Media.PublicURL(key)}
		}
		return media.Address{FileKey: key, URL: h.s.Media.SignedURL(key, media.SignedLife)}
	}
	d := ArticleDTO{
		ID: a.ID, CanEdit: workflow.MayEdit(who, a.Item) == nil, CanDelete: workflow.MayDelete(who, a.Item) == nil,
		Title: a.Title, Content: a.Text, Thumbnail: address(a.Thumbnail), RegistrationLink: a.RegistrationLink, Type: int(a.Type),
		Category: int(a.Category), Subcategory: a.Subcategory, District: showDistrict(a.District), Status: showStatus(a.Status),
		VideoLink: a.VideoLink, PushTime: local(a.PushTime), PullTime: local(a.PullTime), Tags: a.Tags, CreateAt: Local(a.CreatedAt), version: a.Version,
	}
	for _, key := range a.Images {
		d.Images = append(d.Images, address(key))
	}
	if a.PDF != nil {
		d.PDF = api.Some(address(*a.PDF))
	}
	if a.Audio != nil {
		d.Audio = api.Some(address(*a.Audio))
	}
	return d
}

func showDistrict(d District) api.Maybe[TypeDTO] {
	if d == 0 {
		return api.Maybe[TypeDTO]{}
	}
	return api.Some(TypeDTO{int(d), d.name()})
}

func (h handlers) create(ctx context.Context, who access.Staff, in *api.Body[AddArticleReqDTO]) (ArticleDTO, error) {
	a, err := h.s.Create(ctx, who, in.Body.draft())
	return h.shown(who, a, err)
}

// ArticlePath names an article.
type ArticlePath struct {
	ID string `path:"article_id" doc:"The article's id"`
}

type updateInput struct {
	ArticlePath
	api.IfMatch
	api.JSON[AddArticleReqDTO]
}

func (h handlers) update(ctx context.Context, who access.Staff, in *updateInput) (ArticleDTO, error) {
	version, err := in.Version()
	if err != nil {
		return ArticleDTO{}, err
	}
	a, err := h.s.Update(ctx, who, in.ID, in.Body.draft(), version)
	return h.shown(who, a, err)
}

func (h handlers) detail(ctx context.Context, who access.Staff, in *ArticlePath) (ArticleDTO, error) {
	a, err := h.s.Find(ctx, who, in.ID)
	return h.shown(who, a, err)
}

func (h handlers) shown(who access.Staff, a Article, err error) (ArticleDTO, error) {
	if err != nil {
		return ArticleDTO{}, err
	}
	return h.show(who, a), nil
}

func (h handlers) delete(ctx context.Context, who access.Staff, in *ArticlePath) (api.Null, error) {
	return api.Null{}, h.s.Delete(ctx, who, in.ID)
}

// FilterArticleReqDTO filters the portal's list.
type FilterArticleReqDTO struct {
	Paging
	SearchKey  *string   `json:"searchKey,omitempty" maxLength:"255" doc:"Part of the title; empty means all"`
	CategoryID *int      `json:"categoryId,omitempty" doc:"0 means all"`
	Types      []int     `json:"types,omitempty" nullable:"true" maxItems:"20"`
	StatusType *int      `json:"statusType,omitempty" minimum:"0" maximum:"100" doc:"0 means all; with statuses, any of them"`
	Statuses   []TypeReq `json:"statuses,omitempty" nullable:"true" maxItems:"20" doc:"None, or 0 among them, means all"`
	Districts  []TypeReq `json:"districts,omitempty" nullable:"true" maxItems:"20" doc:"None, or 0 among them, means all"`
}

func (r FilterArticleReqDTO) filter() Filter {
	f := Filter{SearchKey: api.OrZero(r.SearchKey), Category: Category(api.OrZero(r.CategoryID)), Districts: named[District](r.Districts)}
	for _, t := range r.Types {
		f.Types = append(f.Types, Type(t))
	}
	if status := api.OrZero(r.StatusType); status != 0 {
		f.Statuses = append(f.Statuses, workflow.Status(status))
	}
	f.Statuses = append(f.Statuses, named[workflow.Status](r.Statuses)...)
	return f
}

// named are the districts or statuses that a list is narrowed to. 0 among them
// means all, for which the list is empty.
func named[T ~int](types []TypeReq) []T {
	var all []T
	for _, t := range types {
		if t.Type == 0 {
			return nil
		}
		all = append(all, T(t.Type))
	}
	return all
}

// ArticleSummaryDTO is an article in the portal's list.
type ArticleSummaryDTO struct {
	ID          string             `json:"id"`
	Title       string             `json:"title"`
	District    api.Maybe[TypeDTO] `json:"district"`
	Type        int                `json:"type" enum:"0,1,2,3,4"`
	Category    int                `json:"category" enum:"1,2,3,4"`
	Subcategory int                `json:"subcategory" doc:"0 unless the category is 2"`
	Status      TypeDTO            `json:"status"`
	PushTime    *Local             `json:"pushTime" nullable:"true"`
	PullTime    *Local             `json:"pullTime" nullable:"true"`
	CreatedAt   Local              `json:"createdAt"`
}

func showSummary(a Summary) ArticleSummaryDTO {
	return ArticleSummaryDTO{
		a.ID, a.Title, showDistrict(a.District), int(a.Type), int(a.Category), a.Subcategory, showStatus(a.Status),
		local(a.PushTime), local(a.PullTime), Local(a.CreatedAt),
	}
}

func (h handlers) page(ctx context.Context, who access.Staff, in *api.Body[FilterArticleReqDTO]) (page.Of[ArticleSummaryDTO], error) {
	found, err := h.s.Page(ctx, who, in.Body.filter(), in.Body.request())
	return page.Map(found, showSummary), err
}

func (h handlers) webDistricts(context.Context, access.Staff, *api.None) ([][]TypeDTO, error) {
	return showDistricts(), nil
}

// AddArticleTagReqDTO is a new tag.
type AddArticleTagReqDTO struct {
	Name string `json:"name" minLength:"1" maxLength:"50"`
}

func (h handlers) createTag(ctx context.Context, _ access.Staff, in *api.Body[AddArticleTagReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.CreateTag(ctx, in.Body.Name)
}

func (h handlers) tags(ctx context.Context, _ access.Staff, _ *api.None) ([]Tag, error) {
	return h.s.Tags(ctx)
}

func (h handlers) deleteTag(ctx context.Context, _ access.Staff, in *api.Body[TagDTO]) (api.Null, error) {
	return api.Null{}, h.s.DeleteTag(ctx, in.Body.ID)
}
