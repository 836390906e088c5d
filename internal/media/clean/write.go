package clean

import (
	"image"
	"image/color"
	"image/png"
	"io"
)

// picked is the format that a picture is stored in.
type picked struct{ contentType, ext string }

var (
	pickedJPEG = picked{"image/jpeg", ".jpg"}
	pickedPNG  = picked{"image/png", ".png"}
)

// fewColours is how many fit a palette; drawings with no more stay sharp, and
// small, as PNG.
const fewColours = 256

func writePNG(w io.Writer, img raster) (picked, error) {
	return pickedPNG, png.Encode(w, img)
}

// writeSmaller serves the formats that are not kept: PNG for drawings and for
// transparency, JPEG for photographs. A GIF always has few colours.
func writeSmaller(w io.Writer, img raster) (picked, error) {
	if p := paletted(img); p != nil {
		return writePNG(w, p)
	}
	if o, ok := img.(interface{ Opaque() bool }); ok && o.Opaque() {
		return writeJPEG(w, img)
	}
	return writePNG(w, img)
}

// paletted gives the same picture with a palette, nil if it has too many
// colours.
func paletted(img raster) *image.Paletted {
	if p, ok := img.(*image.Paletted); ok {
		return p
	}
	b := img.Bounds()
	out := image.NewPaletted(b, nil)
	known := map[color.RGBA64]byte{}
	var last color.RGBA64
	var index byte
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := img.RGBA64At(x, y)
			if len(known) == 0 || c != last { // neighbours are mostly alike
				last = c
				i, ok := known[c]
				if !ok {
					if len(known) == fewColours {
						return nil
					}
					i = byte(len(known))
					known[c] = i
					out.Palette = append(out.Palette, color.NRGBAModel.Convert(c))
				}
				index = i
			}
			out.Pix[out.PixOffset(x, y)] = index
		}
	}
	return out
}
