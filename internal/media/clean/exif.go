package clean

import (
	"bytes"
	"encoding/binary"
)

const (
	tagOrientation = 0x0112
	typeByte       = 1
	typeShort      = 3
	typeLong       = 4
)

// orientation reads how a camera was held, 1 to 8, from an EXIF block. What
// cannot be understood means upright: pictures are not refused for it.
func orientation(exif []byte) int {
	if rest, ok := bytes.CutPrefix(exif, []byte("Exif\x00")); ok && len(rest) > 0 {
		exif = rest[1:] // JPEG always has this prefix, WebP sometimes
	}
	if len(exif) < 8 {
		return 1
	}
	var order binary.ByteOrder
	switch string(exif[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 1
	}
	at := int64(order.Uint32(exif[4:]))
	if at > int64(len(exif)-2) {
		return 1
	}
	entries := exif[at+2:]
	for range order.Uint16(exif[at:]) {
		if len(entries) < 12 {
			return 1
		}
		if order.Uint16(entries) == tagOrientation {
			return valueOf(order, entries)
		}
		entries = entries[12:]
	}
	return 1
}

// valueOf reads the entry's value; writers disagree about its type.
func valueOf(order binary.ByteOrder, entry []byte) int {
	var v uint32
	switch order.Uint16(entry[2:]) {
	case typeByte:
		v = uint32(entry[8])
	case typeShort:
		v = uint32(order.Uint16(entry[8:]))
	case typeLong:
		v = order.Uint32(entry[8:])
	}
	if v < 1 || v > 8 {
		return 1
	}
	return int(v)
}
