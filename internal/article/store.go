package article

import (
	"context"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
	"hearten/internal/workflow"
)

const columns = `id, centre, status, author_id, editor_id, push_time, pull_time, version, home, title, content, category, district,
	subcategory, type, registration_link, video_link, thumbnail, images, pdf, audio, ordering, placed, listed_at, created_at`

// within is the articles that exist and are within a staff member's reach.
func within(scope access.Scope) *db.Where {
	where := (&db.Where{}).And("deleted_at IS NULL")
	scope.OwnOrShared(where, "centre")
	return where
}

func find(ctx context.Context, r db.Reader, scope access.Scope, id string) (Article, error) {
	where, args := within(scope).And("id = ?", id).SQL()
	a, err := db.One[Article](ctx, r, `SELECT `+columns+` FROM articles WHERE `+where, args...)
	if db.IsNone(err) {
		err = fault.ErrNotFound
	}
	return a, err
}

// Summary is an article in a list of the portal.
type Summary struct {
	ID          string          `db:"id"`
	Title       string          `db:"title"`
	Centre      access.Centre   `db:"centre"`
	Category    Category        `db:"category"`
	District    District        `db:"district"`
	Subcategory int             `db:"subcategory"`
	Type        Type            `db:"type"`
	Status      workflow.Status `db:"status"`
	PushTime    *time.Time      `db:"push_time"`
	PullTime    *time.Time      `db:"pull_time"`
	CreatedAt   time.Time       `db:"created_at"`
	Ordering    int64           `db:"ordering"`
}

const summaryColumns = `id, title, centre, category, district, subcategory, type, status, push_time, pull_time, created_at, ordering`

var sorts = page.Sorts{
	{Property: "createdAt", Column: "created_at"},
	{Property: "title", Column: "title"},
	{Property: "district", Column: "district"},
	{Property: "type", Column: "type"},
	{Property: "category", Column: "category"},
	{Property: "subcategory", Column: "subcategory"},
	{Property: "status", Column: "status"},
	{Property: "pushTime", Column: "push_time"},
	{Property: "pullTime", Column: "pull_time"},
	{Property: "id", Column: "id"},
}

func list(ctx context.Context, d *db.DB, scope access.Scope, f Filter, p page.Request) (page.Of[Summary], error) {
	where := within(scope).Search(f.SearchKey, "title")
	if f.Category != 0 {
		where.And("category = ?", int(f.Category))
	}
	if len(f.Types) > 0 {
		where.In("type", db.Anys(f.Types)...)
	}
	if len(f.Statuses) > 0 {
		where.In("status", db.Anys(f.Statuses)...)
	}
	if len(f.Districts) > 0 {
		where.In("district", db.Anys(f.Districts)...)
	}
	return page.Fetch[Summary](ctx, d, page.Query{Select: summaryColumns, From: "articles", Where: where, Sorts: sorts, Tie: "id"}, p)
}

func insert(ctx context.Context, tx *db.Tx, a Article) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO articles (id, centre, status, author_id, editor_id, push_time, pull_time, version, home, title, content, category,
			district, subcategory, type, registration_link, video_link, thumbnail, images, pdf, audio, ordering, placed, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, 0, FALSE, $22, $22)`,
		a.ID, string(a.Centre), int(a.Status), a.AuthorID, a.EditorID, a.PushTime, a.PullTime, a.Version, string(a.Home), a.Title,
		a.Text, int(a.Category), int(a.District), a.Subcategory, int(a.Type), a.RegistrationLink, a.VideoLink,
		a.Thumbnail, a.Images, a.PDF, a.Audio, a.CreatedAt)
	return err
}

// update writes a new version of an article that the transaction holds.
func update(ctx context.Context, tx *db.Tx, a Article, now time.Time) error {
	return tx.ExecOne(ctx, `
		UPDATE articles SET centre = $1, editor_id = $2, push_time = $3, pull_time = $4, version = $5, title = $6, content = $7,
			category = $8, district = $9, subcategory = $10, type = $11, registration_link = $12, video_link = $13,
			thumbnail = $14, images = $15, pdf = $16, audio = $17, listed_at = $18, updated_at = $19
		WHERE id = $20`,
		string(a.Centre), a.EditorID, a.PushTime, a.PullTime, a.Version, a.Title, a.Text,
		int(a.Category), int(a.District), a.Subcategory, int(a.Type), a.RegistrationLink, a.VideoLink,
		a.Thumbnail, a.Images, a.PDF, a.Audio, a.ListedAt, now, a.ID)
}

func markDeleted(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	return tx.ExecOne(ctx, `UPDATE articles SET deleted_at = $1, version = version + 1 WHERE id = $2 AND deleted_at IS NULL`, now, id)
}

// byID reads the articles that are moving.
func byID(ctx context.Context, tx *db.Tx, moves []workflow.Move) (map[string]Article, error) {
	ids := make([]any, len(moves))
	for i, m := range moves {
		ids[i] = m.After.ID
	}
	where, args := (&db.Where{}).In("id", ids...).SQL()
	found, err := db.All[Article](ctx, tx, `SELECT `+columns+` FROM articles WHERE `+where, args...)
	articles := make(map[string]Article, len(found))
	for _, a := range found {
		articles[a.ID] = a
	}
	return articles, err
}

// takePlaces gives away the next n places and tells the highest.
func takePlaces(ctx context.Context, tx *db.Tx, n int) (top int64, err error) {
	if n == 0 {
		return 0, nil
	}
	return db.Value[int64](ctx, tx, `UPDATE article_places SET top = top + $1 WHERE id = 1 RETURNING top`, n)
}

func putAt(ctx context.Context, tx *db.Tx, id string, place int64) error {
	return tx.ExecOne(ctx, `UPDATE articles SET ordering = $1, placed = FALSE WHERE id = $2`, place, id)
}

func markListed(ctx context.Context, tx *db.Tx, id string, at time.Time) error {
	return tx.ExecOne(ctx, `UPDATE articles SET listed_at = $1 WHERE id = $2`, at, id)
}
