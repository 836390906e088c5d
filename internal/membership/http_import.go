package membership

import (
	"context"
	"io"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

type importInput struct {
	DryRun  bool `query:"dryRun" doc:"true: only tell what would happen"`
	RawBody api.Form[struct {
		File api.FormFile `form:"file" required:"true" doc:"CSV in UTF-8 with the header serviceNumber, phone, email, birthday, district (its name, or the code or number of its community: kt or 2); each row needs a phone number or an email address; at most 10,000 rows"`
	}]
}

// ImportRes is what became of a member list.
type ImportRes struct {
	Total   int              `json:"total" doc:"Rows of the file, empty ones aside"`
	Created int              `json:"created"`
	Updated int              `json:"updated"`
	Skipped int              `json:"skipped" doc:"Rows with errors, and rows that change nothing"`
	Errors  []ImportErrorRes `json:"errors"`
}

// ImportErrorRes is a rule that a row breaks.
type ImportErrorRes struct {
	Row     int    `json:"row" doc:"As a spreadsheet counts: the header is row 1"`
	Field   string `json:"field"`
	Message string `json:"message"`
}

func (h handlers) importList(ctx context.Context, who access.Staff, in *importInput) (ImportRes, error) {
	files := in.RawBody.Form.File["file"]
	if len(files) == 0 {
		return ImportRes{}, fault.Invalid(fault.RuleRequired.On("file"))
	}
	if files[0].Size > maxListBytes {
		return ImportRes{}, errListTooLarge
	}
	file, err := files[0].Open()
	if err != nil {
		return ImportRes{}, err
	}
	defer file.Close()
	body, err := io.ReadAll(file)
	if err != nil {
		return ImportRes{}, err
	}
	done, err := h.s.Import(ctx, who, body, in.DryRun)
	res := ImportRes{
		Total: done.Total, Created: done.Created, Updated: done.Updated, Skipped: done.Skipped, Errors: make([]ImportErrorRes, len(done.Faults)),
	}
	for i, f := range done.Faults {
		res.Errors[i] = ImportErrorRes{Row: f.Row, Field: f.Name, Message: f.Rule.In(api.CallerOf(ctx).Lang, f.Args...)}
	}
	return res, err
}
