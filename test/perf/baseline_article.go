package perf

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/db"
)

// What the App's article operations run after the session's read; benchmarks
// check that the product runs the same.
const (
	articleRowsSQL = `SELECT a.id, a.title, a.thumbnail, a.category, a.district, a.type, a.listed_at FROM articles a
		WHERE a.status = 5 AND a.deleted_at IS NULL AND (a.push_time IS NULL OR a.push_time <= $1) AND (a.pull_time IS NULL OR a.pull_time > $2)
			AND a.centre IN ($3, $4)
		ORDER BY a.ordering DESC, a.id DESC LIMIT 20 OFFSET 0`
	articleTotalSQL = `WITH early AS MATERIALIZED (
			SELECT centre, category, subcategory, district FROM articles WHERE status = 5 AND deleted_at IS NULL AND push_time > $1),
		expired AS MATERIALIZED (
			SELECT centre, category, subcategory, district FROM articles
			WHERE status = 5 AND deleted_at IS NULL AND pull_time <= $1 AND (push_time IS NULL OR push_time <= $1))
		SELECT CAST(COALESCE((SELECT SUM(listed) FROM article_counts WHERE centre IN ($2, $3)), 0) AS BIGINT)
			- (SELECT COUNT(*) FROM early WHERE centre IN ($2, $3))
			- (SELECT COUNT(*) FROM expired WHERE centre IN ($2, $3))`
	articleSQL = `SELECT id, centre, status, author_id, editor_id, push_time, pull_time, version, home, title, content, category, district,
			subcategory, type, registration_link, video_link, thumbnail, images, pdf, audio, ordering, placed, listed_at, created_at
		FROM articles a WHERE a.status = 5 AND a.deleted_at IS NULL AND (a.push_time IS NULL OR a.push_time <= $1)
			AND (a.pull_time IS NULL OR a.pull_time > $2) AND a.centre IN ($3, $4) AND a.id = $5`
	articleTagsSQL = `SELECT t.id, t.name FROM article_tagged a JOIN article_tags t ON t.id = a.tag_id WHERE a.article_id = $1 ORDER BY a.position`
)

// The marks of 20 articles, and of one.
var articleMarksSQL, articleMarkSQL = marksSQL(32), marksSQL(1)

func marksSQL(n int) string {
	list := strings.TrimSuffix(strings.Repeat("?, ", n), ", ")
	return number(`SELECT article_id, -1 AS kind, likes FROM article_mark_counts WHERE article_id IN (` + list + `)
		UNION ALL SELECT article_id, kind, 0 FROM article_marks WHERE user_id = ? AND article_id IN (` + list + `)`)
}

// bareArticles is the App's article page and detail by hand, for a member of
// centre A.
type bareArticles struct {
	account                               *bareAccount // for its session
	rows, total, marks, article, tags, mk query
	files                                 string
}

func newBareArticles(tb testing.TB, p *product) *bareArticles {
	tb.Helper()
	readers := 6
	if p.DB.Engine() == db.Postgres {
		readers = 10
	}
	return &bareArticles{
		account: newBareAccount(tb, p), files: p.Config.PublicURL + "/files/",
		rows: prepare(tb, p, readers, articleRowsSQL), total: prepare(tb, p, readers, articleTotalSQL), marks: prepare(tb, p, readers, articleMarksSQL),
		article: prepare(tb, p, readers, articleSQL), tags: prepare(tb, p, readers, articleTagsSQL), mk: prepare(tb, p, readers, articleMarkSQL),
	}
}

type articleRow struct {
	ID        string    `db:"id"`
	Title     string    `db:"title"`
	Thumbnail string    `db:"thumbnail"`
	Category  int       `db:"category"`
	District  int       `db:"district"`
	Type      int       `db:"type"`
	ListedAt  time.Time `db:"listed_at"`
}

type fileReply struct {
	FileKey string `json:"fileKey"`
	URL     string `json:"url"`
}

type namedReply struct {
	Type int    `json:"type"`
	Desc string `json:"desc"`
}

var districtNames = []string{"", "九龍", "新界", "葵涌中心", "深水埗中心", "屯門中心", "天水圍中心", "油尖旺中心", "離島中心", "九龍西計劃", "新界西計劃"}

type statisticReply struct {
	LikeNo   int64 `json:"likeNo"`
	Like     bool  `json:"like"`
	Bookmark bool  `json:"bookmark"`
	Read     bool  `json:"read"`
}

type articleItem struct {
	ID          string           `json:"id"`
	Title       string           `json:"title"`
	Thumbnail   []fileReply      `json:"thumbnail"`
	District    namedReply       `json:"district"`
	Type        int              `json:"type"`
	Statistics  []statisticReply `json:"statistics"`
	PublishedAt string           `json:"publishedAt"`
}

const bareTime = "2006-01-02T15:04:05.000Z"

