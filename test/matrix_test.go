package test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

// The role matrix: every operation of the portal × nine roles × whose record it
// is. Each cell is a real request on a real record.
//
// To add an operation, add a row to inMatrix in the area's matrix_…_test.go:
//
//	{"GET /web/users/{user_id}", "y..n yy.n yy.y yy.y yyyy",
//		func(c *cell) verdict { return did(c.Get("/web/users/" + c.person().id)) }},
//
// The words are the positions: SUPPORT, PROFESSIONAL, CHIEF, SUPERVISOR, ADMIN,
// the first four asked at both centres. The letters of a word are the targets,
// as far as they exist for that operation:
//
//	1 mine    of the own centre, and the caller's: assigned to them, made by them
//	2 own     of the own centre, somebody else's
//	3 others  of the other centre
//	4 neither of no one centre: a free user; what belongs to all centres; an administrator
//
// For an administrator, the own centre is A and the other B. An operation that
// has no target has one letter a word: "nyyyy" is short for "n y y y y".
//
//	y allowed: success, or for lists: the record is listed
//	n 403, also for free users where the position has none (access.Staff.WhyNot)
//	. 404, or for lists: the record is not listed
//	x 400, the other kind of user
//	c 409, against a rule of the product
//
// Type the letters from the programme's role table, never from the code. The
// builder is called once a cell and makes what it needs afresh: c.person(),
// c.colleague(), c.survey() … are of the cell's target; c.of(own) gives things
// of another one.
type matrixRow struct {
	route string
	want  string
	call  func(c *cell) verdict
}

// matrix is filled by the files of the areas, each for itself, so that adding
// rows touches no common list.
var matrix []matrixRow

func inMatrix(rows ...matrixRow) struct{} {
	matrix = append(matrix, rows...)
	return struct{}{}
}

type target int

const (
	mine target = iota
	own
	others
	neither
)

func (t target) String() string { return [...]string{"mine", "own", "others", "neither"}[t] }

// cell is one request of the matrix: who asks, and for whose record.
type cell struct {
	*bench.Caller
	w      *bench.World
	code   access.Code
	centre access.Centre
	target target
}

// place is the centre of the target.
func (c *cell) place() access.Centre {
	home, away := cmp.Or(c.centre, access.CentreA), access.CentreB
	if home == access.CentreB {
		away = access.CentreA
	}
	return map[target]access.Centre{mine: home, own: home, others: away, neither: access.CentreOther}[c.target]
}

// of is the same caller with another target.
func (c *cell) of(t target) *cell {
	changed := *c
	changed.target = t
	return &changed
}

// anew is the cell with a caller of its own, for what ends sessions.
func (c *cell) anew() *cell {
	changed := *c
	changed.Caller = c.w.Staff(c.code, c.centre)
	return &changed
}

// verdict is how a request went, as a letter of the matrix.
type verdict struct {
	letter byte
	reply  *bench.Reply
}

// did is the verdict on a request about one record.
func did(r *bench.Reply) verdict {
	letter, known := map[string]byte{
		"200 ": 'y', "403 FORBIDDEN": 'n', "404 NOT_FOUND": '.', "400 VALIDATION": 'x', "409 CONFLICT": 'c',
	}[fmt.Sprintf("%d %s", r.Status, r.Header.Get("X-Error-Code"))]
	if !known {
		letter = '?'
	}
	return verdict{letter, r}
}

// lists is the verdict on a list at a path of the reply: whether a record is
// on it. Ask for the record by something only it has, so that it is on page 1.
func lists(r *bench.Reply, path, field, id string) verdict {
	v := did(r)
	if v.letter != 'y' {
		return v
	}
	for _, found := range r.List(path, field) {
		if found == id {
			return v
		}
	}
	return verdict{'.', r}
}

// listsIt is the verdict on a list that was asked for the record alone.
func listsIt(r *bench.Reply) verdict {
	v := did(r)
	if v.letter == 'y' && r.Int("data.pagination.totalItems") == 0 {
		v.letter = '.'
	}
	return v
}

func TestRoleMatrix(t *testing.T) {
	positions := []access.Code{access.Support, access.Professional, access.Chief, access.Supervisor, access.Admin}
	bench.Each(t, func(t *testing.T, w *bench.World) {
		var callers [][]cell // of each position, its roles
		for _, code := range positions {
			roles := []cell{{w: w, code: code, centre: access.CentreA}, {w: w, code: code, centre: access.CentreB}}
			if code == access.Admin {
				roles = []cell{{w: w, code: code}}
			}
			for i, c := range roles {
				roles[i].Caller = w.Staff(c.code, c.centre)
			}
			callers = append(callers, roles)
		}
		missing := map[string]bool{}
		for _, op := range w.Operations() {
			missing[op.Route()] = op.Audience == "web"
		}
		for _, row := range matrix {
			if _, served := missing[row.route]; !served {
				t.Errorf("%s is in the matrix and not served", row.route)
			}
			missing[row.route] = false
			words := strings.Fields(row.want)
			if len(words) == 1 {
				words = strings.Split(row.want, "")
			}
			if len(words) != len(positions) {
				t.Fatalf("%s: %q is not about five positions", row.route, row.want)
			}
			for i, roles := range callers {
				for at := range words[i] {
					for _, c := range roles {
						c.target = target(at)
						if len(words[i]) == 1 {
							c.target = own
						}
						if got := row.call(&c); got.letter != words[i][at] {
							t.Errorf("%s as %s of %s, %s: %c, the matrix says %c (%d %s)", row.route, c.code, c.centre, c.target,
								got.letter, words[i][at], got.reply.Status, got.reply.Text)
						}
					}
				}
			}
		}
		for route, without := range missing {
			if without {
				t.Errorf("%s has no row in the matrix", route)
			}
		}
	})
}
