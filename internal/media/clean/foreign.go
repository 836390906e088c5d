package clean

import (
	"bytes"
	"encoding/binary"
)

// Signatures by which a program would open what follows a picture as something
// else. JPEG and video are not among them: phones append previews, depth maps
// and moving pictures, which are simply dropped.
var (
	signatures = []string{
		"PK\x03\x04", "PK\x05\x06", // ZIP, and with it JAR, APK and office files
		"Rar!\x1a\x07", "7z\xbc\xaf\x27\x1c",
		"%PDF-",
		"\x7fELF",
	}
	// leading ones are too short to mean anything except at the beginning.
	leading = []string{
		"MZ", "#!",
		"\xca\xfe\xba\xbe", "\xfe\xed\xfa", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe", // Java, macOS
		"\x1f\x8b\x08", // gzip
	}
	tags = []string{
		"!doctype", "html", "head", "body", "script", "iframe", "object", "embed", "?php", "?xml-stylesheet",
		// Three letters alone turn up by chance in some megabytes of video.
		"svg ", "svg\t", "svg\r", "svg\n", "svg/", "svg>",
	}
)

// foreign tells whether data holds another format or markup.
func foreign(data []byte) bool {
	for _, s := range signatures {
		if bytes.Contains(data, []byte(s)) {
			return true
		}
	}
	start := data
	for len(start) > 0 && bytes.IndexByte([]byte("\x00\xff \t\r\n"), start[0]) >= 0 {
		start = start[1:] // padding
	}
	for _, s := range leading {
		if bytes.HasPrefix(start, []byte(s)) {
			return true
		}
	}
	return markup(data) || executable(data)
}

// markup finds a tag that a browser or PHP would act upon.
func markup(data []byte) bool {
	for {
		i := bytes.IndexByte(data, '<')
		if i < 0 {
			return false
		}
		data = data[i+1:]
		for _, tag := range tags {
			if len(data) >= len(tag) && bytes.EqualFold(data[:len(tag)], []byte(tag)) {
				return true
			}
		}
	}
}

// executable finds a Windows program: "MZ", and 60 bytes on the place of "PE".
func executable(data []byte) bool {
	const pointer = 0x3c
	for {
		i := bytes.Index(data, []byte("MZ"))
		if i < 0 {
			return false
		}
		data = data[i:]
		if len(data) >= pointer+4 {
			at := int64(binary.LittleEndian.Uint32(data[pointer:]))
			if at < int64(len(data)) && bytes.HasPrefix(data[at:], []byte("PE\x00\x00")) {
				return true
			}
		}
		data = data[2:]
	}
}
