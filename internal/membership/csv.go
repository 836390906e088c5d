package membership

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"hearten/internal/platform/fault"
)

// Limits of a member list.
const (
	maxListBytes = 1 << 20
	maxListRows  = 10_000
)

var (
	errListTooLarge = fault.New(fault.TooLarge, "檔案太大，最多 1 MiB", "The file is too large; 1 MiB at most")
	errNotText      = fault.New(fault.BadFile, "檔案必須是 UTF-8 編碼的 CSV", "The file must be CSV in UTF-8")
	errBadLine      = fault.New(fault.BadFile, "第 %d 行不是正確的 CSV", "Line %d is not valid CSV")
	errHeader       = fault.New(fault.BadFile, "首行必須列出欄位：%s", "The first line must name the columns: %s")
	errTooManyRows  = fault.New(fault.BadFile, "檔案太長，最多 %d 行", "The file is too long; %d rows at most")
)

// listColumns are the columns of a member list, in any order.
var listColumns = []string{"serviceNumber", "phone", "email", "birthday", "district"}

// listLine is a row of the file: where it stands, and its values by column.
type listLine struct {
	row    int
	values map[string]string
}

// readList reads a member list as spreadsheets write it: with or without a byte
// order mark, with any line ends, quoted where need be. Empty rows are passed
// over.
func readList(body []byte) ([]listLine, error) {
	body = bytes.TrimPrefix(body, []byte("\uFEFF"))
	body = bytes.ReplaceAll(bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	if !utf8.Valid(body) || bytes.IndexByte(body, 0) >= 0 {
		return nil, errNotText
	}
	r := csv.NewReader(bytes.NewReader(body))
	r.FieldsPerRecord = -1
	head, err := r.Read()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, lineFault(err)
	}
	places, ok := findColumns(head)
	if !ok {
		return nil, errHeader.With(strings.Join(listColumns, ", "))
	}
	var lines []listLine
	within := breaksIn(head) // a row of a spreadsheet may be several lines of the file
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return lines, nil
		}
		if err != nil {
			return nil, lineFault(err)
		}
		line, _ := r.FieldPos(0)
		row := line - within
		within += breaksIn(record)
		if strings.TrimSpace(strings.Join(record, "")) == "" {
			continue
		}
		if len(lines) == maxListRows {
			return nil, errTooManyRows.With(maxListRows)
		}
		lines = append(lines, listLine{row, pick(record, places)})
	}
}

// breaksIn counts the line breaks within the values of a record.
func breaksIn(record []string) (n int) {
	for _, value := range record {
		n += strings.Count(value, "\n")
	}
	return n
}

func lineFault(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return errBadLine.With(parse.Line)
	}
	return err
}

// findColumns tells where each column stands; each must stand there once.
func findColumns(head []string) (map[string]int, bool) {
	places, found := map[string]int{}, 0
	for i, name := range head {
		for _, column := range listColumns {
			if strings.EqualFold(strings.TrimSpace(name), column) {
				places[column] = i
				found++
			}
		}
	}
	return places, found == len(listColumns) && len(places) == found
}

// pick takes the values out of a record; a short one ends in empty values.
func pick(record []string, places map[string]int) map[string]string {
	values := make(map[string]string, len(places))
	for column, i := range places {
		if i < len(record) {
			values[column] = plainValue(record[i])
		}
	}
	return values
}

// plainValue is a value without the spaces around it, and without the ="…" that
// keeps a spreadsheet from taking 00123 for a number.
func plainValue(text string) string {
	text = strings.TrimSpace(text)
	if inner, ok := strings.CutPrefix(text, `="`); ok && strings.HasSuffix(inner, `"`) {
		return strings.TrimSpace(strings.TrimSuffix(inner, `"`))
	}
	return text
}
