package statistics

import (
	"context"

	"hearten/internal/checkin"
	"hearten/internal/platform/access"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

type userPath struct {
	UserID string `path:"user_id" doc:"The member's id"`
}

// UserStatisticsResDTO is the figures of a member.
type UserStatisticsResDTO struct {
	Coin                 int64    `json:"coin"`
	ExpPortion           int64    `json:"expPortion" doc:"Experience gained within the level"`
	ExpAll               int64    `json:"expAll" doc:"Experience that leads to the next level"`
	Level                int      `json:"level"`
	ArticleRead          int64    `json:"articleRead" doc:"Articles read"`
	InfoCount            int64    `json:"infoCount" doc:"Community resources read"`
	CheckInCount         int      `json:"checkInCount" doc:"Buildings with a photo, of all communities"`
	BuildingCount        int      `json:"buildingCount" doc:"Buildings of all communities"`
	MascotCount          int64    `json:"mascotCount"`
	ItemCount            int64    `json:"itemCount"`
	VoucherRewardCount   int64    `json:"voucherRewardCount" doc:"Vouchers granted"`
	VoucherRedeemCount   int64    `json:"voucherRedeemCount" doc:"Vouchers redeemed"`
	LessonLearningCount  int64    `json:"lessonLearningCount"`
	LessonCompletedCount int64    `json:"lessonCompletedCount"`
	CheckInThumbnails    []string `json:"checkInThumbnails" doc:"Signed addresses of the photos"`
}

func (h handlers) overview(ctx context.Context, who access.Staff, in *userPath) (UserStatisticsResDTO, error) {
	o, err := h.s.Overview(ctx, who, in.UserID)
	if err != nil {
		return UserStatisticsResDTO{}, err
	}
	res := UserStatisticsResDTO{
		Coin: o.Balance.Coin, ExpPortion: o.Progress.Portion, ExpAll: o.Progress.All, Level: o.Progress.Level,
		ArticleRead: o.Reactions.Reads, InfoCount: o.Reactions.ResourceReads, CheckInCount: len(o.Photos), BuildingCount: o.Buildings,
		MascotCount: o.Owned.Mascots, ItemCount: o.Owned.Items,
		VoucherRewardCount: o.Vouchers.Rewarded, VoucherRedeemCount: o.Vouchers.Redeemed,
		LessonLearningCount: o.Learning, LessonCompletedCount: o.Completed,
		CheckInThumbnails: make([]string, len(o.Photos)),
	}
	for i, p := range o.Photos {
		res.CheckInThumbnails[i] = h.s.Checkins.PhotoURL(p.FileKey)
	}
	return res, nil
}

// CommunityMapResDTO is what a member did in a community.
type CommunityMapResDTO struct {
	Code          int `json:"code" minimum:"0" maximum:"12" doc:"CommunityEnum"`
	CheckInCount  int `json:"checkInCount"`
	BuildingCount int `json:"buildingCount"`
}

func (h handlers) communityMap(ctx context.Context, who access.Staff, in *userPath) ([]CommunityMapResDTO, error) {
	communities, err := h.s.CommunityMap(ctx, who, in.UserID)
	out := make([]CommunityMapResDTO, len(communities))
	for i, c := range communities {
		out[i] = CommunityMapResDTO{c.Number, c.Photos, c.Buildings}
	}
	return out, err
}

type communityPath struct {
	UserID    string `path:"user_id" doc:"The member's id"`
	Community string `path:"communityEnum" doc:"CommunityEnum, 0 to 12"`
}

// UserCheckInImageResDTO is a photo of a building.
type UserCheckInImageResDTO struct {
	Name      string `json:"name" doc:"The building's name"`
	Code      int    `json:"code" minimum:"0" maximum:"12" doc:"CommunityEnum"`
	Thumbnail string `json:"thumbnail" doc:"A signed address"`
}

func (h handlers) images(ctx context.Context, who access.Staff, in *communityPath) ([]UserCheckInImageResDTO, error) {
	community, err := checkin.Number(in.Community)
	if err != nil {
		return nil, err
	}
	photos, err := h.s.Images(ctx, who, in.UserID, community)
	out := make([]UserCheckInImageResDTO, len(photos))
	for i, p := range photos {
		out[i] = UserCheckInImageResDTO{p.Building, p.Community, h.s.Checkins.PhotoURL(p.FileKey)}
	}
	return out, err
}

// ExpResDTO is a member's experience.
type ExpResDTO struct {
	ExpPortion int64         `json:"expPortion" doc:"Experience gained within the level"`
	ExpAll     int64         `json:"expAll" doc:"Experience that leads to the next level"`
	Level      int           `json:"level"`
	Exp        int64         `json:"exp" doc:"All experience"`
	ExpChart   []ExpLevelDTO `json:"expChart"`
}

// ExpLevelDTO is one level of the way.
type ExpLevelDTO struct {
	Level    int         `json:"level"`
	Up       int64       `json:"up" doc:"Experience needed to reach the next level"`
	ExpRange ExpRangeDTO `json:"expRange"`
}

// ExpRangeDTO is the experience of those at a level.
type ExpRangeDTO struct {
	Min int64 `json:"min"`
	Max int64 `json:"max"`
}

func (h handlers) exp(ctx context.Context, who access.Staff, in *userPath) (ExpResDTO, error) {
	exp, levels, err := h.s.Exp(ctx, who, in.UserID)
	if err != nil {
		return ExpResDTO{}, err
	}
	progress, chart := levels.Progress(exp), levels.Chart()
	res := ExpResDTO{ExpPortion: progress.Portion, ExpAll: progress.All, Level: progress.Level, Exp: exp, ExpChart: make([]ExpLevelDTO, len(chart))}
	for i, step := range chart {
		res.ExpChart[i] = ExpLevelDTO{step.Level, step.Up, ExpRangeDTO{step.Min, step.Max}}
	}
	return res, nil
}
