package test

import (
	"slices"

	"hearten/test/bench"
)

// article is an article of the target's centre, or of both, in a status; mine
// is written by the caller. It has no files of its own.
func (c *cell) article(status int) (id string) {
	id = bench.NewName()
	centre, author := string(c.place()), c.ID
	if c.target == neither {
		centre = "CENTRE_ALL"
	}
	if c.target != mine {
		author = c.w.Admin().ID
	}
	return c.w.Article(bench.Article{ID: id, Centre: centre, Status: status, Author: author, Title: id})
}

func (c *cell) moves(path string, from, to int) *bench.Reply {
	return c.Post(path, bench.Body{"articleIds": []string{c.article(from)}, "status": bench.Body{"type": to}})
}

var _ = inMatrix(
	matrixRow{"GET /web/articles/districts", "yyyyy", func(c *cell) verdict { return did(c.Get("/web/articles/districts")) }},
	matrixRow{"GET /web/articles/tags", "yyyyy", func(c *cell) verdict { return did(c.Get("/web/articles/tags")) }},
	matrixRow{"POST /web/articles/tags", "nyyyy", func(c *cell) verdict {
		return did(c.Post("/web/articles/tags", bench.Body{"name": bench.NewName()}))
	}},
	matrixRow{"DELETE /web/articles/tags", "nyyyy", func(c *cell) verdict {
		return did(c.Do("DELETE", "/web/articles/tags", bench.Body{"id": c.w.ArticleTag(bench.NewName())}))
	}},
	matrixRow{"POST /web/articles", "yyyyy", func(c *cell) verdict { return did(c.Post("/web/articles", bench.ArticleDraft(c.Caller))) }},
	// Support staff write their own drafts, everyone else those of the centre.
	matrixRow{"PUT /web/articles/{article_id}", "yn.n yy.y yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Put("/web/articles/"+c.article(1), bench.ArticleDraft(c.Caller)))
	}},
	matrixRow{"GET /web/articles/{article_id}", "yy.y yy.y yy.y yy.y yyyy", func(c *cell) verdict { return did(c.Get("/web/articles/" + c.article(1))) }},
	matrixRow{"POST /web/articles/page", "yy.y yy.y yy.y yy.y yyyy", func(c *cell) verdict {
		id := c.article(6)
		return lists(c.Post("/web/articles/page", bench.Body{"pagination": bench.Body{}, "searchKey": id}), "data.items", "id", id)
	}},
	matrixRow{"DELETE /web/articles/{article_id}", "yn.n yn.n yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Delete("/web/articles/" + c.article(1)))
	}},
	matrixRow{"POST /web/articles/statuses/list", "yyyyy", func(c *cell) verdict { return did(c.Post("/web/articles/statuses/list", bench.Body{})) }},
	matrixRow{"GET /web/articles/statuses/{current-status}", "yyyyy", func(c *cell) verdict { return did(c.Get("/web/articles/statuses/1")) }},
	matrixRow{"POST /web/articles/statuses", "yn.n yy.y yy.y yy.y yyyy", func(c *cell) verdict { return did(c.moves("/web/articles/statuses", 1, 2)) }},
	matrixRow{"POST /web/articles/statuses/batch", "nn.n nn.n yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.moves("/web/articles/statuses/batch", 4, 1))
	}},
	matrixRow{"POST /web/articles/{article_id}/logs", "yy.y yy.y yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Post("/web/articles/"+c.article(2)+"/logs", bench.Body{}))
	}},
	matrixRow{"GET /web/articles/{article_id}/log-count", "yy.y yy.y yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Get("/web/articles/" + c.article(2) + "/log-count"))
	}},
	matrixRow{"POST /web/articles/count", "yyyyy", func(c *cell) verdict { return did(c.Post("/web/articles/count", bench.Body{})) }},
	matrixRow{"POST /web/articles/order/list", "yy.y yy.y yy.y yy.y yyyy", func(c *cell) verdict {
		id := c.article(4)
		return lists(c.Post("/web/articles/order/list", bench.Body{}), "data", "id", id)
	}},
	// One that the caller's order list does not have cannot be put in order.
	matrixRow{"POST /web/articles/order", "nnnn yycy yycy yycy yyyy", func(c *cell) verdict {
		id := c.article(5)
		var all []bench.Body
		seen := c.Post("/web/articles/order/list", bench.Body{}).OK().List("data", "id")
		if !slices.Contains(seen, any(id)) {
			seen = append(seen, id)
		}
		for _, id := range seen {
			all = append(all, bench.Body{"id": id})
		}
		return did(c.Post("/web/articles/order", bench.Body{"aritcles": all}))
	}},
)
