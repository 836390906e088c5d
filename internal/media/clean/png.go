package clean

import (
	"encoding/binary"
	"io"
)

// layoutPNG walks the chunks: length, type, data and a checksum, which the
// decoder verifies.
func layoutPNG(data []byte) (l layout, err error) {
	const signature, frame = 8, 12
	for at := signature; ; {
		if at+frame > len(data) {
			return layout{}, io.ErrUnexpectedEOF
		}
		n := int64(binary.BigEndian.Uint32(data[at:]))
		if n > int64(len(data)-at-frame) {
			return layout{}, io.ErrUnexpectedEOF
		}
		body := data[at+8 : at+8+int(n)]
		kind := string(data[at+4 : at+8])
		at += frame + int(n)
		switch kind {
		case "IEND":
			l.end = at
			return l, nil
		case "eXIf":
			if l.exif == nil {
				l.exif = body
			}
		}
	}
}
