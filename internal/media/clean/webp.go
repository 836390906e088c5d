package clean

import (
	"encoding/binary"
	"image"
	"image/color"
	"io"

	"golang.org/x/image/webp"
)

// layoutWebP walks the chunks of the RIFF container: type, length, data and a
// byte that makes the length even.
func layoutWebP(data []byte) (l layout, err error) {
	const header, frame = 12, 8
	end := int64(binary.LittleEndian.Uint32(data[4:])) + frame
	if end > int64(len(data)) {
		return layout{}, io.ErrUnexpectedEOF
	}
	l.end = int(end)
	for at := header; at+frame <= l.end; {
		n := int64(binary.LittleEndian.Uint32(data[at+4:]))
		if n > int64(l.end-at-frame) {
			return layout{}, io.ErrUnexpectedEOF
		}
		switch body := data[at+frame : at+frame+int(n)]; string(data[at : at+4]) {
		case "ANIM", "ANMF":
			return layout{}, ErrAnimated // the decoder knows no animations
		case "EXIF":
			if l.exif == nil {
				l.exif = body
			}
		}
		at += frame + int(n+n%2)
	}
	return l, nil
}

// decodeWebP gives the colours that other decoders give, and no transparency
// where all is opaque.
func decodeWebP(data []byte) (raster, error) {
	img, err := decodeWith(webp.Decode)(data)
	if err != nil {
		return nil, err
	}
	switch m := img.(type) {
	case *image.YCbCr:
		widen(m)
		return m, nil
	case *image.NYCbCrA:
		widen(&m.YCbCr)
		if m.Opaque() {
			return &m.YCbCr, nil
		}
		return plain(m), nil
	}
	return img, nil
}

// widen stretches brightness and colour to the whole range of a byte. WebP
// keeps them as video does, black at 16 and white at 235, which the decoder
// hands out as if they were a JPEG's: pictures would turn out pale.
func widen(m *image.YCbCr) {
	var luma, chroma [256]byte
	for i := range 256 {
		luma[i] = stretch(i, 16, 0, 219)      // #nosec G602 -- the loop runs over the array
		chroma[i] = stretch(i, 128, 128, 224) // #nosec G602 -- the loop runs over the array
	}
	for i, v := range m.Y {
		m.Y[i] = luma[v]
	}
	for i, v := range m.Cb {
		m.Cb[i] = chroma[v]
	}
	for i, v := range m.Cr {
		m.Cr[i] = chroma[v]
	}
}

// stretch makes span 255 wide and moves zero from one value to another.
func stretch(v, from, to, span int) byte {
	scaled := (v - from) * 255 * 2
	if scaled < 0 {
		scaled -= span
	} else {
		scaled += span
	}
	return byte(min(max(scaled/(2*span)+to, 0), 255))
}

// plain gives a transparent picture without its channels apart.
func plain(m *image.NYCbCrA) *image.NRGBA {
	out := image.NewNRGBA(m.Rect)
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			c := m.NYCbCrAAt(x, y)
			r, g, b := color.YCbCrToRGB(c.Y, c.Cb, c.Cr)
			out.SetNRGBA(x, y, color.NRGBA{R: r, G: g, B: b, A: c.A})
		}
	}
	return out
}
