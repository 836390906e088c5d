package mission

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

// LevelBarResDTO is how far a member has come.
type LevelBarResDTO struct {
	UserType      access.UserType `json:"userType"`
	Coin          int64           `json:"coin"`
	Token         int64           `json:"token"`
	Level         int             `json:"level"`
	Nickname      string          `json:"nickname"`
	ShowLevelData bool            `json:"showLevelData" doc:"The gifts of levels are for members of the plan"`
	ExpPortion    int64           `json:"expPortion" doc:"Experience within the current level"`
	ExpAll        int64           `json:"expAll" doc:"Experience that leads from this level to the next"`
	Levels        []LevelBarItem  `json:"levels" doc:"The level before and the three to come"`
}

// LevelBarItem is a level on the bar.
type LevelBarItem struct {
	Level   int  `json:"level"`
	Present bool `json:"present" doc:"A gift exists at that level; for members of the plan"`
}

func (h handlers) levelBar(ctx context.Context, who access.Member, _ *api.None) (LevelBarResDTO, error) {
	p, err := h.s.LevelBar(ctx, who)
	res := LevelBarResDTO{
		UserType: p.UserType, Coin: p.Coin, Token: p.Token, Level: p.Level, Nickname: p.Nickname,
		ShowLevelData: p.UserType == access.PlanMember, ExpPortion: p.Portion, ExpAll: p.All, Levels: make([]LevelBarItem, len(p.Levels)),
	}
	for i, l := range p.Levels {
		res.Levels[i] = LevelBarItem(l)
	}
	return res, err
}

// MissionFilterReqDTO asks for missions.
type MissionFilterReqDTO struct {
	Pagination *page.Pagination `json:"pagination,omitempty"`
	Type       *int             `json:"type,omitempty" minimum:"0" maximum:"6" doc:"0 daily, 1 limited, 2 partner, 3 check-in, 4 learning, 5 practice, 6 friends; absent means all"`
}

// MissionItemResDTO is a mission with the member's progress.
type MissionItemResDTO struct {
	ID           string `json:"id"`
	Type         int    `json:"type"`
	Name         string `json:"name"`
	Thumbnail    string `json:"thumbnail"`
	Link         int    `json:"link" doc:"The screen of the App that leads to it; 0 none"`
	Item         int64  `json:"item" doc:"How much is achieved"`
	All          int64  `json:"all" doc:"How much there is in total"`
	Coin         int64  `json:"coin"`
	Exp          int64  `json:"exp"`
	Token        int64  `json:"token"`
	ButtonStatus int    `json:"buttonStatus" enum:"0,1,2,3" doc:"0 not met, 1 not met with a link, 2 reward awaits claiming, 3 claimed"`
	Order        int    `json:"order"`
}

func (h handlers) page(ctx context.Context, who access.Member, in *api.Body[MissionFilterReqDTO]) (page.Of[MissionItemResDTO], error) {
	found, stepsToday, err := h.s.Page(ctx, who, in.Body.Type, page.Request{Pagination: in.Body.Pagination})
	return page.Map(found, func(m mission) MissionItemResDTO {
		return MissionItemResDTO{
			ID: m.ID, Type: m.Type, Name: m.Name, Thumbnail: h.s.media.PublicURL(filekey.Mission(m.Key)), Link: m.Link,
			Item: m.achieved(stepsToday), All: m.Target, Coin: m.Coin, Exp: m.Exp, Token: m.Token,
			ButtonStatus: m.button(), Order: m.Order,
		}
	}), err
}

// claimInput names a mission to claim, also by GET.
type claimInput struct {
	api.NoPrefetch
	ID   string            `path:"mission_id" doc:"The mission's id"`
	Mode api.Optional[int] `query:"mode" minimum:"0" maximum:"3" doc:"0 article, 1 walking, 2 check-in, 3 learning; if given, that of what the mission counts"`
}

// ClaimRewardResDTO is what a claim earned.
type ClaimRewardResDTO struct {
	Coin      int64 `json:"coin"`
	Exp       int64 `json:"exp"`
	Token     int64 `json:"token"`
	Level     int   `json:"level" doc:"The level after the claim"`
	IsLevelUp bool  `json:"isLevelUp"`
}

func (h handlers) claim(ctx context.Context, who access.Member, in *claimInput) (ClaimRewardResDTO, error) {
	c, err := h.s.Claim(ctx, who, in.ID, in.Mode.Get())
	return ClaimRewardResDTO{c.Coin, c.Exp, c.Token, c.Level, c.LevelUp}, err
}

// MissionRewardResDTO is a reward that awaits claiming.
type MissionRewardResDTO struct {
	MissionID string `json:"missionId"`
	Name      string `json:"name"`
	Coin      int64  `json:"coin"`
	Exp       int64  `json:"exp"`
	Token     int64  `json:"token"`
}

func (h handlers) pending(ctx context.Context, who access.Member, _ *api.None) (api.Maybe[MissionRewardResDTO], error) {
	p, err := h.s.Pending(ctx, who)
	if db.IsNone(err) {
		return api.Maybe[MissionRewardResDTO]{}, nil
	}
	return api.Some(MissionRewardResDTO{p.ID, p.Name, p.Coin, p.Exp, p.Token}), err
}

// MissionBadgeResDTO says of which kinds rewards await claiming.
type MissionBadgeResDTO struct {
	DailyBadge   bool `json:"dailyBadge"`
	LimitedBadge bool `json:"limitedBadge"`
	MascotBadge  bool `json:"mascotBadge" doc:"Missions with the companion"`
	MapBadge     bool `json:"mapBadge" doc:"Check-in missions"`
}

func (h handlers) badges(ctx context.Context, who access.Member, _ *api.None) (MissionBadgeResDTO, error) {
	waits, err := h.s.Badges(ctx, who)
	return MissionBadgeResDTO{waits[typeDaily], waits[typeLimited], waits[typePartner], waits[typeCheckIn]}, err
}
