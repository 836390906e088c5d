package clean

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"io"
	"strings"
	"testing"

	"hearten/internal/platform/fault"
)

const (
	pageHTML = "<!DOCTYPE html><html><body><script>alert(1)</script></body></html>"
	minimal  = "%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n"
	svg      = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`
)

// animation is a small GIF with two frames.
func animation(t *testing.T) []byte {
	frame := image.NewPaletted(image.Rect(0, 0, 9, 9), paletteOf(16))
	return gifOf(t, &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{1, 1}})
}

func TestWhatIsNoPictureIsRefused(t *testing.T) {
	for name, data := range map[string]string{
		"empty": "", "one byte": "\xff", "HTML": pageHTML, "SVG": svg, "SVG without a header": "<svg/>", "text": strings.Repeat("text ", 500),
		"BMP": "BM\x1e\x00\x00\x00", "TIFF": "II*\x00\x08\x00\x00\x00", "HEIC": "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic",
		"ZIP": "PK\x03\x04\x14\x00", "program": "\x7fELF\x02\x01\x01", "zeros": strings.Repeat("\x00", 2000), "ones": strings.Repeat("\xff", 2000),
	} {
		t.Run(name, func(t *testing.T) { refused(t, []byte(data), ErrKind) })
	}
}

func TestEveryTruncationIsRefused(t *testing.T) {
	for name, data := range map[string][]byte{
		"JPEG": gossip(jpegOf(t, photo(24, 24), 80), 6), "full chroma JPEG": fixture(t, "video-001.q50.444.jpeg"),
		"progressive JPEG": fixture(t, "video-001.q50.420.progressive.jpeg"),
		"PNG":              pngOf(t, photo(16, 16)), "GIF": animation(t),
		"WebP": fixture(t, "gopher-doc.4bpp.lossless.webp"), "lossy WebP": fixture(t, "video-001.lossy.webp"),
	} {
		t.Run(name, func(t *testing.T) {
			const magic = 12
			for n := magic; n < len(data); n += 1 + len(data)/400 {
				refused(t, data[:n], ErrBroken)
			}
			refused(t, data[:len(data)-1], ErrBroken)
		})
	}
}

func TestCutShortButEndedProperlyIsRefused(t *testing.T) {
	jpg := jpegOf(t, photo(64, 64), 80)
	refused(t, join(jpg[:len(jpg)*2/3], "\xff\xd9"), ErrBroken)
	p := pngOf(t, photo(64, 64))
	refused(t, join(p[:33], chunk("IDAT", p[41:200]), chunk("IEND")), ErrBroken)
	refused(t, join(p[:33], chunk("IEND")), ErrBroken)
	refused(t, []byte("GIF89a\x09\x00\x09\x00\x00\x00\x00\x3b"), ErrBroken)
	refused(t, riff("WEBP"), ErrBroken)
}

func TestPictureWithoutPixelsIsRefused(t *testing.T) {
	jpg := jpegOf(t, photo(8, 8), 80)
	at := bytes.Index(jpg, []byte("\xff\xc0")) + 5
	none := bytes.Clone(jpg)
	copy(none[at:], "\x00\x00\x00\x00")
	refused(t, none, ErrBroken)
	refused(t, join("\x89PNG\r\n\x1a\n", chunk("IHDR", "\x00\x00\x00\x00\x00\x00\x00\x01\x08\x00\x00\x00\x00"), chunk("IEND")), ErrBroken)
	refused(t, []byte("GIF89a\x00\x00\x00\x00\x00\x00\x00\x3b"), ErrBroken)
	g := animation(t)
	frame := bytes.Index(g, []byte("\x2c\x00\x00\x00\x00\x09\x00\x09\x00"))
	g[frame+5] = 0
	refused(t, g, ErrBroken)
}

func TestPolyglotsAreRefused(t *testing.T) {
	program := join("MZ", make([]byte, 58), "\x50\x00\x00\x00", make([]byte, 0x10), "PE\x00\x00")
	for name, data := range map[string][]byte{
		"JPEG": jpegOf(t, photo(8, 8), 80), "PNG": pngOf(t, photo(8, 8)), "GIF": animation(t), "WebP": fixture(t, "gopher-doc.4bpp.lossless.webp"),
	} {
		for i, hidden := range [][]byte{
			[]byte("PK\x03\x04\x14\x00\x00\x00"), []byte("PK\x05\x06" + strings.Repeat("\x00", 18)), []byte(minimal), []byte(pageHTML),
			[]byte("<script src=x>"), []byte("<ScRiPt>"), []byte("<html>"), []byte("<svg/onload=x>"), []byte(svg), []byte("<?php system(1);"), []byte("<?PHP"),
			[]byte("\x7fELF\x02"), []byte("Rar!\x1a\x07\x00"), []byte("7z\xbc\xaf\x27\x1c"), program,
		} {
			t.Run(fmt.Sprintf("%s %d", name, i), func(t *testing.T) {
				refused(t, join(data, hidden), ErrHidden)
				refused(t, join(data, make([]byte, 3000), "innocent", hidden, make([]byte, 100)), ErrHidden)
			})
		}
		for _, first := range []string{"MZ\x90\x00", "\x00\x00\xff MZ\x90", "#!/bin/sh\n", "\xca\xfe\xba\xbe", "\x1f\x8b\x08\x00"} {
			refused(t, join(data, first), ErrHidden)
		}
	}
}

func TestInnocentTrailersAreDropped(t *testing.T) {
	want := decoded(t, jpegOf(t, photo(24, 16), 80))
	for name, trailer := range map[string][]byte{
		"zeros": make([]byte, 4096), "line ends": []byte("\r\n\r\n"),
		"maker's data":   []byte("\x00\x00\x01\x0a\x0e\x00\x00\x00Image_UTC_Data1700000000000SEFH\x6a\x00\x00\x00\x01\x00\x00\x00SEFT"),
		"moving picture": []byte("MotionPhoto_Data\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00isommp42 a<svgx AMZ1"),
		"preview":        jpegOf(t, photo(4, 4), 50),
	} {
		t.Run(name, func(t *testing.T) {
			f, out := cleanOf(t, join(jpegOf(t, photo(24, 16), 80), trailer))
			alike(t, bare(t, f, out), want)
		})
	}
}

// What a picture itself carries is thrown away with it, whatever it is.
func TestMarkupInsideAPictureIsDropped(t *testing.T) {
	jpg := withSegments(jpegOf(t, photo(8, 8), 80), appSegment(0xfe, pageHTML, "<?php evil(); ?>PK\x03\x04"))
	_, out := cleanOf(t, jpg)
	if foreign(out) {
		t.Error("markup is left")
	}
}

func TestTooManyScansAreRefused(t *testing.T) {
	jpg := fixture(t, "video-001.q50.420.progressive.jpeg")
	last := bytes.LastIndex(jpg, []byte("\xff\xda"))
	many := join(jpg[:last], bytes.Repeat(jpg[last:len(jpg)-2], maxScans), "\xff\xd9")
	refused(t, many, ErrBroken)
}

// Refusals are the file's doing; other failures are not called so.
func TestFailuresThatAreNotTheFiles(t *testing.T) {
	broken := errors.New("disk failed")
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	for name, data := range map[string][]byte{
		"JPEG": jpegOf(t, photo(64, 64), 90), "PNG": pngOf(t, photo(64, 64)), "full chroma": fixture(t, "video-001.q50.444.jpeg"),
		"PDF": []byte(minimal), "audio": riff("WAVE", "fmt ", wavFormat(1, 2, 44100, 16), "data", make([]byte, 5000)),
	} {
		t.Run(name, func(t *testing.T) {
			size := int64(len(data))
			for after := range 3 {
				_, err := Clean(context.Background(), &failing{bytes.NewReader(data), after, broken}, size, io.Discard)
				if refusal := (*fault.Error)(nil); errors.As(err, &refusal) || err != nil && !errors.Is(err, broken) {
					t.Errorf("reading failed %d on: %v", after, err)
				}
			}
			if _, err := Clean(context.Background(), bytes.NewReader(data), size, failingWriter{broken}); !errors.Is(err, broken) {
				t.Errorf("writing failed: %v", err)
			}
			if _, err := Clean(gone, bytes.NewReader(data), size, io.Discard); !errors.Is(err, context.Canceled) {
				t.Errorf("context ended: %v", err)
			}
		})
	}
	if _, err := Clean(context.Background(), strings.NewReader(minimal), int64(len(minimal))+9, io.Discard); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("fewer bytes than announced: %v", err)
	}
}

// failing fails to read after some reads.
type failing struct {
	*bytes.Reader
	after int
	err   error
}

func (f *failing) Read(p []byte) (int, error) {
	if f.after--; f.after < 0 {
		return 0, f.err
	}
	return f.Reader.Read(p)
}

type failingWriter struct{ err error }

func (f failingWriter) Write([]byte) (int, error) { return 0, f.err }

// wavFormat is a format chunk.
func wavFormat(tag, channels, rate, bits int) []byte {
	le := binary.LittleEndian
	align := channels * ((bits + 7) / 8)
	b := le.AppendUint16(le.AppendUint16(nil, uint16(tag)), uint16(channels))
	b = le.AppendUint32(le.AppendUint32(b, uint32(rate)), uint32(rate*align))
	return le.AppendUint16(le.AppendUint16(b, uint16(align)), uint16(bits))
}
