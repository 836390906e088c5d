package demo

import (
	"time"

	"hearten/internal/demo/jsonpath"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
)

// live is one day: the morning belongs to the staff, the evening to the members.
func (p *programme) live(day int) error {
	today := clock.DateOf(p.options.Now).AddDays(day - p.options.Days)
	morning := today.Start().Add(10 * time.Hour)
	if p.clock.Now().Before(morning) && morning.Before(p.options.Now) {
		p.clock.Set(morning)
	}
	for len(p.members) < p.joiners(day) {
		p.clock.Advance(time.Second)
		if err := p.enrol(day); err != nil {
			return err
		}
	}
	if err := p.work(day); err != nil {
		return err
	}
	evening := today.Start().Add(20 * time.Hour)
	if day == p.options.Days {
		evening = p.options.Now.Add(-10 * time.Minute)
	}
	if p.clock.Now().Before(evening) {
		p.clock.Set(evening)
	}
	if err := p.app.Queue.RunDue(p.ctx); err != nil {
		return err
	}
	for _, m := range p.members {
		if !p.chance(m.active) && day < p.options.Days {
			continue
		}
		if err := p.visit(m); err != nil {
			return err
		}
	}
	return p.app.Queue.RunDue(p.ctx)
}

// work is what staff do on a day.
func (p *programme) work(day int) error {
	if len(p.members) == 0 {
		return nil
	}
	if day%7 == 3 {
		words := pick(p, noticeWords)
		for _, centre := range []access.Centre{access.CentreA, access.CentreB} {
			if err := p.tell(centre, words); err != nil {
				return err
			}
		}
	}
	if day%20 == 10 {
		return p.askAll(surveyTitles[day/20%len(surveyTitles)])
	}
	return nil
}

// tell sends a notice to all of a centre.
func (p *programme) tell(centre access.Centre, words [2]string) error {
	ids := p.idsOf(centre)
	if len(ids) == 0 {
		return nil
	}
	_, err := p.do(p.someone(centre, access.Chief), "POST", "/web/notice/org/send-batch",
		body{"userIds": ids, "title": words[0], "content": words[1]})
	return err
}

func (p *programme) idsOf(centre access.Centre) []string {
	var ids []string
	for _, m := range p.members {
		if m.centre == centre && len(ids) < 1000 {
			ids = append(ids, m.id)
		}
	}
	return ids
}

// askAll sends a survey to everyone of the partner centres.
func (p *programme) askAll(title string) error {
	if _, err := p.do(p.admin, "POST", "/web/survey", body{"title": title, "link": "https://forms.example.hk/survey"}); err != nil {
		return err
	}
	page, err := p.do(p.admin, "POST", "/web/survey/page", body{"searchKey": title})
	if err != nil {
		return err
	}
	id := jsonpath.Text(page, "items.0.id")
	ids := append(p.idsOf(access.CentreA), p.idsOf(access.CentreB)...)
	if len(ids) > 1000 {
		ids = ids[:1000]
	}
	if _, err := p.do(p.admin, "POST", "/web/survey/org-user", body{"surveyId": id, "userIds": ids}); err != nil {
		return err
	}
	var recipients []string
	for n := 1; len(recipients) < len(ids); n++ {
		page, err := p.do(p.admin, "POST", "/web/survey/org-user/page",
			body{"surveyId": id, "pagination": body{"page": n, "size": 100}})
		if err != nil {
			return err
		}
		for _, one := range jsonpath.List(page, "items") {
			recipients = append(recipients, jsonpath.Text(one, "surveyUserId"))
		}
	}
	_, err = p.do(p.admin, "POST", "/web/survey/send", body{"surveyUserIds": recipients})
	return err
}
