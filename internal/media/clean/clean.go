package clean

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

// codec is a picture format that is accepted.
type codec struct {
	magic  string // '?' stands for any byte
	config func(io.Reader) (image.Config, error)
	layout func(data []byte) (layout, error)
	decode func(data []byte) (raster, error)
	write  func(io.Writer, raster) (picked, error)
}

// raster is a decoded picture. Every type of the libraries is one, and its
// pixels are read without an allocation each.
type raster = image.RGBA64Image

// layout is how a picture's bytes are arranged.
type layout struct {
	end  int    // where the picture ends; what follows is no part of it
	exif []byte // nil when there is none
}

var codecs = []codec{
	{"\xff\xd8\xff", jpeg.DecodeConfig, layoutJPEG, decodeWith(jpeg.Decode), writeJPEG},
	{"\x89PNG\r\n\x1a\n", png.DecodeConfig, layoutPNG, decodeWith(png.Decode), writePNG},
	{"GIF87a", gif.DecodeConfig, layoutGIF, decodeGIF, writeSmaller},
	{"GIF89a", gif.DecodeConfig, layoutGIF, decodeGIF, writeSmaller},
	{"RIFF????WEBP", webp.DecodeConfig, layoutWebP, decodeWebP, writeSmaller},
}

func decodeWith(decode func(io.Reader) (image.Image, error)) func([]byte) (raster, error) {
	return func(data []byte) (raster, error) {
		img, err := decode(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		return img.(raster), nil
	}
}

// codecOf tells which picture format a file begins like, nil if none.
func codecOf(head []byte) *codec {
	for i := range codecs {
		if matches(head, codecs[i].magic) {
			return &codecs[i]
		}
	}
	return nil
}

func matches(head []byte, magic string) bool {
	if len(head) < len(magic) {
		return false
	}
	for i := range len(magic) {
		if magic[i] != '?' && magic[i] != head[i] {
			return false
		}
	}
	return true
}

// cleanPicture decodes a picture, sets it upright and writes it anew.
func cleanPicture(ctx context.Context, s *source, c *codec, w io.Writer) (File, error) {
	cfg, err := guarded(func() (image.Config, error) { return c.config(s.reader()) })
	if err != nil {
		return File{}, err
	}
	pixels := int64(cfg.Width) * int64(cfg.Height)
	switch {
	case cfg.Width < 1 || cfg.Height < 1:
		return File{}, fmt.Errorf("%w: %d x %d pixels", ErrBroken, cfg.Width, cfg.Height)
	case pixels > MaxPixels:
		return File{}, ErrPixels.With(MaxPixels / 1_000_000)
	}
	release, err := acquireDecoder(ctx, pixels)
	if err != nil {
		return File{}, err
	}
	defer release()

	data, err := io.ReadAll(s.reader())
	if err != nil {
		return File{}, err
	}
	img, err := guarded(func() (raster, error) { return c.open(data) })
	if err != nil {
		return File{}, err
	}
	as, err := c.write(w, img)
	size := img.Bounds().Size()
	return File{Kind: Picture, ContentType: as.contentType, Ext: as.ext, Width: size.X, Height: size.Y}, err
}

// open gives the upright picture of a file that holds nothing else.
func (c *codec) open(data []byte) (raster, error) {
	l, err := c.layout(data)
	if err != nil {
		return nil, err
	}
	if foreign(data[l.end:]) {
		return nil, ErrHidden
	}
	img, err := c.decode(data[:l.end])
	if err != nil {
		return nil, err
	}
	return upright(img, orientation(l.exif)), nil
}
