package article

import "github.com/microcosm-cc/bluemonday"

// contentPolicy is what of an editor's HTML is kept: text and its structure,
// and https links. Scripts, styles, frames and forms are dropped, and so are
// pictures from other servers, which would learn who reads the article.
var contentPolicy = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "div", "span", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "code",
		"b", "strong", "i", "em", "u", "s", "del", "ins", "mark", "small", "sub", "sup", "figure", "figcaption")
	p.AllowLists()
	p.AllowTables()
	p.AllowStyles("text-align").MatchingEnum("left", "center", "right", "justify").Globally()
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("https")
	p.AllowRelativeURLs(false)
	p.RequireParseableURLs(true)
	p.RequireNoReferrerOnLinks(true)
	return p
}()

func cleanHTML(text string) string { return contentPolicy.Sanitize(text) }
