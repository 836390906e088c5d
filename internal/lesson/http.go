package lesson

import (
	"context"

	"hearten/internal/media"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/page"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// LessonOverview counts a member's lessons.
type LessonOverview struct {
	Finished            int64 `json:"finished"`
	Studying            int64 `json:"studying"`
	Learnable           int64 `json:"learnable"`
	HasNew              bool  `json:"hasNew" doc:"A lesson is newer than the last look at what there is"`
	RecommendationTotal int64 `json:"recommendationTotal"`
}

func (h handlers) overview(ctx context.Context, who access.Member, _ *api.None) ([]LessonOverview, error) {
	c, err := h.s.Overview(ctx, who)
	return []LessonOverview{{c.Finished, c.Studying, c.Learnable, c.HasNew, min(c.Learnable, suggested)}}, err
}

// LessonCategories is a category of lessons.
type LessonCategories struct {
	Type int    `json:"type"`
	Desc string `json:"desc"`
}

func (h handlers) categories(context.Context, access.Member, *api.None) ([][]LessonCategories, error) {
	all := make([]LessonCategories, len(categories))
	for i, name := range categories {
		all[i] = LessonCategories{i, name}
	}
	return [][]LessonCategories{all}, nil
}

// pic is a lesson's cover.
func (h handlers) pic(who access.Member, l Lesson) media.Address {
	key := coverOf(who.Centre, l.Code)
	return media.Address{FileKey: key, URL: h.s.media.PublicURL(key)}
}

// LearningLessonDTO is a suggested lesson.
type LearningLessonDTO struct {
	LessonID     string        `json:"lessonId"`
	Title        string        `json:"title"`
	ChapterTotal int           `json:"chapterTotal"`
	IsVideo      bool          `json:"isVideo"`
	IsAudio      bool          `json:"isAudio"`
	IsImage      bool          `json:"isImage"`
	Pic          media.Address `json:"pic"`
}

func (h handlers) show(who access.Member, l Lesson) LearningLessonDTO {
	return LearningLessonDTO{l.ID, l.Title, l.ChapterTotal, l.HasVideo, l.HasAudio, l.HasImage, h.pic(who, l)}
}

func (h handlers) suggestions(ctx context.Context, who access.Member, _ *api.None) ([]LearningLessonDTO, error) {
	lessons, err := h.s.Suggestions(ctx, who)
	shown := make([]LearningLessonDTO, len(lessons))
	for i, l := range lessons {
		shown[i] = h.show(who, l)
	}
	return shown, err
}

// GetAllLessonReqDTO asks for lessons.
type GetAllLessonReqDTO struct {
	Category int `json:"category,omitempty" minimum:"0" maximum:"4" doc:"0 all, 1 recovery concepts, 2 mental health, 3 physical health, 4 connecting with people"`
	page.Request
}

// AllLessonRespDTO is a lesson in the list of all.
type AllLessonRespDTO struct {
	LearningLessonDTO
	Opened     bool     `json:"opened" doc:"The member opened it before"`
	Categories []string `json:"categories"`
}

func (h handlers) all(ctx context.Context, who access.Member, in *api.Body[GetAllLessonReqDTO]) (page.Of[AllLessonRespDTO], error) {
	lessons, opened, err := h.s.All(ctx, who, in.Body.Category, in.Body.Request)
	return page.Map(lessons, func(l Lesson) AllLessonRespDTO {
		return AllLessonRespDTO{h.show(who, l), opened[l.ID], categoryNames(l.Categories)}
	}), err
}

// GetMyLessonReqDTO asks for the own lessons.
type GetMyLessonReqDTO struct {
	Status *int `json:"status,omitempty" minimum:"1" maximum:"2" doc:"1 studying, 2 completed; absent means both"`
	page.Request
}

// MyLessonRespDTO is a lesson that the member opened.
type MyLessonRespDTO struct {
	LessonID                  string            `json:"lessonId"`
	Title                     string            `json:"title"`
	ChapterTotal              int               `json:"chapterTotal"`
	FinishedCount             int               `json:"finishedCount"`
	Categories                []string          `json:"categories"`
	Pic                       media.Address     `json:"pic"`
	ChapterFinishedCollection []ChapterFinished `json:"chapterFinishedCollection"`
}

// ChapterFinished says of a chapter whether it is finished.
type ChapterFinished struct {
	ChapterSort int  `json:"chapterSort"`
	IsFinished  bool `json:"isFinished"`
}

func (h handlers) mine(ctx context.Context, who access.Member, in *api.Body[GetMyLessonReqDTO]) (page.Of[MyLessonRespDTO], error) {
	lessons, chapters, err := h.s.Mine(ctx, who, in.Body.Status, in.Body.Request)
	return page.Map(lessons, func(l Lesson) MyLessonRespDTO {
		res := MyLessonRespDTO{
			LessonID: l.ID, Title: l.Title, ChapterTotal: l.ChapterTotal, Categories: categoryNames(l.Categories), Pic: h.pic(who, l),
			FinishedCount: countFinished(chapters[l.ID]), ChapterFinishedCollection: []ChapterFinished{},
		}
		for _, c := range chapters[l.ID] {
			res.ChapterFinishedCollection = append(res.ChapterFinishedCollection, ChapterFinished{c.Sort, c.Finished})
		}
		return res
	}), err
}

func countFinished(chapters []chapter) (n int) {
	for _, c := range chapters {
		if c.Finished {
			n++
		}
	}
	return n
}

// LessonBarResDTO is how far a member has come with the lessons.
type LessonBarResDTO struct {
	Message string          `json:"message"`
	Bars    []LessonBarStep `json:"bars"`
}

// LessonBarStep is a step of the bar.
type LessonBarStep struct {
	Count   int  `json:"count" doc:"Completed lessons"`
	Exp     int  `json:"exp" doc:"Experience gained with them"`
	Current bool `json:"current" doc:"The member has come this far"`
}

func (h handlers) bar(ctx context.Context, who access.Member, _ *api.None) (LessonBarResDTO, error) {
	bar, at, err := h.s.Bar(ctx, who)
	res := LessonBarResDTO{Message: bar.Message, Bars: make([]LessonBarStep, len(bar.Steps))}
	for i, step := range bar.Steps {
		res.Bars[i] = LessonBarStep{step.Count, step.Exp, i == at}
	}
	return res, err
}
