package process

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/url"
	"testing"

	"hearten/test/bench"
)

// upload is a file as its client knows it.
type upload struct {
	key          string
	path         string // where it is served, signature included
	content      []byte // what was sent
	same         bool   // it is stored as it was sent
	acknowledged bool
	seen         *download // before the kill
}

// newUpload is the nth file: PDFs, public and private, and pictures.
func newUpload(n int) *upload {
	key := fmt.Sprintf("shared/article/mh/a%d/pdf/1", n)
	if n%3 == 0 {
		return &upload{key: key, path: "/files/" + key, content: bench.PNG(64+n%32, 48)}
	}
	noise := make([]byte, 1+rand.IntN(200_000))
	_, _ = rand.NewChaCha8([32]byte{byte(n), byte(n >> 8)}).Read(noise) // never fails
	return &upload{key: key, path: "/files/" + key, same: true, content: fmt.Appendf(nil, "%%PDF-1.7\n%x\n%%%%EOF\n", noise)}
}

// upload posts a file in a form.
func (a caller) upload(f *upload, fields map[string]string) (*reply, error) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for name, value := range fields {
		_ = w.WriteField(name, value) // a buffer takes everything
	}
	part, err := w.CreateFormFile("files", "file")
	if err != nil {
		return nil, err
	}
	_, _ = part.Write(f.content)
	_ = w.Close()
	req, err := http.NewRequest("POST", "http://"+a.c.address+"/media/upload", &form)
	if err != nil {
		return nil, err
	}
	return a.with("Content-Type", w.FormDataContentType()).send(req)
}

// pathOf is where a server says that it serves what it stored.
func pathOf(r *reply) string {
	var stored struct{ Data []struct{ URL string } }
	if err := json.Unmarshal([]byte(r.text), &stored); err != nil || len(stored.Data) != 1 {
		return "/not said"
	}
	u, err := url.Parse(stored.Data[0].URL)
	if err != nil {
		return "/not an address"
	}
	return u.RequestURI()
}

// download is a file as it is served.
type download struct {
	t      *testing.T
	status int
	length int64
	etag   string
	text   string
}

func (c *child) download(path string) *download {
	c.t.Helper()
	d, err := c.tryDownload(path)
	bench.Must(c.t, err)
	return d
}

func (c *child) tryDownload(path string) (*download, error) {
	res, err := c.client.Get("http://" + c.address + path)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	return &download{c.t, res.StatusCode, res.ContentLength, res.Header.Get("ETag"), string(text)}, nil
}

// isComplete expects a whole file, the one that was sent and seen.
func (d *download) isComplete(f *upload) {
	d.t.Helper()
	sum := sha256.Sum256([]byte(d.text))
	if d.status != http.StatusOK || d.length != int64(len(d.text)) || d.etag != `"`+hex.EncodeToString(sum[:])+`"` {
		d.t.Errorf("%s answers %d with %d of %d bytes as %s", f.key, d.status, len(d.text), d.length, d.etag)
	}
	if f.same && d.text != string(f.content) {
		d.t.Errorf("%s is not what was sent", f.key)
	}
	if f.seen != nil && *f.seen != *d {
		d.t.Errorf("%s was another file before the kill", f.key)
	}
}
