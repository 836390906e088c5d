package health

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// hoursText is a day's hours as they are stored: the names of the sources and,
// for each hour that has something, [hour, source or -1, steps, distance,
// calories] and, where steps were added, those three again.
type hoursText struct {
	Sources []string  `json:"sources"`
	Hours   [][]int64 `json:"hours"`
}

// rowsText is a day's rows as they are stored: the sources, the bodies, and
// [source, start after midnight, length, steps, order, body] for each row.
type rowsText struct {
	Sources []string   `json:"sources"`
	Bodies  [][2]int64 `json:"bodies"`
	Rows    [][6]int64 `json:"rows"`
	Past    [][6]int64 `json:"past"`
}

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
	var t hoursText
	if err := json.Unmarshal([]byte(text), &t); err != nil {
		return hours, err
	}
	for _, n := range t.Hours {
		if len(n) < 5 || n[0] < 0 || n[0] > 23 || n[1] >= int64(len(t.Sources)) {
			return hours, fmt.Errorf("hours cannot be read: %v", n)
		}
		h := dayHour{counted: Amount{n[2], n[3], n[4]}}
		if n[1] >= 0 {
			h.origin = t.Sources[n[1]]
		}
		if len(n) == 8 {
			h.added = Amount{n[5], n[6], n[7]}
		}
		hours[n[0]] = h
	}
	return hours, nil
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
	var t rowsText
	if err := json.Unmarshal([]byte(text), &t); err != nil {
		return nil, nil, err
	}
	list := func(numbers [][6]int64) []Row {
		out := make([]Row, 0, len(numbers)+24)
		for _, n := range numbers {
			if n[0] < 0 || n[0] >= int64(len(t.Sources)) || n[5] < 0 || n[5] >= int64(len(t.Bodies)) {
				err = fmt.Errorf("rows cannot be read: %v", n)
				return nil
			}
			body := t.Bodies[n[5]]
			start := midnight + n[1]
			out = append(out, Row{t.Sources[n[0]], Span{start, start + n[2]}, n[3], n[4], Body{body[0], body[1]}})
		}
		return out
	}
	return list(t.Rows), list(t.Past), err
}

// indexIn is the place of a value in a list, which it joins when it is new.
func indexIn[T comparable](list *[]T, v T) int {
	if i := slices.Index(*list, v); i >= 0 {
		return i
	}
	*list = append(*list, v)
	return len(*list) - 1
}

// appendLists begins an object with the names of the sources and one more list.
func appendLists(out []byte, sources []string, name string, list []byte) []byte {
	out = append(out, `{"sources":`...)
	out = append(out, encodeStrings(sources)...)
	out = append(append(append(out, `,"`...), name...), `":[`...)
	return append(append(out, list...), ']')
}

func encodeStrings(list []string) string {
	if list == nil {
		return "[]"
	}
	text, _ := json.Marshal(list) // strings can always be written
	return string(text)
}

func decodeStrings(text string) (list []string, err error) {
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
