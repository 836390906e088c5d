package notice

import (
	"slices"
	"strings"

	"hearten/internal/platform/access"
	"hearten/internal/platform/fault"
)

var errWrongKind = map[access.Attachment]*fault.Error{
	access.Attached: fault.New(fault.Validation, "以下並非機構用戶：%s", "Not organisation users: %s"),
	access.Free:     fault.New(fault.Validation, "以下並非自由用戶：%s", "Not free users: %s"),
}

// text is what staff write. The audit log keeps it under these names.
type text struct {
	Title   string `json:"title"`
	Content string `json:"content"`
}

func (t text) trimmed() text { return text{strings.TrimSpace(t.Title), strings.TrimSpace(t.Content)} }

// missing lists the fields that are required and empty; a title of spaces is
// empty.
func (t text) missing(userIDs []string) (missing []fault.Field) {
	if len(userIDs) == 0 {
		missing = append(missing, fault.RuleRequired.On("userIds"))
	}
	if t.trimmed().Title == "" {
		missing = append(missing, fault.RuleRequired.On("title"))
	}
	return missing
}

// check trims the text, or refuses it.
func (t text) check(userIDs []string) (text, error) {
	if missing := t.missing(userIDs); len(missing) > 0 {
		return t, fault.Invalid(missing...)
	}
	return t.trimmed(), nil
}

// recipient is a user whom the caller reaches.
type recipient struct {
	ID     string        `db:"id"`
	Centre access.Centre `db:"centre"`
}

// checkKind refuses users of the other kind and names them.
func checkKind(kind access.Attachment, recipients []recipient) error {
	var wrong []string
	for _, r := range recipients {
		if (r.Centre == access.CentreOther) != (kind == access.Free) {
			wrong = append(wrong, r.ID)
		}
	}
	if len(wrong) > 0 {
		slices.Sort(wrong)
		return errWrongKind[kind].With(strings.Join(wrong, ", "))
	}
	return nil
}
