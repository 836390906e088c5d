package test

import (
	"hearten/internal/platform/access"
	"hearten/test/bench"
)

// person is a new member of the target's centre, or a free user; mine is
// assigned to the caller.
func (c *cell) person() bench.User {
	name := bench.NewName()
	p := bench.User{ID: name, Username: name, Status: 1, Centre: string(c.place()), District: c.district()}
	if c.target == mine {
		p.Staff = c.ID
	}
	c.w.User(p)
	return p
}

// district is one of the target's centre, or of none.
func (c *cell) district() string {
	return c.w.District(map[access.Centre]int{access.CentreA: 0, access.CentreB: 6, access.CentreOther: -1}[c.place()])
}

// colleague is a staff member of the target's centre, or an administrator;
// mine is the caller.
func (c *cell) colleague() *bench.Caller {
	switch c.target {
	case mine:
		return c.Caller
	case neither:
		return c.w.Staff(access.Admin, "")
	default:
		return c.w.Staff(access.Professional, c.place())
	}
}

// memberApplication is the id of a new application for the plan.
func (c *cell) memberApplication() (id string, p bench.User) {
	p = c.person()
	c.w.MemberApplications(bench.Application{ID: p.ID, UserID: p.ID, Centre: p.Centre, Number: p.ID})
	return p.ID, p
}

// move is the id of a new application to move to the target's centre; of a free
// user it goes to the own centre.
func (c *cell) move() (id string, p bench.User) {
	from, to := c.of(others), c
	switch c.target {
	case others:
		from = c.of(own)
	case neither:
		from, to = c, c.of(own)
	}
	p = from.person()
	if c.target == mine {
		c.w.SetStaff(c.ID, p.ID)
	}
	c.w.DistrictApplications(bench.Application{ID: p.ID, UserID: p.ID, From: p.District, To: to.district(), Centre: string(to.place())})
	return p.ID, p
}

// removal is the id of someone's request to be removed.
func (c *cell) removal() (id string, p bench.User) {
	p = c.person()
	c.w.SetStatus(bench.Leaving, p.ID)
	c.w.Removals(bench.Removal{ID: p.ID, UserID: p.ID, Centre: p.Centre, ReasonType: -1})
	return p.ID, p
}

func matrixDecision(path string, make func(c *cell) (string, bench.User)) func(c *cell) verdict {
	return func(c *cell) verdict {
		id, _ := make(c)
		return did(c.Put(path, bench.Body{"ids": []string{id}}))
	}
}

func matrixRemoval(method, path string) func(c *cell) verdict {
	return func(c *cell) verdict {
		id, _ := c.removal()
		return did(c.Do(method, path+id, nil))
	}
}

func matrixRemovals(path string) func(c *cell) verdict {
	return func(c *cell) verdict {
		id, p := c.removal()
		return lists(c.Post(path, bench.Body{"loginID": p.Username}), "data.items", "id", id)
	}
}

