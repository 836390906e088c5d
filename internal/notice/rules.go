package notice

import (
	"slices"
	"strings"

	"hearten/internal/platform/access"
	"hearten/internal/platform/fault"
)

var wrongKind = map[access.Attachment]*fault.Error{
	access.Attached: fault.New(fault.Validation, "以下並非機構用戶：%s", "Not organisation users: %s"),
	access.Free:     fault.New(fault.Validation, "以下並非自由用戶：%s", "Not free users: %s"),
}

// words are what staff write.
type words struct {
	Title   string `json:"title"`
	Content string `json:"content"`
}

func (w words) tidy() words { return words{strings.TrimSpace(w.Title), strings.TrimSpace(w.Content)} }

// broken names what is missing; a title of spaces alone is.
func (w words) broken(userIDs []string) (broken []fault.Field) {
	if len(userIDs) == 0 {
		broken = append(broken, fault.RuleRequired.On("userIds"))
	}
	if w.tidy().Title == "" {
		broken = append(broken, fault.RuleRequired.On("title"))
	}
	return broken
}

// check tidies the words or refuses them.
func (w words) check(userIDs []string) (words, error) {
	if broken := w.broken(userIDs); len(broken) > 0 {
		return w, fault.Invalid(broken...)
	}
	return w.tidy(), nil
}

// recipient is a user whom the caller reaches.
type recipient struct {
	ID     string        `db:"id"`
	Centre access.Centre `db:"centre"`
}

// allOf names the users who are of the other kind.
func allOf(kind access.Attachment, reached []recipient) error {
	var wrong []string
	for _, r := range reached {
		if (r.Centre == access.CentreOther) != (kind == access.Free) {
			wrong = append(wrong, r.ID)
		}
	}
	if len(wrong) > 0 {
		slices.Sort(wrong)
		return wrongKind[kind].With(strings.Join(wrong, ", "))
	}
	return nil
}
