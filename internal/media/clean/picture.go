// Package clean keeps uploads clean. What a file is, is read from its content
// and never from its name. Pictures are decoded and written anew, so nothing
// but pixels is stored: no place, no camera, no comment. PDF and audio files are
// checked and passed on as they are.
package clean

import (
	"context"
	"fmt"
	"io"

	"hearten/internal/platform/fault"
)

// Kind is what a file is for.
type Kind int

// The kinds.
const (
	Picture Kind = iota + 1
	PDF
	Audio
)

// What each kind may weigh; exactly that much is allowed.
const (
	MaxPicture = 10 << 20
	MaxPDF     = 20 << 20
	MaxAudio   = 50 << 20

	// MaxPixels is width times height, known from the header before any pixel
	// is decoded.
	MaxPixels = 40_000_000
)

// The refusals.
var (
	ErrKind     = fault.New(fault.BadFile, "不接受這類檔案", "This type of file is not accepted")
	ErrBroken   = fault.New(fault.BadFile, "檔案無法讀取，可能已損壞", "The file cannot be read; it may be damaged")
	ErrHidden   = fault.New(fault.BadFile, "檔案夾帶了其他類型的內容", "The file carries content of another type")
	ErrPixels   = fault.New(fault.BadFile, "圖片不可超過 %d 百萬像素", "A picture may have at most %d megapixels")
	ErrAnimated = fault.New(fault.BadFile, "不接受動態 WebP 圖片", "Animated WebP pictures are not accepted")
	ErrTooLarge = fault.New(fault.TooLarge, "檔案不可超過 %d MB", "The file may have at most %d MB")
)

// File is what was written.
type File struct {
	Kind        Kind
	ContentType string
	Ext         string // with its dot
	Size        int64  // of what was written, in bytes
	Width       int    // of an upright picture, in pixels; zero for other kinds
	Height      int
}

// Clean reads an upload of size bytes and writes what may be stored to w. A file
// that is refused leaves nothing in w; any other error may leave a part, which
// the caller discards. An error that is not a fault is not the file's doing:
// reading, writing or the context failed.
func Clean(ctx context.Context, src io.ReadSeeker, size int64, w io.Writer) (File, error) {
	s := &source{ctx: ctx, r: src, size: size}
	out := &counter{w: w}
	f, err := clean(ctx, s, out)
	switch {
	case err == nil:
		f.Size = out.n
		return f, nil
	case s.err != nil:
		// A decoder that was cut short calls its file damaged.
		return File{}, fmt.Errorf("read the upload: %w", s.err)
	default:
		return File{}, err
	}
}

func clean(ctx context.Context, s *source, w io.Writer) (File, error) {
	head := s.at(0, headSize)
	if c := codecOf(head); c != nil {
		if err := fits(s, MaxPicture); err != nil {
			return File{}, err
		}
		return cleanPicture(ctx, s, c, w)
	}
	if isPDF(head) {
		if err := fits(s, MaxPDF); err != nil {
			return File{}, err
		}
		if err := checkPDF(s, head); err != nil {
			return File{}, err
		}
		return File{Kind: PDF, ContentType: "application/pdf", Ext: ".pdf"}, pass(s, w)
	}
	if a := audioOf(s, head); a != nil {
		if err := fits(s, MaxAudio); err != nil {
			return File{}, err
		}
		return File{Kind: Audio, ContentType: a.contentType, Ext: a.ext}, pass(s, w)
	}
	return File{}, ErrKind
}

func fits(s *source, limit int64) error {
	if s.size > limit {
		return ErrTooLarge.With(limit >> 20)
	}
	return nil
}

// pass streams the file as it is.
func pass(s *source, w io.Writer) error {
	n, err := io.Copy(w, s.reader())
	if err == nil && n != s.size {
		err = fmt.Errorf("%d of %d bytes: %w", n, s.size, io.ErrUnexpectedEOF)
	}
	return err
}
