package article

import (
	"context"

	"hearten/internal/media"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/page"
	"hearten/internal/reaction"
)

func (h handlers) appDistricts(context.Context, access.Member, *api.None) ([][]TypeDTO, error) {
	return showDistricts(), nil
}

// ArticleSubCategorySummaryDTO is a part of mental health with its picture.
type ArticleSubCategorySummaryDTO struct {
	SubcategoryID int    `json:"subcategoryId"`
	Type          int    `json:"type"`
	Desc          string `json:"desc"`
	URL           string `json:"url"`
}

func (h handlers) subcategories(context.Context, access.Member, *api.None) ([]ArticleSubCategorySummaryDTO, error) {
	all := []ArticleSubCategorySummaryDTO{}
	for n := 1; n < len(subcategories); n++ {
		all = append(all, ArticleSubCategorySummaryDTO{n, n, subcategories[n], h.s.Media.PublicURL(filekey.DefaultArticle)})
	}
	return all, nil
}

// AppFilterArticleReqDTO filters the members' list.
type AppFilterArticleReqDTO struct {
	Paging
	SearchKey     *string   `json:"searchKey,omitempty" maxLength:"255" doc:"Part of the title; empty means all"`
	CategoryID    *int      `json:"categoryId,omitempty" doc:"0 means all"`
	SubcategoryID *int      `json:"subcategoryId,omitempty" doc:"0 means all; only for category 2"`
	Districts     []TypeReq `json:"districts,omitempty" nullable:"true" maxItems:"20" doc:"Only for category 1; none, or 0 among them, means all"`
}

// StatisticDTO is an article's likes and the caller's own reactions.
type StatisticDTO struct {
	LikeNo   int64 `json:"likeNo"`
	Like     bool  `json:"like"`
	Bookmark bool  `json:"bookmark"`
	Read     bool  `json:"read"`
}

func showStatistic(s reaction.Statistic) StatisticDTO {
	return StatisticDTO{s.LikeNo, s.Like, s.Bookmark, s.Read}
}

// ArticleSummaryItemDTO is an article in a list of the App. The contract has
// lists of one where one would expect the thing itself.
type ArticleSummaryItemDTO struct {
	ID          string          `json:"id"`
	Title       string          `json:"title"`
	Thumbnail   []media.Address `json:"thumbnail" minItems:"1" maxItems:"1"`
	District    TypeDTO         `json:"district" doc:"Type 0 unless the category is 1"`
	Type        int             `json:"type" enum:"0,1,2,3,4" doc:"0 plain text, 1 pictures, 2 PDF, 3 video, 4 audio"`
	Statistics  []StatisticDTO  `json:"statistics" minItems:"1" maxItems:"1"`
	PublishedAt api.Time        `json:"publishedAt"`
}

func (h handlers) showAppSummary(a AppSummary) ArticleSummaryItemDTO {
	return ArticleSummaryItemDTO{
		a.ID, a.Title, []media.Address{h.publicFile(a.Thumbnail)}, districtOrNone(a.District), int(a.Type),
		[]StatisticDTO{showStatistic(a.Statistic)}, api.Time(a.ListedAt),
	}
}

func (h handlers) publicFile(key string) media.Address {
	return media.Address{FileKey: key, URL: h.s.Media.PublicURL(key)}
}

func districtOrNone(d District) TypeDTO {
	if d == 0 {
		return TypeDTO{}
	}
	return TypeDTO{int(d), d.name()}
}

func (h handlers) appPage(ctx context.Context, who access.Member, in *api.Body[AppFilterArticleReqDTO]) (page.Of[ArticleSummaryItemDTO], error) {
	found, err := h.s.AppPage(ctx, who, AppFilter{
		SearchKey: api.OrZero(in.Body.SearchKey), Category: Category(api.OrZero(in.Body.CategoryID)),
		Subcategory: api.OrZero(in.Body.SubcategoryID), Districts: named[District](in.Body.Districts),
	}, in.Body.request())
	return page.Map(found, h.showAppSummary), err
}

// FilterArticleBookmarkReqDTO is which page of the bookmarks.
type FilterArticleBookmarkReqDTO struct {
	Pagination page.Pagination `json:"pagination"`
}

func (h handlers) bookmarks(ctx context.Context, who access.Member, in *api.Body[FilterArticleBookmarkReqDTO]) (page.Of[ArticleSummaryItemDTO], error) {
	found, err := h.s.Bookmarks(ctx, who, page.Request{Pagination: &in.Body.Pagination})
	return page.Map(found, h.showAppSummary), err
}

// AppArticleDTO is an article as members read it.
type AppArticleDTO struct {
	ID               string                   `json:"id"`
	Title            string                   `json:"title"`
	Content          string                   `json:"content"`
	Thumbnail        media.Address            `json:"thumbnail"`
	RegistrationLink *string                  `json:"registrationLink"`
	Category         int                      `json:"category" enum:"1,2,3,4" doc:"1 activity promotion, 2 understanding mental health, 3 life stories, 4 columns"`
	District         TypeDTO                  `json:"district" doc:"Type 0 unless the category is 1"`
	Subcategory      int                      `json:"subcategory" doc:"0 unless the category is 2"`
	Type             int                      `json:"type" enum:"0,1,2,3,4" doc:"0 plain text, 1 pictures, 2 PDF, 3 video, 4 audio"`
	Images           []media.Address          `json:"images" doc:"Empty unless the type is 1"`
	PDF              api.Maybe[media.Address] `json:"pdf" doc:"Null unless the type is 2"`
	VideoLink        *string                  `json:"videoLink" doc:"Null unless the type is 3"`
	Audio            api.Maybe[media.Address] `json:"audio" doc:"Null unless the type is 4"`
	Tags             []Tag                    `json:"tags"`
	Statistics       StatisticDTO             `json:"statistics"`
	PublishedAt      api.Time                 `json:"publishedAt"`
}

func (h handlers) appDetail(ctx context.Context, who access.Member, in *ArticlePath) (AppArticleDTO, error) {
	a, statistic, err := h.s.FindVisible(ctx, who, in.ID)
	if err != nil {
		return AppArticleDTO{}, err
	}
	d := AppArticleDTO{
		ID: a.ID, Title: a.Title, Content: a.Text, Thumbnail: h.publicFile(a.Thumbnail), RegistrationLink: a.RegistrationLink,
		Category: int(a.Category), District: districtOrNone(a.District), Subcategory: a.Subcategory, Type: int(a.Type),
		Images: []media.Address{}, VideoLink: a.VideoLink, Tags: a.Tags, Statistics: showStatistic(statistic), PublishedAt: api.Time(*a.ListedAt),
	}
	for _, key := range a.Images {
		d.Images = append(d.Images, h.publicFile(key))
	}
	if a.PDF != nil {
		d.PDF = api.Some(h.publicFile(*a.PDF))
	}
	if a.Audio != nil {
		d.Audio = api.Some(h.publicFile(*a.Audio))
	}
	return d, nil
}

func (h handlers) react(kind reaction.Kind, up bool) func(context.Context, access.Member, *ArticlePath) (api.Null, error) {
	return func(ctx context.Context, who access.Member, in *ArticlePath) (api.Null, error) {
		return api.Null{}, h.s.React(ctx, who, in.ID, kind, up)
	}
}
