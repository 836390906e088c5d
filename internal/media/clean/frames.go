package clean

import (
	"bytes"
	"encoding/binary"
)

// framed recognises the formats that are nothing but frames after each other,
// MP3 and AAC. Two bytes begin a frame, which any file may have; that the next
// frame is where the first one says makes it certain.
func framed(s *source) *sound {
	at, ok := afterTags(s)
	if !ok {
		return nil
	}
	for _, f := range []struct {
		parse func([]byte) (int64, uint32)
		sound *sound
	}{{mp3Frame, soundMP3}, {aacFrame, soundAAC}} {
		n, traits := f.parse(s.at(at, frameHead))
		if n == 0 {
			continue
		}
		next, same := f.parse(s.at(at+n, frameHead))
		if next > 0 && same == traits && at+n+next <= s.size {
			return f.sound
		}
	}
	return nil
}

// frameHead is as much as both formats need to tell a frame's length.
const frameHead = 7

// afterTags gives the offset after the ID3 tags, and the zeros that often
// follow them; not ok if a tag is no tag.
func afterTags(s *source) (at int64, ok bool) {
	const header, footerFlag, tags, padding = 10, 0x10, 4, 4 << 10
	for range tags {
		h := s.at(at, header)
		if !bytes.HasPrefix(h, []byte("ID3")) {
			break
		}
		if len(h) < header || (h[6]|h[7]|h[8]|h[9])&0x80 != 0 {
			return 0, false
		}
		at += header + int64(h[6])<<21 + int64(h[7])<<14 + int64(h[8])<<7 + int64(h[9])
		if h[5]&footerFlag != 0 {
			at += header
		}
	}
	if at > 0 {
		rest := s.at(at, padding)
		at += int64(len(rest) - len(bytes.TrimLeft(rest, "\x00")))
	}
	return at, true
}

// Bit rates of layer III in kbit/s and sample rates in Hz, by the header's
// fields; zero is not allowed.
var (
	mp3Rates    = [16]int64{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0}
	mp3LowRates = [16]int64{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0}
	mp3Samples  = [4]int64{44_100, 48_000, 32_000, 0}
)

// mp3Frame gives a frame's length, zero if it is none, and what all frames of a
// file have in common.
func mp3Frame(h []byte) (n int64, traits uint32) {
	const common, layerIII, reserved = 0xfffe0c00, 1, 1
	if len(h) < 4 {
		return 0, 0
	}
	v := binary.BigEndian.Uint32(h)
	version, layer := v>>19&3, v>>17&3
	if v>>21 != 0x7ff || version == reserved || layer != layerIII {
		return 0, 0
	}
	rate, samples := mp3Rates[v>>12&15], mp3Samples[v>>10&3]
	factor := int64(144_000)
	switch version {
	case 2: // MPEG 2
		rate, samples, factor = mp3LowRates[v>>12&15], samples/2, factor/2
	case 0: // MPEG 2.5
		rate, samples, factor = mp3LowRates[v>>12&15], samples/4, factor/2
	}
	if rate == 0 || samples == 0 {
		return 0, 0
	}
	return factor*rate/samples + int64(v>>9&1), v & common
}

// aacFrame does the same for the frames of ADTS.
func aacFrame(h []byte) (n int64, traits uint32) {
	const common, protected, rates = 0xfffefdc0, 1, 13
	if len(h) < frameHead {
		return 0, 0
	}
	v := binary.BigEndian.Uint32(h)
	if v>>20 != 0xfff || v>>17&3 != 0 || v>>10&15 >= rates {
		return 0, 0
	}
	n = int64(h[3]&3)<<11 | int64(h[4])<<3 | int64(h[5]>>5)
	header := int64(9)
	if v>>16&1 == protected { // the bit says that a checksum is absent
		header = frameHead
	}
	if n <= header {
		return 0, 0
	}
	return n, v & common
}
