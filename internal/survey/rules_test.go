package survey

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hearten/internal/platform/access"
	"hearten/internal/platform/fault"
)

func fieldsOf(problems []fault.Field) string {
	names := make([]string, len(problems))
	for i, p := range problems {
		names[i] = p.Name
	}
	return strings.Join(names, " ")
}

func TestEditProblems(t *testing.T) {
	text := func(s string) *string { return &s }
	for _, c := range []struct {
		name string
		edit Edit
		want string
	}{
		{"nothing given", Edit{}, ""},
		{"a title alone", Edit{Title: text("心情")}, ""},
		{"a link alone", Edit{Link: text("https://a.hk/1")}, ""},
		{"an empty title", Edit{Title: text("")}, "title"},
		{"a title of spaces", Edit{Title: text(" \t\n")}, "title"},
		{"a link with spaces around", Edit{Link: text(" https://a.hk ")}, ""},
		{"an empty link", Edit{Link: text("")}, "link"},
		{"http", Edit{Link: text("http://a.hk")}, "link"},
		{"no host", Edit{Link: text("https://")}, "link"},
		{"a script", Edit{Link: text("javascript:alert(1)")}, "link"},
		{"a password in the link", Edit{Link: text("https://user:pw@a.hk")}, "link"},
		{"both wrong", Edit{text(" "), text("ftp://a.hk")}, "title link"},
		{"a good title does not excuse the link", Edit{text("心情"), text("a.hk")}, "link"},
	} {
		if got := fieldsOf(c.edit.problems()); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestContentIsTidiedOrRefused(t *testing.T) {
	got, err := Content{Title: "  心情 ", Link: "\thttps://a.hk\n"}.check()
	if want := (Content{Title: "心情", Link: "https://a.hk"}); err != nil || got != want {
		t.Errorf("%+v %v", got, err)
	}
	var refusal *fault.Error
	if _, err := (Content{}).check(); !errors.As(err, &refusal) || fieldsOf(refusal.Fields()) != "title link" {
		t.Errorf("an empty content: %v", err)
	}
}

func TestEditLeavesTheRest(t *testing.T) {
	old := Content{Title: "舊", Link: "https://old.hk"}
	title, link := "新", "https://new.hk"
	for _, c := range []struct{ edit, want any }{
		{Edit{}, old},
		{Edit{Title: &title}, Content{title, old.Link}},
		{Edit{Link: &link}, Content{old.Title, link}},
		{Edit{&title, &link}, Content{title, link}},
	} {
		if got := c.edit.(Edit).applied(old); got != c.want {
			t.Errorf("%+v, want %+v", got, c.want)
		}
	}
}

func TestDistinct(t *testing.T) {
	named := func(n int) []string {
		ids := make([]string, n)
		for i := range ids {
			ids[i] = fmt.Sprint(i)
		}
		return ids
	}
	for _, c := range []struct {
		name      string
		ids, want []string // nil is refused
	}{
		{"none", nil, nil},
		{"one", []string{"a"}, []string{"a"}},
		{"again, in the order of the request", []string{"b", "a", "b", "c", "a"}, []string{"b", "a", "c"}},
		{"as many as may be", named(maxRecipients), named(maxRecipients)},
		{"as many, each twice", append(named(maxRecipients), named(maxRecipients)...), named(maxRecipients)},
		{"one too many", named(maxRecipients + 1), nil},
	} {
		got, err := distinct("userIds", c.ids)
		if !slices.Equal(got, c.want) || (err != nil) != (c.want == nil) {
			t.Errorf("%s: %d ids, %v", c.name, len(got), err)
		}
	}
}

func TestCheckKind(t *testing.T) {
	a, b, free := user{"a", access.CentreA}, user{"b", access.CentreB}, user{"free", access.CentreOther}
	for _, c := range []struct {
		name  string
		users []user
		kind  access.Attachment
		wrong string
	}{
		{"of either centre", []user{a, b}, access.Attached, ""},
		{"of none", []user{free}, access.Free, ""},
		{"one of none among them", []user{a, free}, access.Attached, "free"},
		{"all of centres", []user{a, b}, access.Free, "a, b"},
	} {
		err := checkKind(c.users, c.kind)
		if (err != nil) != (c.wrong != "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
