package clean

import (
	"encoding/binary"
	"fmt"
	"image"
	"image/draw"
	"testing"
)

// righted says in the words of the standard how a stored picture is shown: what
// the stored row 0 and column 0 are.
func righted(img image.Image, o int) image.Image {
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	from := map[int]func(x, y int) (int, int){
		1: func(x, y int) (int, int) { return x, y },                 // top, left
		2: func(x, y int) (int, int) { return w - 1 - x, y },         // top, right
		3: func(x, y int) (int, int) { return w - 1 - x, h - 1 - y }, // bottom, right
		4: func(x, y int) (int, int) { return x, h - 1 - y },         // bottom, left
		5: func(x, y int) (int, int) { return y, x },                 // left, top
		6: func(x, y int) (int, int) { return y, h - 1 - x },         // right, top
		7: func(x, y int) (int, int) { return w - 1 - y, h - 1 - x }, // right, bottom
		8: func(x, y int) (int, int) { return w - 1 - y, x },         // left, bottom
	}[o]
	out := image.NewNRGBA64(image.Rect(0, 0, w, h))
	if o >= 5 {
		out = image.NewNRGBA64(image.Rect(0, 0, h, w))
	}
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, img.At(from(x, y)))
		}
	}
	return out
}

func TestPhoneJPEGIsUprightAndTellsNothing(t *testing.T) {
	plainJPEG := jpegOf(t, photo(120, 80), 85)
	data := gossip(plainJPEG, 6)
	if found := fmt.Sprint(tagsIn(t, "jpeg", data)); !containsAll(found, "EXIF Orientation", "EXIF GPSLatitude", "XMP GPSLatitude", "IPTC ") {
		t.Fatalf("the reader only sees %s", found)
	}
	got := cleanPictureOf(t, data, "image/jpeg")
	_, out := cleanOf(t, data)
	silent(t, out)
	if got.Bounds().Size() != image.Pt(80, 120) {
		t.Errorf("size is %v", got.Bounds().Size())
	}
	alike(t, got, righted(decoded(t, plainJPEG), 6))
}

func TestAllOrientations(t *testing.T) {
	for o := 1; o <= 8; o++ {
		for _, size := range []image.Point{{64, 48}, {31, 18}, {18, 31}, {1, 7}} {
			t.Run(fmt.Sprintf("%d %v", o, size), func(t *testing.T) {
				original := photo(size.X, size.Y)
				data := jpegOf(t, original, 90)
				alike(t, cleanPictureOf(t, gossip(data, o), "image/jpeg"), righted(decoded(t, data), o))

				exif := exifOf(binary.LittleEndian, o)
				same(t, cleanPictureOf(t, withChunks(pngOf(t, original), chunk("eXIf", exif)), "image/png"), righted(original, o))
			})
		}
	}
}

func TestOrientationOfEverySortOfPNG(t *testing.T) {
	original := photo(30, 20)
	for name, img := range map[string]draw.Image{
		"gray": image.NewGray(original.Rect), "gray, 16 bit": image.NewGray16(original.Rect),
		"palette": image.NewPaletted(original.Rect, paletteOf(200)),
		"colour":  image.NewRGBA(original.Rect), "transparent": image.NewNRGBA(original.Rect),
		"16 bit": image.NewRGBA64(original.Rect), "transparent, 16 bit": image.NewNRGBA64(original.Rect),
	} {
		t.Run(name, func(t *testing.T) {
			draw.Draw(img, original.Rect, original, image.Point{}, draw.Src)
			if name[0] == 't' {
				draw.Draw(img, image.Rect(0, 0, 9, 9), image.Transparent, image.Point{}, draw.Src)
			}
			data := pngOf(t, img)
			for o := 1; o <= 8; o++ {
				got := cleanPictureOf(t, withChunks(data, chunk("eXIf", exifOf(binary.BigEndian, o))), "image/png")
				same(t, got, righted(decoded(t, data), o))
			}
		})
	}
}

func TestOrientationOfWebP(t *testing.T) {
	data := fixture(t, "gopher-doc.4bpp.lossless.webp")
	size := decoded(t, data).Bounds().Size()
	for _, prefix := range []string{"", "Exif\x00\x00"} {
		wrapped := riff("WEBP", "VP8X", vp8x(8, size), "VP8L", data[20:], "EXIF", prefix+string(exifOf(binary.LittleEndian, 8)), "XMP ", xmp)
		same(t, cleanPictureOf(t, wrapped, "image/png"), righted(decoded(t, data), 8))
		_, out := cleanOf(t, wrapped)
		silent(t, out)
	}
}

// vp8x is the header of a WebP with more than a picture in it.
func vp8x(flags byte, size image.Point) []byte {
	w, h := size.X-1, size.Y-1
	return []byte{flags, 0, 0, 0, byte(w), byte(w >> 8), byte(w >> 16), byte(h), byte(h >> 8), byte(h >> 16)}
}

func TestOrientationThatMakesNoSense(t *testing.T) {
	exif := exifOf(binary.LittleEndian, 6)
	for name, c := range map[string]struct {
		exif []byte
		want int
	}{
		"none": {nil, 1}, "little endian": {exif, 6}, "big endian": {exifOf(binary.BigEndian, 6), 6},
		"zero": {exifOf(binary.LittleEndian, 0), 1}, "nine": {exifOf(binary.LittleEndian, 9), 1},
		"not TIFF":           {[]byte("no TIFF at all"), 1},
		"directory far away": {join("II*\x00", "\xff\xff\xff\xff", exif[8:]), 1},
		"cut in the entry":   {exif[:8+2+12+11], 1},
		"cut in the header":  {exif[:9], 1},
		"many entries":       {join(exif[:8], "\xff\xff", exif[10:22]), 1},
		"as a long":          {join("MM\x00*\x00\x00\x00\x08\x00\x01", "\x01\x12\x00\x04\x00\x00\x00\x01\x00\x00\x00\x03"), 3},
		"as a byte":          {join("MM\x00*\x00\x00\x00\x08\x00\x01", "\x01\x12\x00\x01\x00\x00\x00\x01\x05\x00\x00\x00"), 5},
		"as text":            {join("MM\x00*\x00\x00\x00\x08\x00\x01", "\x01\x12\x00\x02\x00\x00\x00\x01\x00\x05\x00\x00"), 1},
	} {
		if got := orientation(c.exif); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
