package pen

import (
	"bytes"
	"image/color"
	"testing"
)

var (
	red  = color.NRGBA{R: 200, A: 255}
	blue = color.NRGBA{B: 200, A: 255}
)

// at tells the opacity of a pixel.
func (c *Canvas) at(x, y int) uint8 { return c.image.RGBAAt(x, y).A }

func TestFillKeepsToThePath(t *testing.T) {
	c := New(40, 40)
	c.Fill(red, Box(10, 10, 20, 20, 0))
	if got := c.image.RGBAAt(20, 20); got != (color.RGBA{R: 200, A: 255}) {
		t.Errorf("inside is %v", got)
	}
	if c.at(9, 20) != 0 || c.at(30, 20) != 0 {
		t.Error("the fill leaves its path")
	}
}

func TestFillBeyondTheEdge(t *testing.T) {
	c := New(40, 40)
	c.Fill(red, Circle(0, 0, 20))
	c.Fill(red, Circle(90, 90, 20)) // wholly outside
	if c.at(0, 0) != 255 || c.at(39, 0) != 0 || c.at(39, 39) != 0 {
		t.Error("a path that leaves the canvas is cut wrongly")
	}
}

func TestJoinedShapesAddUp(t *testing.T) {
	c := New(40, 40)
	c.Fill(red, Circle(16, 20, 10).And(Box(14, 10, 20, 20, 4), Dome(20, 24, 12, 12), Heart(20, 20, 20)))
	if c.at(20, 20) != 255 {
		t.Error("shapes that overlap cut a hole")
	}
}

func TestStrokeHasRoundEndsAndLeavesTheMiddle(t *testing.T) {
	c := New(60, 60)
	c.Stroke(red, 8, Lines(10, 10, 50, 10))
	if c.at(30, 10) != 255 || c.at(7, 10) != 255 || c.at(5, 10) != 0 || c.at(7, 6) > 60 {
		t.Error("the line has no round end")
	}
	c.Stroke(red, 4, Circle(30, 40, 12))
	if c.at(42, 40) != 255 || c.at(30, 40) != 0 {
		t.Error("the ring is not a ring")
	}
}

func TestInsideIsUndone(t *testing.T) {
	c := New(40, 40)
	c.Inside(Box(0, 0, 20, 40, 0), func() {
		c.Inside(Box(0, 0, 40, 20, 0), func() { c.Fill(red, Box(0, 0, 40, 40, 0)) })
	})
	if c.at(10, 10) != 255 || c.at(30, 10) != 0 || c.at(10, 30) != 0 {
		t.Error("clips do not narrow each other")
	}
	c.Fill(red, Box(0, 0, 40, 40, 0))
	if c.at(30, 30) != 255 {
		t.Error("the clip stays")
	}
}

func TestPlacesNest(t *testing.T) {
	c := New(40, 40)
	c.At(20, 20, 2, 90, func() {
		c.Twice(0, func() { c.At(0, -5, 1, 0, func() { c.Fill(red, Box(2, -1, 2, 2, 0)) }) })
	})
	// Up becomes right; the two sides become above and below.
	if c.at(30, 25) != 255 || c.at(30, 14) != 255 || c.at(10, 25) != 0 {
		t.Error("turn, scale and mirror do not go together")
	}
}

func TestPaletteKeepsFlatColours(t *testing.T) {
	c := New(200, 200)
	for i := range 200 { // more tones than a palette holds
		for j := range 20 {
			c.Fill(color.NRGBA{uint8(i), uint8(j * 12), 90, 255}, Box(float64(i), float64(j*5), 1, 5, 0))
		}
	}
	c.Fill(blue, Box(0, 100, 200, 50, 0))
	picture := paletted(c.image)
	if n := len(picture.Palette); n > 256 {
		t.Fatalf("%d colours", n)
	}
	for y, want := range map[int]color.RGBA{120: {B: 200, A: 255}, 180: {}} {
		if got := picture.At(100, y); got != want {
			t.Errorf("the flat colour %v became %v", want, got)
		}
	}
	first, err := c.PNG()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := c.PNG(); err != nil || !bytes.Equal(first, again) {
		t.Error("the same canvas gives other bytes")
	}
}

func TestNumberIsCentred(t *testing.T) {
	c := New(100, 40)
	c.Stroke(red, 3, Number(50, 20, 20, 808))
	left, right := 100, 0
	for x := range 100 {
		for y := range 40 {
			if c.at(x, y) > 128 {
				left, right = min(left, x), max(right, x)
			}
		}
	}
	if d := left + right - 99; d < -1 || d > 1 || left == 100 {
		t.Errorf("the number goes from %d to %d", left, right)
	}
}
