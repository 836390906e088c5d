package clean

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
)

// The JPEG markers that matter here.
const (
	markerSOF0 = 0xc0
	markerRST0 = 0xd0
	markerRST7 = 0xd7
	markerEOI  = 0xd9
	markerSOS  = 0xda
	markerAPP1 = 0xe1
)

// maxScans is how often a JPEG may go over its pixels. Progressive pictures have
// about ten scans; a small file with thousands would keep a processor busy for
// hours.
const maxScans = 100

// segment is a marker with what belongs to it.
type segment struct {
	marker   byte
	from, to int    // where it begins, with its 0xFF, and ends
	body     []byte // without marker and length
}

// nextSegment finds the segment at or after an offset. What lies between
// segments is pixel data, or noise that decoders ignore too.
func nextSegment(data []byte, at int) (segment, error) {
	for {
		skip := bytes.IndexByte(data[at:], 0xff)
		if skip < 0 || at+skip+1 >= len(data) {
			return segment{}, io.ErrUnexpectedEOF
		}
		at += skip
		switch marker := data[at+1]; {
		case marker == 0xff: // a fill byte
			at++
		case marker == 0 || marker >= markerRST0 && marker <= markerRST7:
			at += 2
		case marker == markerEOI:
			return segment{marker: marker, from: at, to: at + 2}, nil
		default:
			if at+4 > len(data) {
				return segment{}, io.ErrUnexpectedEOF
			}
			n := int(binary.BigEndian.Uint16(data[at+2:]))
			if n < 2 || at+2+n > len(data) {
				return segment{}, io.ErrUnexpectedEOF
			}
			return segment{marker, at, at + 2 + n, data[at+4 : at+2+n]}, nil
		}
	}
}

func layoutJPEG(data []byte) (l layout, err error) {
	scans := 0
	for at := len("\xff\xd8"); ; {
		s, err := nextSegment(data, at)
		if err != nil {
			return layout{}, err
		}
		at = s.to
		switch s.marker {
		case markerEOI:
			l.end = s.to
			return l, nil
		case markerSOS:
			if scans++; scans > maxScans {
				return layout{}, fmt.Errorf("more than %d scans", maxScans)
			}
		case markerAPP1:
			if l.exif == nil && bytes.HasPrefix(s.body, []byte("Exif\x00")) {
				l.exif = s.body
			}
		}
	}
}
