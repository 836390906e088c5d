package shop

import (
	"context"

	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// ListMascotRes is a companion on offer.
type ListMascotRes struct {
	MascotEnum int   `json:"mascotEnum" doc:"1 sun, 2 cat, 3 rabbit, 4 dog"`
	Coin       int64 `json:"coin" doc:"Price"`
}

func (h handlers) mascots(ctx context.Context, _ access.Member, _ *api.None) ([]ListMascotRes, error) {
	found, err := h.s.Mascots(ctx)
	out := make([]ListMascotRes, len(found))
	for i, m := range found {
		out[i] = ListMascotRes{m.Number, m.Coin}
	}
	return out, err
}

// PurchaseMascotReq names the companion to adopt.
type PurchaseMascotReq struct {
	MascotEnum int    `json:"mascotEnum" minimum:"1" maximum:"4" doc:"1 sun, 2 cat, 3 rabbit, 4 dog"`
	Name       string `json:"name" minLength:"1" maxLength:"20"`
}

func (h handlers) adopt(ctx context.Context, who access.Member, in *api.Body[PurchaseMascotReq]) (bool, error) {
	return h.s.Adopt(ctx, who, in.Body.MascotEnum, in.Body.Name)
}

// RenameMascotReq is a new name.
type RenameMascotReq struct {
	Name string `json:"name" minLength:"1" maxLength:"20"`
}

func (h handlers) rename(ctx context.Context, who access.Member, in *api.Body[RenameMascotReq]) (bool, error) {
	return h.s.Rename(ctx, who, in.Body.Name)
}

// ListSelfMascotRes is the main companion.
type ListSelfMascotRes struct {
	MascotEnum int    `json:"mascotEnum"`
	Name       string `json:"name"`
	Active     int    `json:"active" doc:"1: the main companion"`
}

func (h handlers) myMascot(ctx context.Context, who access.Member, _ *api.None) (api.Maybe[ListSelfMascotRes], error) {
	m, err := h.s.OwnMain(ctx, who)
	if db.IsNone(err) {
		return api.Maybe[ListSelfMascotRes]{}, nil
	}
	return api.Some(ListSelfMascotRes{m.Number, m.Name, 1}), err
}

// FilterItemReq names a shelf.
type FilterItemReq struct {
	CategoryID    int  `json:"categoryId" minimum:"1" maximum:"3" doc:"1 furniture, 2 costume, 3 character"`
	SubcategoryID *int `json:"subcategoryId,omitempty" minimum:"1" maximum:"7" doc:"Absent: all of the category"`
}

func (r FilterItemReq) shelf() (category, subcategory int) {
	if r.SubcategoryID != nil {
		subcategory = *r.SubcategoryID
	}
	return r.CategoryID, subcategory
}

// ItemRes is an item as a member sees it.
type ItemRes struct {
	ID                  string    `json:"id"`
	Name                string    `json:"name"`
	SubcategoryID       int       `json:"subcategoryId"`
	Thumbnail           string    `json:"thumbnail" doc:"Address of the picture"`
	AnimationInputName  string    `json:"animationInputName"`
	AnimationInputValue int       `json:"animationInputValue"`
	Coin                int64     `json:"coin" doc:"Price"`
	IsPurchased         bool      `json:"isPurchased"`
	IsUsing             bool      `json:"isUsing"`
	Tag                 string    `json:"tag" doc:"Reserved"`
	PurchasedAt         *api.Time `json:"purchasedAt" nullable:"true"`
	BirthdaySpecial     bool      `json:"birthdaySpecial" doc:"Sold on the member's birthday only"`
	Order               int       `json:"order"`
	Saleable            bool      `json:"saleable"`
	Status              int       `json:"status" doc:"1 offered, 0 no longer"`
	CategoryID          int       `json:"categoryId"`
}

// Show is how an item is told of.
func (s *Service) Show(i Item) ItemRes {
	res := ItemRes{
		ID: i.ID, Name: i.Name, SubcategoryID: i.Subcategory, Thumbnail: s.media.PublicURL(filekey.Item(i.Key)),
		AnimationInputName: i.AnimationInput, AnimationInputValue: i.AnimationValue, Coin: i.Coin, IsUsing: i.InUse,
		BirthdaySpecial: i.Birthday, Order: i.Order, Saleable: i.Saleable && !i.Retired, CategoryID: i.Category,
	}
	if i.PurchasedAt != nil {
		res.IsPurchased, res.PurchasedAt = true, new(api.Time(*i.PurchasedAt))
	}
	if !i.Retired {
		res.Status = 1
	}
	return res
}

func (h handlers) showAll(items []Item) []ItemRes {
	out := make([]ItemRes, len(items))
	for i, item := range items {
		out[i] = h.s.Show(item)
	}
	return out
}

func (h handlers) shelf(ctx context.Context, who access.Member, in *api.Body[FilterItemReq]) ([]ItemRes, error) {
	category, subcategory := in.Body.shelf()
	items, err := h.s.Shelf(ctx, who, category, subcategory)
	return h.showAll(items), err
}

func (h handlers) myShelf(ctx context.Context, who access.Member, in *api.Body[FilterItemReq]) ([]ItemRes, error) {
	category, subcategory := in.Body.shelf()
	items, err := h.s.OwnShelf(ctx, who, category, subcategory)
	return h.showAll(items), err
}

func (h handlers) myRoom(ctx context.Context, who access.Member, _ *api.None) ([]ItemRes, error) {
	items, err := h.s.InUse(ctx, h.s.db, who.ID)
	return h.showAll(items), err
}

type itemPath struct {
	ID string `path:"shop_item_id" doc:"The item's id"`
}

func (h handlers) purchase(ctx context.Context, who access.Member, in *itemPath) (api.Null, error) {
	return api.Null{}, h.s.Buy(ctx, who, in.ID)
}

func (h handlers) use(ctx context.Context, who access.Member, in *itemPath) (api.Null, error) {
	return api.Null{}, h.s.Use(ctx, who, in.ID)
}

// PageReq filters the items that staff see.
type PageReq struct {
	SearchKey      string `json:"searchKey,omitempty" maxLength:"255" doc:"Part of the name or category; empty means all"`
	SubcategoryIDs []int  `json:"subcategoryIds,omitempty" nullable:"true" maxItems:"100" doc:"Empty means all"`
	page.Request
}

// PageRes is an item as staff see it.
type PageRes struct {
	Name         string   `json:"name"`
	Coin         int64    `json:"coin"`
	CategoryName string   `json:"categoryName"`
	PublishedAt  api.Time `json:"publishedAt"`
}

func (h handlers) page(ctx context.Context, _ access.Staff, in *api.Body[PageReq]) ([]page.Of[PageRes], error) {
	found, err := h.s.Items(ctx, in.Body.SearchKey, in.Body.SubcategoryIDs, in.Body.Request)
	return []page.Of[PageRes]{page.Map(found, func(l listed) PageRes {
		return PageRes{l.Name, l.Coin, l.Category, api.Time(l.PublishedAt)}
	})}, err
}
