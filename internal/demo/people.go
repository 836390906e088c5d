package demo

import (
	"fmt"
	"time"

	"hearten/internal/demo/jsonpath"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/session"
	"hearten/internal/staff"
)

// character is how a member lives; it decides what they do each day.
type character struct {
	birth    int // the day of the demo on which they join
	plan     bool
	active   float64 // the chance that they open the App on a day
	walks    int     // usual steps a day
	reads    float64
	social   float64
	lastSync time.Time
	adopted  bool
	forgets  bool // to claim vouchers
}

type district struct {
	id     string
	name   string
	centre access.Centre
	code   int // of the community; -1 outside
}

// hireStaff gives both centres someone in every role.
func (p *programme) hireStaff() error {
	positions := []struct {
		code  access.Code
		count int
	}{{access.Support, 2}, {access.Professional, 2}, {access.Chief, 2}, {access.Supervisor, 1}}
	for _, centre := range []access.Centre{access.CentreA, access.CentreB} {
		for _, position := range positions {
			for n := range position.count {
				if err := p.hire(position.code, centre, n+1); err != nil {
					return err
				}
			}
		}
	}
	if err := p.hire(access.Admin, access.CentreAll, 1); err != nil {
		return err
	}
	p.admin = p.staff[len(p.staff)-1]
	return p.readDistricts()
}

func (p *programme) hire(code access.Code, centre access.Centre, n int) error {
	name := pick(p, surnames) + pick(p, givenNames)
	letter := map[access.Centre]string{access.CentreA: "a", access.CentreB: "b", access.CentreAll: "all"}[centre]
	login := fmt.Sprintf("%s%d.%s@hearten.test", lower(code), n, letter)
	for _, role := range access.Roles() {
		if role.Code != code || role.Centre != centre {
			continue
		}
		if _, err := p.app.Staff.Create(p.ctx, staff.NewStaff{Email: login, Name: name, Role: role, Password: Password}); err != nil {
			return err
		}
	}
	one := &person{login: login, nickname: name, audience: session.Web, code: code, centre: centre}
	var err error
	one.id, err = staffID(p.ctx, p.app.DB, login)
	p.staff = append(p.staff, one)
	return err
}

func lower(code access.Code) string {
	return map[access.Code]string{
		access.Support: "support", access.Professional: "professional", access.Chief: "chief",
		access.Supervisor: "supervisor", access.Admin: "admin",
	}[code]
}

func (p *programme) readDistricts() error {
	data, err := p.do(p.admin, "GET", "/web/districts", nil)
	for _, one := range jsonpath.List(data, "") {
		d := district{id: jsonpath.Text(one, "id"), name: jsonpath.Text(one, "name"), centre: access.Centre(jsonpath.Text(one, "centreEnum")), code: -1}
		if jsonpath.At(one, "code") != nil {
			d.code = jsonpath.Int(one, "code")
		}
		p.districts = append(p.districts, d)
	}
	return err
}

// someone is a staff member of a centre in one of the roles.
func (p *programme) someone(centre access.Centre, codes ...access.Code) *person {
	var fitting []*person
	for _, one := range p.staff {
		for _, code := range codes {
			if one.code == code && one.centre == centre {
				fitting = append(fitting, one)
			}
		}
	}
	if len(fitting) == 0 {
		return p.admin
	}
	return pick(p, fitting)
}

// joiners are how many members have joined by the end of a day: most in the
// first weeks.
func (p *programme) joiners(day int) int {
	return min(p.options.Users, p.options.Users*(day+5)/(p.options.Days/2+1))
}

// enrol lets staff sign someone up; the rest of the profile they fill in
// themselves.
func (p *programme) enrol(day int) error {
	n := len(p.members)
	m := &person{audience: session.App, nickname: pick(p, nicknames), login: fmt.Sprintf("6%07d", 1000000+n)}
	m.character = character{
		birth: day, active: 0.25 + 0.7*p.rand.Float64(), walks: 1500 + p.rand.IntN(9000),
		reads: p.rand.Float64() * 0.5, social: p.rand.Float64() * 0.15, forgets: n%5 == 4,
	}
	if n == 0 { // whoever looks around signs in as the first one
		m.active, m.reads, m.social = 0.95, 0.5, 0.4
	}
	d := p.districts[n%len(p.districts)]
	m.centre = d.centre
	m.plan = d.centre != access.CentreOther && n%3 != 0
	in := body{
		"phone": m.login, "nickname": m.nickname, "districtId": d.id,
		"birthday": clock.DateOf(p.clock.Now().AddDate(-20-p.rand.IntN(50), 0, -p.rand.IntN(365))).String(),
	}
	if m.plan {
		in["serviceNumber"] = fmt.Sprintf("S%05d", n+1)
	}
	chief := p.someone(d.centre, access.Chief)
	data, err := p.do(chief, "POST", "/web/users", in)
	if err != nil {
		return err
	}
	m.id = jsonpath.Text(data, "userId")
	p.members = append(p.members, m)
	return p.settleIn(m, chief)
}

// settleIn is a member's first visit.
func (p *programme) settleIn(m, chief *person) error {
	if m.centre != access.CentreOther {
		responsible := p.someone(m.centre, access.Support, access.Professional)
		if _, err := p.do(chief, "PUT", "/web/users/staff", body{"userIds": []string{m.id}, "staffId": responsible.id}); err != nil {
			return err
		}
	}
	if _, err := p.do(m, "PUT", "/app/users/personal", body{"gender": p.rand.IntN(3), "signature": pick(p, signatures)}); err != nil {
		return err
	}
	if len(p.members) == 1 {
		if _, err := p.do(m, "POST", "/app/auth/password", body{"password": Password}); err != nil {
			return err
		}
		m.token = "" // the new password ended other sessions
	}
	if p.chance(0.8) {
		in := body{"age": 20 + p.rand.IntN(50), "height": 150 + p.rand.IntN(35), "weight": 45 + p.rand.IntN(40)}
		if _, err := p.do(m, "PUT", "/app/health/physique", in); err != nil {
			return err
		}
	}
	if p.chance(0.8) { // the others do not let the App notify them
		if _, err := p.do(m, "PUT", "/app/auth/device-token", body{"deviceToken": "demo-phone-" + m.login}); err != nil {
			return err
		}
	}
	m.lastSync = p.clock.Now()
	return nil
}
