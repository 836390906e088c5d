package clean

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/gif"
	"math/rand/v2"
	"testing"

	"hearten/internal/platform/fault"
)

// seeds are one of every sort of file.
func seeds(t testing.TB) [][]byte {
	frame := image.NewPaletted(image.Rect(0, 0, 9, 9), paletteOf(16))
	jpg, p := jpegOf(t, photo(20, 12), 80), pngOf(t, photo(12, 10))
	return [][]byte{
		gossip(jpg, 6), withSegments(jpg), join(jpg, "PK\x03\x04"), join(jpg, make([]byte, 64)), jpegOf(t, grayOf(photo(9, 9)), 50),
		withChunks(p, chunk("tEXt", "a\x00b"), chunk("eXIf", exifOf(binary.BigEndian, 5))), join(p, pageHTML), header(40_000, 40_000),
		gifOf(t, &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{1, 1}}),
		fixture(t, "video-001.q50.444.jpeg"), fixture(t, "video-001.q50.420.progressive.jpeg"),
		fixture(t, "gopher-doc.4bpp.lossless.webp"), fixture(t, "video-001.lossy.webp"),
		[]byte(minimal), []byte(pageHTML), []byte(svg),
		mp3Of("\xff\xfb\x90\x00", 417, 2), aacOf(100, 3), join(id3(20), aacOf(100, 3)), page(2, "OpusHead"),
		join(ftyp("mp42"), box("moov", track("soun"))), riff("WAVE", "fmt ", wavFormat(1, 2, 44100, 16), "data", ""),
	}
}

// harmless cleans anything: it never panics, it refuses with a fault and without
// a trace, and what it accepts decodes again, is bare, and stays as it is when
// it is cleaned once more.
func harmless(t testing.TB, data []byte) {
	t.Helper()
	var out bytes.Buffer
	f, err := Clean(context.Background(), bytes.NewReader(data), int64(len(data)), &out)
	if err != nil {
		if refusal := (*fault.Error)(nil); !errors.As(err, &refusal) || out.Len() > 0 {
			t.Fatalf("%d bytes and %v", out.Len(), err)
		}
		return
	}
	if f.Kind != Picture {
		if !bytes.Equal(out.Bytes(), data) {
			t.Fatal("the file was changed")
		}
		return
	}
	bare(t, f, out.Bytes())
	again, _ := cleanOf(t, out.Bytes())
	again.Size = f.Size
	if again != f {
		t.Fatalf("%+v, then %+v", f, again)
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const small = 1 << 20 // larger pictures only cost time
		if c := codecOf(data); c != nil {
			cfg, err := guarded(func() (image.Config, error) { return c.config(bytes.NewReader(data)) })
			if err == nil && cfg.Width*cfg.Height > small && cfg.Width*cfg.Height <= MaxPixels {
				return
			}
		}
		harmless(t, data)
	})
}

// Seeds with some bytes changed are what fuzzing does, on every run of the tests.
func TestChangedFilesAreHarmless(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, seed := range seeds(t) {
		for range 60 {
			data := bytes.Clone(seed)
			for range 1 + rnd.IntN(4) {
				// Sizes in headers stay small, for the test's sake: the first bytes rest.
				if at := rnd.IntN(len(data)); at > 64 {
					data[at] = byte(rnd.Uint32())
				}
			}
			harmless(t, data)
		}
	}
}
