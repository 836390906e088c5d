package media

import (
	"bytes"
	"context"

	"github.com/skip2/go-qrcode"

	"hearten/internal/media/filekey"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

const qrPixels = 512

var ruleQR = fault.NewRule("太長，無法放入二維碼", "is too long for a QR code")

// QR draws a QR code that holds an address and stores it under a key.
func (s *Service) QR(ctx context.Context, address, key string) error {
	file, err := s.DrawQR(ctx, address, key)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error { return s.Save(ctx, tx, file) })
}

// DrawQR draws a QR code and writes its object; it is the file it will be once
// the caller saves it.
func (s *Service) DrawQR(ctx context.Context, address, key string) (File, error) {
	if !inApplication(key) && !filekey.IsTemporary(key) {
		return File{}, fault.Invalid(ruleKey.On("fileKey"))
	}
	png, err := qrcode.Encode(address, qrcode.Medium, qrPixels)
	if err != nil {
		return File{}, fault.Invalid(ruleQR.On("url"))
	}
	files, err := s.Put(ctx, Upload{Key: key, Body: bytes.NewReader(png), Size: int64(len(png)), Access: Public})
	if err != nil {
		return File{}, err
	}
	return files[0], nil
}
