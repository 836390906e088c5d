package test

import (
	"fmt"

	"hearten/test/bench"
)

// newResource is a resource in a status, of a community of the target's centre;
// mine is the caller's own.
func (c *cell) newResource(status int) (id string) {
	author := c.ID
	if c.target != mine {
		author = c.w.Admin().ID
	}
	return c.w.Resource(bench.Resource{Centre: string(c.place()), Status: status, Author: author})
}

func matrixResource(method, path string, status int, payload any) func(c *cell) verdict {
	return func(c *cell) verdict { return did(c.Do(method, fmt.Sprintf(path, c.newResource(status)), payload)) }
}

// What may be done to a resource in its status: SUPPORT edits and deletes own
// drafts, PROFESSIONAL edits every draft and deletes own ones, CHIEF and up
// have both. Another centre's is not found.
var _ = inMatrix(
	matrixRow{"GET /web/community-resource/districts", "yyyyy", func(c *cell) verdict { return did(c.Get("/web/community-resource/districts")) }},
	matrixRow{"GET /web/community-resource/types", "yyyyy", func(c *cell) verdict { return did(c.Get("/web/community-resource/types")) }},
	matrixRow{"GET /web/community-resource/status/{current-status}", "yyyyy", func(c *cell) verdict { return did(c.Get("/web/community-resource/status/1")) }},
	matrixRow{"GET /web/community-resource/count", "yyyyy", func(c *cell) verdict { return did(c.Get("/web/community-resource/count")) }},
	matrixRow{"POST /web/community-resource", "yy. yy. yy. yy. yyy", func(c *cell) verdict {
		return did(c.Post("/web/community-resource", bench.ResourceDraft(c.w, c.Caller, bench.CommunityOf(string(c.place())))))
	}},
	matrixRow{"GET /web/community-resource/{id}", "yy. yy. yy. yy. yyy", matrixResource("GET", "/web/community-resource/%s", 1, nil)},
	matrixRow{"GET /web/community-resource/{id}/log-count", "yy. yy. yy. yy. yyy", matrixResource("GET", "/web/community-resource/%s/log-count", 1, nil)},
	matrixRow{"POST /web/community-resource/{id}/logs", "yy. yy. yy. yy. yyy", matrixResource("POST", "/web/community-resource/%s/logs", 1, bench.Body{})},
	matrixRow{"POST /web/community-resource/page", "yy. yy. yy. yy. yyy", func(c *cell) verdict {
		id := c.newResource(6)
		return lists(c.Post("/web/community-resource/page", bench.Body{"status": 6}), "data.items", "id", id)
	}},
	matrixRow{"PUT /web/community-resource", "yn. yy. yy. yy. yyy", func(c *cell) verdict {
		return did(c.Put("/web/community-resource", bench.Body{"id": c.newResource(1), "name": "改名"}))
	}},
	matrixRow{"DELETE /web/community-resource/{id}", "yn. yn. yy. yy. yyy", matrixResource("DELETE", "/web/community-resource/%s", 1, nil)},
	matrixRow{"DELETE /web/community-resource/{id}", "nn. nn. yy. yy. yyy", matrixResource("DELETE", "/web/community-resource/%s", 6, nil)},
	matrixRow{"DELETE /web/community-resource/{id}", "cc. cc. cc. cc. ccc", matrixResource("DELETE", "/web/community-resource/%s", 5, nil)},
	matrixRow{"PUT /web/community-resource/status", "yn. yy. yy. yy. yyy", func(c *cell) verdict {
		return did(c.Put("/web/community-resource/status", bench.Body{"id": c.newResource(1), "status": 2}))
	}},
	matrixRow{"PUT /web/community-resource/batch-status", "yn. yy. yy. yy. yyy", func(c *cell) verdict {
		return did(c.Put("/web/community-resource/batch-status", bench.Body{"ids": []string{c.newResource(1), c.newResource(1)}, "status": 2}))
	}},
)
