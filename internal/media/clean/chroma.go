package clean

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
)

// fullChroma gives every pixel a colour of its own.
func fullChroma(m *image.YCbCr) *image.YCbCr {
	if m.SubsampleRatio == image.YCbCrSubsampleRatio444 {
		return m
	}
	out := *m
	out.SubsampleRatio = image.YCbCrSubsampleRatio444
	w, h := m.Rect.Dx(), m.Rect.Dy()
	out.CStride = w
	out.Cb, out.Cr = make([]byte, w*h), make([]byte, w*h)
	for y := range h {
		for x := range w {
			from := m.COffset(m.Rect.Min.X+x, m.Rect.Min.Y+y)
			out.Cb[y*w+x], out.Cr[y*w+x] = m.Cb[from], m.Cr[from]
		}
	}
	return &out
}

// asYCbCr gives an opaque picture the channels of a JPEG.
func asYCbCr(img raster) *image.YCbCr {
	b := img.Bounds()
	out := image.NewYCbCr(image.Rect(0, 0, b.Dx(), b.Dy()), image.YCbCrSubsampleRatio444)
	i := 0
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := img.RGBA64At(x, y)
			out.Y[i], out.Cb[i], out.Cr[i] = color.RGBToYCbCr(byte(c.R>>8), byte(c.G>>8), byte(c.B>>8))
			i++
		}
	}
	return out
}

// writeFullChroma writes a JPEG whose colours are as sharp as its brightness.
// The library encodes such colours only as pictures in grey, so each channel is
// encoded as one, and the three become the scans of a single sequential JPEG:
// one frame header, the shared tables, then scan after scan.
func writeFullChroma(w io.Writer, m *image.YCbCr, quality int) error {
	var buf bytes.Buffer
	channels := []image.Gray{
		{Pix: m.Y, Stride: m.YStride, Rect: m.Rect},
		{Pix: m.Cb, Stride: m.CStride, Rect: m.Rect},
		{Pix: m.Cr, Stride: m.CStride, Rect: m.Rect},
	}
	for i := range channels {
		buf.Reset()
		if err := jpeg.Encode(&buf, &channels[i], &jpeg.Options{Quality: quality}); err != nil {
			return err
		}
		if err := writeScan(w, buf.Bytes(), byte(i+1)); err != nil {
			return err
		}
	}
	_, err := w.Write([]byte{0xff, markerEOI})
	return err
}

// writeScan takes one channel from a grey JPEG; the first brings the headers.
func writeScan(w io.Writer, grey []byte, channel byte) error {
	var parts [][]byte
	for at, done := 2, 0; ; {
		s, err := nextSegment(grey, at)
		if err != nil {
			return fmt.Errorf("read back a channel: %w", err)
		}
		at = s.to
		switch s.marker {
		case markerSOF0:
			if channel == 1 {
				parts = append(parts, grey[done:s.from], frameHeader(s.body))
			}
			done = s.to
		case markerSOS:
			if channel == 1 {
				parts = append(parts, grey[done:s.from])
			}
			header := []byte{0xff, markerSOS, 0, 8, 1, channel, 0x00, 0, 63, 0}
			parts = append(parts, header, grey[s.to:len(grey)-len("\xff\xd9")])
			for _, p := range parts {
				if _, err := w.Write(p); err != nil {
					return err
				}
			}
			return nil
		}
	}
}

// frameHeader announces three channels of full size instead of one.
func frameHeader(grey []byte) []byte {
	const fullSize, table = 0x11, 0
	h := []byte{0xff, markerSOF0, 0, 17}
	h = append(h, grey[:5]...) // bits a sample, height, width
	return append(h, 3, 1, fullSize, table, 2, fullSize, table, 3, fullSize, table)
}
