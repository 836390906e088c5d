package perf

import (
	"bufio"
	"bytes"
	"context"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"hearten/internal/media"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// A photograph of about 60 KB, against http.FileServer on the same file.
func BenchmarkPublicPicture(b *testing.B) {
	publicFile(b, "a picture of 60 KB", "shared/article/mh/perf/photo/1", bench.JPEG(890, 890))
}

// The same with a PDF of 2 MB, where sending outweighs finding.
func BenchmarkPublicPDF(b *testing.B) {
	publicFile(b, "a PDF of 2 MB", "shared/article/mh/perf/pdf/1", pdf(2<<20))
}

// window is how much a caller takes from a connection at once: of a file that
// is more than of a reply.
const window = 256 << 10

func publicFile(b *testing.B, what, key string, body []byte) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := start(b, engine, limited)
		stored, err := p.Media.Store(context.Background(), media.Upload{
			Key: key, Body: bytes.NewReader(body), Size: int64(len(body)), Access: media.Public,
		})
		bench.Must(b, err)
		server := httptest.NewServer(http.FileServer(http.Dir(filepath.Join(p.Config.Data, "media"))))
		defer server.Close()
		ours, theirs := newLoad(b, p.url, "GET /files/"+key, "", "", callers), newLoad(b, server.URL, "GET /"+stored[0].Object, "", "", callers)
		for _, c := range append(ours.conns, theirs.conns...) {
			c.replies = bufio.NewReaderSize(c.Conn, window)
		}
		if one, other := ours.once(), theirs.once(); one != other || int64(len(one)) != stored[0].Size {
			b.Fatalf("the product gives %d bytes, the file server %d, stored were %d", len(one), len(other), stored[0].Size)
		}
		ratio, our, their := byTurns(b, ours.slice, theirs.slice)
		figure(b, "GET /files/: "+what+" / http.FileServer", ratio, "ratio", atLeast(0.6),
			perSecond("product", our), perSecond("file server", their))
	})
}

// pdf is a file that begins and ends like one.
func pdf(size int) []byte {
	body := make([]byte, size)
	rand.NewChaCha8([32]byte{}).Read(body)
	copy(body, "%PDF-1.7\n")
	copy(body[size-6:], "%%EOF\n")
	return body
}
