package test

import (
	"net/http"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

// matrixStaff puts something to a staff account. The caller is a new one: some
// of it ends their session.
func matrixStaff(method, ending string) func(c *cell) verdict {
	return func(c *cell) verdict {
		c = c.anew()
		return did(c.Do(method, "/web/staffs/"+c.colleague().ID+ending, nil))
	}
}

func matrixGet(path string) func(c *cell) verdict {
	return func(c *cell) verdict { return did(c.Get(path)) }
}

var _ = inMatrix(
	matrixRow{"DELETE /web/auth/logout", "yyyyy", func(c *cell) verdict { return did(c.anew().Delete("/web/auth/logout")) }},
	matrixRow{"GET /web/auth/info", "yyyyy", matrixGet("/web/auth/info")},
	matrixRow{"POST /web/auth/refresh", "yyyyy", func(c *cell) verdict { return did(c.anew().Post("/web/auth/refresh", nil)) }},
	matrixRow{"PUT /web/auth/password", "nnnnn", func(c *cell) verdict { // a reset token alone opens it
		return did(c.Put("/web/auth/password", bench.Body{"password": "another-walk-8"}))
	}},
	matrixRow{"PUT /web/staffs/password", "yyyyy", func(c *cell) verdict {
		return did(c.anew().Put("/web/staffs/password", bench.Body{"oldPassword": bench.Password, "password": "another-walk-8"}))
	}},
	matrixRow{"GET /web/roles/list", "yyyyy", matrixGet("/web/roles/list")},
	matrixRow{"GET /web/districts", "yyyyy", matrixGet("/web/districts")},
	matrixRow{"POST /web/media/upload", "yyyyy", func(c *cell) verdict {
		return did(c.Upload("/web/media/upload", nil, bench.Attachment{Field: "files", Name: "a.png", Body: bench.PNG(4, 4)}))
	}},

	matrixRow{"POST /web/staffs", "nnnny", func(c *cell) verdict {
		return did(c.Post("/web/staffs", bench.Body{"email": bench.NewName() + "@hearten.test", "name": "新同工",
			"roleId": bench.Role(c.w, access.Support, access.CentreA).ID}))
	}},
	matrixRow{"GET /web/staffs/list", "yy.y yy.y yy.y yy.y yyyy", func(c *cell) verdict {
		who := c.colleague()
		return lists(c.Get("/web/staffs/list"), "data", "id", who.ID)
	}},
	matrixRow{"POST /web/staffs/page", "nnnn nnnn yy.. yy.. yyyy", func(c *cell) verdict {
		who, name := c.colleague(), bench.NewName()
		c.w.SetStaffName(who.ID, name)
		return lists(c.Post("/web/staffs/page", bench.Body{"loginID": name}), "data.items", "userId", who.ID)
	}},
	matrixRow{"GET /web/staffs/{staff_id}", "nnnn nnnn yy.. yy.. yyyy", matrixStaff(http.MethodGet, "")},
	matrixRow{"PUT /web/staffs", "nnnn nnnn nnnn nnnn yyyy", func(c *cell) verdict {
		return did(c.Put("/web/staffs", bench.Body{"id": c.colleague().ID, "name": "改名"}))
	}},
	matrixRow{"DELETE /web/staffs/{staff_id}", "nnnn nnnn nnnn nnnn cyyy", matrixStaff(http.MethodDelete, "")},
	matrixRow{"PUT /web/staffs/{staff_id}/disable", "nnnn nnnn nnnn nnnn cyyy", matrixStaff(http.MethodPut, "/disable")},
	matrixRow{"PUT /web/staffs/{staff_id}/enable", "nnnn nnnn nnnn nnnn yyyy", matrixStaff(http.MethodPut, "/enable")},
	matrixRow{"PUT /web/staffs/{staff_id}/reset-password", "nnnn nnnn nnnn nnnn yyyy", matrixStaff(http.MethodPut, "/reset-password")},

	matrixRow{"POST /web/audit/page", "nnnn nnnn yy.. yy.. yyyy", func(c *cell) verdict { // what a colleague did
		who := c.colleague()
		who.Post("/web/survey", bench.Body{"title": "問卷", "link": bench.SurveyLink}) // support staff may not, nor may they see the log
		return listsIt(c.Post("/web/audit/page", bench.Body{"staffId": who.ID}))
	}},
	matrixRow{"POST /web/delivery/page", "nnnn nnnn yy.. yy.. yyyy", func(c *cell) verdict { // a message to someone of the centre
		p := c.person()
		id := c.w.FailedDelivery(p.Centre, p.ID)
		return lists(c.Post("/web/delivery/page", bench.Body{"userId": p.ID}), "data.items", "id", id)
	}},
)
