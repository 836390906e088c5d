package media

import (
	"bytes"
	"context"

	"github.com/skip2/go-qrcode"

	"hearten/internal/fault"
	"hearten/internal/mediakey"
)

const qrPixels = 512

var ruleQR = fault.Say("太長，無法放入二維碼", "is too long for a QR code")

// QR draws a QR code that holds an address and stores it under a key.
func (s *Service) QR(ctx context.Context, address, key string) error {
	if !inApplication(key) && !mediakey.IsTemporary(key) {
		return fault.Invalid(ruleKey.On("fileKey"))
	}
	png, err := qrcode.Encode(address, qrcode.Medium, qrPixels)
	if err != nil {
		return fault.Invalid(ruleQR.On("url"))
	}
	_, err = s.Store(ctx, Upload{Key: key, Body: bytes.NewReader(png), Size: int64(len(png)), Access: Public})
	return err
}
