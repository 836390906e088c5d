package clean

import "image"

// plane is a rectangle of samples: a whole picture, or one of its colour
// channels.
type plane struct {
	pix          []byte
	stride, size int // size of one sample in bytes
	w, h         int
}

// turned is the plane as it should be seen, given how the camera was held, 2
// to 8; the comments say what has to be done.
func (p plane) turned(o int) plane {
	t := plane{size: p.size, w: p.w, h: p.h}
	if o >= 5 {
		t.w, t.h = p.h, p.w
	}
	t.stride = t.w * t.size
	t.pix = make([]byte, t.stride*t.h)
	// Walking a row of t means walking from start in steps through p.
	right, down := p.size, p.stride
	lastX, lastY := (p.w-1)*right, (p.h-1)*down
	var start, stepX, stepY int
	switch o {
	case 2: // mirrored
		start, stepX, stepY = lastX, -right, down
	case 3: // upside down
		start, stepX, stepY = lastX+lastY, -right, -down
	case 4: // upside down and mirrored
		start, stepX, stepY = lastY, right, -down
	case 5: // mirrored, then a quarter to the left
		stepX, stepY = down, right
	case 6: // a quarter to the right
		start, stepX, stepY = lastY, -down, right
	case 7: // mirrored, then a quarter to the right
		start, stepX, stepY = lastX+lastY, -down, -right
	case 8: // a quarter to the left
		start, stepX, stepY = lastX, down, -right
	}
	for y := range t.h {
		from := start + y*stepY
		row := t.pix[y*t.stride : (y+1)*t.stride]
		for x := 0; x < len(row); x += t.size {
			copy(row[x:x+t.size], p.pix[from:from+t.size])
			from += stepX
		}
	}
	return t
}

// upright turns and mirrors a picture. Every type that a decoder gives is here.
func upright(img raster, o int) raster {
	if o == 1 {
		return img
	}
	turn := func(pix []byte, stride, size int) ([]byte, int, image.Rectangle) {
		b := img.Bounds()
		t := plane{pix, stride, size, b.Dx(), b.Dy()}.turned(o)
		return t.pix, t.stride, image.Rect(0, 0, t.w, t.h)
	}
	switch m := img.(type) {
	case *image.Gray:
		pix, stride, r := turn(m.Pix, m.Stride, 1)
		return &image.Gray{Pix: pix, Stride: stride, Rect: r}
	case *image.Gray16:
		pix, stride, r := turn(m.Pix, m.Stride, 2)
		return &image.Gray16{Pix: pix, Stride: stride, Rect: r}
	case *image.Paletted:
		pix, stride, r := turn(m.Pix, m.Stride, 1)
		return &image.Paletted{Pix: pix, Stride: stride, Rect: r, Palette: m.Palette}
	case *image.RGBA:
		pix, stride, r := turn(m.Pix, m.Stride, 4)
		return &image.RGBA{Pix: pix, Stride: stride, Rect: r}
	case *image.NRGBA:
		pix, stride, r := turn(m.Pix, m.Stride, 4)
		return &image.NRGBA{Pix: pix, Stride: stride, Rect: r}
	case *image.CMYK:
		pix, stride, r := turn(m.Pix, m.Stride, 4)
		return &image.CMYK{Pix: pix, Stride: stride, Rect: r}
	case *image.RGBA64:
		pix, stride, r := turn(m.Pix, m.Stride, 8)
		return &image.RGBA64{Pix: pix, Stride: stride, Rect: r}
	case *image.NRGBA64:
		pix, stride, r := turn(m.Pix, m.Stride, 8)
		return &image.NRGBA64{Pix: pix, Stride: stride, Rect: r}
	case *image.YCbCr:
		return turnedYCbCr(m, o)
	}
	panic("unknown type of picture")
}

func turnedYCbCr(m *image.YCbCr, o int) *image.YCbCr {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	cw, ch := w/2, h/2
	if m.SubsampleRatio != image.YCbCrSubsampleRatio420 || w%2+h%2 > 0 {
		// Samples that stand for several pixels stay in place only if they are
		// square and fill the picture.
		m = fullChroma(m)
		cw, ch = w, h
	}
	y := plane{m.Y, m.YStride, 1, w, h}.turned(o)
	cb := plane{m.Cb, m.CStride, 1, cw, ch}.turned(o)
	cr := plane{m.Cr, m.CStride, 1, cw, ch}.turned(o)
	return &image.YCbCr{
		Y: y.pix, Cb: cb.pix, Cr: cr.pix, YStride: y.stride, CStride: cb.stride,
		SubsampleRatio: m.SubsampleRatio, Rect: image.Rect(0, 0, y.w, y.h),
	}
}
