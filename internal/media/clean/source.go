package clean

import (
	"context"
	"io"
)

// headSize is how much of a file's beginning tells what it is.
const headSize = 1 << 10

// source is the upload. It remembers why reading failed, because decoders
// report a failed read and a damaged file alike, and it stops reading when the
// context ends.
type source struct {
	ctx  context.Context
	r    io.ReadSeeker
	size int64
	err  error
}

// ReadAt implements io.ReaderAt.
func (s *source) ReadAt(p []byte, off int64) (int, error) {
	if err := s.ctx.Err(); err != nil {
		s.err = err
		return 0, err
	}
	if _, err := s.r.Seek(off, io.SeekStart); err != nil {
		s.err = err
		return 0, err
	}
	n, err := io.ReadFull(s.r, p)
	switch err {
	case nil, io.EOF:
	case io.ErrUnexpectedEOF:
		err = io.EOF
	default:
		s.err = err
	}
	return n, err
}

// reader reads the file from its beginning.
func (s *source) reader() *io.SectionReader { return io.NewSectionReader(s, 0, s.size) }

// at gives up to n bytes from an offset on: fewer at the end of the file, none
// outside it.
func (s *source) at(off int64, n int) []byte {
	if off < 0 || off >= s.size {
		return nil
	}
	p := make([]byte, min(int64(n), s.size-off))
	read, _ := s.ReadAt(p, off) // a failure is kept in s.err
	return p[:read]
}

// counter counts what is written.
type counter struct {
	w io.Writer
	n int64
}

// Write implements io.Writer.
func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
