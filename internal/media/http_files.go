package media

import (
	"net/http"
	"strings"

	"hearten/internal/platform/api"
)

// privateCache lets only the reader's own cache keep a private file, for as long
// as a page needs.
const privateCache = "private, max-age=60"

// files serves GET /files/{key}: public files to everyone, private ones to those
// who have a signed address.
func (h handlers) files(r *api.Router) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		file, body, err := h.s.Open(req.Context(), strings.TrimPrefix(req.URL.Path, "/files/"), req.URL.Query())
		if err != nil {
			r.Refuse(w, req, err)
			return
		}
		defer body.Close()
		head := w.Header()
		head.Set("Content-Type", file.ContentType)
		head.Set("ETag", `"`+file.ETag+`"`)
		head.Set("Cache-Control", file.CacheControl)
		if !file.public(h.s.Clock.Now()) {
			head.Set("Cache-Control", privateCache)
		}
		head.Set("Content-Security-Policy", "default-src 'none'; sandbox") // scripts in a file never run
		head.Set("Cross-Origin-Resource-Policy", "cross-origin")
		head.Del("Vary")
		http.ServeContent(w, req, "", file.UpdatedAt, body)
	}
}
