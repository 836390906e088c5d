package test

import "hearten/test/bench"

// newSurvey is a survey of the target's centre, or of all; mine is made by the
// caller.
func (c *cell) newSurvey() (id string) {
	id = bench.NewName()
	centre := string(c.place())
	if c.target == neither {
		centre = "CENTRE_ALL"
	}
	c.w.Surveys(bench.Survey{ID: id, Title: id, Centre: centre, Author: c.ID})
	return id
}

// recipient makes a person a recipient of a survey and gives the row's id.
func (c *cell) recipient(survey string, p bench.User) (id string) {
	c.w.Recipients(bench.Recipient{ID: p.ID, SurveyID: survey, UserID: p.ID, Attached: p.Centre != "CENTRE_OTHER"})
	return p.ID
}

// The matrix has two sides of what is done to recipients: whose person it is,
// with a survey that everyone reaches; and whose survey, with a person that
// everyone who may write reaches.

func matrixAdd(kind string) func(c *cell) verdict {
	return func(c *cell) verdict {
		return did(c.Post("/web/survey/"+kind+"-user", bench.Body{"surveyId": c.of(neither).newSurvey(), "userIds": []string{c.person().ID}}))
	}
}

func matrixAddTo(kind string, person target) func(c *cell) verdict {
	return func(c *cell) verdict {
		return did(c.Post("/web/survey/"+kind+"-user", bench.Body{"surveyId": c.newSurvey(), "userIds": []string{c.of(person).person().ID}}))
	}
}

func matrixRecipients(kind string) func(c *cell) verdict {
	return func(c *cell) verdict {
		survey, p := c.of(neither).newSurvey(), c.person()
		c.recipient(survey, p)
		return lists(c.Post("/web/survey/"+kind+"-user/page", bench.Body{"surveyId": survey}), "data.items", "userId", p.ID)
	}
}

func matrixJoinable(kind string) func(c *cell) verdict {
	return func(c *cell) verdict {
		p := c.person()
		return lists(c.Post("/web/survey/"+kind+"-join/page", bench.Body{"surveyId": c.of(neither).newSurvey(), "loginID": p.Username}),
			"data.items", "userId", p.ID)
	}
}

// matrixOfSurvey asks for a list of a survey's: it is there or not.
func matrixOfSurvey(path string) func(c *cell) verdict {
	return func(c *cell) verdict { return did(c.Post(path, bench.Body{"surveyId": c.newSurvey()})) }
}

func matrixToRecipient(method, path string) func(c *cell) verdict {
	return func(c *cell) verdict {
		return did(c.Do(method, path, bench.Body{"surveyUserIds": []string{c.recipient(c.of(neither).newSurvey(), c.person())}}))
	}
}

func matrixToRecipientOf(method, path string) func(c *cell) verdict {
	return func(c *cell) verdict {
		return did(c.Do(method, path, bench.Body{"surveyUserIds": []string{c.recipient(c.newSurvey(), c.of(own).person())}}))
	}
}

var _ = inMatrix(
	matrixRow{"POST /web/survey", "nyyyy", func(c *cell) verdict {
		return did(c.Post("/web/survey", bench.Body{"title": "問卷", "link": bench.SurveyLink}))
	}},
	matrixRow{"GET /web/survey/{id}", "yy.y yy.y yy.y yy.y yyyy", func(c *cell) verdict { return did(c.Get("/web/survey/" + c.newSurvey())) }},
	matrixRow{"POST /web/survey/page", "yy.y yy.y yy.y yy.y yyyy", func(c *cell) verdict {
		id := c.newSurvey()
		return lists(c.Post("/web/survey/page", bench.Body{"searchKey": id}), "data.items", "id", id)
	}},
	matrixRow{"PUT /web/survey", "nnnn yy.y yy.y yy.y yyyy", func(c *cell) verdict {
		return did(c.Put("/web/survey", bench.Body{"id": c.newSurvey(), "title": "改題"}))
	}},
	matrixRow{"DELETE /web/survey/{id}", "nnnn yy.y yy.y yy.y yyyy", func(c *cell) verdict { return did(c.Delete("/web/survey/" + c.newSurvey())) }},

	matrixRow{"POST /web/survey/org-user", "nnnn yy.n yy.x yy.x yyyx", matrixAdd("org")},
	matrixRow{"POST /web/survey/org-user", "nnnn yy.y yy.y yy.y yyyy", matrixAddTo("org", own)},
	matrixRow{"POST /web/survey/free-user", "nnnn nnnn xx.y xx.y xxxy", matrixAdd("free")},
	matrixRow{"POST /web/survey/free-user", "nnnn nnnn yy.y yy.y yyyy", matrixAddTo("free", neither)},
	matrixRow{"POST /web/survey/org-user/page", "y... yy.. yy.. yy.. yyy.", matrixRecipients("org")},
	matrixRow{"POST /web/survey/org-user/page", "yy.y yy.y yy.y yy.y yyyy", matrixOfSurvey("/web/survey/org-user/page")},
	matrixRow{"POST /web/survey/free-user/page", "nnnn nnnn ...y ...y ...y", matrixRecipients("free")},
	matrixRow{"POST /web/survey/free-user/page", "nnnn nnnn yy.y yy.y yyyy", matrixOfSurvey("/web/survey/free-user/page")},
	matrixRow{"POST /web/survey/org-join/page", "y... yy.. yy.. yy.. yyy.", matrixJoinable("org")},
	matrixRow{"POST /web/survey/org-join/page", "yy.y yy.y yy.y yy.y yyyy", matrixOfSurvey("/web/survey/org-join/page")},
	matrixRow{"POST /web/survey/free-join/page", "nnnn nnnn ...y ...y ...y", matrixJoinable("free")},
	matrixRow{"POST /web/survey/free-join/page", "nnnn nnnn yy.y yy.y yyyy", matrixOfSurvey("/web/survey/free-join/page")},
	matrixRow{"POST /web/survey/send", "nnnn yy.n yy.y yy.y yyyy", matrixToRecipient("POST", "/web/survey/send")},
	matrixRow{"POST /web/survey/send", "nnnn yy.y yy.y yy.y yyyy", matrixToRecipientOf("POST", "/web/survey/send")},
	matrixRow{"DELETE /web/survey/users", "nnnn yy.n yy.y yy.y yyyy", matrixToRecipient("DELETE", "/web/survey/users")},
	matrixRow{"DELETE /web/survey/users", "nnnn yy.y yy.y yy.y yyyy", matrixToRecipientOf("DELETE", "/web/survey/users")},
)
