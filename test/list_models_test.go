package test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

// modelApplication is an application, a removal or a recipient of the model:
// someone, and what belongs to the row itself.
type modelApplication struct {
	bench.User
	row          string // its id
	centre       string // that decides
	text         string // service number, reason
	target       string // the district's name
	status       int
	reasonType   int // -1: none
	created      time.Time
	decided, due time.Time // zero: not yet
}

// Filters, sorting, paging and totals of each list equal the model's, whatever
// the data.
func TestListsEqualModels(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		town := newModelTown(w)
		for _, holds := range []func(t *testing.T){
			town.freeUsers("/web/users/free/page", func(bench.User) bool { return true }),
			town.freeUsers("/web/survey/free-join/page", town.notAsked),
			town.joinable,
			town.memberApplications,
			town.districtApplications,
			town.removalList("org", inA),
			town.removalList("free", inNone),
			town.recipientList("org", inA),
			town.recipientList("free", inNone),
			town.staffList,
		} {
			holds(t)
		}
	})
}

func inA(centre string) bool    { return centre == "CENTRE_A" }
func inNone(centre string) bool { return centre == "CENTRE_OTHER" }

// modelTown is one crowd of people with everything staff have lists of.
type modelTown struct {
	w          *bench.World
	chief      *bench.Caller
	staff      []string
	survey     string
	people     []bench.User
	members    []modelApplication
	moves      []modelApplication
	removals   []modelApplication
	recipients []modelApplication
	districts  []string
}

func newModelTown(w *bench.World) *modelTown {
	town := &modelTown{w: w, chief: w.Staff(access.Chief, access.CentreA)}
	town.staff = []string{w.Staff(access.Support, access.CentreA).ID, w.Staff(access.Professional, access.CentreA).ID}
	town.survey = bench.NewSurvey(town.chief, "問卷")
	town.districts = []string{w.District(0), w.District(2), w.District(-1), "none"}
	town.people = bench.ModelUsers(w, pieces, town.staff)
	for i := range town.people { // every third is of no centre, half of them of no district
		if i%3 == 2 {
			p := &town.people[i]
			p.Centre, p.District, p.DistrictName, p.Staff, p.StaffName = "CENTRE_OTHER", "", "", "", ""
			if i%2 == 0 {
				p.District, p.DistrictName = w.District(-1), "中西區"
			}
		}
	}
	w.Users(len(town.people), func(i int) bench.User { return town.people[i] })
	texts := rapid.SliceOfN(rapid.Custom(drawKey), len(town.people), len(town.people)).Example(5)
	for i, p := range town.people {
		a := modelApplication{
			User: p, row: fmt.Sprintf("row-%03d", (i*53)%90), centre: p.Centre, text: texts[i], status: 1 + i%4, reasonType: i%6 - 1,
			created: w.Clock.Now().Add(time.Duration(i%7) * 1500 * time.Microsecond),
		}
		if i%3 == 0 {
			a.decided = a.created.Add(time.Duration(i%5) * time.Hour)
		}
		if i%4 < 2 {
			a.due = a.created.Add(time.Duration(i%5) * time.Hour)
		}
		town.members = append(town.members, a)
		town.removals = append(town.removals, a)
		if i%2 == 0 {
			town.recipients = append(town.recipients, a)
		}
		if p.District != "" { // some to centre A, the others to B
			a.centre, a.target = "CENTRE_A", "觀塘"
			if i%4 == 0 {
				a.centre, a.target = "CENTRE_B", "深水埗"
			}
			town.moves = append(town.moves, a)
		}
	}
	town.store()
	return town
}

// store writes the rows without asking the product.
func (town *modelTown) store() {
	w := town.w
	targets := map[string]string{"觀塘": w.District(2), "深水埗": w.District(6)}
	var members, moves []bench.Application
	var removals []bench.Removal
	var recipients []bench.Recipient
	for _, a := range town.members {
		members = append(members, bench.Application{ID: a.row, UserID: a.ID, Centre: a.centre, Number: a.text, Status: a.status,
			Created: a.created, Decided: a.decided})
	}
	for _, a := range town.moves {
		moves = append(moves, bench.Application{ID: a.row, UserID: a.ID, From: a.District, To: targets[a.target], Centre: a.centre,
			Status: a.status, Mark: a.text, Created: a.created, Decided: a.decided})
	}
	for _, a := range town.removals {
		removals = append(removals, bench.Removal{ID: a.row, UserID: a.ID, Centre: a.centre, ReasonType: a.reasonType, Reason: a.text,
			State: []string{"open", "open", "open", "restored"}[a.status-1], Requested: a.created})
	}
	for _, a := range town.recipients {
		recipients = append(recipients, bench.Recipient{ID: a.row, SurveyID: town.survey, UserID: a.ID,
			Attached: a.centre != "CENTRE_OTHER", SendAt: a.due, Created: a.created})
	}
	w.MemberApplications(members...)
	w.DistrictApplications(moves...)
	w.Removals(removals...)
	w.Recipients(recipients...)
}

