package test

func matrixFigures(rest string) func(c *cell) verdict {
	return func(c *cell) verdict { return did(c.Get("/web/statistics/users/" + c.person().ID + rest)) }
}

var _ = inMatrix(
	matrixRow{"GET /web/statistics/users/{user_id}", "y..n yy.n yy.y yy.y yyyy", matrixFigures("")},
	matrixRow{"GET /web/statistics/users/{user_id}/community-map", "y..n yy.n yy.y yy.y yyyy", matrixFigures("/community-map")},
	matrixRow{"GET /web/statistics/users/{user_id}/community-map/{communityEnum}/images", "y..n yy.n yy.y yy.y yyyy", matrixFigures("/community-map/0/images")},
	matrixRow{"GET /web/statistics/users/{user_id}/exp", "y..n yy.n yy.y yy.y yyyy", matrixFigures("/exp")},
)