var _ = inMatrix(
	matrixRow{"POST /web/users/org/page", "y... yy.. yy.. yy.. yyy.", func(c *cell) verdict {
		p := c.person()
		return lists(c.Post("/web/users/org/page", bench.Body{"loginID": p.Username}), "data.items", "userId", p.ID)
	}},
	matrixRow{"POST /web/users/free/page", "nnnn nnnn ...y ...y ...y", func(c *cell) verdict {
		p := c.person()
		return lists(c.Post("/web/users/free/page", bench.Body{"loginID": p.Username}), "data.items", "userId", p.ID)
	}},
	matrixRow{"GET /web/users/{user_id}", "y..n yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Get("/web/users/" + c.person().ID))
	}},
	matrixRow{"POST /web/users", "nnnn nnnn yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Post("/web/users", bench.Body{"phone": bench.NewPhone(), "districtId": c.district()}))
	}},
	matrixRow{"PUT /web/users/{user_id}", "nnnn nnnn yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Put("/web/users/"+c.person().ID, bench.Body{"nickname": "小美"}))
	}},
	matrixRow{"PUT /web/users/freeze", "nnnn nnnn yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Put("/web/users/freeze", bench.Body{"userIds": []string{c.person().ID}}))
	}},
	matrixRow{"PUT /web/users/unfreeze", "nnnn nnnn yy.y yy.y yyyy", func(c *cell) verdict {
		p := c.person()
		c.w.SetStatus(bench.Frozen, p.ID)
		return did(c.Put("/web/users/unfreeze", bench.Body{"userIds": []string{p.ID}}))
	}},
	matrixRow{"PUT /web/users/staff", "nnnn nnnn yy.y yy.y yyyy", func(c *cell) verdict { // nobody any more
		return did(c.Put("/web/users/staff", bench.Body{"userIds": []string{c.person().ID}, "staffId": nil}))
	}},
	matrixRow{"PUT /web/users/staff", "nnn nnn yy. yy. yyy", func(c *cell) verdict { // a colleague of the member's centre
		who := c.w.Staff(access.Support, c.place())
		return did(c.Put("/web/users/staff", bench.Body{"userIds": []string{c.person().ID}, "staffId": who.ID}))
	}},
	matrixRow{"PUT /web/users/{user_id}/otp-unlock", "nnnn nnnn yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Put("/web/users/"+c.person().ID+"/otp-unlock", nil))
	}},
	matrixRow{"POST /web/users/import", "nnnn nnnn yy.. yy.. yyy.", func(c *cell) verdict { // the row's district; what is refused is named
		var district string
		bench.Must(c.w.T, c.w.SQL().QueryRow(`SELECT name FROM districts WHERE id = $1`, c.district()).Scan(&district))
		v := did(bench.ImportMembers(c.Caller, "", bench.MemberListHeader+bench.NewName()+","+bench.NewPhone()+",,,"+district+"\n"))
		if v.letter == 'y' && v.reply.Int("data.created") == 0 {
			v.letter = '.'
		}
		return v
	}},

	matrixRow{"POST /web/member-apply/page", "y.. yy. yy. yy. yyy", func(c *cell) verdict {
		id, p := c.memberApplication()
		return lists(c.Post("/web/member-apply/page", bench.Body{"searchKey": p.Username}), "data.items", "id", id)
	}},
	matrixRow{"PUT /web/member-apply/approve", "nnn nnn yy. yy. yyy", matrixDecision("/web/member-apply/approve", (*cell).memberApplication)},
	matrixRow{"PUT /web/member-apply/reject", "nnn nnn yy. yy. yyy", matrixDecision("/web/member-apply/reject", (*cell).memberApplication)},
	matrixRow{"POST /web/district-apply/page", "y... yy.. yy.y yy.y yyyy", func(c *cell) verdict {
		id, p := c.move()
		return lists(c.Post("/web/district-apply/page", bench.Body{"searchKey": p.Username}), "data.items", "id", id)
	}},
	matrixRow{"PUT /web/district-apply/approve", "nnnn nnnn yy.y yy.y yyyy", matrixDecision("/web/district-apply/approve", (*cell).move)},
	matrixRow{"PUT /web/district-apply/reject", "nnnn nnnn yy.y yy.y yyyy", matrixDecision("/web/district-apply/reject", (*cell).move)},
	matrixRow{"GET /web/todo", "yyyyy", func(c *cell) verdict { return did(c.Get("/web/todo")) }},

	matrixRow{"POST /web/remove/org/page", "nnnn yy.. yy.. yy.. yyy.", matrixRemovals("/web/remove/org/page")},
	matrixRow{"POST /web/remove/free/page", "nnnn nnnn ...y ...y ...y", matrixRemovals("/web/remove/free/page")},
	matrixRow{"GET /web/remove/org/detail/{id}", "nnnn yy.. yy.. yy.. yyy.", matrixRemoval("GET", "/web/remove/org/detail/")},
	matrixRow{"GET /web/remove/free/detail/{id}", "nnnn nnnn ...y ...y ...y", matrixRemoval("GET", "/web/remove/free/detail/")},
	matrixRow{"GET /web/remove/restore/{id}", "nnnn nnnn yy.y yy.y yyyy", matrixRemoval("GET", "/web/remove/restore/")},
	matrixRow{"POST /web/remove/restore/{id}", "nnnn nnnn yy.y yy.y yyyy", matrixRemoval("POST", "/web/remove/restore/")},
	matrixRow{"GET /web/remove/delete/{id}", "nnnn nnnn nnnn yy.y yyyy", matrixRemoval("GET", "/web/remove/delete/")},
	matrixRow{"POST /web/remove/delete/{id}", "nnnn nnnn nnnn yy.y yyyy", matrixRemoval("POST", "/web/remove/delete/")},
)
