package pen

import "image"

// multiply keeps of a mask what another lets through.
func multiply(mask, by *image.Alpha) {
	for y := mask.Rect.Min.Y; y < mask.Rect.Max.Y; y++ {
		for x := mask.Rect.Min.X; x < mask.Rect.Max.X; x++ {
			at := mask.PixOffset(x, y)
			mask.Pix[at] = uint8((int(mask.Pix[at])*int(by.AlphaAt(x, y).A) + 127) / 255)
		}
	}
}

// blur averages each pixel with its neighbours up to a reach, across and down.
func blur(mask *image.Alpha, reach int) {
	w, h := mask.Rect.Dx(), mask.Rect.Dy()
	for y := range h {
		average(mask.Pix[y*mask.Stride:], 1, w, reach)
	}
	for x := range w {
		average(mask.Pix[x:], mask.Stride, h, reach)
	}
}

func average(pix []uint8, step, n, reach int) {
	sums := make([]int, n+1)
	for i := range n {
		sums[i+1] = sums[i] + int(pix[i*step])
	}
	for i := range n {
		sum := sums[min(n, i+reach+1)] - sums[max(0, i-reach)]
		pix[i*step] = uint8(sum / (2*reach + 1))
	}
}
