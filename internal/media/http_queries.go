package media

import (
	"context"
	"errors"

	"hearten/internal/media/filekey"
	"hearten/internal/platform/api"
	"hearten/internal/platform/words"
)

// CheckMediaReqDTO names a file that may exist.
type CheckMediaReqDTO struct {
	FileKey        string `json:"fileKey" maxLength:"512"`
	DefaultFileKey string `json:"defaultFileKey" maxLength:"512" doc:"Key of the default image; the caller's to use"`
}

// CheckMediaResDTO is a file that exists.
type CheckMediaResDTO struct {
	FileKey      string   `json:"fileKey"`
	URL          string   `json:"url"`
	ModifiedTime api.Time `json:"modifiedTime"`
}

type existenceRes struct{ api.Maybe[CheckMediaResDTO] }

var textAbsent = words.New("檔案不存在", "The file does not exist")

// Failure lets an absent file be answered with success false.
func (e existenceRes) Failure() (words.Text, bool) { return textAbsent, e.Value == nil }

func (h handlers) existence(ctx context.Context, in *api.Body[CheckMediaReqDTO]) (existenceRes, error) {
	f, err := h.s.Find(ctx, in.Body.FileKey)
	if errors.Is(err, ErrNotFound) {
		return existenceRes{}, nil
	}
	if err != nil {
		return existenceRes{}, err
	}
	return existenceRes{api.Some(CheckMediaResDTO{f.Key, h.s.URL(f), api.Time(f.UpdatedAt)})}, nil
}

// ToUrlReqDTO names files.
type ToUrlReqDTO struct {
	FileKeys []struct {
		FileKey string `json:"fileKey" maxLength:"512"`
	} `json:"fileKeys" maxItems:"500"`
}

// ToUrlResDTO is the addresses of those that exist.
type ToUrlResDTO struct {
	FileKeys []Address `json:"fileKeys"`
}

func (h handlers) urls(ctx context.Context, in *api.Body[ToUrlReqDTO]) (ToUrlResDTO, error) {
	var keys []string
	for _, k := range in.Body.FileKeys {
		if filekey.Valid(k.FileKey) {
			keys = append(keys, k.FileKey)
		}
	}
	found, err := h.s.URLs(ctx, h.s.DB, keys)
	return ToUrlResDTO{found}, err
}
