package resource

import (
	"strings"

	"hearten/internal/media"
	"hearten/internal/platform/fault"
	"hearten/internal/workflow"
)

// content is what staff write.
type content struct {
	Name        string `json:"name"`
	Phone       string `json:"phone"`
	Address     string `json:"address"`
	Introduce   string `json:"introduce"`
	SubtypeID   string `json:"resourceId"`
	CommunityID string `json:"communityId"`
	Picture     string `json:"fileKey"`
}

func contentOf(r Resource) content {
	return content{r.Name, r.Phone, r.Address, r.Introduce, r.SubtypeID, r.CommunityID, r.Picture}
}

func (c content) counter() counter { return counter{c.CommunityID, c.SubtypeID} }

func (c content) tidy() content {
	c.Name, c.Phone = strings.TrimSpace(c.Name), strings.TrimSpace(c.Phone)
	c.Address, c.Introduce = strings.TrimSpace(c.Address), strings.TrimSpace(c.Introduce)
	return c
}

// invalidFields are the required fields that are missing.
func (c content) invalidFields() (invalid []fault.Field) {
	c = c.tidy()
	if c.Name == "" {
		invalid = append(invalid, fault.RuleRequired.On("name"))
	}
	if c.Address == "" {
		invalid = append(invalid, fault.RuleRequired.On("address"))
	}
	return invalid
}

// check gives the tidied content or refuses it.
func (c content) check() (content, error) {
	if invalid := c.invalidFields(); len(invalid) > 0 {
		return c, fault.Invalid(invalid...)
	}
	return c.tidy(), nil
}

// Change is an edit; nil leaves a field as it is.
type Change struct {
	Name, Phone, Address, Introduce, SubtypeID, CommunityID, Picture *string
}

// applied is the content after an edit. An entry must have a name, an address, a
// sub-type, a community and a picture: an empty one leaves it as it is.
func (ch Change) applied(c content) content {
	for _, f := range []struct {
		field    *string
		given    *string
		required bool
	}{
		{&c.Name, ch.Name, true},
		{&c.Address, ch.Address, true},
		{&c.SubtypeID, ch.SubtypeID, true},
		{&c.CommunityID, ch.CommunityID, true},
		{&c.Picture, ch.Picture, true},
		{&c.Phone, ch.Phone, false},
		{&c.Introduce, ch.Introduce, false},
	} {
		if f.given != nil && (*f.given != "" || !f.required) {
			*f.field = *f.given
		}
	}
	return c
}

// accessOf is who may see the picture of a resource in a status.
func accessOf(status workflow.Status) media.Access {
	if status == workflow.Listed {
		return media.Public
	}
	return media.Private
}
