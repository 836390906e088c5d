package clean

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"strings"
	"testing"

	"golang.org/x/image/webp"
	"pgregory.net/rapid"
)

func containsAll(s string, parts ...string) bool {
	for _, p := range parts {
		if !strings.Contains(s, p) {
			return false
		}
	}
	return true
}

// paletteOf has n colours, the last one transparent.
func paletteOf(n int) color.Palette {
	p := make(color.Palette, n)
	for i := range p {
		p[i] = color.NRGBA{byte(i * 37), byte(i * 11), byte(255 - i), 255}
	}
	p[n-1] = color.NRGBA{}
	return p
}

func TestJPEGStaysJPEG(t *testing.T) {
	for _, name := range []string{
		"video-001.cmyk.jpeg", "video-001.rgb.jpeg", "video-005.gray.q50.jpeg", "video-001.q50.422.jpeg",
		"video-001.q50.444.jpeg", "video-001.q50.420.progressive.jpeg",
	} {
		t.Run(name, func(t *testing.T) {
			data := fixture(t, name)
			for _, o := range []int{1, 3, 6} {
				alike(t, cleanPictureOf(t, gossip(data, o), "image/jpeg"), righted(decoded(t, data), o))
			}
		})
	}
}

func TestJPEGOfAnySortLooksTheSame(t *testing.T) {
	for name, data := range map[string][]byte{
		"photo": jpegOf(t, photo(320, 240), 90), "photo, coarse": jpegOf(t, photo(320, 240), 40),
		"noise": jpegOf(t, noise(160, 160), 100), "noise, odd": jpegOf(t, noise(161, 159), 100),
		"gray noise": jpegOf(t, grayOf(noise(160, 160)), 100),
	} {
		t.Run(name, func(t *testing.T) {
			for _, o := range []int{1, 2, 6} {
				alike(t, cleanPictureOf(t, gossip(data, o), "image/jpeg"), righted(decoded(t, data), o))
			}
		})
	}
}

func grayOf(img image.Image) *image.Gray {
	g := image.NewGray(img.Bounds())
	draw.Draw(g, g.Rect, img, image.Point{}, draw.Src)
	return g
}

func TestPNGLosesItsTexts(t *testing.T) {
	original := photo(40, 30)
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, err := z.Write([]byte("GPS in hiding"))
	must(t, err)
	must(t, z.Close())
	data := withChunks(pngOf(t, original),
		chunk("tEXt", "Comment\x00taken at home, GPS 22.27"),
		chunk("zTXt", "Comment\x00\x00", packed.Bytes()),
		chunk("iTXt", "XML:com.adobe.xmp\x00\x00\x00\x00\x00", xmp),
		chunk("iCCP", "somebody's screen\x00\x00", packed.Bytes()),
		chunk("tIME", "\x07\xea\x0b\x0f\x01\x02\x03"),
		chunk("eXIf", exifOf(binary.BigEndian, 1)))
	if len(tagsIn(t, "png", data)) == 0 {
		t.Fatal("the reader sees no metadata to lose")
	}
	same(t, cleanPictureOf(t, data, "image/png"), original)
	_, out := cleanOf(t, data)
	silent(t, out)
}

func TestInterlacedPNG(t *testing.T) {
	want := grayOf(photo(19, 13))
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	for _, pass := range [][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}} {
		for y := pass[1]; y < 13; y += pass[3] {
			row := []byte{0}
			for x := pass[0]; x < 19; x += pass[2] {
				row = append(row, want.GrayAt(x, y).Y)
			}
			_, err := z.Write(row)
			must(t, err)
		}
	}
	must(t, z.Close())
	data := join("\x89PNG\r\n\x1a\n", chunk("IHDR", "\x00\x00\x00\x13\x00\x00\x00\x0d\x08\x00\x00\x00\x01"), chunk("IDAT", packed.Bytes()), chunk("IEND"))
	same(t, cleanPictureOf(t, data, "image/png"), want)
}

func TestGIFBecomesItsFirstFrame(t *testing.T) {
	first, second := image.NewPaletted(image.Rect(0, 0, 20, 10), paletteOf(64)), image.NewPaletted(image.Rect(0, 0, 20, 10), paletteOf(64))
	for i := range first.Pix {
		first.Pix[i], second.Pix[i] = byte(i%64), byte(63-i%64)
	}
	data := gifOf(t, &gif.GIF{Image: []*image.Paletted{first, second}, Delay: []int{5, 5}})
	same(t, cleanPictureOf(t, data, "image/png"), first)

	t.Run("that fills a part of the screen", func(t *testing.T) {
		part := image.NewPaletted(image.Rect(3, 2, 9, 8), paletteOf(256))
		for i := range part.Pix {
			part.Pix[i] = byte(i)
		}
		data := gifOf(t, &gif.GIF{Image: []*image.Paletted{part}, Delay: []int{0}, Config: image.Config{Width: 12, Height: 11, ColorModel: part.Palette}})
		want := image.NewNRGBA(image.Rect(0, 0, 12, 11))
		draw.Draw(want, part.Rect, part, part.Rect.Min, draw.Src)
		same(t, cleanPictureOf(t, data, "image/png"), want)
	})
	t.Run("interlaced", func(t *testing.T) {
		data := fixture(t, "video-001.interlaced.gif")
		same(t, cleanPictureOf(t, data, "image/png"), decoded(t, data))
	})
}

