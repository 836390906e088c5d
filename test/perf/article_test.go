package perf

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/db"
	"hearten/test/bench"
)

const (
	fewArticles  = 500
	manyArticles = 50_000
	readers      = 1_000
	// marksOfEach article make a million of many.
	marksOfEach = 20
)

// articlePage asks for 20 articles of all categories.
const articlePage = `{"pagination":{"page":1,"size":20}}`

// A member's page and detail: how their cost grows from few articles to many
// with a million marks, and what the product adds to a handler by hand.
func BenchmarkArticles(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		short, long := articlesOf(b, engine, fewArticles, marksOfEach), articlesOf(b, engine, manyArticles, marksOfEach)
		b.Run("rows", func(b *testing.B) {
			ratio, fast, slow := byTurns(b, short.articleRows(b), long.articleRows(b))
			figure(b, "rows of an article page: cost among 50,000 / among 500", ratio, "times", atMost(1.3),
				perSecond("500", fast), perSecond("50,000", slow))
		})
		b.Run("total", func(b *testing.B) {
			one := newLoad(b, short.url, "POST /app/articles/page", short.token, articlePage, callers)
			other := newLoad(b, long.url, "POST /app/articles/page", long.token, articlePage, callers)
			ratio, fast, slow := byTurns(b, one.slice, other.slice)
			figure(b, "article page with its total: cost among 50,000 / 500", ratio, "times", atMost(2),
				perSecond("500", fast), perSecond("50,000", slow))
		})
		b.Run("page", func(b *testing.B) {
			long.against(b, newBareArticles(b, long).page, contest{
				route: "POST /app/articles/page", body: articlePage, note: " among 50,000", target: atLeast(0.7),
				statements: []string{memberSQL, articleRowsSQL, articleTotalSQL, articleMarksSQL},
			})
		})
		b.Run("detail", func(b *testing.B) {
			long.against(b, newBareArticles(b, long).detail, contest{
				route: "GET /app/articles/" + long.topArticle(b), note: " of 50,000", target: atLeast(0.6),
				statements: []string{memberSQL, articleSQL, articleTagsSQL, articleMarkSQL},
			})
		})
	})
}

// However many articles there are, and whatever a page is narrowed to, its rows
// follow an index and nothing is counted one by one.
func TestArticlePagesUseTheirIndexes(t *testing.T) {
	for _, engine := range engines {
		t.Run(string(engine), func(t *testing.T) {
			p := articlesOf(t, engine, 10_000, 1)
			for _, narrowed := range []string{``, `"categoryId":1,`, `"categoryId":2,`, `"categoryId":2,"subcategoryId":3,`, `"categoryId":4,`} {
				load := newLoad(t, p.url, "POST /app/articles/page", p.token, "{"+narrowed+articlePage[1:], 1)
				ran := p.statements(func() { load.once() })
				if len(ran) != 4 {
					t.Fatalf("want session, rows, total and marks, ran:\n%s", strings.Join(ran, "\n"))
				}
				if plan := p.explain(t, ran[1], p.filled(ran[1]), true); !strings.Contains(plan, "ix_articles__") ||
					strings.Contains(plan, "sort") || strings.Contains(plan, "temp b-tree") {
					t.Errorf("the rows of %s do not follow an index:\n%s\n%s", narrowed, ran[1], plan)
				}
				if plan := p.explain(t, ran[2], p.filled(ran[2]), true); strings.Contains(plan, "scan articles") && !strings.Contains(plan, "using") ||
					strings.Contains(plan, "seq scan on articles") {
					t.Errorf("the total of %s walks the articles:\n%s\n%s", narrowed, ran[2], plan)
				}
			}
		})
	}
}

// filled gives a statement arguments of the right kinds, in its order.
func (p *product) filled(text string) (args []any) {
	now := p.Clock.Now()
	for n := 1; ; n++ {
		i := strings.Index(text, fmt.Sprintf("$%d", n))
		if i < 0 {
			return args
		}
		before := text[max(0, i-60):i]
		switch {
		case strings.HasSuffix(before, "push_time <= ") || strings.HasSuffix(before, "pull_time > ") || strings.HasSuffix(before, "push_time > ") || strings.HasSuffix(before, "pull_time <= "):
			args = append(args, now)
		case strings.HasSuffix(before, "category = "):
			args = append(args, 2)
		default:
			args = append(args, "CENTRE_A")
		}
	}
}

