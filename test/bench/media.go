package bench

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
)

// Upload is the temporary key of a file that a staff member uploads.
func Upload(c *Caller, content []byte) string {
	return c.Upload("/web/media/upload", nil, MediaFile("x", content)).OK().String("data.0.fileKey")
}

// PDF is a PDF as small as it can be.
var PDF = []byte("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n0\n%%EOF\n")

// MP3 is an MP3 file as small as it can be.
var MP3 = bytes.Repeat(append([]byte("\xff\xfb\x90\x00"), make([]byte, 413)...), 3)

// FileKey refers to an uploaded file in a request.
func FileKey(key string) Body { return Body{"fileKey": key} }

// MediaFile is a file of an upload.
func MediaFile(name string, content []byte) Attachment {
	return Attachment{Field: "files", Name: name, Body: content}
}

// Fetch gets an address of a file from the world's server.
func Fetch(w *World, address string, header ...string) (*http.Response, []byte) {
	w.T.Helper()
	u, err := url.Parse(address)
	Must(w.T, err)
	req, err := http.NewRequest(http.MethodGet, w.URL+u.RequestURI(), nil)
	Must(w.T, err)
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	Must(w.T, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	Must(w.T, err)
	return res, text
}

// StoreFile puts a file in place as another service would.
func StoreFile(w *World, key string, content []byte, fields map[string]string) string {
	w.T.Helper()
	all := map[string]string{"fileKey": key, "temp": "false"}
	for k, v := range fields {
		all[k] = v
	}
	return w.Service().Upload("/media/upload", all, MediaFile("x", content)).OK().String("data.0.url")
}

// AvatarKey is the key of a user's picture.
const AvatarKey = "centre_a/user/user-1/profile/1"

// UploadPicture uploads a picture as the portal does and gives its key.
func UploadPicture(c *Caller) string {
	return c.Upload("/web/media/upload", nil, MediaFile("p.png", PNG(8, 8))).OK().String("data.0.fileKey")
}