func TestWebP(t *testing.T) {
	t.Run("lossy", func(t *testing.T) {
		got := cleanPictureOf(t, fixture(t, "video-001.lossy.webp"), "image/jpeg")
		raw, err := webp.Decode(bytes.NewReader(fixture(t, "video-001.lossy.webp")))
		must(t, err)
		original := decoded(t, fixture(t, "video-001.png"))
		if as, pale := psnr(t, got, original), psnr(t, raw, original); as < 30 || as < pale {
			t.Errorf("%.1f dB from the original; the library alone %.1f dB", as, pale)
		}
	})
	t.Run("lossy, transparent", func(t *testing.T) {
		data := fixture(t, "yellow_rose.lossy-with-alpha.webp")
		got, raw := cleanPictureOf(t, data, "image/png").(*image.NRGBA), decoded(t, data).(*image.NYCbCrA)
		for i, a := range raw.A[:raw.Rect.Dx()] {
			if got.Pix[4*i+3] != a {
				t.Fatalf("opacity of pixel %d is %d, not %d", i, got.Pix[4*i+3], a)
			}
		}
	})
	t.Run("lossless", func(t *testing.T) {
		data := fixture(t, "blue-purple-pink.lossless.webp")
		alike(t, cleanPictureOf(t, data, "image/jpeg"), decoded(t, data))
	})
	t.Run("lossless, few colours", func(t *testing.T) {
		data := fixture(t, "gopher-doc.4bpp.lossless.webp")
		same(t, cleanPictureOf(t, data, "image/png"), decoded(t, data))
	})
	t.Run("animated", func(t *testing.T) {
		data := fixture(t, "gopher-doc.4bpp.lossless.webp")
		size := decoded(t, data).Bounds().Size()
		frame := join("\x00\x00\x00\x00\x00\x00", vp8x(0, size)[4:], "\x0a\x00\x00\x00", data[12:])
		refused(t, riff("WEBP", "VP8X", vp8x(2, size), "ANIM", "\x00\x00\x00\x00\x00\x00", "ANMF", frame, "ANMF", frame), ErrAnimated)
	})
}

func TestWidenedLevels(t *testing.T) {
	for _, c := range []struct{ v, from, to, span, want int }{
		{16, 16, 0, 219, 0}, {235, 16, 0, 219, 255}, {0, 16, 0, 219, 0}, {255, 16, 0, 219, 255}, {126, 16, 0, 219, 128},
		{128, 128, 128, 224, 128}, {16, 128, 128, 224, 0}, {240, 128, 128, 224, 255}, {0, 128, 128, 224, 0}, {255, 128, 128, 224, 255},
	} {
		if got := stretch(c.v, c.from, c.to, c.span); int(got) != c.want {
			t.Errorf("stretch(%d, %d, %d, %d) is %d, not %d", c.v, c.from, c.to, c.span, got, c.want)
		}
	}
}

// Any small picture, held in any way, comes out the same.
func TestAnyPicture(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		w, h := rapid.IntRange(1, 40).Draw(r, "width"), rapid.IntRange(1, 40).Draw(r, "height")
		o := rapid.IntRange(1, 8).Draw(r, "orientation")
		img := image.NewNRGBA(image.Rect(0, 0, w, h))
		pix := rapid.SliceOfN(rapid.Byte(), 1, 64).Draw(r, "bytes")
		for i := range img.Pix {
			img.Pix[i] = pix[(i+i/97)%len(pix)]
		}
		data := withChunks(pngOf(r, img), chunk("eXIf", exifOf(binary.LittleEndian, o)))
		same(r, cleanPictureOf(r, data, "image/png"), righted(img, o))

		jpg := jpegOf(r, img, rapid.IntRange(1, 100).Draw(r, "quality"))
		if db := psnr(r, cleanPictureOf(r, gossip(jpg, o), "image/jpeg"), righted(decoded(r, jpg), o)); db < 35 {
			r.Fatalf("%.1f dB apart", db)
		}
	})
}
