package survey

import (
	"strings"

	"hearten/internal/platform/access"
	"hearten/internal/platform/fault"
)

func (c Content) tidy() Content {
	return Content{Title: strings.TrimSpace(c.Title), Link: strings.TrimSpace(c.Link)}
}

// problems names the rules that the content breaks.
func (c Content) problems() []fault.Field { return Edit{&c.Title, &c.Link}.problems() }

// check gives the tidied content or refuses it.
func (c Content) check() (Content, error) {
	if problems := c.problems(); len(problems) > 0 {
		return c, fault.Invalid(problems...)
	}
	return c.tidy(), nil
}

// Edit changes a content; nil leaves a field as it is.
type Edit struct{ Title, Link *string }

// problems names the rules that the given fields break.
func (e Edit) problems() (problems []fault.Field) {
	if e.Title != nil && strings.TrimSpace(*e.Title) == "" {
		problems = append(problems, fault.RuleRequired.On("title"))
	}
	if e.Link != nil && !fault.IsHTTPS(strings.TrimSpace(*e.Link)) {
		problems = append(problems, fault.RuleHTTPS.On("link"))
	}
	return problems
}

// applied is the content after the edit.
func (e Edit) applied(c Content) Content {
	if e.Title != nil {
		c.Title = *e.Title
	}
	if e.Link != nil {
		c.Link = *e.Link
	}
	return c
}

// distinct is the ids of a request, each once and in the same order. It refuses
// none and too many.
func distinct(field string, ids []string) ([]string, error) {
	seen := map[string]bool{}
	var each []string
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			each = append(each, id)
		}
	}
	if len(each) == 0 || len(each) > maxRecipients {
		return nil, fault.Invalid(ruleRecipients.On(field))
	}
	return each, nil
}

// checkKind refuses users of the other kind, by name.
func checkKind(users []user, kind access.Attachment) error {
	var wrong []string
	for _, u := range users {
		if u.Centre.Attachment() != kind {
			wrong = append(wrong, u.ID)
		}
	}
	if len(wrong) > 0 {
		return fault.Invalid(ruleWrongKind.On("userIds", strings.Join(wrong, ", ")))
	}
	return nil
}
