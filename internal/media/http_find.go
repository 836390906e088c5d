package media

import (
	"context"

	"hearten/internal/media/filekey"
	"hearten/internal/platform/api"
	"hearten/internal/platform/db"
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

var saysAbsent = words.New("檔案不存在", "The file does not exist")

// Failure lets an absent file be answered with success false.
func (e existenceRes) Failure() (words.Text, bool) { return saysAbsent, e.Value == nil }

func (h handlers) existence(ctx context.Context, in *api.Body[CheckMediaReqDTO]) (existenceRes, error) {
	f, err := findFast(ctx, h.s.db, in.Body.FileKey)
	if db.IsNone(err) {
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
	found, err := h.s.URLs(ctx, h.s.db, keys)
	return ToUrlResDTO{found}, err
}
