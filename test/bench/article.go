package bench

import (
	"context"
	"maps"

	"github.com/google/uuid"

	"hearten/internal/platform/db"
)

// InsertArticle writes an article of both centres to the table.
func InsertArticle(w *World, author string, status int) (id string) {
	w.T.Helper()
	id = uuid.Must(uuid.NewV7()).String()
	ctx := context.Background()
	Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, `
			INSERT INTO articles (id, centre, home, status, author_id, editor_id, version, title, content, category, district,
				subcategory, type, thumbnail, images, ordering, placed, listed_at, created_at, updated_at)
			VALUES ($1, 'CENTRE_ALL', 'CENTRE_ALL', $2, $3, $3, 1, '散步', '', 3, 0, 0, 0, '', '[]', $4, FALSE, $5, $5, $5)`,
			id, status, author, Number(), w.Clock.Now())
		return err
	}))
	return id
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
