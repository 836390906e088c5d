package survey

import (
	"net/url"
	"strings"

	"hearten/internal/platform/fault"
)

// content is what staff write.
type content struct {
	Title string `json:"title"`
	Link  string `json:"link"`
}

func (c content) tidy() content {
	return content{strings.TrimSpace(c.Title), strings.TrimSpace(c.Link)}
}

// broken names the rules that the content breaks.
func (c content) broken() (broken []fault.Field) {
	c = c.tidy()
	if c.Title == "" {
		broken = append(broken, fault.RuleRequired.On("title"))
	}
	if !isHTTPS(c.Link) {
		broken = append(broken, fault.RuleHTTPS.On("link"))
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

func isHTTPS(link string) bool {
	u, err := url.Parse(link)
	return err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil
}

// edited is the content after an edit; what is nil stays.
func edited(c content, title, link *string) content {
	if title != nil {
		c.Title = *title
	}
	if link != nil {
		c.Link = *link
	}
	return c
}
