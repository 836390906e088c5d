package clean

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"io"
	"runtime"
	"testing"
	"time"

	"hearten/internal/platform/fault"
	"hearten/internal/platform/words"
)

// header is a PNG of that size without a pixel in it.
func header(w, h uint32) []byte {
	be := binary.BigEndian
	return join("\x89PNG\r\n\x1a\n", chunk("IHDR", be.AppendUint32(be.AppendUint32(nil, w), h), "\x08\x06\x00\x00\x00"), chunk("IDAT"), chunk("IEND"))
}

// screen is a GIF of that size with a frame of one pixel.
func screen(w, h uint16) []byte {
	le := binary.LittleEndian
	return join("GIF89a", le.AppendUint16(le.AppendUint16(nil, w), h), "\x80\x00\x00\x00\x00\x00\xff\xff\xff",
		"\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00\x3b")
}

// allocated tells how many bytes a call takes from the heap.
func allocated(call func()) uint64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestHugePicturesCostNothing(t *testing.T) {
	jpg := jpegOf(t, photo(8, 8), 80)
	copy(jpg[bytes.Index(jpg, []byte("\xff\xc0"))+5:], "\xff\xff\xff\xff")
	for name, data := range map[string][]byte{
		"PNG": header(40_000, 40_000), "PNG, as large as can be said": header(1<<31-1, 1), "GIF": screen(65_535, 65_535), "JPEG": jpg,
		"WebP":     riff("WEBP", "VP8X", vp8x(0, image.Pt(16_383, 16_383)), "VP8L", fixture(t, "gopher-doc.4bpp.lossless.webp")[20:]),
		"one more": header(MaxPixels+1, 1), "one row more": header(8000, 5001),
	} {
		t.Run(name, func(t *testing.T) {
			if n := allocated(func() { refused(t, data, ErrPixels) }); n > 1<<20 {
				t.Errorf("took %d bytes", n)
			}
		})
	}
}

func TestPixelsAtTheirEdge(t *testing.T) {
	black := color.Palette{color.Black, color.White}
	img := image.NewPaletted(image.Rect(0, 0, 8000, 5000), black)
	img.Pix[7] = 1
	f, _ := cleanOf(t, pngOf(t, img))
	if f.Width*f.Height != MaxPixels {
		t.Errorf("got %+v", f)
	}
}

// padded is a file of any size of which only head and tail are kept.
type padded struct {
	head, tail []byte
	size, at   int64
}

func (p *padded) Seek(off int64, _ int) (int64, error) {
	p.at = off
	return off, nil
}

func (p *padded) Read(b []byte) (int, error) {
	if p.at >= p.size {
		return 0, io.EOF
	}
	n := int(min(int64(len(b)), p.size-p.at))
	for i := range b[:n] {
		b[i] = 0
		if at := p.at + int64(i); at < int64(len(p.head)) {
			b[i] = p.head[at]
		} else if back := p.size - at; back <= int64(len(p.tail)) {
			b[i] = p.tail[int64(len(p.tail))-back]
		}
	}
	p.at += int64(n)
	return n, nil
}

func TestBytesAtTheirEdge(t *testing.T) {
	for name, c := range map[string]struct {
		head, tail []byte
		limit      int64
		kind       Kind
	}{
		"JPEG": {jpegOf(t, photo(16, 16), 80), nil, MaxPicture, Picture}, "PNG": {pngOf(t, photo(16, 16)), nil, MaxPicture, Picture},
		"PDF":  {[]byte("%PDF-1.7\n"), []byte("%%EOF"), MaxPDF, PDF},
		"WAV":  {riff("WAVE", "fmt ", wavFormat(1, 2, 44100, 16), "data", ""), nil, MaxAudio, Audio},
		"Opus": {page(2, "OpusHead"), nil, MaxAudio, Audio},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Clean(context.Background(), &padded{head: c.head, tail: c.tail, size: c.limit}, c.limit, io.Discard)
			if err != nil || f.Kind != c.kind || c.kind != Picture && f.Size != c.limit {
				t.Errorf("at the limit: %+v, %v", f, err)
			}
			_, err = Clean(context.Background(), &padded{head: c.head, tail: c.tail, size: c.limit + 1}, c.limit+1, io.Discard)
			if !errors.Is(err, ErrTooLarge.With(c.limit>>20)) {
				t.Errorf("a byte more: %v", err)
			}
		})
	}
}

func TestPassingOnTakesLittleMemory(t *testing.T) {
	head := riff("WAVE", "fmt ", wavFormat(1, 2, 44100, 16), "data", "")
	n := allocated(func() {
		_, err := Clean(context.Background(), &padded{head: head, size: MaxAudio}, MaxAudio, io.Discard)
		must(t, err)
	})
	if n > 1<<20 {
		t.Errorf("took %d bytes", n)
	}
}

func TestRefusalsSayTheLimit(t *testing.T) {
	for _, c := range []struct {
		err    error
		zh, en string
	}{
		{ErrTooLarge.With(MaxPDF >> 20), "檔案不可超過 20 MB", "The file may have at most 20 MB"},
		{ErrPixels.With(MaxPixels / 1_000_000), "圖片不可超過 40 百萬像素", "A picture may have at most 40 megapixels"},
	} {
		var f *fault.Error
		if !errors.As(c.err, &f) || f.Message(words.Chinese) != c.zh || f.Message(words.English) != c.en {
			t.Errorf("says %q and %q", f.Message(words.Chinese), f.Message(words.English))
		}
	}
}

func TestDecodersAreFew(t *testing.T) {
	frame := image.NewPaletted(image.Rect(0, 0, 4, 4), paletteOf(4))
	data := gifOf(t, &gif.GIF{Image: []*image.Paletted{frame}, Delay: []int{0}})
	waits := func(ctx context.Context) error {
		_, err := Clean(ctx, bytes.NewReader(data), int64(len(data)), io.Discard)
		return err
	}
	release, err := acquireDecoder(context.Background(), bigPicture+1)
	must(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if err := waits(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("beside a big picture: %v", err)
	}
	done := make(chan error)
	go func() { done <- waits(context.Background()) }()
	release()
	must(t, <-done)

	first, err := acquireDecoder(context.Background(), bigPicture)
	must(t, err)
	must(t, waits(context.Background())) // one decoder is free
	ended, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if _, err := acquireDecoder(ended, bigPicture+1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a big picture beside a small one: %v", err)
	}
	first()
	if !decoders.TryAcquire(decoderCount) {
		t.Fatal("a decoder was not released")
	}
	decoders.Release(decoderCount)
}

func TestPanicOfADecoderIsADamagedFile(t *testing.T) {
	_, err := guarded(func() (int, error) { panic("index out of range") })
	if !errors.Is(err, ErrBroken) {
		t.Errorf("got %v", err)
	}
}
