package resource

import (
	"strings"
	"testing"

	"hearten/internal/media"
	"hearten/internal/workflow"
)

func TestContentRules(t *testing.T) {
	for name, c := range map[string]struct {
		content content
		want    string // the fields that break a rule
	}{
		"complete":                  {content{Name: "惜食堂", Address: "觀塘道 1 號"}, ""},
		"blank name":                {content{Name: " ", Address: "觀塘道 1 號"}, "name"},
		"blank address":             {content{Name: "惜食堂", Address: "\n"}, "address"},
		"nothing":                   {content{Phone: "21234567"}, "name address"},
		"a wide space is no letter": {content{Name: "\u3000", Address: "a"}, "name"},
	} {
		var fields []string
		for _, f := range c.content.invalidFields() {
			fields = append(fields, f.Name)
		}
		if got := strings.Join(fields, " "); got != c.want {
			t.Errorf("%s: %q breaks a rule, want %q", name, got, c.want)
		}
		if _, err := c.content.check(); (err != nil) != (c.want != "") {
			t.Errorf("%s: %v", name, err)
		}
	}
	tidy, err := content{Name: " 惜食堂 ", Phone: " 2123 ", Address: " a\t", Introduce: "  "}.check()
	if want := (content{Name: "惜食堂", Phone: "2123", Address: "a"}); err != nil || tidy != want {
		t.Errorf("%+v, want %+v (%v)", tidy, want, err)
	}
}

func TestChangeApplied(t *testing.T) {
	of := func(v string) *string { return &v }
	old := content{"name", "phone", "address", "introduce", "subtype", "community", "picture"}
	for name, c := range map[string]struct {
		change Change
		want   content
	}{
		"nothing": {Change{}, old},
		"everything": {
			Change{of("n"), of("p"), of("a"), of("i"), of("s"), of("c"), of("k")},
			content{"n", "p", "a", "i", "s", "c", "k"},
		},
		"empty clears only what may be empty": {
			Change{of(""), of(""), of(""), of(""), of(""), of(""), of("")},
			content{"name", "", "address", "", "subtype", "community", "picture"},
		},
		"blanks are values, which the check refuses": {
			Change{Name: of(" ")},
			content{" ", "phone", "address", "introduce", "subtype", "community", "picture"},
		},
	} {
		if got := c.change.applied(old); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestAccessOf(t *testing.T) {
	for _, status := range workflow.Statuses() {
		if public := accessOf(status) == media.Public; public != (status == workflow.Listed) {
			t.Errorf("the picture of a resource in status %d is public: %v", status, public)
		}
	}
}
