package clean

import (
	"bytes"
	"encoding/binary"
)

// sound is an audio format.
type sound struct{ contentType, ext string }

var (
	soundMP3 = &sound{"audio/mpeg", ".mp3"}
	soundAAC = &sound{"audio/aac", ".aac"}
	soundM4A = &sound{"audio/mp4", ".m4a"}
	soundOGG = &sound{"audio/ogg", ".ogg"}
	soundWAV = &sound{"audio/wav", ".wav"}
)

// audioOf tells which audio format a file has, nil if none.
func audioOf(s *source, head []byte) *sound {
	switch {
	case matches(head, "RIFF????WAVE"):
		if isWAV(s) {
			return soundWAV
		}
	case matches(head, "OggS"):
		if isOGG(head) {
			return soundOGG
		}
	case matches(head, "????ftyp"):
		if isM4A(s, head) {
			return soundM4A
		}
	default:
		return framed(s)
	}
	return nil
}

// isOGG looks for a first page whose packet opens a sound stream: video comes in
// the same container.
func isOGG(head []byte) bool {
	const header, version, flags, first = 27, 4, 5, 0x02
	if len(head) < header || head[version] != 0 || head[flags]&first == 0 {
		return false
	}
	packet := head[min(header+int(head[header-1]), len(head)):]
	for _, codec := range []string{"OpusHead", "\x01vorbis", "\x7fFLAC", "Speex   "} {
		if bytes.HasPrefix(packet, []byte(codec)) {
			return true
		}
	}
	return false
}

// isWAV looks for a sane format chunk among the first ones.
func isWAV(s *source) bool {
	const header, frame, formatSize, chunks = 12, 8, 16, 32
	at := int64(header)
	for range chunks {
		chunk := s.at(at, frame+formatSize)
		if len(chunk) < frame+formatSize {
			return false
		}
		n := int64(binary.LittleEndian.Uint32(chunk[4:]))
		if string(chunk[:4]) == "fmt " {
			return n >= formatSize && saneWAV(chunk[frame:])
		}
		at += frame + n + n%2
	}
	return false
}

func saneWAV(f []byte) bool {
	const pcm, adpcm, float, aLaw, muLaw, imaADPCM, extensible = 1, 2, 3, 6, 7, 0x11, 0xfffe
	channels, rate := binary.LittleEndian.Uint16(f[2:]), binary.LittleEndian.Uint32(f[4:])
	align, bits := binary.LittleEndian.Uint16(f[12:]), binary.LittleEndian.Uint16(f[14:])
	if channels < 1 || channels > 8 || rate < 4_000 || rate > 384_000 || align == 0 {
		return false
	}
	switch binary.LittleEndian.Uint16(f) {
	case pcm, float, extensible:
		return bits >= 8 && bits <= 64 && uint32(align) == uint32(channels)*uint32((bits+7)/8)
	case aLaw, muLaw:
		return bits == 8 && align == channels
	case adpcm, imaADPCM:
		return bits == 4
	}
	return false
}
