package test

import "hearten/test/bench"

// two are two new people of the target's, with a row of a status between them:
// the first asked the second.
func (c *cell) two(status int) (pair string, first, second bench.User) {
	first, second = c.person(), c.person()
	return c.w.FriendPairs(status, first.ID, second.ID)[0], first, second
}

// blocked is a block of one of the target's people.
func (c *cell) blocked() (id string, by, who bench.User) {
	by, who = c.person(), c.person()
	return c.w.FriendBlock(by.ID, who.ID), by, who
}

func matrixDecideFriend(path string) func(c *cell) verdict {
	return func(c *cell) verdict {
		pair, _, _ := c.two(0)
		return did(c.Post(path, bench.Body{"friendRequestIds": []string{pair}}))
	}
}

var _ = inMatrix(
	matrixRow{"POST /web/friends/users/page", "y..n yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		_, first, second := c.two(1)
		return lists(c.Post("/web/friends/users/page", bench.Body{"userId": first.ID}), "data.0.items", "userId", second.ID)
	}},
	matrixRow{"POST /web/friends/blocked-users/page", "y..n yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		id, by, _ := c.blocked()
		return lists(c.Post("/web/friends/blocked-users/page", bench.Body{"userId": by.ID}), "data.0.items", "friendBlockId", id)
	}},
	matrixRow{"POST /web/friends/search-org-users/page", "y... yy.. yy.. yy.. yyy.", func(c *cell) verdict {
		p := c.person()
		return lists(c.Post("/web/friends/search-org-users/page", bench.Body{"searchKey": p.Username}), "data.0.items", "userId", p.ID)
	}},
	matrixRow{"POST /web/friends/search-free-users/page", "nnnn nnnn ...y ...y ...y", func(c *cell) verdict {
		p := c.person()
		return lists(c.Post("/web/friends/search-free-users/page", bench.Body{"searchKey": p.Username}), "data.0.items", "userId", p.ID)
	}},
	matrixRow{"POST /web/friends/search-org-users/page", "y..n yy.n yy.y yy.y yyyy", func(c *cell) verdict { // for whom
		return did(c.Post("/web/friends/search-org-users/page", bench.Body{"userId": c.person().ID}))
	}},
	matrixRow{"GET /web/friends/users/{user_id}", "y..n yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		pair, first, _ := c.two(1)
		return did(c.Get("/web/friends/users/" + first.ID + "?friend=" + pair))
	}},
	matrixRow{"GET /web/friends/users/{user_id}/default-permissions", "y..n yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Get("/web/friends/users/" + c.person().ID + "/default-permissions"))
	}},
	matrixRow{"POST /web/friends/users/{user_id}/default-permissions", "nnnn yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Post("/web/friends/users/"+c.person().ID+"/default-permissions", bench.Body{"searchable": false}))
	}},
	matrixRow{"POST /web/friends/users", "nnnn yy.n yy.y yy.y yyyy", func(c *cell) verdict { // add: whose friend
		return did(c.Post("/web/friends/users", bench.Body{"userId": c.person().ID, "targetUserIds": []string{c.of(own).person().ID}}))
	}},
	matrixRow{"POST /web/friends/users", "nnnn yy.n yy.y yy.y yyyy", func(c *cell) verdict { // add: the new friend
		return did(c.Post("/web/friends/users", bench.Body{"userId": c.of(own).person().ID, "targetUserIds": []string{c.person().ID}}))
	}},
	matrixRow{"POST /web/friends/users", "nnnn yy.n yy.y yy.y yyyy", matrixDecideFriend("/web/friends/users")},
	matrixRow{"POST /web/friends/users/reject", "nnnn yy.n yy.y yy.y yyyy", matrixDecideFriend("/web/friends/users/reject")},
	matrixRow{"POST /web/friends/users/accept", "nnnn yy.n yy.y yy.y yyyy", matrixDecideFriend("/web/friends/users/accept")},
	matrixRow{"DELETE /web/friends/users", "nnnn yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		pair, _, _ := c.two(1)
		return did(c.Do("DELETE", "/web/friends/users", bench.Body{"friendIds": []string{pair}}))
	}},
	matrixRow{"POST /web/friends/users/block", "nnnn yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Post("/web/friends/users/block", bench.Body{"userId": c.person().ID, "targetUserIds": []string{c.person().ID}}))
	}},
	matrixRow{"POST /web/friends/users/block", "nnnn yyyy yyyy yyyy yyyy", func(c *cell) verdict { // anyone can be kept away
		return did(c.Post("/web/friends/users/block", bench.Body{"userId": c.of(own).person().ID, "targetUserIds": []string{c.person().ID}}))
	}},
	matrixRow{"DELETE /web/friends/users/block", "nnnn yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		id, _, _ := c.blocked()
		return did(c.Do("DELETE", "/web/friends/users/block", bench.Body{"friendBlockIds": []string{id}}))
	}},
	matrixRow{"POST /web/friends/permissions", "nnnn yy.n yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Post("/web/friends/permissions", bench.Body{"userId": c.person().ID, "actorId": c.of(own).person().ID, "stepView": true}))
	}},
)
