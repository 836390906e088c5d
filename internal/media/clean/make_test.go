package clean

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"os"

	"pgregory.net/rapid"
)

// photo draws something like a photograph: soft shapes, edges and some grain.
func photo(w, h int) *image.NRGBA {
	rnd := rand.New(rand.NewPCG(1, 2))
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			wave := 60 * math.Sin(float64(x)/17) * math.Cos(float64(y)/23)
			r, g, b := 120+wave+float64(x)/3, 90-wave/2+float64(y)/2, 140+wave/3
			if dx, dy := x-w/3, y-h/4; dx*dx+dy*dy < w*h/30 {
				r, g = 230, 40
			}
			grain := rnd.Float64()*8 - 4
			img.SetNRGBA(x, y, color.NRGBA{level(r + grain), level(g + grain), level(b + grain), 255})
		}
	}
	return img
}

// noise is the worst that a picture can be for a JPEG.
func noise(w, h int) *image.NRGBA {
	rnd := rand.New(rand.NewPCG(3, 4))
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = byte(rnd.Uint32())
		if i%4 == 3 {
			img.Pix[i] = 255
		}
	}
	return img
}

func level(v float64) byte { return byte(min(max(v, 0), 255)) }

func jpegOf(t rapid.TB, img image.Image, q int) []byte {
	t.Helper()
	var b bytes.Buffer
	must(t, jpeg.Encode(&b, img, &jpeg.Options{Quality: q}))
	return b.Bytes()
}

func pngOf(t rapid.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	must(t, png.Encode(&b, img))
	return b.Bytes()
}

func gifOf(t rapid.TB, g *gif.GIF) []byte {
	t.Helper()
	var b bytes.Buffer
	must(t, gif.EncodeAll(&b, g))
	return b.Bytes()
}

func fixture(t rapid.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	must(t, err)
	return data
}

func must(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func join(parts ...any) []byte {
	var out []byte
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			out = append(out, p...)
		case []byte:
			out = append(out, p...)
		}
	}
	return out
}

// exifOf is a TIFF block with a maker, an orientation and a place.
func exifOf(order binary.AppendByteOrder, o int) []byte {
	u16, u32 := func(v int) []byte { return order.AppendUint16(nil, uint16(v)) }, func(v int) []byte { return order.AppendUint32(nil, uint32(v)) }
	entry := func(tag, kind, count int, value []byte) []byte {
		return join(u16(tag), u16(kind), u32(count), append(value, 0, 0, 0, 0)[:4])
	}
	mark := map[bool]string{true: "II", false: "MM"}[order.String() == "LittleEndian"]
	const gpsAt, placeAt = 8 + 2 + 3*12 + 4, 8 + 2 + 3*12 + 4 + 2 + 4*12 + 4
	degrees := func(d, m, s int) []byte { return join(u32(d), u32(1), u32(m), u32(1), u32(s), u32(1)) }
	return join(mark, u16(42), u32(8),
		u16(3), entry(0x010f, 2, 4, []byte("Cam\x00")), entry(0x0112, 3, 1, u16(o)), entry(0x8825, 4, 1, u32(gpsAt)), u32(0),
		u16(4), entry(1, 2, 2, []byte("N\x00")), entry(2, 5, 3, u32(placeAt)), entry(3, 2, 2, []byte("E\x00")), entry(4, 5, 3, u32(placeAt+24)), u32(0),
		degrees(22, 16, 42), degrees(114, 10, 8))
}

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
	`<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="22,16.7N"/></rdf:RDF></x:xmpmeta>`

// withSegments puts segments behind a JPEG's first marker.
func withSegments(data []byte, segments ...[]byte) []byte {
	return join(data[:2], bytes.Join(segments, nil), data[2:])
}

func appSegment(marker byte, body ...any) []byte {
	b := join(body...)
	return join([]byte{0xff, marker}, binary.BigEndian.AppendUint16(nil, uint16(len(b)+2)), b)
}

// gossip is all that a phone and its programs tell in a JPEG.
func gossip(data []byte, o int) []byte {
	return withSegments(data,
		appSegment(0xe1, "Exif\x00\x00", exifOf(binary.BigEndian, o)),
		appSegment(0xe1, "http://ns.adobe.com/xap/1.0/\x00", xmp),
		appSegment(0xe2, "ICC_PROFILE\x00\x01\x01", "profile of somebody's screen"),
		appSegment(0xed, "Photoshop 3.0\x008BIM\x04\x04\x00\x00\x00\x00\x00\x0a\x1c\x02\x78\x00\x05Hello"),
		appSegment(0xfe, "a comment"))
}

func chunk(kind string, body ...any) []byte {
	b := join(append([]any{kind}, body...)...)
	return join(binary.BigEndian.AppendUint32(nil, uint32(len(b)-4)), b, binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(b)))
}

// withChunks puts chunks behind a PNG's header.
func withChunks(data []byte, chunks ...[]byte) []byte {
	const headerEnd = 8 + 25
	return join(data[:headerEnd], bytes.Join(chunks, nil), data[headerEnd:])
}

// riff is a RIFF container: a type, then names and bodies of chunks in turns.
func riff(kind string, chunks ...any) []byte {
	body := []byte(kind)
	for i := 0; i < len(chunks); i += 2 {
		b := join(chunks[i+1])
		body = join(body, chunks[i], binary.LittleEndian.AppendUint32(nil, uint32(len(b))), b, make([]byte, len(b)%2))
	}
	return join("RIFF", binary.LittleEndian.AppendUint32(nil, uint32(len(body))), body)
}
