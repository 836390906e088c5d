package bench

import (
	"cmp"
	"maps"

	"github.com/google/uuid"
)

// Listed is the status in which members see an article or a resource.
const Listed = 5

// Article is a row of articles. Without a centre it is of both.
type Article struct {
	ID, Centre, Author, Editor, Title string
	Status                            int
}

// Articles writes articles about life to the table.
func (w *World) Articles(all ...Article) (ids []string) {
	w.T.Helper()
	rows := make([]row, len(all))
	for i, a := range all {
		a.ID = cmp.Or(a.ID, uuid.Must(uuid.NewV7()).String())
		a.Centre = cmp.Or(a.Centre, "CENTRE_ALL")
		now := w.Clock.Now()
		rows[i] = row{
			"id": a.ID, "centre": a.Centre, "home": a.Centre, "status": a.Status, "author_id": a.Author, "editor_id": cmp.Or(a.Editor, a.Author),
			"version": 1, "title": cmp.Or(a.Title, "散步"), "content": "", "category": 3, "district": 0, "subcategory": 0, "type": 0,
			"thumbnail": "", "images": "[]", "ordering": Number(), "placed": false, "listed_at": nil, "created_at": now, "updated_at": now,
		}
		if a.Status >= Listed {
			rows[i]["listed_at"] = now
		}
		ids = append(ids, a.ID)
	}
	w.insert("articles", rows...)
	return ids
}

// Article writes one article to the table.
func (w *World) Article(a Article) (id string) {
	w.T.Helper()
	return w.Articles(a)[0]
}

// CountArticles counts so many listed articles about life for each centre.
func (w *World) CountArticles(listed int) {
	w.T.Helper()
	for _, centre := range []string{"CENTRE_A", "CENTRE_B"} {
		w.insert("article_counts", row{"centre": centre, "category": 3, "subcategory": 0, "district": 0, "listed": listed})
	}
}

// ArticleTag writes a tag to the table.
func (w *World) ArticleTag(name string) (id string) {
	w.T.Helper()
	w.insert("article_tags", row{"id": name, "name": name, "name_key": name, "created_at": w.Clock.Now()})
	return name
}

// ArticleDraft is a plain text about life, with changes.
func ArticleDraft(c *Caller, changes ...Body) Body {
	d := Body{"title": "一個故事", "content": "<p>內容</p>", "category": 3, "type": 0}
	for _, change := range changes {
		maps.Copy(d, change)
	}
	if d["thumbnail"] == nil {
		d["thumbnail"] = FileKey(Upload(c, PNG(8, 6)))
	}
	return d
}

// NewArticle creates an article over HTTP.
func NewArticle(c *Caller, changes ...Body) (id string) {
	return c.Post("/web/articles", ArticleDraft(c, changes...)).OK().String("data.id")
}

// MoveArticles gives articles a status.
func MoveArticles(c *Caller, status int, ids ...string) *Reply {
	return c.Post("/web/articles/statuses/batch", Body{"articleIds": ids, "status": Body{"type": status}, "mark": "請修改"})
}

// ListArticles has an administrator list articles.
func ListArticles(admin *Caller, ids ...string) {
	for _, status := range []int{3, 4, 5} {
		MoveArticles(admin, status, ids...).OK()
	}
}

// NewListedArticle creates an article and takes it to the members' screens.
func NewListedArticle(admin *Caller, changes ...Body) (id string) {
	id = NewArticle(admin, changes...)
	ListArticles(admin, id)
	return id
}
