package clean

import (
	"encoding/binary"
	"slices"
)

// Brands of the MP4 family, by what the file says about itself: sound, or
// anything.
var (
	soundBrands = []string{"M4A ", "M4B "}
	openBrands  = []string{"isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "dash", "3gp4", "3gp5", "3gp6"}
)

// maxBoxes bounds how long a file is searched for its tracks.
const maxBoxes = 1000

// isM4A accepts the brands of audio files. Android's recorder and others write
// a brand that video has too: there the tracks decide.
func isM4A(s *source, head []byte) bool {
	const least, most = 16, 1 << 10
	n := binary.BigEndian.Uint32(head)
	if n < least || n > most || n%4 != 0 || int64(n) > s.size || len(head) < least {
		return false
	}
	brand := string(head[8:12])
	if slices.Contains(soundBrands, brand) {
		return true
	}
	if !slices.Contains(openBrands, brand) {
		return false
	}
	t := tracks{s: s, left: maxBoxes}
	t.walk(0, s.size)
	return t.sound && !t.video
}

// tracks is what sort of tracks a file has.
type tracks struct {
	s            *source
	left         int // boxes that may still be looked at
	sound, video bool
}

// walk looks at the boxes in a range, and into those that lead to a track's
// handler.
func (t *tracks) walk(from, to int64) {
	const header, longHeader, handlerAt = 8, 16, 16
	for from+header <= to && t.left > 0 {
		t.left-- // before going deeper, so it bounds the depth as well
		box := t.s.at(from, handlerAt+4)
		if len(box) < header {
			return
		}
		n, body := int64(binary.BigEndian.Uint32(box)), from+header
		switch {
		case n == 0: // up to the end
			n = to - from
		case n == 1 && len(box) >= longHeader:
			n, body = int64(binary.BigEndian.Uint64(box[8:])), from+longHeader // #nosec G115 -- a length beyond the file is refused just below
		}
		if n < header || n > to-from {
			return
		}
		switch string(box[4:8]) {
		case "moov", "trak", "mdia":
			t.walk(body, from+n)
		case "hdlr":
			if len(box) == handlerAt+4 {
				t.sound = t.sound || string(box[handlerAt:]) == "soun"
				t.video = t.video || string(box[handlerAt:]) == "vide"
			}
		}
		from += n
	}
}
