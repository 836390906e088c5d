package media

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	r.HandleFiles("/files/*", h.files(r))
	r = r.Area("Media", "Stored files: pictures, PDFs and audio")

	api.Internal(r, "GET /media/base", "What files are called from outside", h.getBase)
	api.Internal(r, "POST /media/upload", "Store files", h.upload, api.Upload(maxUpload))
	api.Internal(r, "POST /media/list", "List the files of a folder", h.list)
	api.Internal(r, "POST /media/list/size", "Count the files of folders", h.listSize)
	api.Internal(r, "POST /media/delete", "Delete a file", h.delete, api.Fails(fault.NotFound))
	api.Internal(r, "POST /media/transfer", "Move a file to the application area", h.transfer, api.Fails(fault.NotFound))
	api.Internal(r, "POST /media/copy", "Copy a file", h.copy, api.Fails(fault.NotFound))
	api.Internal(r, "POST /media/existence", "Whether a file exists", h.existence,
		api.Details("An absent file is answered with status 200, success false and data null."))
	api.Internal(r, "POST /media/url", "Turn keys into addresses", h.urls)
	api.Internal(r, "POST /qr", "Draw a QR code and store it", h.qr)
	api.Staff(r, access.MediaUpload, "POST /web/media/upload", "Upload files to use in a record", h.uploadByStaff, api.Upload(maxUpload))
}
