package test

// two are two new people of the target's, with a row of a status between them:
// the first asked the second.
func (c *cell) two(status int) (pair string, first, second modelPerson) {
	first, second = c.person(), c.person()
	pair = matrixName()
	c.exec(`INSERT INTO friend_pairs (id, user_low, user_high, status, requested_by, created_at, friend_at) VALUES ($1, $2, $3, $4, $5, $6, $6)`,
		pair, min(first.id, second.id), max(first.id, second.id), status, first.id, c.w.Clock.Now())
	return pair, first, second
}

// blocked is a block of one of the target's people.
func (c *cell) blocked() (id string, by, who modelPerson) {
	id, by, who = matrixName(), c.person(), c.person()
	c.exec(`INSERT INTO friend_blocks (id, user_id, blocked_id, created_at) VALUES ($1, $2, $3, $4)`, id, by.id, who.id, c.w.Clock.Now())
	return id, by, who
}

func matrixDecideFriend(path string) func(c *cell) verdict {
	return func(c *cell) verdict {
		pair, _, _ := c.two(0)
		return did(c.Post(path, body{"friendRequestIds": []string{pair}}))
	}
}

var _ = inMatrix(
	matrixRow{"POST /web/friends/users/page", "y..n yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		_, first, second := c.two(1)
		return lists(c.Post("/web/friends/users/page", body{"userId": first.id}), "data.0.items", "userId", second.id)
	}},
	matrixRow{"POST /web/friends/blocked-users/page", "y..n yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		id, by, _ := c.blocked()
		return lists(c.Post("/web/friends/blocked-users/page", body{"userId": by.id}), "data.0.items", "friendBlockId", id)
	}},
	matrixRow{"POST /web/friends/search-org-users/page", "y... yy.. yy.. yy.. yyy.", func(c *cell) verdict {
		p := c.person()
		return lists(c.Post("/web/friends/search-org-users/page", body{"searchKey": p.username}), "data.0.items", "userId", p.id)
	}},
	matrixRow{"POST /web/friends/search-free-users/page", "nnnn nnnn ...y ...y ...y", func(c *cell) verdict {
		p := c.person()
		return lists(c.Post("/web/friends/search-free-users/page", body{"searchKey": p.username}), "data.0.items", "userId", p.id)
	}},
	matrixRow{"POST /web/friends/search-org-users/page", "y..n yy.n yy.y yy.y yyyy", func(c *cell) verdict { // for whom
		return did(c.Post("/web/friends/search-org-users/page", body{"userId": c.person().id}))
	}},
	matrixRow{"GET /web/friends/users/{user_id}", "y..n yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		pair, first, _ := c.two(1)
		return did(c.Get("/web/friends/users/" + first.id + "?friend=" + pair))
	}},
	matrixRow{"GET /web/friends/users/{user_id}/default-permissions", "y..n yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Get("/web/friends/users/" + c.person().id + "/default-permissions"))
	}},
	matrixRow{"POST /web/friends/users/{user_id}/default-permissions", "nnnn yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Post("/web/friends/users/"+c.person().id+"/default-permissions", body{"searchable": false}))
	}},
	matrixRow{"POST /web/friends/users", "nnnn yy.n yy.y yy.y yyyy", func(c *cell) verdict { // add: whose friend
		return did(c.Post("/web/friends/users", body{"userId": c.person().id, "targetUserIds": []string{c.of(own).person().id}}))
	}},
	matrixRow{"POST /web/friends/users", "nnnn yy.n yy.y yy.y yyyy", func(c *cell) verdict { // add: the new friend
		return did(c.Post("/web/friends/users", body{"userId": c.of(own).person().id, "targetUserIds": []string{c.person().id}}))
	}},
	matrixRow{"POST /web/friends/users", "nnnn yy.n yy.y yy.y yyyy", matrixDecideFriend("/web/friends/users")},
	matrixRow{"POST /web/friends/users/reject", "nnnn yy.n yy.y yy.y yyyy", matrixDecideFriend("/web/friends/users/reject")},
	matrixRow{"POST /web/friends/users/accept", "nnnn yy.n yy.y yy.y yyyy", matrixDecideFriend("/web/friends/users/accept")},
	matrixRow{"DELETE /web/friends/users", "nnnn yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		pair, _, _ := c.two(1)
		return did(c.Do("DELETE", "/web/friends/users", body{"friendIds": []string{pair}}))
	}},
	matrixRow{"POST /web/friends/users/block", "nnnn yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Post("/web/friends/users/block", body{"userId": c.person().id, "targetUserIds": []string{c.person().id}}))
	}},
	matrixRow{"POST /web/friends/users/block", "nnnn yyyy yyyy yyyy yyyy", func(c *cell) verdict { // anyone can be kept away
		return did(c.Post("/web/friends/users/block", body{"userId": c.of(own).person().id, "targetUserIds": []string{c.person().id}}))
	}},
	matrixRow{"DELETE /web/friends/users/block", "nnnn yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		id, _, _ := c.blocked()
		return did(c.Do("DELETE", "/web/friends/users/block", body{"friendBlockIds": []string{id}}))
	}},
	matrixRow{"POST /web/friends/permissions", "nnnn yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Post("/web/friends/permissions", body{"userId": c.person().id, "actorId": c.of(own).person().id, "stepView": true}))
	}},
)
