package bench

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

var outside = map[string]bool{"/metrics": true, "/docs": true, "/docs/rapidoc-min.js": true, "/openapi.json": true, "/dev/inbox": true}

// The document is the same in every world, so it is read once. A public
// library reads it and judges the replies; none of it is ours.
var readDocument sync.Once
var document struct {
	router routers.Router
	err    error
}

func (w *World) document() routers.Router {
	w.T.Helper()
	readDocument.Do(func() {
		text, err := w.App.Router.Document()
		if err != nil {
			document.err = err
			return
		}
		loader := openapi3.NewLoader()
		doc, err := loader.LoadFromData(text)
		if err != nil {
			document.err = err
			return
		}
		doc.Servers = nil
		document.router, document.err = gorillamux.NewRouter(doc)
	})
	Must(w.T, document.err)
	return document.router
}

// checkAgainstDocument fails the test when an operation answers what the
// document does not say: an unknown status, another shape, or a code that is
// not among the operation's.
func (w *World) checkAgainstDocument(req *http.Request, res *http.Response, body []byte) {
	w.T.Helper()
	route, params, err := w.document().FindRoute(req)
	if err != nil {
		// Only the router's own refusals and what is not an operation are
		// outside the document.
		if res.StatusCode != http.StatusNotFound && res.StatusCode != http.StatusMethodNotAllowed && !outside[req.URL.Path] {
			w.T.Fatalf("%s %s answered %d and is not in the document", req.Method, req.URL.Path, res.StatusCode)
		}
		return
	}
	err = openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: req, PathParams: params, Route: route},
		Status:                 res.StatusCode,
		Header:                 res.Header,
		Body:                   io.NopCloser(bytes.NewReader(body)),
		Options:                &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	})
	if err != nil {
		w.T.Fatalf("%s %s answered %d, which the document does not describe: %s", req.Method, req.URL.Path, res.StatusCode,
			strings.SplitN(err.Error(), "\n", 2)[0])
	}
	code := res.Header.Get("X-Error-Code")
	if described := route.Operation.Responses.Status(res.StatusCode); code != "" && !strings.Contains(*described.Value.Description, code) {
		w.T.Errorf("%s %s answered %d %s; the document says %s", req.Method, route.Path, res.StatusCode, code, *described.Value.Description)
	}
}
