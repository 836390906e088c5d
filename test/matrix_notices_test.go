package test

import "hearten/test/bench"

func matrixNotice(kind string) func(c *cell) verdict {
	return func(c *cell) verdict {
		return did(c.Post("/web/notice/"+kind+"/send", bench.Body{"userId": c.person().ID, "title": "聚會"}))
	}
}

func matrixNotices(kind string) func(c *cell) verdict {
	return func(c *cell) verdict {
		return did(c.Post("/web/notice/"+kind+"/send-batch", bench.Body{"userIds": []string{c.person().ID}, "title": "聚會"}))
	}
}

var _ = inMatrix(
	matrixRow{"POST /web/notice/page", "y..n yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Post("/web/notice/page", bench.Body{"userId": c.person().ID}))
	}},
	matrixRow{"POST /web/notice/org/send", "y..n yy.n yy.x yy.x yyyx", matrixNotice("org")},
	matrixRow{"POST /web/notice/free/send", "nnnn nnnn xx.y xx.y xxxy", matrixNotice("free")},
	matrixRow{"POST /web/notice/org/send-batch", "nnnn nnnn yy.x yy.x yyyx", matrixNotices("org")},
	matrixRow{"POST /web/notice/free/send-batch", "nnnn nnnn xx.y xx.y xxxy", matrixNotices("free")},
)
