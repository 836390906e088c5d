package friend

import (
	"context"
	"math"

	"hearten/internal/platform/access"
)

// DetailResDTO is someone as the caller may see them.
type DetailResDTO struct {
	UserID     string                 `json:"userId"`
	Profile    ProfileDetailResDTO    `json:"profile"`
	Account    AccountDetailResDTO    `json:"account"`
	Statistics []StatisticsItemResDTO `json:"statistics" doc:"1 steps, 2 community map, 3 mascot and shop, 4 lessons, 5 level; what may not be seen is left out"`
}

// ProfileDetailResDTO is how someone appears.
type ProfileDetailResDTO struct {
	UseAvatar       bool               `json:"useAvatar" doc:"true: the picture, false: the mascot with its costume"`
	IsDefaultAvatar bool               `json:"isDefaultAvatar" doc:"The picture is a default one"`
	AvatarURL       string             `json:"avatarUrl"`
	ShopItems       []ShopDetailResDTO `json:"shopItems" doc:"The main mascot and what is in use; empty when it may not be seen"`
}

// ShopDetailResDTO is something in use.
type ShopDetailResDTO struct {
	ID                  string  `json:"id"`
	Name                string  `json:"name"`
	CategoryID          int     `json:"categoryId" doc:"1 furniture, 2 costume, 3 mascot"`
	SubcategoryID       int     `json:"subcategoryId"`
	Thumbnail           string  `json:"thumbnail"`
	AnimationInputName  string  `json:"animationInputName"`
	AnimationInputValue float64 `json:"animationInputValue"`
}

// AccountDetailResDTO is who someone is.
type AccountDetailResDTO struct {
	Username string `json:"username"`
	Nickname string `json:"nickname"`
	District string `json:"district" doc:"Empty before one is chosen"`
}

// StatisticsItemResDTO is a group of figures.
type StatisticsItemResDTO struct {
	ID       int                       `json:"id"`
	SubItems []StatisticsSubItemResDTO `json:"subItems"`
}

// StatisticsSubItemResDTO is one figure: by periods, or one value.
type StatisticsSubItemResDTO struct {
	SubID    int         `json:"subId"`
	Section  *SectionDTO `json:"section,omitempty" doc:"Of steps, distance (km) and calories (kcal)"`
	Value    *int64      `json:"value,omitempty" doc:"Rounded to a whole number"`
	SubValue *float64    `json:"subValue,omitempty" doc:"Rounded to two decimals"`
}

// SectionDTO is a figure by periods.
type SectionDTO struct {
	Daily   ValueDTO `json:"daily"`
	Weekly  ValueDTO `json:"weekly"`
	Monthly ValueDTO `json:"monthly"`
	Yearly  ValueDTO `json:"yearly"`
}

// ValueDTO is a figure, rounded in two ways.
type ValueDTO struct {
	Value    int64   `json:"value" doc:"Rounded to a whole number"`
	SubValue float64 `json:"subValue" doc:"Rounded to two decimals"`
}

func (h handlers) detail(ctx context.Context, who access.Member, in *userPath) (DetailResDTO, error) {
	d, err := h.s.Find(ctx, who, in.UserID)
	if err != nil {
		return DetailResDTO{}, err
	}
	return DetailResDTO{
		UserID: d.ID, Profile: profileOf(d), Account: AccountDetailResDTO{d.Username, d.Nickname, d.District}, Statistics: statisticsOf(d),
	}, nil
}

func profileOf(d Detail) ProfileDetailResDTO {
	p := ProfileDetailResDTO{
		UseAvatar: d.ownPicture() || !d.mascot(), IsDefaultAvatar: !d.ownPicture(), AvatarURL: d.Picture, ShopItems: []ShopDetailResDTO{},
	}
	if d.May.Mascot {
		for _, i := range d.Counted.InUse {
			p.ShopItems = append(p.ShopItems, ShopDetailResDTO(i))
		}
	}
	return p
}

// statisticsOf holds the groups that the viewer may see.
func statisticsOf(d Detail) []StatisticsItemResDTO {
	groups := []StatisticsItemResDTO{}
	add := func(visible bool, id int, items ...StatisticsSubItemResDTO) {
		if visible {
			for i := range items {
				items[i].SubID = i + 1
			}
			groups = append(groups, StatisticsItemResDTO{id, items})
		}
	}
	c := d.Counted
	add(d.May.Step, 1, byPeriod(c.Steps), byPeriod(c.Distance), byPeriod(c.Calories))
	add(d.May.Map, 2, single(c.CheckIns), single(c.Buildings))
	add(d.May.Mascot, 3, single(c.Mascots), single(c.Items))
	add(d.Friends, 4, single(c.LessonsLearning), single(c.LessonsCompleted))
	add(d.Friends, 5, single(float64(d.Level)))
	return groups
}

func byPeriod(p Periods) StatisticsSubItemResDTO {
	return StatisticsSubItemResDTO{Section: &SectionDTO{rounded(p.Daily), rounded(p.Weekly), rounded(p.Monthly), rounded(p.Yearly)}}
}

func single(n float64) StatisticsSubItemResDTO {
	v := rounded(n)
	return StatisticsSubItemResDTO{Value: &v.Value, SubValue: &v.SubValue}
}

func rounded(n float64) ValueDTO { return ValueDTO{int64(math.Round(n)), math.Round(n*100) / 100} }
