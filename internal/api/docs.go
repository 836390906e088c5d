package api

import (
	_ "embed"
	"net/http"
)

// The page's script is RapiDoc 9.3.8 (MIT), kept in the repository so that the
// documentation works offline.
//
//go:embed docs/index.html
var docsPage []byte

//go:embed docs/rapidoc-min.js
var docsScript []byte

// ServeDocuments serves the OpenAPI document and its page. Call it when every
// operation is declared.
func (r *Router) ServeDocuments() error {
	doc, err := r.Document()
	if err != nil {
		return err
	}
	r.public.Get("/openapi.json", asset("application/json", doc))
	r.public.Get("/docs", asset("text/html; charset=utf-8", docsPage))
	r.public.Get("/docs/rapidoc-min.js", asset("text/javascript; charset=utf-8", docsScript))
	return nil
}

func asset(kind string, body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		head := w.Header()
		head.Set("Content-Type", kind)
		head.Set("Cache-Control", "no-cache")
		head.Set("Content-Security-Policy",
			"default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; frame-ancestors 'none'")
		_, _ = w.Write(body) // the caller may be gone
	}
}
