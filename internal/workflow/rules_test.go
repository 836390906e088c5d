package workflow

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/platform/fault"
)

// What each position may do with an item in a status, typed from the
// programme's table of moves. The five signs stand for SUPPORT, PROFESSIONAL,
// CHIEF, SUPERVISOR and ADMIN. y: may; a: only the author; n: may not; a row of
// dashes: the move does not exist.
var moveTable = map[string]string{
	"1→1": "-----", "1→2": "ayyyy", "1→3": "nnany", "1→4": "-----", "1→5": "-----", "1→6": "-----",
	"2→1": "aayyy", "2→2": "-----", "2→3": "nnyny", "2→4": "-----", "2→5": "-----", "2→6": "-----",
	"3→1": "nnnyy", "3→2": "nnnyy", "3→3": "-----", "3→4": "nnnyy", "3→5": "-----", "3→6": "-----",
	"4→1": "nnyyy", "4→2": "-----", "4→3": "-----", "4→4": "-----", "4→5": "nnyyy", "4→6": "-----",
	"5→1": "-----", "5→2": "-----", "5→3": "-----", "5→4": "-----", "5→5": "-----", "5→6": "nnyyy",
	"6→1": "aayyy", "6→2": "-----", "6→3": "-----", "6→4": "-----", "6→5": "nnnyy", "6→6": "-----",
}

// The positions in the order of the tables.
var positions = []access.Code{access.Support, access.Professional, access.Chief, access.Supervisor, access.Admin}

func staffOf(code access.Code) access.Staff {
	return access.Staff{ID: "me", Name: "陳大文", Role: access.Role{Code: code, Name: "主任"}}
}

func TestMoves(t *testing.T) {
	for from := Draft; from <= Delisted; from++ {
		for to := Draft; to <= Delisted; to++ {
			row, ok := moveTable[fmt.Sprintf("%d→%d", from, to)]
			if !ok {
				t.Fatalf("no row for %d→%d", from, to)
			}
			for i, code := range positions {
				for _, author := range []string{"me", "someone"} {
					item := Item{ID: "it", Status: from, AuthorID: author, EditorID: "someone"}
					err := mayMoveAll(staffOf(code), []Item{item}, to, "因為")
					want := fault.Code("")
					switch sign := row[i]; {
					case sign == '-':
						want = fault.MoveNotAllowed
					case sign == 'n', sign == 'a' && author != "me":
						want = fault.Forbidden
					}
					if got := codeOf(err); got != want {
						t.Errorf("%d→%d as %s, author %s: %q, want %q", from, to, code, author, got, want)
					}
				}
			}
		}
	}
}

func TestNobodyApprovesTheirOwnEdit(t *testing.T) {
	for _, c := range []struct {
		code     access.Code
		from, to Status
		want     fault.Code
	}{
		{access.Chief, AwaitingChief, AwaitingSupervisor, fault.Forbidden},
		{access.Admin, AwaitingChief, AwaitingSupervisor, ""},
		{access.Supervisor, AwaitingSupervisor, Ready, fault.Forbidden},
		{access.Admin, AwaitingSupervisor, Ready, ""},
		{access.Chief, Draft, AwaitingSupervisor, ""}, // past the chief is no approval
		{access.Chief, Ready, Listed, ""},
	} {
		item := Item{Status: c.from, AuthorID: "me", EditorID: "me"}
		if got := codeOf(mayMove(staffOf(c.code), item, c.to, "")); got != c.want {
			t.Errorf("%d→%d as %s: %q, want %q", c.from, c.to, c.code, got, c.want)
		}
	}
	item := Item{Status: AwaitingChief, AuthorID: "someone", EditorID: "me"}
	if got := byStaff(staffOf(access.Admin), item, AwaitingSupervisor); got != "陳大文（主任）將狀態更改為待督導審批（審批自己最後編輯的內容）" {
		t.Error(got)
	}
	item.EditorID = "someone"
	if got := byStaff(staffOf(access.Admin), item, AwaitingSupervisor); got != "陳大文（主任）將狀態更改為待督導審批" {
		t.Error(got)
	}
}

func TestReturningNeedsARemark(t *testing.T) {
	for _, c := range []struct {
		code     access.Code
		author   string
		from, to Status
		want     fault.Code
	}{
		{access.Chief, "someone", AwaitingChief, Draft, fault.Validation},
		{access.Support, "me", AwaitingChief, Draft, ""}, // a withdrawal
		{access.Chief, "me", AwaitingChief, Draft, ""},
		{access.Supervisor, "someone", AwaitingSupervisor, AwaitingChief, fault.Validation},
		{access.Supervisor, "me", AwaitingSupervisor, Draft, fault.Validation},
		{access.Chief, "someone", Ready, Draft, ""},
		{access.Chief, "someone", Delisted, Draft, ""},
		{access.Chief, "someone", Listed, Delisted, ""},
	} {
		item := Item{Status: c.from, AuthorID: c.author, EditorID: "someone"}
		if got := codeOf(mayMove(staffOf(c.code), item, c.to, "")); got != c.want {
			t.Errorf("%d→%d as %s of %s without a remark: %q, want %q", c.from, c.to, c.code, c.author, got, c.want)
		}
	}
}

