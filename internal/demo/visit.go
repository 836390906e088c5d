package demo

import (
	"fmt"
	"io/fs"
	"time"

	"hearten/internal/demo/jsonpath"
	"hearten/internal/media/artwork"
	"hearten/internal/platform/clock"
)

// visit is a member opening the App in the evening.
func (p *programme) visit(m *person) error {
	p.clock.Advance(time.Second)
	acts := []struct {
		chance float64
		act    func(*person) error
	}{
		{0.9, p.syncSteps}, {m.reads, p.readArticle}, {m.reads / 2, p.readResource}, {m.social, p.makeFriend}, {0.15, p.study},
		{0.1, p.checkIn}, {0.1, p.openSurvey}, {0.6, p.claimAll}, {0.2, p.shop}, {0.3, p.readNotices},
	}
	for _, a := range acts {
		if p.chance(a.chance) {
			if err := a.act(m); err != nil {
				return err
			}
		}
	}
	return nil
}

// syncSteps sends what the phone counted since the last time: an hour a row.
func (p *programme) syncSteps(m *person) error {
	const origin = "com.google.android.apps.fitness"
	now := p.clock.Now()
	from := m.lastSync.Truncate(time.Hour)
	if oldest := now.AddDate(0, 0, -20); from.Before(oldest) {
		from = oldest.Truncate(time.Hour)
	}
	var rows []body
	for hour := from; hour.Add(time.Hour).Before(now) && len(rows) < 500; hour = hour.Add(time.Hour) {
		steps := p.stepsOf(m, hour.In(clock.HongKong))
		if steps > 0 {
			rows = append(rows, body{"startTime": stamp(hour), "endTime": stamp(hour.Add(time.Hour)), "steps": steps})
		}
		m.lastSync = hour.Add(time.Hour)
	}
	if len(rows) == 0 {
		return nil
	}
	_, err := p.do(m, "POST", "/app/health/steps/sync", body{"dataOrigins": []string{origin}, "dataOrigin": origin, "data": rows})
	return err
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// stepsOf follows a day: mornings and evenings are busy, nights are quiet.
func (p *programme) stepsOf(m *person, hour time.Time) int {
	share := map[int]float64{7: 0.08, 8: 0.14, 9: 0.08, 10: 0.06, 12: 0.1, 13: 0.08, 15: 0.06, 17: 0.1, 18: 0.14, 19: 0.1, 20: 0.06}[hour.Hour()]
	if share == 0 || p.chance(0.15) {
		return 0
	}
	return int(float64(m.walks) * share * (0.4 + 1.4*p.rand.Float64()))
}

func (p *programme) readArticle(m *person) error {
	page, err := p.do(m, "POST", "/app/articles/page", body{"pagination": body{"page": 1, "size": 30}})
	if err != nil || len(jsonpath.List(page, "items")) == 0 {
		return err
	}
	id := jsonpath.Text(pick(p, jsonpath.List(page, "items")), "id")
	acts := []string{"read"}
	if p.chance(0.3) {
		acts = append(acts, "like")
	}
	if p.chance(0.15) {
		acts = append(acts, "bookmark")
	}
	if _, err := p.do(m, "GET", "/app/articles/"+id, nil); err != nil {
		return err
	}
	for _, act := range acts {
		if _, err := p.do(m, "POST", "/app/articles/"+id+"/"+act, nil); err != nil {
			return err
		}
	}
	return nil
}

func (p *programme) readResource(m *person) error {
	d := p.districts[p.rand.IntN(13)]
	page, err := p.do(m, "POST", "/app/community-resource/page", body{"communityId": d.id})
	if err != nil || len(jsonpath.List(page, "items")) == 0 {
		return err
	}
	_, err = p.do(m, "POST", "/app/community-resource/"+jsonpath.Text(page, "items.0.id")+"/read", nil)
	return err
}

// makeFriend answers who asked, or asks somebody.
func (p *programme) makeFriend(m *person) error {
	waiting, err := p.do(m, "POST", "/app/friends/request-users/page", body{})
	if err != nil {
		return err
	}
	for _, one := range jsonpath.List(waiting, "items") {
		answer := "accept"
		if p.chance(0.1) {
			answer = "reject"
		}
		if _, err := p.do(m, "POST", "/app/friends/users/"+jsonpath.Text(one, "userId")+"/"+answer, nil); err != nil {
			return err
		}
	}
	other := pick(p, p.members)
	if other == m {
		return nil
	}
	act := "request"
	if p.chance(0.03) {
		act = "block"
	}
	_, err = p.do(m, "POST", "/app/friends/users/"+other.id+"/"+act, nil)
	return err
}

// study opens a lesson, or goes on with one.
func (p *programme) study(m *person) error {
	page, err := p.do(m, "POST", "/app/lesson/all-lesson-page", body{"category": 0, "pagination": body{"page": 1, "size": 50}})
	if err != nil || len(jsonpath.List(page, "items")) == 0 {
		return err
	}
	lesson := pick(p, jsonpath.List(page, "items"))
	id := jsonpath.Text(lesson, "lessonId")
	if _, err := p.do(m, "POST", "/app/lesson/"+id+"/open", nil); err != nil {
		return err
	}
	for n := 1; n <= jsonpath.Int(lesson, "chapterTotal"); n++ {
		if p.chance(0.3) {
			break
		}
		if _, err := p.do(m, "POST", fmt.Sprintf("/app/lesson/%s/chapters/%d/finish", id, n), nil); err != nil {
			return err
		}
	}
	return nil
}

// checkIn uploads a photo of a building, if there is a token for it.
func (p *programme) checkIn(m *person) error {
	wallet, err := p.do(m, "GET", "/app/shop/wallet", nil)
	if err != nil || jsonpath.Int(wallet, "token") == 0 {
		return err
	}
	photo, err := fs.ReadFile(artwork.Files(), pick(p, artwork.Pictures()).File)
	if err != nil {
		return err
	}
	_, err = p.upload(m, fmt.Sprintf("/app/community-map/%d/%d", p.rand.IntN(13), 1+p.rand.IntN(5)), "file", photo)
	return err
}

func (p *programme) openSurvey(m *person) error {
	page, err := p.do(m, "POST", "/app/survey/page", body{})
	if err != nil {
		return err
	}
	for _, one := range jsonpath.List(page, "items") {
		if jsonpath.At(one, "openedAt") == nil {
			_, err := p.do(m, "PUT", "/app/survey/"+jsonpath.Text(one, "surveyUserId")+"/open", nil)
			return err
		}
	}
	return nil
}

// claimAll takes the rewards that wait, and vouchers that were granted.
func (p *programme) claimAll(m *person) error {
	for range 20 {
		waiting, err := p.do(m, "GET", "/app/mission/rewards", nil)
		if err != nil {
			return err
		}
		if waiting == nil {
			break
		}
		if _, err := p.do(m, "POST", "/app/mission/"+jsonpath.Text(waiting, "missionId")+"/claim", nil); err != nil {
			return err
		}
	}
	if m.forgets {
		return nil
	}
	granted, err := p.do(m, "POST", "/app/shop/vouchers/rewards", nil)
	if err != nil || granted == nil {
		return err
	}
	_, err = p.do(m, "POST", "/app/shop/vouchers/"+jsonpath.Text(granted, "voucherId")+"/claim", nil)
	return err
}

// shop buys the first mascot, then things for it.
func (p *programme) shop(m *person) error {
	wallet, err := p.do(m, "GET", "/app/shop/wallet", nil)
	if err != nil {
		return err
	}
	coin := jsonpath.Int(wallet, "coin")
	if !m.adopted {
		mascots, err := p.do(m, "GET", "/app/shop/mascots", nil)
		if err != nil {
			return err
		}
		mascot := pick(p, jsonpath.List(mascots, ""))
		if jsonpath.Int(mascot, "coin") > coin {
			return nil
		}
		m.adopted = true
		_, err = p.do(m, "POST", "/app/shop/mascots", body{"mascotEnum": jsonpath.Int(mascot, "mascotEnum"), "name": pick(p, nicknames)})
		return err
	}
	items, err := p.do(m, "POST", "/app/shop/items/filter", body{"categoryId": 1 + p.rand.IntN(2)})
	if err != nil {
		return err
	}
	for _, item := range jsonpath.List(items, "") {
		if jsonpath.Int(item, "coin") <= coin && jsonpath.At(item, "isPurchased") == false && jsonpath.At(item, "saleable") == true && jsonpath.At(item, "birthdaySpecial") == false {
			if _, err := p.do(m, "POST", "/app/shop/items/"+jsonpath.Text(item, "id")+"/purchase", nil); err != nil {
				return err
			}
			_, err := p.do(m, "POST", "/app/shop/items/"+jsonpath.Text(item, "id")+"/use", nil)
			return err
		}
	}
	return nil
}

func (p *programme) readNotices(m *person) error {
	_, err := p.do(m, "PUT", "/app/notice/read-all", nil)
	return err
}
