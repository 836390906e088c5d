package media

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// BaseRes is where files are.
type BaseRes struct {
	StorageBase string `json:"storageBase" doc:"A public file's address is this and its key"`
}

func (h handlers) getBase(context.Context, *api.None) (BaseRes, error) { return BaseRes{h.s.base}, nil }

type uploadForm struct {
	Files        []api.FormFile `form:"files" required:"true" doc:"With type obj the first is stored"`
	FileKey      string         `form:"fileKey" required:"false" maxLength:"512" doc:"Key of the file or folder; a temporary upload may leave it out"`
	Type         string         `form:"type" required:"false" enum:"obj,folder" doc:"obj (default) or folder"`
	Access       string         `form:"access" required:"false" enum:"public,private" doc:"public (default) or private"`
	Temp         string         `form:"temp" required:"false" enum:"true,false" doc:"true (default): below temp/, for a day"`
	CacheControl string         `form:"cacheControl" required:"false" maxLength:"100" doc:"max-age=0 by default"`
}

type uploadInput struct {
	RawBody api.Form[uploadForm]
}

func (h handlers) upload(ctx context.Context, in *uploadInput) ([]Address, error) {
	form := in.RawBody.Data()
	key := form.FileKey
	if form.Temp != "false" {
		if key == "" {
			key = uuid.Must(uuid.NewV7()).String()
		}
		key = filekey.Temporary(key)
	} else if filekey.IsTemporary(key) {
		return nil, fault.Invalid(ruleApplication.On("fileKey"))
	}
	files, err := h.s.UploadAs(ctx, key, form.Type == "folder",
		Upload{Access: Access(form.Access), CacheControl: form.CacheControl}, in.RawBody.Form.File["files"])
	return h.addresses(files), err
}

func (h handlers) addresses(files []File) []Address {
	out := make([]Address, len(files))
	for i, f := range files {
		out[i] = Address{f.Key, h.s.URL(f)}
	}
	return out
}

type staffUploadInput struct {
	RawBody api.Form[struct {
		Files []api.FormFile `form:"files" required:"true" doc:"At most 20: pictures, PDFs, audio"`
	}]
}

func (h handlers) uploadByStaff(ctx context.Context, who access.Staff, in *staffUploadInput) ([]Address, error) {
	files, err := h.s.UploadTemporary(ctx, who, in.RawBody.Form.File["files"])
	return h.addresses(files), err
}

// ListMediaReqDTO names a folder.
type ListMediaReqDTO struct {
	FileKey   string `json:"fileKey" maxLength:"512" doc:"Folder key"`
	Delimiter bool   `json:"delimiter,omitempty" doc:"true: only files that lie directly in the folder"`
}

// ListMediaResDTO is a file of a folder.
type ListMediaResDTO struct {
	FileKey    string   `json:"fileKey"`
	UpdateTime api.Time `json:"updateTime"`
}

func (h handlers) list(ctx context.Context, in *api.Body[ListMediaReqDTO]) ([]ListMediaResDTO, error) {
	if !filekey.ValidFolder(in.Body.FileKey) {
		return nil, fault.Invalid(ruleFolder.On("fileKey"))
	}
	files, err := h.s.List(ctx, in.Body.FileKey, in.Body.Delimiter)
	out := make([]ListMediaResDTO, len(files))
	for i, f := range files {
		out[i] = ListMediaResDTO{f.Key, api.Time(f.UpdatedAt)}
	}
	return out, err
}

// ListMediaSizeReqDTO names folders to count.
type ListMediaSizeReqDTO struct {
	Data []struct {
		Tag       string `json:"tag" maxLength:"255" doc:"Comes back with the count"`
		FileKey   string `json:"fileKey" maxLength:"512" doc:"Folder key"`
		Delimiter bool   `json:"delimiter,omitempty"`
	} `json:"data" maxItems:"100"`
}

// ListMediaSizeResDTO is how many files a folder has.
type ListMediaSizeResDTO struct {
	Tag  string `json:"tag"`
	Size int64  `json:"size"`
}

func (h handlers) listSize(ctx context.Context, in *api.Body[ListMediaSizeReqDTO]) ([]ListMediaSizeResDTO, error) {
	out := make([]ListMediaSizeResDTO, len(in.Body.Data))
	for i, d := range in.Body.Data {
		if !filekey.ValidFolder(d.FileKey) {
			return nil, fault.Invalid(ruleFolder.On(fmt.Sprintf("data[%d].fileKey", i)))
		}
		n, err := h.s.Count(ctx, d.FileKey, d.Delimiter)
		if err != nil {
			return nil, err
		}
		out[i] = ListMediaSizeResDTO{d.Tag, n}
	}
	return out, nil
}

// DeleteMediaReqDTO names a file to delete.
type DeleteMediaReqDTO struct {
	FileKey      string `json:"fileKey" maxLength:"512"`
	DeleteMarker bool   `json:"deleteMarker,omitempty" doc:"true: for good; otherwise 30 days in the trash"`
}

func (h handlers) delete(ctx context.Context, in *api.Body[DeleteMediaReqDTO]) (api.Null, error) {
	if !filekey.Valid(in.Body.FileKey) {
		return api.Null{}, fault.Invalid(ruleKey.On("fileKey"))
	}
	return api.Null{}, h.s.Delete(ctx, in.Body.FileKey, in.Body.DeleteMarker)
}

// TransferMediaReqDTO says what goes where.
type TransferMediaReqDTO struct {
	FileKeyFrom  string `json:"fileKeyFrom" maxLength:"512"`
	FileKeyTo    string `json:"fileKeyTo" maxLength:"512"`
	SameBucket   bool   `json:"sameBucket,omitempty" doc:"true: within the application area; otherwise from the temporary area"`
	CacheControl string `json:"cacheControl,omitempty" maxLength:"100" doc:"max-age=0 by default"`
}

func (t TransferMediaReqDTO) check() (cacheControlOf string, err error) {
	if t.CacheControl == "" {
		t.CacheControl = DefaultCacheControl
	}
	if !cacheControl.MatchString(t.CacheControl) {
		return "", fault.Invalid(ruleCacheControl.On("cacheControl"))
	}
	return t.CacheControl, checkPath(t.FileKeyFrom, t.FileKeyTo, t.SameBucket)
}

func (h handlers) transfer(ctx context.Context, in *api.Body[TransferMediaReqDTO]) (api.Null, error) {
	cache, err := in.Body.check()
	if err != nil {
		return api.Null{}, err
	}
	return api.Null{}, h.s.Transfer(ctx, in.Body.FileKeyFrom, in.Body.FileKeyTo, cache)
}

func (h handlers) copy(ctx context.Context, in *api.Body[TransferMediaReqDTO]) (api.Null, error) {
	cache, err := in.Body.check()
	if err != nil {
		return api.Null{}, err
	}
	return api.Null{}, h.s.Copy(ctx, in.Body.FileKeyFrom, in.Body.FileKeyTo, cache)
}

// QRReqDTO is an address to draw.
type QRReqDTO struct {
	URL     string `json:"url" minLength:"1" maxLength:"2000" doc:"The address stored in the QR code"`
	FileKey string `json:"fileKey" maxLength:"512"`
}

func (h handlers) qr(ctx context.Context, in *api.Body[QRReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.QR(ctx, in.Body.URL, in.Body.FileKey)
}
