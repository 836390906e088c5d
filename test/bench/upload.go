package bench

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"mime/multipart"
)

// Attachment is a file in a form.
type Attachment struct {
	Field string
	Name  string
	Body  []byte
}

// Upload posts a multipart form.
func (c *Caller) Upload(path string, fields map[string]string, files ...Attachment) *Reply {
	c.w.T.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for name, value := range fields {
		Must(c.w.T, w.WriteField(name, value))
	}
	for _, f := range files {
		part, err := w.CreateFormFile(f.Field, f.Name)
		Must(c.w.T, err)
		_, err = part.Write(f.Body)
		Must(c.w.T, err)
	}
	Must(c.w.T, w.Close())
	return c.With("Content-Type", w.FormDataContentType()).Post(path, form.Bytes())
}

// JPEG is a small photograph-like picture.
func JPEG(width, height int) []byte {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, gradient(width, height), &jpeg.Options{Quality: 90}); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// PNG is a small picture without loss.
func PNG(width, height int) []byte {
	var out bytes.Buffer
	if err := png.Encode(&out, gradient(width, height)); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func gradient(width, height int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.Set(x, y, color.RGBA{uint8(x * 255 / width), uint8(y * 255 / height), uint8((x + y) % 256), 255})
		}
	}
	return img
}
