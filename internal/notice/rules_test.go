package notice

import (
	"errors"
	"testing"

	"hearten/internal/platform/access"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/words"
)

func TestTextCheck(t *testing.T) {
	someone := []string{"u1"}
	for _, c := range []struct {
		name    string
		text    text
		userIDs []string
		want    text
		missing []string
	}{
		{"plain", text{"茶聚", "三時"}, someone, text{"茶聚", "三時"}, nil},
		{"no content", text{"茶聚", ""}, someone, text{"茶聚", ""}, nil},
		{"spaces around", text{" 茶 聚\n", "\t三時 "}, someone, text{"茶 聚", "三時"}, nil},
		{"content of spaces", text{"茶聚", " 　"}, someone, text{"茶聚", ""}, nil},
		{"no title", text{"", "三時"}, someone, text{}, []string{"title"}},
		{"title of wide spaces", text{"　 ", "三時"}, someone, text{}, []string{"title"}},
		{"nobody", text{"茶聚", ""}, nil, text{}, []string{"userIds"}},
		{"nothing", text{}, []string{}, text{}, []string{"userIds", "title"}},
	} {
		got, err := c.text.check(c.userIDs)
		var refused *fault.Error
		if errors.As(err, &refused) != (c.missing != nil) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if refused == nil {
			if got != c.want {
				t.Errorf("%s: %q, want %q", c.name, got, c.want)
			}
			continue
		}
		if fields := refused.Fields(); len(fields) != len(c.missing) {
			t.Errorf("%s: %v, want %v", c.name, refused, c.missing)
		} else {
			for i, f := range fields {
				if f.Name != c.missing[i] {
					t.Errorf("%s: %v, want %v", c.name, refused, c.missing)
				}
			}
		}
	}
}

func TestCheckKind(t *testing.T) {
	a, b := recipient{"a", access.CentreA}, recipient{"b", access.CentreB}
	free, other := recipient{"z", access.CentreOther}, recipient{"y", access.CentreOther}
	for _, c := range []struct {
		kind       access.Attachment
		recipients []recipient
		want       string // empty: all are of the kind
	}{
		{access.Attached, nil, ""},
		{access.Attached, []recipient{a, b}, ""},
		{access.Free, []recipient{free, other}, ""},
		{access.Attached, []recipient{free, a, other}, "Not organisation users: y, z"},
		{access.Free, []recipient{b, free, a}, "Not free users: a, b"},
	} {
		err := checkKind(c.kind, c.recipients)
		var refused *fault.Error
		if !errors.As(err, &refused) {
			if c.want != "" || err != nil {
				t.Errorf("%v of %v: %v, want %q", c.kind, c.recipients, err, c.want)
			}
			continue
		}
		if got := refused.Message(words.English); got != c.want {
			t.Errorf("%v of %v: %q, want %q", c.kind, c.recipients, got, c.want)
		}
	}
}
