package bench

import (
	"cmp"
	"time"
)

// SurveyLink is where a survey is filled in.
const SurveyLink = "https://forms.example.hk/mood"

// NewSurvey creates a survey and finds its id in the list.
func NewSurvey(c *Caller, title string) (id string) {
	c.Post("/web/survey", Body{"title": title, "link": SurveyLink}).OK()
	return c.Post("/web/survey/page", Body{"searchKey": title}).OK().String("data.items.0.id")
}

// Recipient is a row of survey_users. Without a time it has not been sent.
type Recipient struct {
	ID, SurveyID, UserID string
	Attached             bool
	SendAt, Created      time.Time
}

// Recipients writes recipients of surveys to the table.
func (w *World) Recipients(all ...Recipient) {
	w.T.Helper()
	rows := make([]row, len(all))
	for i, r := range all {
		if r.Created.IsZero() {
			r.Created = w.Clock.Now()
		}
		rows[i] = row{"id": cmp.Or(r.ID, NewName()), "survey_id": r.SurveyID, "user_id": r.UserID, "attached": r.Attached,
			"send_at": timeOrNull(r.SendAt), "created_at": r.Created}
	}
	w.insert("survey_users", rows...)
}

// SurveySent sends a survey to a user of no centre.
func (w *World) SurveySent(surveyID, userID string) {
	w.T.Helper()
	w.Recipients(Recipient{SurveyID: surveyID, UserID: userID, SendAt: w.Clock.Now()})
}

// Survey is a row of surveys.
type Survey struct {
	ID, Title, Link, Centre, Author string
	Created                         time.Time
}

// Surveys writes surveys to the table.
func (w *World) Surveys(all ...Survey) {
	w.T.Helper()
	rows := make([]row, len(all))
	for i, s := range all {
		if s.Created.IsZero() {
			s.Created = w.Clock.Now()
		}
		rows[i] = row{"id": s.ID, "title": s.Title, "link": cmp.Or(s.Link, SurveyLink), "centre": s.Centre, "created_by": s.Author, "version": 1,
			"created_at": s.Created, "updated_at": s.Created}
	}
	w.insert("surveys", rows...)
}
