package media

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"hearten/internal/platform/api"
	"hearten/internal/platform/db"
)

// files serves GET /files/{key}: public files to everyone, private ones to
// whoever holds a signed address.
func (s *Service) files(r *api.Router) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		key := strings.TrimPrefix(req.URL.Path, "/files/")
		file, body, err := s.serve(req, key)
		if err != nil {
			r.Refuse(w, req, err)
			return
		}
		defer body.Close()
		head := w.Header()
		head.Set("Content-Type", file.ContentType)
		head.Set("ETag", `"`+file.ETag+`"`)
		head.Set("Cache-Control", file.CacheControl)
		if !file.public(s.clock.Now()) {
			head.Set("Cache-Control", "private, max-age=60")
		}
		// A file is shown, never run.
		head.Set("Content-Security-Policy", "default-src 'none'; sandbox")
		head.Set("Cross-Origin-Resource-Policy", "cross-origin")
		head.Del("Vary")
		http.ServeContent(w, req, "", file.UpdatedAt, body)
	}
}

// serve finds what may be sent. A version that is replaced between the look and
// the opening is looked for once more.
func (s *Service) serve(req *http.Request, key string) (File, io.ReadSeekCloser, error) {
	for try := 1; ; try++ {
		file, err := s.known.find(key, s.clock.Now(), func() (File, error) {
			return findFast(req.Context(), s.db.Quick(), key)
		})
		if db.IsNone(err) || err == nil && !file.public(s.clock.Now()) && !s.signed(key, req.URL.Query()) {
			err = ErrNotFound
		}
		if err != nil {
			return File{}, nil, err
		}
		body, err := s.objects.Open(req.Context(), file.Object)
		if errors.Is(err, ErrNotFound) && try == 1 {
			s.known.forget(key)
			continue
		}
		return file, body, err
	}
}