// articlesOf is a product with that many listed articles, of all centres and
// categories, with marks on each, and a member of centre A.
func articlesOf(tb testing.TB, engine db.Engine, articles, marks int) *product {
	tb.Helper()
	p := start(tb, engine, limited)
	p.token = p.member(tb)
	ctx, now := context.Background(), p.Clock.Now()
	centres, first := []string{"CENTRE_A", "CENTRE_B", "CENTRE_ALL"}, now.Add(-time.Duration(articles)*time.Minute)
	staff, err := db.Value[string](ctx, p.DB, `SELECT id FROM staff`)
	bench.Must(tb, err)
	bench.Must(tb, p.DB.Write(ctx, func(tx *db.Tx) error {
		err := insertAll(ctx, tx, "users", `id, username, username_key, password_chosen, nickname, signature, status, user_type,
			centre, default_avatar, invitation_code, version, created_at, updated_at`, "", readers, func(i int) []any {
			id := fmt.Sprintf("reader-%d", i)
			return []any{id, id, id, false, "街坊", "", 1, 1, "CENTRE_A", 1, id, 1, now, now}
		})
		if err != nil {
			return err
		}
		err = insertAll(ctx, tx, "articles", `id, centre, home, status, author_id, editor_id, push_time, version, title, content, category, district,
			subcategory, type, thumbnail, images, ordering, placed, listed_at, created_at, updated_at`, "", articles, func(i int) []any {
			id, category, district, part, at := fmt.Sprintf("article-%05d", i), 1+i%4, 0, 0, first.Add(time.Duration(i)*time.Minute)
			centre := centres[i%3]
			if category == 1 {
				district, centre = 1+i%10, "CENTRE_B"
				if district < 3 {
					centre = "CENTRE_A"
				}
			}
			if category == 2 {
				part = 1 + i%9
			}
			return []any{id, centre, centre, 5, staff, staff, at, 1, fmt.Sprintf("第 %d 篇", i), strings.Repeat("<p>一段不長的文字。</p>", 40), category, district,
				part, 0, "shared/article/ls/" + id + "/thumbnail/1", "[]", i + 1, false, at, at, at}
		})
		if err != nil {
			return err
		}
		for _, text := range []string{
			`INSERT INTO article_counts (centre, category, subcategory, district, listed)
				SELECT centre, category, subcategory, district, COUNT(*) FROM articles GROUP BY centre, category, subcategory, district`,
			// Some readers mark each article, and the member one of the first page.
			`INSERT INTO article_marks (user_id, article_id, kind, created_at)
				SELECT 'reader-' || CAST((a.ordering * 7 + s.n * 50) % 1000 AS TEXT), a.id, a.ordering % 3, a.created_at
				FROM articles a CROSS JOIN (` + numbersTo(marks) + `) s ORDER BY 1, 2`,
			`INSERT INTO article_marks (user_id, article_id, kind, created_at)
				SELECT id, 'article-' || '` + fmt.Sprintf("%05d", articles-3) + `', 0, created_at FROM users WHERE phone IS NOT NULL`,
			`INSERT INTO article_mark_counts (article_id, likes, bookmarks, reads)
				SELECT article_id, SUM(CASE WHEN kind = 0 THEN 1 ELSE 0 END), SUM(CASE WHEN kind = 1 THEN 1 ELSE 0 END),
					SUM(CASE WHEN kind = 2 THEN 1 ELSE 0 END) FROM article_marks GROUP BY article_id`,
			`ANALYZE`,
		} {
			if _, err := tx.Exec(ctx, text); err != nil {
				return err
			}
		}
		return nil
	}))
	p.vacuum(tb, "articles")
	p.vacuum(tb, "article_marks")
	return p
}

// numbersTo is a table of numbers.
func numbersTo(n int) string {
	rows := make([]string, n)
	for i := range rows {
		rows[i] = fmt.Sprintf("SELECT %d AS n", i)
	}
	return strings.Join(rows, " UNION ALL ")
}

// articleRows is how often a second the rows of the first page can be read, by
// the statement that the product runs for them.
func (p *product) articleRows(tb testing.TB) func() float64 {
	tb.Helper()
	ctx := context.Background()
	load := newLoad(tb, p.url, "POST /app/articles/page", p.token, articlePage, 1)
	if ran := p.statements(func() { load.once() }); !slices.ContainsFunc(ran, func(text string) bool { return sameSQL(text, articleRowsSQL) }) {
		tb.Fatalf("the product reads its rows otherwise:\n%s", strings.Join(ran, "\n"))
	}
	now := p.Clock.Now()
	text, args := named(articleRowsSQL, now, now, "CENTRE_A", "CENTRE_ALL")
	return func() float64 {
		return rateOf(func() {
			found, err := db.All[articleRow](ctx, p.DB, text, args)
			bench.Must(tb, err)
			if len(found) != 20 {
				tb.Fatalf("%d rows", len(found))
			}
		})
	}
}

// topArticle is the first article that the member sees.
func (p *product) topArticle(tb testing.TB) string {
	tb.Helper()
	var reply struct {
		Data struct {
			Items []struct {
				ID string `json:"id"`
			} `json:"items"`
		} `json:"data"`
	}
	bench.Must(tb, json.Unmarshal([]byte(newLoad(tb, p.url, "POST /app/articles/page", p.token, articlePage, 1).once()), &reply))
	return reply.Data.Items[0].ID
}
