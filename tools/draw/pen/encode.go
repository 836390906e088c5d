package pen

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"slices"
)

// PNG writes the canvas as a palette PNG.
func (c *Canvas) PNG() ([]byte, error) {
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&out, paletted(c.image))
	return out.Bytes(), err
}

// paletted brings a picture down to the colours that a palette holds.
func paletted(in *image.RGBA) *image.Paletted {
	counts := map[color.RGBA]int{}
	for i := 0; i < len(in.Pix); i += 4 {
		counts[pixel(in, i)]++
	}
	chosen := choose(counts)
	out := image.NewPaletted(in.Rect, make(color.Palette, len(chosen)))
	for i, colour := range chosen {
		out.Palette[i] = colour
	}
	index := make(map[color.RGBA]uint8, len(counts))
	for colour := range counts {
		index[colour] = nearest(chosen, colour)
	}
	for i := 0; i < len(in.Pix); i += 4 {
		out.Pix[i/4] = index[pixel(in, i)]
	}
	return out
}

func pixel(in *image.RGBA, i int) color.RGBA {
	return color.RGBA{in.Pix[i], in.Pix[i+1], in.Pix[i+2], in.Pix[i+3]}
}

// choose picks at most 256 colours: the frequent first, so that flat areas keep
// theirs exactly, and then those whose loss would be seen most. Fades cover
// more pixels than the many tones of soft edges, so they stay smooth.
func choose(counts map[color.RGBA]int) []color.RGBA {
	all := make([]color.RGBA, 0, len(counts))
	for colour := range counts {
		all = append(all, colour)
	}
	slices.SortFunc(all, func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(number(a), number(b)))
	})
	for bearable := 32; ; bearable += bearable / 4 {
		chosen := all[:1:1]
		for _, colour := range all[1:] {
			far := distance(chosen[nearest(chosen, colour)], colour)
			if far < indistinct || far*counts[colour] < bearable {
				continue
			}
			if chosen = append(chosen, colour); len(chosen) > 256 {
				break
			}
		}
		if len(chosen) <= 256 {
			return chosen
		}
	}
}

// indistinct is below what distance the eye hardly tells colours apart.
const indistinct = 5

func number(c color.RGBA) uint32 {
	return uint32(c.R)<<24 | uint32(c.G)<<16 | uint32(c.B)<<8 | uint32(c.A)
}

func nearest(chosen []color.RGBA, colour color.RGBA) uint8 {
	best, least := 0, distance(chosen[0], colour)
	for i, other := range chosen[1:] {
		if d := distance(other, colour); d < least {
			best, least = i+1, d
		}
	}
	return uint8(best)
}

func distance(a, b color.RGBA) int {
	square := func(x, y uint8) int { d := int(x) - int(y); return d * d }
	return square(a.R, b.R) + square(a.G, b.G) + square(a.B, b.B) + square(a.A, b.A)
}
