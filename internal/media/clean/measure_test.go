package clean

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"math"
	"slices"

	"github.com/bep/imagemeta"
	"pgregory.net/rapid"

	"hearten/internal/platform/fault"
)

// cleanOf cleans what must be accepted.
func cleanOf(t rapid.TB, data []byte) (File, []byte) {
	t.Helper()
	var out bytes.Buffer
	f, err := Clean(context.Background(), bytes.NewReader(data), int64(len(data)), &out)
	must(t, err)
	if f.Size != int64(out.Len()) {
		t.Errorf("says %d bytes, wrote %d", f.Size, out.Len())
	}
	return f, out.Bytes()
}

// refused cleans what must be refused, for that reason, with nothing written.
func refused(t rapid.TB, data []byte, want *fault.Error) {
	t.Helper()
	var out bytes.Buffer
	f, err := Clean(context.Background(), bytes.NewReader(data), int64(len(data)), &out)
	if !errors.Is(err, want) || f != (File{}) || out.Len() > 0 {
		t.Errorf("got %+v, %d bytes and %v; want %v", f, out.Len(), err, want)
	}
}

// cleanPictureOf cleans a picture, checks that nothing but pixels is left, and
// decodes it.
func cleanPictureOf(t rapid.TB, data []byte, contentType string) image.Image {
	t.Helper()
	f, out := cleanOf(t, data)
	img := bare(t, f, out)
	if f.ContentType != contentType {
		t.Errorf("came out as %s, not %s", f.ContentType, contentType)
	}
	return img
}

// bare fails if a cleaned picture has anything but pixels. It trusts neither
// this package nor one way of looking.
func bare(t rapid.TB, f File, data []byte) image.Image {
	t.Helper()
	img, format, err := image.Decode(bytes.NewReader(data))
	must(t, err)
	size := img.Bounds().Size()
	if f.Kind != Picture || "image/"+format != f.ContentType || size.X != f.Width || size.Y != f.Height {
		t.Fatalf("a %s of %v is called %+v", format, size, f)
	}
	for _, tag := range tagsIn(t, format, data) {
		t.Errorf("metadata is left: %s", tag)
	}
	for _, p := range partsOf(t, format, data) {
		if !slices.Contains([]string{"IHDR", "PLTE", "tRNS", "IDAT", "IEND", "\xdb", "\xc0", "\xc4", "\xda"}, p) {
			t.Errorf("part %q is left", p)
		}
	}
	return img
}

// silent looks for the words that metadata begins with. Compressed pixels can
// spell them by chance, so only tests that are the same each time may ask.
func silent(t rapid.TB, data []byte) {
	t.Helper()
	for _, s := range []string{"Exif", "http://ns.adobe.com/xap", "GPS", "ICC_PROFILE", "Photoshop", "iTXt", "zTXt", "tEXt", "eXIf", "iCCP"} {
		if bytes.Contains(data, []byte(s)) {
			t.Errorf("%q is left", s)
		}
	}
}

// tagsIn asks an independent reader.
func tagsIn(t rapid.TB, format string, data []byte) (tags []string) {
	t.Helper()
	_, err := imagemeta.Decode(imagemeta.Options{
		R:               bytes.NewReader(data),
		ImageFormat:     map[string]imagemeta.ImageFormat{"jpeg": imagemeta.JPEG, "png": imagemeta.PNG, "webp": imagemeta.WebP}[format],
		Sources:         imagemeta.EXIF | imagemeta.IPTC | imagemeta.XMP,
		ShouldHandleTag: func(imagemeta.TagInfo) bool { return true },
		HandleTag: func(tag imagemeta.TagInfo) error {
			tags = append(tags, tag.Source.String()+" "+tag.Tag)
			return nil
		},
	})
	must(t, err)
	return tags
}

// partsOf names a file's chunks, or a JPEG's markers up to its last scan.
func partsOf(t rapid.TB, format string, data []byte) (parts []string) {
	t.Helper()
	if format == "png" {
		for at := 8; at < len(data); at += 12 + int(binary.BigEndian.Uint32(data[at:])) {
			parts = append(parts, string(data[at+4:at+8]))
		}
		return parts
	}
	for at := 2; at < len(data)-2; {
		if data[at] != 0xff || data[at+1] < 0xc0 {
			at++ // within a scan
			continue
		}
		parts = append(parts, string(data[at+1:at+2]))
		at += 2 + int(binary.BigEndian.Uint16(data[at+2:]))
	}
	if !bytes.HasSuffix(data, []byte("\xff\xd9")) {
		t.Error("something follows the end of the JPEG")
	}
	return parts
}

// psnr measures how far two pictures of the same size are apart, in dB.
func psnr(t rapid.TB, a, b image.Image) float64 {
	t.Helper()
	if a.Bounds().Size() != b.Bounds().Size() {
		t.Fatalf("sizes differ: %v and %v", a.Bounds().Size(), b.Bounds().Size())
	}
	var sum float64
	size := a.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			c := color.NRGBAModel.Convert(a.At(a.Bounds().Min.X+x, a.Bounds().Min.Y+y)).(color.NRGBA)
			d := color.NRGBAModel.Convert(b.At(b.Bounds().Min.X+x, b.Bounds().Min.Y+y)).(color.NRGBA)
			for _, v := range []float64{float64(c.R) - float64(d.R), float64(c.G) - float64(d.G), float64(c.B) - float64(d.B)} {
				sum += v * v
			}
		}
	}
	if sum == 0 {
		return math.Inf(1)
	}
	return 10 * math.Log10(255*255*3*float64(size.X*size.Y)/sum)
}

// alike fails if two pictures do not look the same.
func alike(t rapid.TB, got, want image.Image) {
	t.Helper()
	if db := psnr(t, got, want); db < 35 {
		t.Errorf("%.1f dB apart", db)
	} else {
		t.Logf("%.1f dB", db)
	}
}

// same fails if two pictures differ in any pixel.
func same(t rapid.TB, got, want image.Image) {
	t.Helper()
	if got.Bounds().Size() != want.Bounds().Size() {
		t.Fatalf("sizes differ: %v and %v", got.Bounds().Size(), want.Bounds().Size())
	}
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			a := color.NRGBA64Model.Convert(got.At(got.Bounds().Min.X+x, got.Bounds().Min.Y+y)).(color.NRGBA64)
			b := color.NRGBA64Model.Convert(want.At(want.Bounds().Min.X+x, want.Bounds().Min.Y+y)).(color.NRGBA64)
			if a != b {
				t.Fatalf("pixel %d,%d is %v, not %v", x, y, a, b)
			}
		}
	}
}

func decoded(t rapid.TB, data []byte) image.Image {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(data))
	must(t, err)
	return img
}
