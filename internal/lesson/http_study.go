package lesson

import (
	"context"
	"encoding/json"
	"strconv"

	"hearten/internal/media"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

type lessonPath struct {
	ID string `path:"lesson_id" doc:"The lesson's id"`
}

// LessonDetail is a lesson with its chapters.
type LessonDetail struct {
	LessonID      string          `json:"lessonId"`
	Title         string          `json:"title"`
	Introduction  string          `json:"introduction"`
	Categories    []string        `json:"categories"`
	Pic           media.Address   `json:"pic"`
	ChapterTotal  int             `json:"chapterTotal"`
	FinishedCount int             `json:"finishedCount"`
	Opened        bool            `json:"opened"`
	Chapters      []LessonChapter `json:"chapters"`
}

// LessonChapter is a chapter in a lesson's list.
type LessonChapter struct {
	ChapterSort int    `json:"chapterSort"`
	Title       string `json:"title"`
	IsVideo     bool   `json:"isVideo"`
	IsAudio     bool   `json:"isAudio"`
	IsImage     bool   `json:"isImage"`
	IsFinished  bool   `json:"isFinished"`
}

func (h handlers) detail(ctx context.Context, who access.Member, in *lessonPath) (LessonDetail, error) {
	l, chapters, err := h.s.Find(ctx, who, in.ID)
	res := LessonDetail{
		LessonID: l.ID, Title: l.Title, Introduction: l.Introduction, Categories: categoryNames(l.Categories), Pic: h.pic(who, l.Lesson),
		ChapterTotal: l.ChapterTotal, FinishedCount: countFinished(chapters), Opened: l.Opened != nil, Chapters: []LessonChapter{},
	}
	for _, c := range chapters {
		res.Chapters = append(res.Chapters, LessonChapter{c.Sort, c.Title, c.HasVideo, c.HasAudio, c.HasImage, c.Finished})
	}
	return res, err
}

func (h handlers) open(ctx context.Context, who access.Member, in *lessonPath) (api.Null, error) {
	return api.Null{}, h.s.Open(ctx, who, in.ID)
}

type chapterPath struct {
	ID   string `path:"lesson_id" doc:"The lesson's id"`
	Sort string `path:"chapter_sort" doc:"The chapter's place in the lesson, from 1"`
}

// sort is the chapter's place; what is no number names nothing.
func (p chapterPath) sort() (int, error) {
	n, err := strconv.Atoi(p.Sort)
	if err != nil || n < 1 || n > 1000 || strconv.Itoa(n) != p.Sort {
		return 0, fault.ErrNotFound
	}
	return n, nil
}

// LessonChapterContent is a chapter to read.
type LessonChapterContent struct {
	LessonID    string                   `json:"lessonId"`
	ChapterSort int                      `json:"chapterSort"`
	Title       string                   `json:"title"`
	Content     string                   `json:"content" doc:"HTML of a few plain tags"`
	VideoLink   *string                  `json:"videoLink"`
	Audio       api.Maybe[media.Address] `json:"audio"`
	Images      []media.Address          `json:"images"`
	IsFinished  bool                     `json:"isFinished"`
}

func (h handlers) chapter(ctx context.Context, who access.Member, in *chapterPath) (LessonChapterContent, error) {
	sort, err := in.sort()
	if err != nil {
		return LessonChapterContent{}, err
	}
	c, err := h.s.Chapter(ctx, who, in.ID, sort)
	if err != nil {
		return LessonChapterContent{}, err
	}
	res := LessonChapterContent{
		LessonID: c.LessonID, ChapterSort: c.Sort, Title: c.Title, Content: c.Content, VideoLink: c.VideoLink, IsFinished: c.Finished,
	}
	if res.Audio, res.Images, err = h.filesOf(ctx, c); err != nil {
		return LessonChapterContent{}, err
	}
	return res, nil
}

// filesOf are the addresses of a chapter's files, those that were put up.
func (h handlers) filesOf(ctx context.Context, c content) (audio api.Maybe[media.Address], images []media.Address, err error) {
	var keys []string
	if err := json.Unmarshal([]byte(c.ImageKeys), &keys); err != nil {
		return audio, nil, err
	}
	if c.AudioKey != nil {
		keys = append(keys, *c.AudioKey)
	}
	images = []media.Address{}
	if len(keys) == 0 {
		return audio, images, nil
	}
	files, err := h.s.media.URLs(ctx, h.s.db, keys)
	for _, f := range files {
		if c.AudioKey != nil && f.FileKey == *c.AudioKey {
			audio = api.Some(f)
		} else {
			images = append(images, f)
		}
	}
	return audio, images, err
}

// ChapterFinishRes is what finishing a chapter led to.
type ChapterFinishRes struct {
	IsLessonFinished bool `json:"isLessonFinished"`
}

func (h handlers) finish(ctx context.Context, who access.Member, in *chapterPath) (ChapterFinishRes, error) {
	sort, err := in.sort()
	if err != nil {
		return ChapterFinishRes{}, err
	}
	finished, err := h.s.Finish(ctx, who, in.ID, sort)
	return ChapterFinishRes{finished}, err
}
