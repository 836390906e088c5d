package api

import (
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"hearten/internal/platform/fault"
)

// huma writes its findings in English. These constants replace the sentences, so
// that the code below can tell them apart and write them in the caller's language
// from the schema of the field.
const (
	markRequired = "required "
	markType     = "type"
)

// markNoFile are the sentences for a missing file, which huma does not let us set.
var markNoFile = []string{"File required", "At least one file is required"}

func init() {
	huma.DefaultArrayNullable = false
	validation.MsgExpectedRequiredProperty = markRequired + "%s"
	for _, m := range []*string{
		&validation.MsgExpectedBoolean, &validation.MsgExpectedNumber, &validation.MsgExpectedInteger,
		&validation.MsgExpectedString, &validation.MsgExpectedArray, &validation.MsgExpectedObject,
	} {
		*m = markType
	}
	huma.NewErrorWithContext = refusalOf
}

// refusalOf is called by huma for everything it finds wrong with a request.
func refusalOf(ctx huma.Context, status int, _ string, errs ...error) huma.StatusError {
	f := faultOf(ctx, status, errs)
	info := infoFrom(ctx.Context())
	if f.Code == fault.Internal {
		f = info.internal(errors.Join(errs...))
	}
	p := problemFrom(f, info.lang)
	for k := range p.header { // huma sends the headers of a handler's error only
		ctx.SetHeader(k, p.header.Get(k))
	}
	return p
}

func faultOf(ctx huma.Context, status int, errs []error) *fault.Error {
	found, ruled := findingsOf(errs)
	if found != nil {
		return found
	}
	switch status {
	case http.StatusRequestEntityTooLarge:
		return errTooLarge
	case http.StatusUnsupportedMediaType:
		return errMediaType
	case http.StatusRequestTimeout:
		return errSlowBody
	case http.StatusInternalServerError:
		return errInternal
	case http.StatusBadRequest:
		if len(errs) == 0 {
			return errNoBody
		}
		return jsonFault(errs)
	}
	if ctx.Operation().SkipValidateBody && len(ruled) == 0 { // only its JSON was checked
		return jsonFault(errs)
	}
	fields := together(fieldsOf(ctx.Operation(), errs), ruled, errs)
	if len(fields) == 0 {
		return errBadJSON
	}
	return fault.Invalid(fields...)
}

// findingsOf sorts what resolvers found: a fault that names no fields is told
// alone; fields that Check named are told with those that the schema refuses.
func findingsOf(errs []error) (other *fault.Error, ruled []fault.Field) {
	for _, err := range errs {
		var f *fault.Error
		if !errors.As(err, &f) {
			continue
		}
		if len(f.Fields()) == 0 {
			return f, nil
		}
		ruled = append(ruled, f.Fields()...)
	}
	return nil, ruled
}

// together adds the fields that Check named to those that the schema refuses,
// each field once. A value of another type leaves the body half decoded: then
// Check saw a wrong body, and its findings are dropped.
func together(form, ruled []fault.Field, errs []error) []fault.Field {
	for _, err := range errs {
		var d *huma.ErrorDetail
		if errors.As(err, &d) && d.Message == markType {
			return form
		}
	}
	fields := form
	for _, r := range ruled {
		if !slices.ContainsFunc(form, func(f fault.Field) bool { return f.Name == r.Name }) {
			fields = append(fields, r)
		}
	}
	return fields
}

// jsonFault tells malformed JSON from text that cannot be stored.
func jsonFault(errs []error) *fault.Error {
	for _, err := range errs {
		if strings.Contains(err.Error(), errTextNotAllowed.Error()) {
			return errBadText
		}
	}
	return errBadJSON
}

func fieldsOf(op *huma.Operation, errs []error) []fault.Field {
	var fields []fault.Field
	for _, err := range errs {
		var d *huma.ErrorDetail
		if !errors.As(err, &d) {
			continue
		}
		location := d.Location
		if name, ok := strings.CutPrefix(d.Message, markRequired); ok && !strings.HasSuffix(d.Message, "is missing") {
			location += "." + name
			fields = append(fields, fault.RuleRequired.On(fieldName(location)))
			continue
		}
		if slices.Contains(markNoFile, d.Message) || strings.HasSuffix(d.Message, "is missing") {
			fields = append(fields, fault.RuleRequired.On(fieldName(location)))
			continue
		}
		schema := schemaAt(op, location)
		if d.Message == markType || schema == nil {
			fields = append(fields, typeRule(schema).On(fieldName(location)))
			continue
		}
		fields = append(fields, valueRule(schema, fieldName(location)))
	}
	return fields
}

// fieldName drops the part of the request: body.title is title, path.id is id.
func fieldName(location string) string {
	_, name, ok := strings.Cut(location, ".")
	if !ok {
		return location
	}
	return name
}

var indexes = regexp.MustCompile(`\[\d+\]`)

// schemaAt finds the schema of body.items[0].name, path.id or query.mode.
func schemaAt(op *huma.Operation, location string) *huma.Schema {
	place, rest, nested := strings.Cut(location, ".")
	if indexes.MatchString(place) {
		place = indexes.ReplaceAllString(place, "")
	}
	if place == "form" {
		place = "body"
	}
	if place != "body" {
		for _, p := range op.Parameters {
			if p.In == place && p.Name == rest {
				return p.Schema
			}
		}
		return nil
	}
	s := bodySchema(op)
	if !nested {
		return s
	}
	for _, step := range strings.Split(rest, ".") {
		if s == nil {
			return nil
		}
		name := indexes.ReplaceAllString(step, "")
		s = resolve(op, s.Properties[name])
		for range strings.Count(step, "[") {
			if s != nil {
				s = resolve(op, s.Items)
			}
		}
	}
	return s
}

// bodySchema is the schema of a JSON body or of a form.
func bodySchema(op *huma.Operation) *huma.Schema {
	if op.RequestBody == nil {
		return nil
	}
	for _, kind := range []string{"application/json", "multipart/form-data"} {
		if content := op.RequestBody.Content[kind]; content != nil {
			return resolve(op, content.Schema)
		}
	}
	return nil
}

func resolve(op *huma.Operation, s *huma.Schema) *huma.Schema {
	if s == nil || s.Ref == "" {
		return s
	}
	return op.Metadata[registryKey].(huma.Registry).SchemaFromRef(s.Ref)
}
