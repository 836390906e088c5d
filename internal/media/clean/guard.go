package clean

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/semaphore"

	"hearten/internal/platform/fault"
)

// Decoding costs up to some 16 bytes a pixel, so few pictures are decoded at a
// time: two, or one alone if it has more than half of the pixels allowed.
const (
	decoderCount = 2
	bigPicture   = MaxPixels / decoderCount
)

var decoders = semaphore.NewWeighted(decoderCount)

// acquireDecoder waits until a picture may be decoded.
func acquireDecoder(ctx context.Context, pixels int64) (release func(), err error) {
	need := int64(1)
	if pixels > bigPicture {
		need = decoderCount
	}
	if err := decoders.Acquire(ctx, need); err != nil {
		return nil, err
	}
	return func() { decoders.Release(need) }, nil
}

// guarded runs a decoder. Whatever it dislikes, and even a panic, means that the
// file is damaged; refusals with words of their own keep them.
func guarded[T any](work func() (T, error)) (out T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: panic: %v", ErrBroken, r)
		}
	}()
	out, err = work()
	if refusal := (*fault.Error)(nil); err != nil && !errors.As(err, &refusal) {
		err = fmt.Errorf("%w: %v", ErrBroken, err)
	}
	return out, err
}
