package clean

import (
	"bytes"
	"image"
	"image/jpeg"
	"io"
	"math"
)

// JPEG loses a little each time it is written. The usual quality keeps
// photographs 40 dB and more from what was decoded, at about their old size;
// what suffers more, such as grain in strong colours, gets the careful one,
// which keeps 38 dB whatever the picture.
const (
	usual   = 92
	careful = 98
	enough  = 36 // dB; 35 is asked for, and sampled rows may be luckier than others
)

// sampled is how many pixels are compared, or a few more.
const sampled = 4_000_000

func writeJPEG(w io.Writer, img raster) (picked, error) {
	var buf bytes.Buffer
	err := compress(&buf, img, usual)
	if err == nil && apart(img, buf.Bytes()) < enough {
		buf.Reset()
		err = compress(&buf, img, careful)
	}
	if err == nil {
		_, err = buf.WriteTo(w)
	}
	return pickedJPEG, err
}

// compress leaves the sharpness of colours as it is: the library's encoder
// halves it, which only does not show where it was halved before.
func compress(w io.Writer, img raster, quality int) error {
	switch m := img.(type) {
	case *image.Gray:
		return jpeg.Encode(w, m, &jpeg.Options{Quality: quality})
	case *image.YCbCr:
		if m.SubsampleRatio == image.YCbCrSubsampleRatio420 {
			return jpeg.Encode(w, m, &jpeg.Options{Quality: quality})
		}
		return writeFullChroma(w, fullChroma(m), quality)
	default:
		return writeFullChroma(w, asYCbCr(m), quality)
	}
}

// apart measures how far a JPEG is from the picture it was made from: the
// signal-to-noise ratio in dB, zero if it cannot even be read.
func apart(img raster, data []byte) float64 {
	got, err := decodeWith(jpeg.Decode)(data)
	if err != nil {
		return 0
	}
	b, origin := img.Bounds(), got.Bounds().Min
	step := b.Dx()*b.Dy()/sampled | 1 // odd, so as to meet every row of the blocks
	var sum, count float64
	for y := 0; y < b.Dy(); y += step {
		for x := range b.Dx() {
			c, d := img.RGBA64At(b.Min.X+x, b.Min.Y+y), got.RGBA64At(origin.X+x, origin.Y+y)
			sum += square(c.R, d.R) + square(c.G, d.G) + square(c.B, d.B)
			count += 3
		}
	}
	return 10 * math.Log10(255*255*count/max(sum, 1e-9))
}

// square is the squared difference of two levels, on a scale of 255.
func square(a, b uint16) float64 {
	d := float64(a>>8) - float64(b>>8)
	return d * d
}
