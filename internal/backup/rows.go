package backup

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"hearten/internal/platform/db"
)

// A row is written as one line, a JSON list of its values: texts, numbers and
// truths as such, instants with their fractions in UTC, dates as YYYY-MM-DD,
// bytes in base64, null.

// line writes a row.
func line(t db.Table, values []any) ([]byte, error) {
	plain := make([]any, len(values))
	for i, v := range values {
		if at, ok := v.(time.Time); ok {
			v = at.Format(time.RFC3339Nano)
		}
		plain[i] = v // bytes become base64 by themselves
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(plain); err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	return out.Bytes(), nil
}

// parse reads a row back.
func parse(t db.Table, text []byte) ([]any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var values []any
	if err := d.Decode(&values); err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	if len(values) != len(t.Columns) {
		return nil, fmt.Errorf("%s: a row of %d values for %d columns", t.Name, len(values), len(t.Columns))
	}
	for i, c := range t.Columns {
		v, err := valueOf(c.Kind, values[i])
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", t.Name, c.Name, err)
		}
		values[i] = v
	}
	return values, nil
}

func valueOf(kind db.Kind, written any) (any, error) {
	switch v := written.(type) {
	case nil:
		return nil, nil
	case bool:
		if kind == db.Bool {
			return v, nil
		}
	case json.Number:
		switch kind {
		case db.Int:
			return v.Int64()
		case db.Float:
			return v.Float64()
		}
	case string:
		switch kind {
		case db.Text, db.Day:
			return v, nil
		case db.Time:
			return time.Parse(time.RFC3339Nano, v)
		case db.Bytes:
			return base64.StdEncoding.DecodeString(v)
		}
	}
	return nil, fmt.Errorf("%v is not %s", written, kind)
}

// sum stands for a set of rows, in whatever order they come: the hashes of all
// added up. It is for finding mistakes; an archive's parts have checksums of
// their own.
type sum struct {
	rows  int64
	total [sha256.Size]byte
}

func (s *sum) add(line []byte) {
	s.rows++
	hash := sha256.Sum256(line)
	carry := 0
	for i := range s.total {
		n := int(s.total[i]) + int(hash[i]) + carry
		s.total[i], carry = byte(n), n>>8
	}
}

func (s *sum) of(t db.Table) Count { return Count{t, s.rows, hex.EncodeToString(s.total[:])} }

// writeRows writes a table's rows, one a line.
func writeRows(ctx context.Context, r db.Reader, t db.Table, to io.Writer) (Count, error) {
	var s sum
	err := db.Rows(ctx, r, t, func(values []any) error {
		text, err := line(t, values)
		if err != nil {
			return err
		}
		s.add(text)
		_, err = to.Write(text)
		return err
	})
	return s.of(t), err
}

// countRows tells how much a table holds.
func countRows(ctx context.Context, r db.Reader, t db.Table) (Count, error) {
	return writeRows(ctx, r, t, io.Discard)
}

// eachLine reads lines; one without its end is cut off.
func eachLine(from io.Reader, each func(line []byte) error) error {
	lines := bufio.NewReaderSize(from, 1<<20)
	for {
		text, err := lines.ReadBytes('\n')
		if err == io.EOF && len(text) == 0 {
			return nil
		}
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
		if err := each(text); err != nil {
			return err
		}
	}
}

// readRows reads the lines of a table.
func readRows(t db.Table, from io.Reader, each func(values []any) error) error {
	return eachLine(from, func(text []byte) error {
		values, err := parse(t, text)
		if err != nil {
			return err
		}
		return each(values)
	})
}

// sameCount compares what was written with what was meant.
func sameCount(want, got Count) error {
	if want.Rows != got.Rows {
		return fmt.Errorf("%s has %d rows and should have %d", want.Name, got.Rows, want.Rows)
	}
	if want.Sum != got.Sum {
		return fmt.Errorf("%s has other rows than it should have", want.Name)
	}
	return nil
}