// page is POST /app/articles/page by hand: the first 20 of all categories.
func (s *bareArticles) page(w http.ResponseWriter, r *http.Request) {
	who, err := s.account.signedIn(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	var in pageRequest
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Pagination.Page != 1 || in.Pagination.Size != 20 {
		http.Error(w, fmt.Sprint("only the first 20: ", err), http.StatusBadRequest)
		return
	}
	now := time.Now().UTC().Truncate(time.Microsecond)
	items, err := s.items(r, now)
	var total int64
	if err == nil {
		err = one(s.total, r, []any{now, "CENTRE_A", "CENTRE_ALL"}, &total)
	}
	if err == nil {
		err = s.statistics(r, s.marks, who, 32, items)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, struct {
		Pagination totals        `json:"pagination"`
		Sortings   []sorting     `json:"sortings"`
		Items      []articleItem `json:"items"`
	}{totals{1, 20, total, (total + 19) / 20}, []sorting{{"ordering", "DESC"}}, items})
}

func (s *bareArticles) items(r *http.Request, now time.Time) ([]articleItem, error) {
	rows, err := s.rows(r.Context(), now, now, "CENTRE_A", "CENTRE_ALL")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	items := make([]articleItem, 0, 20)
	for rows.Next() {
		var a articleRow
		if err := rows.Scan(&a.ID, &a.Title, &a.Thumbnail, &a.Category, &a.District, &a.Type, &a.ListedAt); err != nil {
			return nil, err
		}
		items = append(items, articleItem{
			a.ID, a.Title, []fileReply{{a.Thumbnail, s.files + a.Thumbnail}}, namedReply{a.District, districtNames[a.District]}, a.Type,
			make([]statisticReply, 1), a.ListedAt.UTC().Format(bareTime),
		})
	}
	return items, rows.Err()
}

// statistics fills in the likes and the caller's own marks.
func (s *bareArticles) statistics(r *http.Request, marks query, who string, padded int, items []articleItem) error {
	ids, at := make([]any, padded), map[string]*statisticReply{}
	for i := range ids {
		item := items[min(i, len(items)-1)]
		ids[i], at[item.ID] = item.ID, &item.Statistics[0]
	}
	rows, err := marks(r.Context(), append(append(append([]any{}, ids...), who), ids...)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var kind int
		var likes int64
		if err := rows.Scan(&id, &kind, &likes); err != nil {
			return err
		}
		switch kind {
		case -1:
			at[id].LikeNo = likes
		case 0:
			at[id].Like = true
		case 1:
			at[id].Bookmark = true
		case 2:
			at[id].Read = true
		}
	}
	return rows.Err()
}

type articleReply struct {
	ID               string         `json:"id"`
	Title            string         `json:"title"`
	Content          string         `json:"content"`
	Thumbnail        fileReply      `json:"thumbnail"`
	RegistrationLink *string        `json:"registrationLink"`
	Category         int            `json:"category"`
	District         namedReply     `json:"district"`
	Subcategory      int            `json:"subcategory"`
	Type             int            `json:"type"`
	Images           []fileReply    `json:"images"`
	PDF              *fileReply     `json:"pdf"`
	VideoLink        *string        `json:"videoLink"`
	Audio            *fileReply     `json:"audio"`
	Tags             []tagReply     `json:"tags"`
	Statistics       statisticReply `json:"statistics"`
	PublishedAt      string         `json:"publishedAt"`
}

type tagReply struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// detail is GET /app/articles/{id} by hand, for plain text.
func (s *bareArticles) detail(w http.ResponseWriter, r *http.Request) {
	who, err := s.account.signedIn(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	reply, err := s.read(r, who, strings.TrimPrefix(r.URL.Path, "/app/articles/"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, reply)
}

func (s *bareArticles) read(r *http.Request, who, id string) (a articleReply, err error) {
	now := time.Now().UTC().Truncate(time.Microsecond)
	var skip any
	var images string
	var listed time.Time
	a.Images, a.Tags = []fileReply{}, []tagReply{}
	err = one(s.article, r, []any{now, now, "CENTRE_A", "CENTRE_ALL", id}, &a.ID, &skip, &skip, &skip, &skip, &skip, &skip, &skip, &skip, &a.Title, &a.Content,
		&a.Category, &a.District.Type, &a.Subcategory, &a.Type, &a.RegistrationLink, &a.VideoLink, &a.Thumbnail.FileKey, &images, &skip, &skip,
		&skip, &skip, &listed, &skip)
	if err != nil {
		return a, err
	}
	a.District.Desc, a.Thumbnail.URL, a.PublishedAt = districtNames[a.District.Type], s.files+a.Thumbnail.FileKey, listed.UTC().Format(bareTime)
	tags, err := s.tags(r.Context(), id)
	if err != nil {
		return a, err
	}
	defer tags.Close()
	for tags.Next() {
		var t tagReply
		if err := tags.Scan(&t.ID, &t.Name); err != nil {
			return a, err
		}
		a.Tags = append(a.Tags, t)
	}
	if err := tags.Err(); err != nil {
		return a, err
	}
	item := []articleItem{{ID: id, Statistics: make([]statisticReply, 1)}}
	err = s.statistics(r, s.mk, who, 1, item)
	a.Statistics = item[0].Statistics[0]
	return a, err
}
