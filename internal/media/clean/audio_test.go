package clean

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// mp3Of repeats a frame of layer III.
func mp3Of(header string, length, frames int) []byte {
	return bytes.Repeat(join(header, make([]byte, length-4)), frames)
}

// aacOf repeats a frame of ADTS.
func aacOf(length, frames int) []byte {
	h := []byte{0xff, 0xf1, 0x50, 0x80 | byte(length>>11), byte(length >> 3), byte(length<<5) | 0x1f, 0xfc}
	return bytes.Repeat(join(h, make([]byte, length-len(h))), frames)
}

func id3(size int) []byte {
	return join("ID3\x04\x00\x00\x00\x00", []byte{byte(size >> 7), byte(size & 0x7f)}, bytes.Repeat([]byte("t"), size))
}

func box(kind string, body ...any) []byte {
	b := join(body...)
	return join(binary.BigEndian.AppendUint32(nil, uint32(len(b)+8)), kind, b)
}

func track(handler string) []byte {
	return box("trak", box("tkhd", "...."), box("mdia", box("mdhd", "...."), box("hdlr", "\x00\x00\x00\x00\x00\x00\x00\x00", handler, "name")))
}

func ftyp(brand string) []byte { return box("ftyp", brand, "\x00\x00\x02\x00", "isom", "mp42") }

// page is the first page of an Ogg stream.
func page(flags byte, packet string) []byte {
	return join("OggS\x00", []byte{flags}, make([]byte, 20), "\x01", []byte{byte(len(packet))}, packet, make([]byte, 40))
}

