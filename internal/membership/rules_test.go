package membership

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
)

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
