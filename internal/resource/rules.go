package resource

import (
	"strings"

	"hearten/internal/platform/fault"
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

func (c content) shelf() shelf { return shelf{c.CommunityID, c.SubtypeID} }

func (c content) tidy() content {
	c.Name, c.Phone = strings.TrimSpace(c.Name), strings.TrimSpace(c.Phone)
	c.Address, c.Introduce = strings.TrimSpace(c.Address), strings.TrimSpace(c.Introduce)
	return c
}

// broken names what is missing.
func (c content) broken() (broken []fault.Field) {
	c = c.tidy()
	if c.Name == "" {
		broken = append(broken, fault.RuleRequired.On("name"))
	}
	if c.Address == "" {
		broken = append(broken, fault.RuleRequired.On("address"))
	}
	return broken
}

// check tidies the content or refuses it.
func (c content) check() (content, error) {
	if broken := c.broken(); len(broken) > 0 {
		return c, fault.Invalid(broken...)
	}
	return c.tidy(), nil
}

// Change is an edit; what is nil stays.
type Change struct {
	Name, Phone, Address, Introduce, SubtypeID, CommunityID, Picture *string
}

// applied is the content after an edit. An entry cannot do without a name, an
// address, a sub-type, a community and a picture, so that emptying one leaves
// it as it is.
func (ch Change) applied(c content) content {
	keep := func(field *string, given *string) {
		if given != nil && *given != "" {
			*field = *given
		}
	}
	replace := func(field *string, given *string) {
		if given != nil {
			*field = *given
		}
	}
	keep(&c.Name, ch.Name)
	keep(&c.Address, ch.Address)
	keep(&c.SubtypeID, ch.SubtypeID)
	keep(&c.CommunityID, ch.CommunityID)
	keep(&c.Picture, ch.Picture)
	replace(&c.Phone, ch.Phone)
	replace(&c.Introduce, ch.Introduce)
	return c
}
