package clean

import (
	"context"
	"errors"
	"fmt"

	"hearten/internal/platform/fault"
)

// Decoding costs up to some 16 bytes a pixel, so few do it at a time: two, or
// one alone if it has more than half of the pixels that are allowed.
const (
	seatCount  = 2
	bigPicture = MaxPixels / seatCount
)

var (
	seats = make(chan struct{}, seatCount)
	// turnstile lets one at a time ask for seats: two that need all of them
	// could otherwise each hold one and wait for the other for ever.
	turnstile = make(chan struct{}, 1)
)

// takeSeats waits until a picture may be decoded; leave gives the seats back.
func takeSeats(ctx context.Context, pixels int64) (leave func(), err error) {
	need := 1
	if pixels > bigPicture {
		need = seatCount
	}
	taken := 0
	leave = func() {
		for range taken {
			<-seats
		}
	}
	select {
	case turnstile <- struct{}{}:
		defer func() { <-turnstile }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for taken < need {
		select {
		case seats <- struct{}{}:
			taken++
		case <-ctx.Done():
			leave()
			return nil, ctx.Err()
		}
	}
	return leave, nil
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
