package test

import "hearten/test/bench"

// adjustment is the id of steps that an administrator added for someone new.
func (c *cell) adjustment() (id string) {
	c.w.T.Helper()
	p, admin := c.person(), c.w.Admin()
	admin.Post("/web/health/steps/adjust", bench.Body{"userId": p.ID, "date": "2026-11-14", "steps": 5}).OK()
	bench.Must(c.w.T, c.w.SQL().QueryRow(`SELECT id FROM health_adjustments WHERE user_id = $1`, p.ID).Scan(&id))
	return id
}

var _ = inMatrix(
	matrixRow{"POST /web/health/steps/fetch", "y..n yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Post("/web/health/steps/fetch", bench.Body{"userId": c.person().ID, "start": "2026-11-01", "end": "2026-11-15"}))
	}},
	matrixRow{"POST /web/health/steps/explain", "y..n yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Post("/web/health/steps/explain", bench.Body{"userId": c.person().ID, "day": "2026-11-15"}))
	}},
	matrixRow{"POST /web/health/steps/adjust", "nnnn yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Post("/web/health/steps/adjust", bench.Body{"userId": c.person().ID, "date": "2026-11-14", "steps": 100}))
	}},
	matrixRow{"DELETE /web/health/steps/adjust/{id}", "nnnn yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Delete("/web/health/steps/adjust/" + c.adjustment()))
	}},
)
