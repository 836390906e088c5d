package membership

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"hearten/internal/account"
	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
)

func TestMoveTo(t *testing.T) {
	at := func(id string, centre access.Centre) account.User {
		return account.User{DistrictID: &id, Centre: centre}
	}
	to := func(id string, centre access.Centre) catalog.District {
		return catalog.District{ID: id, Centre: string(centre)}
	}
	for _, c := range []struct {
		name string
		user account.User
		to   catalog.District
		want districtMove
	}{
		{"the first district", account.User{Centre: access.CentreOther}, to("a1", access.CentreA), moveNow},
		{"the same", at("a1", access.CentreA), to("a1", access.CentreA), stay},
		{"within the centre", at("a1", access.CentreA), to("a2", access.CentreA), moveNow},
		{"to another centre", at("a1", access.CentreA), to("b1", access.CentreB), askFirst},
		{"out of the centres", at("a1", access.CentreA), to("o1", access.CentreOther), moveNow},
		{"into a centre", at("o1", access.CentreOther), to("a1", access.CentreA), askFirst},
		{"outside the centres", at("o1", access.CentreOther), to("o2", access.CentreOther), moveNow},
	} {
		if got := moveTo(c.user, c.to); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

func TestErrUnlessPending(t *testing.T) {
	state := func(s State) State { return s }
	for _, c := range []struct {
		found []State
		ids   []string
		want  error
	}{
		{[]State{underReview}, []string{"1"}, nil},
		{[]State{underReview}, []string{"1", "1"}, nil}, // named twice
		{[]State{underReview}, []string{"1", "2"}, fault.ErrNotFound},
		{[]State{underReview, approved}, []string{"1", "2"}, errDecided},
		{[]State{withdrawn}, []string{"1"}, errDecided},
		{nil, []string{"1"}, fault.ErrNotFound},
	} {
		if got := errUnlessPending(c.found, c.ids, state); !errors.Is(got, c.want) {
			t.Errorf("%v of %v: %v", c.found, c.ids, got)
		}
	}
}

func TestReward(t *testing.T) {
	terms := catalog.Invitation{Coin: 50, MaxCoin: 120}
	for obtained, want := range map[int64]int64{0: 50, 70: 50, 71: 49, 119: 1, 120: 0, 500: 0} {
		if got := reward(terms, obtained); got != want {
			t.Errorf("after %d: %d, want %d", obtained, got, want)
		}
	}
}

const header = "serviceNumber,phone,email,birthday,district\n"

func TestReadList(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want string
	}{
		"plain":              {header + "S1,91230001,,,kt\n", "2 S1 91230001 kt"},
		"a mark and CRLF":    {"\uFEFF" + strings.ReplaceAll(header+"S1,91230001,,,kt\n", "\n", "\r\n"), "2 S1 91230001 kt"},
		"quotes":             {header + `"S,""1""","91230001","","","kt"`, `2 S,"1" 91230001 kt`},
		"spaces":             {header + " S1 , 91230001 ,,, kt ", "2 S1 91230001 kt"},
		"another order":      {"District,EMAIL,phone,birthday,extra,servicenumber\nkt,,91230001,,?,S1", "2 S1 91230001 kt"},
		"empty rows between": {header + "\n,,,,\nS1,91230001,,,kt", "4 S1 91230001 kt"},
		"a short row":        {header + "S1", "2 S1  "},
		"a row of two lines": {"serviceNumber,phone,email,birthday,district,\"a\nnote\"\n,,,,,\"\r\n\"\nS1,91230001,,,kt", "3 S1 91230001 kt"},
		"old line ends":      {strings.ReplaceAll(header+"S1,91230001,,,kt\n", "\n", "\r"), "2 S1 91230001 kt"},
		"numbers as text":    {header + `"=""001""","=""91230001""",,,kt`, `2 001 91230001 kt`},
		"a long row":         {header + "S1,91230001,,,kt,,,", "2 S1 91230001 kt"},
	} {
		lines, err := readList([]byte(c.text))
		if err != nil || len(lines) != 1 {
			t.Errorf("%s: %v %v", name, lines, err)
			continue
		}
		v := lines[0].values
		if got := fmt.Sprintf("%d %s %s %s", lines[0].row, v["serviceNumber"], v["phone"], v["district"]); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	full := header + strings.Repeat("S1,91230001,,,kt\n", maxListRows)
	if lines, err := readList([]byte(full)); err != nil || len(lines) != maxListRows {
		t.Errorf("the longest: %d rows, %v", len(lines), err)
	}
	if _, err := readList([]byte(full + "S1,91230001,,,kt\n")); !errors.Is(err, errTooManyRows) {
		t.Errorf("one more: %v", err)
	}
}

func TestPlainPhoneAndBirthday(t *testing.T) {
	for text, want := range map[string]string{
		"91234567": "91234567", "9123 4567": "91234567", "9123-4567": "91234567", "+852 9123 4567": "91234567", "+44 9123": "+449123", "": "",
	} {
		if got := plainPhone(text); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
	today := clock.Date{Year: 2026, Month: 11, Day: 15}
	for text, want := range map[string]bool{
		"1990-02-28": true, "1990/2/28": true, "1990/02/28": true, "2026-11-15": true, "2026/11/16": false, "1899-12-31": false,
		"1990-2-28": false, "28/2/1990": false, "1990-02-30": false, "soon": false,
	} {
		if _, ok := readBirthday(text, today); ok != want {
			t.Errorf("%q is a birthday: %v", text, ok)
		}
	}
}

// Whatever a file holds, it is read or refused, and what is taken keeps the
// rules.
func FuzzReadList(f *testing.F) {
	for _, seed := range []string{header + "S1,91230001,,,kt\n", "\uFEFF" + header, header + "\"", "", "a;b", header + "S1,\"9\n1\",,,觀塘"} {
		f.Add([]byte(seed))
	}
	code := "kt"
	districts := []catalog.District{{ID: "d1", Name: "觀塘", Centre: string(access.CentreA), Code: &code}}
	f.Fuzz(func(t *testing.T, body []byte) {
		lines, err := readList(body)
		if err != nil {
			return
		}
		check := newListCheck(districts, access.Everything(), clock.Date{Year: 2026, Month: 11, Day: 15})
		taken := map[string]bool{}
		for _, line := range lines {
			l, broken := check.line(line)
			if len(broken) > 0 {
				continue
			}
			if l.ServiceNumber == "" || taken[l.ServiceNumber] || l.Phone == "" && l.Email == "" || l.DistrictID != "d1" {
				t.Fatalf("%q was taken as %+v", body, l)
			}
			taken[l.ServiceNumber] = true
		}
	})
}