// personSorts compare people, whatever row they stand in.
func personSorts[R any](of func(R) bench.User) map[string]func(a, b R) int {
	text := func(value func(p bench.User) string) func(a, b R) int {
		return by(func(r R) string { return value(of(r)) })
	}
	return map[string]func(a, b R) int{
		"userId":   text(func(p bench.User) string { return p.ID }),
		"username": text(func(p bench.User) string { return p.Username }),
		"email":    text(func(p bench.User) string { return p.Email }),
		"phone":    text(func(p bench.User) string { return p.Phone }),
	}
}

func with[R any](sorts map[string]func(a, b R) int, more map[string]func(a, b R) int) map[string]func(a, b R) int {
	maps.Copy(sorts, more)
	return sorts
}

func (town *modelTown) freeUsers(path string, also func(bench.User) bool) func(t *testing.T) {
	return func(t *testing.T) {
		listModel[bench.User]{
			path: path, field: "userId", id: func(p bench.User) string { return p.ID }, rows: town.people,
			always: func(p bench.User) bool { return inNone(p.Centre) && p.Status != 3 && also(p) },
			draw:   town.drawPeople,
			sorts:  listedSorts(),
		}.holds(t, town.chief)
	}
}

func (town *modelTown) joinable(t *testing.T) {
	listModel[bench.User]{
		path: "/web/survey/org-join/page", field: "userId", id: func(p bench.User) string { return p.ID }, rows: town.people,
		always: func(p bench.User) bool { return inA(p.Centre) && p.Status != 3 && town.notAsked(p) },
		draw:   town.drawPeople,
		sorts: with(listedSorts(), map[string]func(a, b bench.User) int{
			"userType":      by(func(p bench.User) int { return p.UserType }),
			"serviceNumber": by(func(p bench.User) string { return p.Number }),
			"staff":         by(func(p bench.User) string { return p.StaffName }),
		}),
	}.holds(t, town.chief)
}

// notAsked is who is no recipient of the survey yet, and not leaving.
func (town *modelTown) notAsked(p bench.User) bool {
	return p.Status != 2 && !slices.ContainsFunc(town.recipients, func(r modelApplication) bool { return r.ID == p.ID })
}

func listedSorts() map[string]func(a, b bench.User) int {
	return with(personSorts(func(p bench.User) bench.User { return p }), map[string]func(a, b bench.User) int{
		"nickname":  by(func(p bench.User) string { return p.Nickname }),
		"district":  by(func(p bench.User) string { return p.DistrictName }),
		"status":    by(func(p bench.User) int { return p.Status }),
		"disabled":  by(func(p bench.User) int { return map[int]int{0: 1}[p.Status] }),
		"joinedAt":  func(a, b bench.User) int { return a.Joined.Compare(b.Joined) },
		"lastLogin": func(a, b bench.User) int { return a.LastLogin.Compare(b.LastLogin) },
	})
}

func (town *modelTown) drawPeople(rt *rapid.T) (bench.Body, func(bench.User) bool) {
	key := drawKey(rt)
	frozen := rapid.SliceOfNDistinct(rapid.Bool(), 0, 2, rapid.ID).Draw(rt, "statuses")
	districts := rapid.SliceOfNDistinct(rapid.SampledFrom(town.districts), 0, 2, rapid.ID).Draw(rt, "districts")
	return bench.Body{"surveyId": town.survey, "loginID": key, "statuses": frozen, "districtIds": districts}, func(p bench.User) bool {
		return p.Has(key) && (len(districts) == 0 || slices.Contains(districts, p.District)) &&
			(len(frozen) == 0 || p.Status < 2 && slices.Contains(frozen, p.Status == 0))
	}
}

func ofApplication(a modelApplication) bench.User { return a.User }