// y, a, n as above, for each status; "-" refuses everybody.
func TestEditAndDelete(t *testing.T) {
	edit := map[Status]string{
		Draft: "ayyyy", AwaitingChief: "nnyyy", AwaitingSupervisor: "nnnyy", Ready: "nnnyy", Listed: "nnnyy", Delisted: "nnnyy",
	}
	remove := map[Status]string{
		Draft: "aayyy", AwaitingChief: "-----", AwaitingSupervisor: "-----", Ready: "-----", Listed: "-----", Delisted: "nnyyy",
	}
	for status := Draft; status <= Delisted; status++ {
		for i, code := range positions {
			for _, author := range []string{"me", "someone"} {
				item := Item{Status: status, AuthorID: author, EditorID: "someone"}
				check := func(what string, err error, sign byte) {
					want := fault.Code("")
					switch {
					case sign == '-':
						want = fault.Conflict
					case sign == 'n', sign == 'a' && author != "me":
						want = fault.Forbidden
					}
					if got := codeOf(err); got != want {
						t.Errorf("%s in %d as %s, author %s: %q, want %q", what, status, code, author, got, want)
					}
				}
				check("edit", MayEdit(staffOf(code), item), edit[status][i])
				check("delete", MayDelete(staffOf(code), item), remove[status][i])
			}
		}
	}
}

func TestTargets(t *testing.T) {
	for _, c := range []struct {
		code access.Code
		want [6][]Status // from 1 to 6
	}{
		{access.Support, [6][]Status{{2}, {1}, {}, {}, {}, {1}}},
		{access.Professional, [6][]Status{{2}, {1}, {}, {}, {}, {1}}},
		{access.Chief, [6][]Status{{2, 3}, {1, 3}, {}, {5, 1}, {6}, {1}}},
		{access.Supervisor, [6][]Status{{2}, {1}, {2, 1, 4}, {5, 1}, {6}, {5, 1}}},
		{access.Admin, [6][]Status{{2, 3}, {1, 3}, {2, 1, 4}, {5, 1}, {6}, {5, 1}}},
	} {
		for i, want := range c.want {
			if got := Targets(c.code, Status(i+1)); !slices.Equal(got, want) {
				t.Errorf("from %d as %s: %v, want %v", i+1, c.code, got, want)
			}
		}
	}
}

func TestSchedule(t *testing.T) {
	now := time.Date(2026, 11, 15, 0, 0, 0, 0, time.UTC)
	before, after := now.Add(-time.Hour), now.Add(time.Hour)
	for _, c := range []struct {
		name       string
		status     Status
		push, pull *time.Time
		want       Status // 0: nothing is due
		visible    bool
	}{
		{"ready at its time", Ready, &now, nil, Listed, false},
		{"ready a little late", Ready, &before, &after, Listed, false},
		{"ready too early", Ready, &after, nil, 0, false},
		{"ready after its window", Ready, &before, &now, 0, false},
		{"ready without a time", Ready, nil, nil, 0, false},
		{"still under review", AwaitingSupervisor, &before, nil, 0, false},
		{"listed to its end", Listed, &before, &now, Delisted, false},
		{"listed before its end", Listed, &before, &after, 0, true},
		{"listed for good", Listed, &before, nil, 0, true},
		{"listed at its first moment", Listed, &now, nil, 0, true},
		{"listed, but for later", Listed, &after, nil, 0, false},
		{"delisted", Delisted, &before, &before, 0, false},
	} {
		item := Item{Status: c.status, PushTime: c.push, PullTime: c.pull}
		if got, _ := due(item, now); got != c.want {
			t.Errorf("%s: %d is due, want %d", c.name, got, c.want)
		}
		if item.Visible(now) != c.visible {
			t.Errorf("%s: visible is %v", c.name, !c.visible)
		}
	}
}

func TestMovingByHand(t *testing.T) {
	now := time.Date(2026, 11, 15, 0, 0, 0, 0, time.UTC)
	before, after := now.Add(-time.Hour), now.Add(time.Hour)
	listed := moved(Item{Status: Ready, PushTime: &after, PullTime: &after}, Listed, now)
	if !listed.PushTime.Equal(now) || !listed.PullTime.Equal(after) {
		t.Errorf("a listing counts from now and keeps its end: %v %v", listed.PushTime, listed.PullTime)
	}
	if again := moved(Item{Status: Delisted, PullTime: &before}, Listed, now); again.PullTime != nil {
		t.Error("an end that has passed would delist it at once")
	}
	if gone := moved(listed, Delisted, now); gone.PushTime != nil || gone.PullTime != nil {
		t.Error("a delisting ends the schedule")
	}
	if back := moved(Item{Status: Ready, PushTime: &after}, Draft, now); back.PushTime == nil {
		t.Error("reopening keeps the schedule")
	}
}

func codeOf(err error) fault.Code {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Code
	}
	return ""
}

func TestStatusesInSQL(t *testing.T) {
	for status, text := range map[Status]string{Ready: ReadySQL, Listed: ListedSQL} {
		if text != strconv.Itoa(int(status)) {
			t.Errorf("%s is %d, in SQL %s", status.Name(), status, text)
		}
	}
}

func TestTallyIsWrittenInOrder(t *testing.T) {
	changes := Tally[string]{"c": 1, "a": -2, "b": 0}
	var written []string
	err := changes.Apply(strings.Compare, func(key string, by int64) error {
		written = append(written, key+strconv.FormatInt(by, 10))
		return nil
	})
	if err != nil || !slices.Equal(written, []string{"a-2", "c1"}) {
		t.Errorf("written are %v (%v)", written, err)
	}
}
