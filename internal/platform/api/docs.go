package api

import (
	_ "embed"
	"net/http"
	"sync"
)

// The page's script is RapiDoc 9.3.8 (MIT), kept in the repository so that the
// documentation works offline.
//
//go:embed docs/index.html
var docsPage []byte

//go:embed docs/rapidoc-min.js
var docsScript []byte

// ServeDocuments serves the OpenAPI document and its page. Call it when every
// operation is declared. The document is written when it is first asked for.
func (r *Router) ServeDocuments() {
	document := sync.OnceValues(r.Document)
	r.public.Get("/openapi.json", func(w http.ResponseWriter, req *http.Request) {
		doc, err := document()
		if err != nil {
			r.Refuse(w, req, err)
			return
		}
		asset("application/json", doc)(w, req)
	})
	r.public.Get("/docs", asset("text/html; charset=utf-8", docsPage))
	r.public.Get("/docs/rapidoc-min.js", asset("text/javascript; charset=utf-8", docsScript))
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