// applicationSorts are those of both lists of applications.
func applicationSorts() map[string]func(a, b modelApplication) int {
	return with(personSorts(ofApplication), map[string]func(a, b modelApplication) int{
		"id":        func(a, b modelApplication) int { return 0 },
		"nickname":  by(func(a modelApplication) string { return a.Nickname }),
		"status":    by(func(a modelApplication) int { return a.status }),
		"createdAt": func(a, b modelApplication) int { return a.created.Compare(b.created) },
		"applyDate": func(a, b modelApplication) int { return a.created.Compare(b.created) },
		"decidedAt": func(a, b modelApplication) int { return a.decided.Compare(b.decided) },
	})
}

func drawApplications(numbered bool) func(rt *rapid.T) (bench.Body, func(modelApplication) bool) {
	return func(rt *rapid.T) (bench.Body, func(modelApplication) bool) {
		key := drawKey(rt)
		statuses := rapid.SliceOfNDistinct(rapid.IntRange(1, 4), 0, 2, rapid.ID).Draw(rt, "statuses")
		return bench.Body{"searchKey": key, "statuses": statuses}, func(a modelApplication) bool {
			return (a.Has(key) || numbered && contains(key, a.text)) && (len(statuses) == 0 || slices.Contains(statuses, a.status))
		}
	}
}

func (town *modelTown) memberApplications(t *testing.T) {
	listModel[modelApplication]{
		path: "/web/member-apply/page", field: "id", id: func(a modelApplication) string { return a.row }, rows: town.members,
		always: func(a modelApplication) bool { return inA(a.centre) && a.status != 4 },
		draw:   drawApplications(true),
		sorts: with(applicationSorts(), map[string]func(a, b modelApplication) int{
			"district":      by(func(a modelApplication) string { return a.DistrictName }),
			"serviceNumber": by(func(a modelApplication) string { return a.text }),
		}),
	}.holds(t, town.chief)
}

func (town *modelTown) districtApplications(t *testing.T) {
	listModel[modelApplication]{
		path: "/web/district-apply/page", field: "id", id: func(a modelApplication) string { return a.row }, rows: town.moves,
		always: func(a modelApplication) bool { return inA(a.centre) && a.status != 4 },
		draw:   drawApplications(false),
		sorts: with(applicationSorts(), map[string]func(a, b modelApplication) int{
			"sourceDistrict": by(func(a modelApplication) string { return a.DistrictName }),
			"targetDistrict": by(func(a modelApplication) string { return a.target }),
			"mark":           by(func(a modelApplication) string { return a.text }),
		}),
	}.holds(t, town.chief)
}

func drawKeyOnly(more bench.Body) func(rt *rapid.T) (bench.Body, func(modelApplication) bool) {
	return func(rt *rapid.T) (bench.Body, func(modelApplication) bool) {
		ask := maps.Clone(more)
		key := drawKey(rt)
		ask["loginID"] = key
		return ask, func(a modelApplication) bool { return a.Has(key) }
	}
}

// reasonOf is why someone leaves: their words, or what they chose.
func reasonOf(a modelApplication) string {
	if a.text != "" || a.reasonType < 0 {
		return a.text
	}
	return []string{"其他原因", "不再需要帳戶", "私隱或安全考慮", "使用體驗欠佳", "太多訊息或通知"}[a.reasonType]
}

func (town *modelTown) removalList(kind string, of func(centre string) bool) func(t *testing.T) {
	return func(t *testing.T) {
		listModel[modelApplication]{
			path: "/web/remove/" + kind + "/page", field: "id", id: func(a modelApplication) string { return a.row }, rows: town.removals,
			always: func(a modelApplication) bool { return of(a.centre) && a.status != 4 },
			draw:   drawKeyOnly(bench.Body{}),
			sorts: with(personSorts(ofApplication), map[string]func(a, b modelApplication) int{
				"id":              func(a, b modelApplication) int { return 0 },
				"createdRemoveAt": func(a, b modelApplication) int { return a.created.Compare(b.created) },
				"district":        by(func(a modelApplication) string { return a.DistrictName }),
				"reason":          by(reasonOf),
				"reasonType":      by(func(a modelApplication) int { return a.reasonType }),
				"userType":        by(func(a modelApplication) int { return a.UserType }),
				"serviceNumber":   by(func(a modelApplication) string { return a.Number }),
			}),
		}.holds(t, town.chief)
	}
}

