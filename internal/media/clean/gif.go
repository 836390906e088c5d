package clean

import (
	"encoding/binary"
	"errors"
	"image"
	"image/draw"
	"image/gif"
	"io"
)

// The blocks of a GIF.
const (
	gifExtension = 0x21
	gifImage     = 0x2c
	gifTrailer   = 0x3b
)

// layoutGIF walks the blocks of all frames, up to the trailer.
func layoutGIF(data []byte) (layout, error) {
	const header, descriptor = 13, 10
	if len(data) < header {
		return layout{}, io.ErrUnexpectedEOF
	}
	at := header + tableSize(data[header-3])
	for at < len(data) {
		switch data[at] {
		case gifTrailer:
			return layout{end: at + 1}, nil
		case gifExtension:
			at = skipBlocks(data, at+2)
		case gifImage:
			if at+descriptor > len(data) {
				return layout{}, io.ErrUnexpectedEOF
			}
			codeSize := 1
			at = skipBlocks(data, at+descriptor+tableSize(data[at+descriptor-1])+codeSize)
		default:
			return layout{}, errors.New("unknown block")
		}
	}
	return layout{}, io.ErrUnexpectedEOF
}

// tableSize is how many bytes the colour table takes that flags announce.
func tableSize(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (1 + flags&7)
}

// skipBlocks gives the offset after a run of data blocks and its end mark.
func skipBlocks(data []byte, at int) int {
	for at < len(data) {
		n := int(data[at])
		at += 1 + n
		if n == 0 {
			return at
		}
	}
	return len(data)
}

// decodeGIF gives the first frame, in its place on the whole screen.
func decodeGIF(data []byte) (raster, error) {
	frame, err := decodeWith(gif.Decode)(data)
	if err != nil {
		return nil, err
	}
	if frame.Bounds().Empty() {
		return nil, errors.New("empty frame")
	}
	screen := image.Rect(0, 0, int(binary.LittleEndian.Uint16(data[6:])), int(binary.LittleEndian.Uint16(data[8:])))
	if frame.Bounds() == screen {
		return frame, nil
	}
	img := image.NewNRGBA(screen) // what the frame leaves out is transparent
	draw.Draw(img, frame.Bounds(), frame, frame.Bounds().Min, draw.Src)
	return img, nil
}