func TestAudioByContent(t *testing.T) {
	const v1, v2, v25 = "\xff\xfb\x90\x00", "\xff\xf3\x80\xc0", "\xff\xe3\x40\xc0"
	frames := mp3Of(v1, 417, 3)
	for name, c := range map[string]struct {
		data []byte
		want string // empty: refused
	}{
		"MP3": {frames, "audio/mpeg"}, "MP3, two frames": {mp3Of(v1, 417, 2), "audio/mpeg"},
		"MP3, padded frame": {join(mp3Of("\xff\xfb\x92\x00", 418, 1), frames), "audio/mpeg"},
		"MP3, MPEG 2":       {mp3Of(v2, 208, 2), "audio/mpeg"}, "MP3, MPEG 2.5": {mp3Of(v25, 208, 2), "audio/mpeg"},
		"MP3 with tag": {join(id3(300), frames), "audio/mpeg"}, "MP3 with tags and zeros": {join(id3(9), id3(200), make([]byte, 99), frames), "audio/mpeg"},
		"MP3, one frame": {mp3Of(v1, 417, 1), ""}, "MP3, second frame cut": {frames[:600], ""},
		"MP3, frames that differ": {join(mp3Of(v1, 417, 1), mp3Of(v2, 208, 1)), ""},
		"tag alone":               {id3(300), ""}, "tag and HTML": {join(id3(20), pageHTML), ""}, "tag of no size": {[]byte("ID3\x04\x00\x00\xff\xff\xff\xff"), ""},
		"tag cut": {[]byte("ID3\x04"), ""}, "layer II": {mp3Of("\xff\xfd\x90\x00", 417, 3), ""},
		"free bit rate": {mp3Of("\xff\xfb\x00\x00", 417, 3), ""}, "no sample rate": {mp3Of("\xff\xfb\x9c\x00", 417, 3), ""},
		"no version": {mp3Of("\xff\xeb\x90\x00", 417, 3), ""},

		"AAC": {aacOf(200, 2), "audio/aac"}, "AAC with tag": {join(id3(50), aacOf(200, 3)), "audio/aac"},
		"AAC, one frame": {aacOf(200, 1), ""}, "AAC, empty frames": {bytes.Repeat([]byte{0xff, 0xf1, 0x50, 0x80, 0, 0xff, 0xfc}, 4), ""},
		"AAC, no sample rate": {bytes.Replace(aacOf(200, 3), []byte{0x50}, []byte{0x78}, 3), ""},

		"M4A": {join(ftyp("M4A "), box("mdat", "sound")), "audio/mp4"}, "M4B": {ftyp("M4B "), "audio/mp4"},
		"MP4 with sound":                {join(ftyp("mp42"), box("mdat", "sound"), box("moov", box("mvhd", "...."), track("soun"))), "audio/mp4"},
		"MP4 with sound, long box":      {join(ftyp("isom"), "\x00\x00\x00\x01mdat\x00\x00\x00\x00\x00\x00\x00\x14data", box("moov", track("soun"))), "audio/mp4"},
		"MP4 with video":                {join(ftyp("mp42"), box("moov", track("soun"), track("vide"))), ""},
		"MP4 without tracks":            {join(ftyp("mp42"), box("mdat", "sound")), ""},
		"MP4 with an endless box":       {join(ftyp("mp42"), "\x00\x00\x00\x04moov"), ""},
		"MP4 that is nested for ever":   {join(ftyp("mp42"), bytes.Repeat([]byte("\x00\x00\x00\x00moov"), 100_000)), ""},
		"MP4 with a negative length":    {join(ftyp("mp42"), "\x00\x00\x00\x01mdat\xff\xff\xff\xff\xff\xff\xff\xff"), ""},
		"QuickTime":                     {ftyp("qt  "), ""},
		"brand box longer than file":    {[]byte("\x00\x00\x00\x40ftypM4A \x00\x00\x00\x00"), ""},
		"brand box cut":                 {[]byte("\x00\x00\x00\x10ftypM4A"), ""},
		"brand box of unlikely length":  {join("\x00\x00\x00\x11ftypM4A ", make([]byte, 99)), ""},
		"Opus":                          {page(2, "OpusHead\x01\x02"), "audio/ogg"},
		"Vorbis":                        {page(2, "\x01vorbis\x00"), "audio/ogg"},
		"FLAC":                          {page(2, "\x7fFLAC\x01"), "audio/ogg"},
		"Theora":                        {page(2, "\x80theora\x03"), ""},
		"Ogg from the middle":           {page(0, "OpusHead\x01\x02"), ""},
		"Ogg cut":                       {[]byte("OggS\x00\x02"), ""},
		"Ogg without a packet":          {join("OggS\x00\x02", make([]byte, 20), "\xff"), ""},
		"WAV":                           {riff("WAVE", "fmt ", wavFormat(1, 2, 44100, 16), "data", make([]byte, 64)), "audio/wav"},
		"WAV, floats":                   {riff("WAVE", "fmt ", wavFormat(3, 1, 48000, 32), "data", ""), "audio/wav"},
		"WAV, µ-law":                    {riff("WAVE", "fmt ", wavFormat(7, 1, 8000, 8), "data", ""), "audio/wav"},
		"WAV, ADPCM":                    {riff("WAVE", "fmt ", wavFormat(0x11, 1, 8000, 4), "data", ""), "audio/wav"},
		"WAV, format later":             {riff("WAVE", "JUNK", make([]byte, 27), "fmt ", wavFormat(1, 1, 16000, 16), "data", ""), "audio/wav"},
		"WAV without format":            {riff("WAVE", "data", make([]byte, 64)), ""},
		"WAV, no channel":               {riff("WAVE", "fmt ", wavFormat(1, 0, 44100, 16), "data", ""), ""},
		"WAV, no rate":                  {riff("WAVE", "fmt ", wavFormat(1, 1, 0, 16), "data", ""), ""},
		"WAV, wrong alignment":          {riff("WAVE", "fmt ", join(wavFormat(1, 2, 44100, 16)[:12], "\x03\x00\x10\x00"), "data", ""), ""},
		"WAV, unknown coding":           {riff("WAVE", "fmt ", wavFormat(0x161, 2, 44100, 16), "data", ""), ""},
		"WAV, format cut":               {riff("WAVE", "fmt ", wavFormat(1, 2, 44100, 16)[:9]), ""},
		"other RIFF":                    {riff("AVI ", "fmt ", wavFormat(1, 2, 44100, 16)), ""},
		"HTML behind something like it": {join("\xff\xfb\x90\x00", pageHTML), ""},
	} {
		t.Run(name, func(t *testing.T) {
			if c.want == "" {
				refused(t, c.data, ErrKind)
				return
			}
			f, out := cleanOf(t, c.data)
			if f.Kind != Audio || f.ContentType != c.want || f.Ext == "" || !bytes.Equal(out, c.data) {
				t.Errorf("got %+v", f)
			}
		})
	}
}
