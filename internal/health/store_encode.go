package health

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// A day is stored as two texts of JSON.
//
// Its hours are {"sources":[names],"hours":[[…],…]} with, for each hour that has a
// record: hour, source or -1, steps, distance, calories and, where steps were
// added, those three again.
//
// Its rows are {"sources":[names],"bodies":[[height,weight],…],"rows":[[…],…],
// "past":[[…],…]} with, for each row: source, start after midnight, length, steps,
// order, body.
//
// The lists of numbers are written and parsed by hand, because each sync does
// both. Sixteen syncs at once on PostgreSQL reach 0.53 of a bare upsert this way
// and 0.37 with encoding/json and [][]int64; the target is 0.5. These are medians
// of ten runs each, in turns on a busy machine: by hand 0.43 to 0.64, two below
// the target, with encoding/json 0.29 to 0.58, nine below it
// (BenchmarkStepSyncOfMany in test/perf).

func encodeHours(hours [24]dayHour) string {
	var sources []string
	list := make([]byte, 0, 1024)
	for i, h := range hours {
		if h == (dayHour{}) {
			continue
		}
		source := int64(-1)
		if h.origin != "" {
			source = int64(indexIn(&sources, h.origin))
		}
		numbers := []int64{int64(i), source, h.counted.Steps, h.counted.Distance, h.counted.Calories}
		if h.added != (Amount{}) {
			numbers = append(numbers, h.added.Steps, h.added.Distance, h.added.Calories)
		}
		list = appendNumbers(list, numbers)
	}
	return string(appendLists(nil, sources, "hours", list)) + "}"
}

func decodeHours(text string) (hours [24]dayHour, err error) {
	sources, err := decodeSources(text)
	if err != nil {
		return hours, err
	}
	err = eachList(text, "hours", func(n []int64) bool {
		if len(n) < 5 || n[0] < 0 || n[0] > 23 || n[1] >= int64(len(sources)) {
			return false
		}
		h := dayHour{counted: Amount{n[2], n[3], n[4]}}
		if n[1] >= 0 {
			h.origin = sources[n[1]]
		}
		if len(n) == 8 {
			h.added = Amount{n[5], n[6], n[7]}
		}
		hours[n[0]] = h
		return true
	})
	return hours, err
}

func encodeRows(midnight int64, rows, past []Row) string {
	var sources []string
	var bodies []Body
	list := func(rows []Row) []byte {
		out := make([]byte, 0, 40*len(rows))
		for _, r := range rows {
			out = appendNumbers(out, []int64{int64(indexIn(&sources, r.Origin)), r.Start - midnight, r.length(), r.Steps, r.Order,
				int64(indexIn(&bodies, r.Body))})
		}
		return out
	}
	live, dead := list(rows), list(past)
	var shapes []byte
	for _, b := range bodies {
		shapes = appendNumbers(shapes, []int64{b.Height, b.Weight})
	}
	out := appendLists(nil, sources, "bodies", shapes)
	out = append(append(append(out, `,"rows":[`...), live...), ']')
	return string(append(append(append(out, `,"past":[`...), dead...), "]}"...))
}

func decodeRows(midnight int64, text string) (rows, past []Row, err error) {
	if text == "" {
		return nil, nil, nil
	}
	sources, err := decodeSources(text)
	if err != nil {
		return nil, nil, err
	}
	var bodies []Body
	err = eachList(text, "bodies", func(n []int64) bool {
		if len(n) == 2 {
			bodies = append(bodies, Body{n[0], n[1]})
		}
		return len(n) == 2
	})
	for name, into := range map[string]*[]Row{"rows": &rows, "past": &past} {
		if err != nil {
			break
		}
		*into = make([]Row, 0, 48)
		err = eachList(text, name, func(n []int64) bool {
			if len(n) != 6 || n[0] < 0 || n[0] >= int64(len(sources)) || n[5] < 0 || n[5] >= int64(len(bodies)) {
				return false
			}
			start := midnight + n[1]
			*into = append(*into, Row{sources[n[0]], Span{start, start + n[2]}, n[3], n[4], bodies[n[5]]})
			return true
		})
	}
	return rows, past, err
}

// decodeSources parses the names, which come first.
func decodeSources(text string) ([]string, error) {
	rest, ok := strings.CutPrefix(text, `{"sources":`)
	end := strings.Index(rest, `],"`) // no name has it: quotes are escaped in names
	if !ok || end < 0 {
		return nil, errUnreadable
	}
	return decodeOrigins(rest[:end+1])
}

var errUnreadable = errors.New("a stored day cannot be parsed")

// eachList parses the lists of numbers of a field, [[1,2],[3]].
func eachList(text, field string, each func(n []int64) bool) error {
	at := strings.Index(text, `"`+field+`":[`)
	if at < 0 {
		return errUnreadable
	}
	numbers := make([]int64, 0, 8)
	negative, n, digits := false, int64(0), 0
	depth := 1
	for _, c := range []byte(text[at+len(field)+4:]) {
		switch {
		case c >= '0' && c <= '9':
			n = 10*n + int64(c-'0')
			digits++
		case c == '-' && digits == 0:
			negative = true
		case c == '[' && depth == 1:
			depth, numbers = 2, numbers[:0]
		case c == ',' && depth == 1: // between lists
		case (c == ',' || c == ']') && depth == 2 && digits > 0:
			if negative {
				n = -n
			}
			numbers = append(numbers, n)
			negative, n, digits = false, 0, 0
			if c == ']' {
				depth = 1
				if !each(numbers) {
					return errUnreadable
				}
			}
		case c == ']' && depth == 1:
			return nil
		default:
			return errUnreadable
		}
	}
	return errUnreadable
}

// appendLists begins an object with the names of the sources and one more list.
func appendLists(out []byte, sources []string, name string, list []byte) []byte {
	out = append(out, `{"sources":`...)
	out = append(out, encodeOrigins(sources)...)
	out = append(append(append(out, `,"`...), name...), `":[`...)
	return append(append(out, list...), ']')
}

func encodeOrigins(list []string) string {
	if list == nil {
		return "[]"
	}
	text, _ := json.Marshal(list) // strings can always be written
	return string(text)
}

func decodeOrigins(text string) (list []string, err error) {
	err = json.Unmarshal([]byte(text), &list)
	return list, err
}

func appendNumbers(out []byte, numbers []int64) []byte {
	if len(out) > 0 {
		out = append(out, ',')
	}
	for i, n := range numbers {
		sign := byte(',')
		if i == 0 {
			sign = '['
		}
		out = strconv.AppendInt(append(out, sign), n, 10)
	}
	return append(out, ']')
}
