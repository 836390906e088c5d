package backup

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hearten/internal/platform/db"
)

var everyKind = db.Table{Name: "things", Columns: []db.Field{
	{Name: "a", Kind: db.Text}, {Name: "b", Kind: db.Int}, {Name: "c", Kind: db.Float}, {Name: "d", Kind: db.Bool},
	{Name: "e", Kind: db.Time}, {Name: "f", Kind: db.Day}, {Name: "g", Kind: db.Bytes},
}}

func anyRow(t *rapid.T) []any {
	row := []any{
		rapid.String().Draw(t, "text"), rapid.Int64().Draw(t, "int"), rapid.Float64Range(-1e300, 1e300).Draw(t, "float"), rapid.Bool().Draw(t, "bool"),
		time.UnixMicro(rapid.Int64Range(-1<<45, 1<<51).Draw(t, "time")).UTC(),
		time.Unix(rapid.Int64Range(0, 1<<33).Draw(t, "day"), 0).UTC().Format(time.DateOnly),
		rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"),
	}
	for i := range row {
		if rapid.IntRange(0, 5).Draw(t, "none") == 0 {
			row[i] = nil
		}
	}
	return row
}

// Whatever a row holds, it is read back the same.
func TestRowsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := anyRow(t)
		text, err := line(everyKind, row)
		if err != nil || bytes.Count(text, []byte("\n")) != 1 {
			t.Fatalf("%q %v", text, err)
		}
		got, err := parse(everyKind, text)
		if err != nil || !reflect.DeepEqual(got, row) {
			t.Fatalf("%v is read back as %v, %v", row, got, err)
		}
	})
}

// The sum of rows does not depend on their order, and tells any other rows
// apart: one more, one less, one twice, one that differs.
func TestSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 1, 20), 1, 20).Draw(t, "lines")
		of := func(lines ...[]byte) Count {
			var s sum
			for _, l := range lines {
				s.add(l)
			}
			return s.of(everyKind)
		}
		want := of(lines...)
		mixed := append([][]byte(nil), lines...)
		rand.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		if err := sameCount(want, of(mixed...)); err != nil {
			t.Fatal(err)
		}
		other := append([][]byte{append([]byte("x"), lines[0]...)}, lines[1:]...)
		for _, wrong := range []Count{of(lines[1:]...), of(append(lines, lines[0])...), of(other...)} {
			if sameCount(want, wrong) == nil {
				t.Fatal("other rows have the same sum")
			}
		}
	})
}

// A line that is no row of the table is refused.
func TestBadRows(t *testing.T) {
	for _, text := range []string{
		``, `{}`, `[1]`, `["a",1,1,true,"2026-11-15T00:00:00Z","2026-11-15","AA==",1]`,
		`[1,1,1,true,null,null,null]`, `["a",1.5,1,true,null,null,null]`, `["a","1",1,true,null,null,null]`, `["a",1,"1",true,null,null,null]`,
		`["a",1,1,1,null,null,null]`, `["a",1,1,true,"yesterday",null,null]`, `["a",1,1,true,null,3,null]`, `["a",1,1,true,null,null,"*"]`, `[[],1,1,true,null,null,null]`,
	} {
		if got, err := parse(everyKind, []byte(text)); err == nil {
			t.Errorf("%s was read as %v", text, got)
		}
	}
}
