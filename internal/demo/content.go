package demo

import (
	"fmt"
	"io/fs"
	"time"

	"hearten/internal/demo/jsonpath"
	"hearten/internal/media/artwork"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
)

// The ways of content: how far an article or a resource gets.
const (
	draft = iota + 1
	awaitingChief
	awaitingSupervisor
	ready
	listed
	delisted
)

// prepareContent has both centres write what is there on the first day.
func (p *programme) prepareContent() error {
	for _, tag := range []string{"運動", "情緒", "家人", "工作", "飲食"} {
		if _, err := p.do(p.admin, "POST", "/web/articles/tags", body{"name": tag}); err != nil {
			return err
		}
	}
	for _, centre := range []access.Centre{access.CentreA, access.CentreB} {
		for category := 1; category <= 4; category++ {
			for n, title := range titles[category] {
				// Most are listed; every other state occurs too.
				goal := listed
				if n >= 3 {
					goal = draft + n%6
				}
				if err := p.write(centre, category, n, title, goal); err != nil {
					return err
				}
			}
		}
	}
	for n, place := range places {
		goal := listed
		if n >= 6 {
			goal = draft + n%6
		}
		if err := p.describe(n, place, goal); err != nil {
			return err
		}
	}
	return nil
}

// picture is one of our own drawings, uploaded by a staff member.
func (p *programme) picture(who *person) (key string, err error) {
	file, err := fs.ReadFile(artwork.Files(), pick(p, artwork.Pictures()).File)
	if err != nil {
		return "", err
	}
	data, err := p.upload(who, "/web/media/upload", "files", file)
	return jsonpath.Text(data, "0.fileKey"), err
}

func (p *programme) write(centre access.Centre, category, n int, title string, goal int) error {
	author := p.someone(centre, access.Professional, access.Support)
	thumbnail, err := p.picture(author)
	if err != nil {
		return err
	}
	in := body{
		"title": title, "category": category, "type": 0, "thumbnail": body{"fileKey": thumbnail},
		"content": pick(p, paragraphs) + pick(p, paragraphs) + pick(p, paragraphs),
	}
	switch category {
	case 1:
		in["district"] = body{"type": map[access.Centre][]int{access.CentreA: {1, 2}, access.CentreB: {3, 4, 5, 6, 7, 8}}[centre][n%2]}
		in["registrationLink"] = fmt.Sprintf("https://forms.example.hk/activity/%d", n+1)
		in["pullTime"] = clock.DateOf(p.clock.Now()).AddDays(p.options.Days+20+n).String() + "T00:00:00Z"
	case 2:
		in["subcategory"] = n%9 + 1
	}
	switch n % 4 {
	case 1:
		image, err := p.picture(author)
		if err != nil {
			return err
		}
		in["type"], in["images"] = 1, []body{{"fileKey": image}}
	case 2:
		in["type"], in["videoLink"] = 3, fmt.Sprintf("https://video.example.hk/%d", n+1)
	}
	data, err := p.do(author, "POST", "/web/articles", in)
	if err != nil {
		return err
	}
	id := jsonpath.Text(data, "id")
	return p.review(centre, author, goal, func(who *person, status int) error {
		_, err := p.do(who, "POST", "/web/articles/statuses", body{"articleIds": id, "status": body{"type": status}})
		return err
	})
}

func (p *programme) describe(n int, place [2]string, goal int) error {
	d := p.districts[n%13]
	author := p.someone(d.centre, access.Professional)
	types, err := p.do(author, "GET", "/web/community-resource/types", nil)
	if err != nil {
		return err
	}
	kind := jsonpath.At(types, fmt.Sprint(n%5))
	picture, err := p.picture(author)
	if err != nil {
		return err
	}
	in := body{
		"name": place[0], "address": d.name + place[1], "phone": fmt.Sprintf("2%07d", 3000000+n*37), "fileKey": picture,
		"resourceId": jsonpath.Text(kind, "subtypes.0.subTypeId"), "communityId": d.id, "introduce": "開放予所有街坊，請先致電查詢。",
	}
	if _, err := p.do(author, "POST", "/web/community-resource", in); err != nil {
		return err
	}
	page, err := p.do(author, "POST", "/web/community-resource/page", body{"status": draft, "communityIds": []string{d.id}})
	if err != nil {
		return err
	}
	id := jsonpath.Text(page, "items.0.id")
	return p.review(d.centre, author, goal, func(who *person, status int) error {
		_, err := p.do(who, "PUT", "/web/community-resource/status", body{"id": id, "status": status})
		return err
	})
}

// review takes content from its draft as far as it gets.
func (p *programme) review(centre access.Centre, author *person, goal int, move func(who *person, status int) error) error {
	chief, supervisor := p.someone(centre, access.Chief), p.someone(centre, access.Supervisor)
	by := map[int]*person{awaitingChief: author, awaitingSupervisor: chief, ready: supervisor, listed: chief, delisted: chief}
	for status := awaitingChief; status <= goal; status++ {
		p.clock.Advance(time.Minute)
		if err := move(by[status], status); err != nil {
			return err
		}
	}
	return nil
}