func (town *modelTown) recipientList(kind string, of func(centre string) bool) func(t *testing.T) {
	return func(t *testing.T) {
		m := listModel[modelApplication]{
			path: "/web/survey/" + kind + "-user/page", field: "surveyUserId", id: func(a modelApplication) string { return a.row },
			rows:   town.recipients,
			always: func(a modelApplication) bool { return of(a.centre) && a.User.Status != 3 },
			draw:   drawKeyOnly(bench.Body{"surveyId": town.survey}),
			sorts: with(personSorts(ofApplication), map[string]func(a, b modelApplication) int{
				"surveyUserId": func(a, b modelApplication) int { return 0 },
				"createdAt":    func(a, b modelApplication) int { return a.created.Compare(b.created) },
				"sendAt":       func(a, b modelApplication) int { return a.due.Compare(b.due) },
				"district":     by(func(a modelApplication) string { return a.DistrictName }),
				"disabled":     by(func(a modelApplication) int { return map[int]int{0: 1}[a.User.Status] }),
				"status":       by(func(a modelApplication) int { return a.User.Status }),
			}),
		}
		if kind == "org" {
			m.sorts["userType"] = by(func(a modelApplication) int { return a.UserType })
			m.sorts["staff"] = by(func(a modelApplication) string { return a.StaffName })
		}
		m.holds(t, town.chief)
	}
}

// modelColleague is a staff account of the model.
type modelColleague struct {
	id, username, email, phone, name, role string
	centre                                 access.Centre
	disabled, deleted                      bool
	created, updated                       time.Time
}

func (town *modelTown) staffList(t *testing.T) {
	w := town.w
	names := rapid.SliceOfN(rapid.Custom(drawKey), 60, 60).Example(3)
	all := make([]modelColleague, len(names))
	rows := make([]bench.StaffRow, len(names))
	for i, name := range names {
		code := []access.Code{access.Support, access.Professional, access.Chief}[i%3]
		c := modelColleague{
			id: fmt.Sprintf("staff-%03d", (i*37)%60), username: fmt.Sprintf("s%c%d_%%", 'a'+i%5, i), email: fmt.Sprintf("s%d@hearten.test", i),
			name: "名" + name, role: []string{"支援同工", "專業同工", "主任"}[i%3], centre: access.CentreB,
			disabled: i%5 == 0, deleted: i%9 == 0,
			created: w.Clock.Now().Add(time.Duration(i%7) * 1500 * time.Microsecond), updated: w.Clock.Now().Add(time.Duration(i%4) * time.Hour),
		}
		if i%4 == 1 {
			c.centre = access.CentreA
		}
		if i%2 == 0 {
			c.phone = fmt.Sprintf("9%07d", i*7919)
		}
		rows[i] = bench.StaffRow{ID: c.id, Username: c.username, Email: c.email, Phone: c.phone, Name: c.name,
			Role: bench.Role(w, code, c.centre), Disabled: c.disabled, Created: c.created, Updated: c.updated}
		if c.deleted {
			rows[i].Deleted = c.updated
		}
		all[i] = c
	}
	w.StaffRows(rows...)
	chief := w.Staff(access.Chief, access.CentreB)
	all = append(all, modelColleague{id: chief.ID, username: "staff", email: "staff@hearten.test", name: "同工", role: "主任", centre: access.CentreB,
		created: w.Clock.Now(), updated: w.Clock.Now()})
	w.SetStaffLogins(chief.ID, "staff", "staff@hearten.test")
	listModel[modelColleague]{
		path: "/web/staffs/page", field: "userId", id: func(c modelColleague) string { return c.id }, rows: all,
		always: func(c modelColleague) bool { return c.centre == access.CentreB && !c.deleted },
		draw: func(rt *rapid.T) (bench.Body, func(modelColleague) bool) {
			key := drawKey(rt)
			return bench.Body{"loginID": key}, func(c modelColleague) bool { return contains(key, c.username, c.email, c.phone, c.name) }
		},
		sorts: map[string]func(a, b modelColleague) int{
			"userId":    func(a, b modelColleague) int { return 0 },
			"email":     by(func(c modelColleague) string { return c.email }),
			"nickname":  by(func(c modelColleague) string { return c.name }),
			"role":      by(func(c modelColleague) string { return c.role }),
			"disabled":  by(func(c modelColleague) int { return map[bool]int{true: 1}[c.disabled] }),
			"createdAt": func(a, b modelColleague) int { return a.created.Compare(b.created) },
			"updatedAt": func(a, b modelColleague) int { return a.updated.Compare(b.updated) },
		},
	}.holds(t, chief)
}
