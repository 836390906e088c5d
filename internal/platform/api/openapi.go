package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
)

const (
	schemasAt  = "#/components/schemas/"
	failureRef = schemasAt + "Failure"
)

func humaConfig(o Options) huma.Config {
	registry := huma.NewMapRegistry(schemasAt, schemaName)
	registry.RegisterTypeAlias(reflect.TypeFor[clock.Date](), reflect.TypeFor[dateSchema]())
	cfg := huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{
				Title:       "Hearten",
				Version:     o.Version,
				Description: description(),
				License:     &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"},
			},
			Servers: []*huma.Server{{URL: o.PublicURL}},
			Components: &huma.Components{
				Schemas:         registry,
				SecuritySchemes: map[string]*huma.SecurityScheme{},
			},
		},
		Formats:       map[string]huma.Format{"application/json": jsonFormat, "json": jsonFormat},
		DefaultFormat: "application/json",
	}
	cfg.AllowAdditionalPropertiesByDefault = true
	registry.Map()["Failure"] = failureSchema()
	return cfg
}

// securitySchemes are documented once an operation uses them.
var securitySchemes = map[string]*huma.SecurityScheme{
	audienceApp:      {Type: "http", Scheme: "bearer", BearerFormat: "JWT", Description: "The token of a signed-in App user"},
	audienceStaff:    {Type: "http", Scheme: "bearer", BearerFormat: "JWT", Description: "The token of a signed-in staff member"},
	audienceInternal: {Type: "http", Scheme: "bearer", Description: "A service key"},
}

func failureSchema() *huma.Schema {
	s := &huma.Schema{
		Type:        huma.TypeObject,
		Description: "The envelope of a refusal; the code is in the header X-Error-Code",
		Required:    []string{"success", "message", "data"},
		Properties: map[string]*huma.Schema{
			"success": {Type: huma.TypeBoolean, Enum: []any{false}},
			"message": {Type: huma.TypeString, Description: "Why, in the language of Accept-Language"},
			"data":    {Type: "null"},
		},
	}
	s.PrecomputeMessages()
	return s
}

// description lists the conventions and the catalogue of codes.
func description() string {
	var b strings.Builder
	b.WriteString("Every body is the envelope `{success, message, data}`. `message` follows `Accept-Language` " +
		"(zh-HK by default, or en). Refusals carry a stable code in the header `X-Error-Code`:\n\n| Code | Status |\n|---|---|\n")
	var lines []string
	for _, s := range statuses {
		lines = append(lines, fmt.Sprintf("| `%s` | %d |\n", s.name, s.status))
	}
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		b.WriteString(line)
	}
	return b.String()
}

// operationOf describes a route to huma.
func (r *Router) operationOf(route *route, in reflect.Type) huma.Operation {
	op := huma.Operation{
		OperationID:  route.id,
		Method:       route.method,
		Path:         route.path,
		Summary:      route.summary,
		Description:  route.details,
		Tags:         []string{r.area},
		MaxBodyBytes: maxJSON + 1, // huma counts the limit itself as too much
		Metadata:     map[string]any{audienceKey: route.audience, registryKey: r.huma.OpenAPI().Components.Schemas},
		Extensions:   map[string]any{"x-audience": route.audience},
		Responses:    map[string]*huma.Response{},
		Security:     []map[string][]string{},
	}
	op.SkipValidateBody = isRaw(in)
	if route.audience != audienceOpen {
		op.Security = append(op.Security, map[string][]string{route.audience: {}})
		r.huma.OpenAPI().Components.SecuritySchemes[route.audience] = securitySchemes[route.audience]
	}
	if route.permission != "" {
		op.Extensions["x-permission"] = string(route.permission)
	}
	if len(route.also) > 0 {
		op.Extensions["x-permission-also"] = route.also
	}
	for status, codes := range refusals(route, in) {
		op.Responses[strconv.Itoa(status)] = describeRefusal(status, strings.Join(codes, ", "))
	}
	return op
}

// described keeps the description of each refusal: hundreds of operations share
// a few dozen.
var described sync.Map // text → *huma.Response

func describeRefusal(status int, codes string) *huma.Response {
	text := http.StatusText(status) + ": " + codes
	if known, ok := described.Load(text); ok {
		return known.(*huma.Response)
	}
	response := &huma.Response{
		Description: text,
		Headers: map[string]*huma.Param{
			"X-Error-Code": {Schema: &huma.Schema{Type: huma.TypeString}, Description: "The refusal's code"},
		},
		Content: map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{Ref: failureRef}}},
	}
	described.Store(text, response)
	return response
}

// refusals are the codes an operation can answer, by status: those that follow
// from its form and those it declares.
func refusals(route *route, in reflect.Type) map[int][]string {
	codes := append([]fault.Code{fault.RateLimited, fault.Internal, fault.Timeout}, route.fails...)
	if route.audience != audienceOpen {
		codes = append(codes, fault.Unauthenticated)
	}
	if route.audience == audienceApp || route.audience == audienceStaff {
		codes = append(codes, fault.Forbidden)
	}
	if strings.Contains(route.path, "{") {
		codes = append(codes, fault.NotFound)
	}
	if _, ok := in.FieldByName("Body"); ok {
		codes = append(codes, fault.Validation, fault.TooLarge, fault.UnsupportedMediaType)
	}
	for _, f := range reflect.VisibleFields(in) {
		if f.Tag.Get("query") != "" {
			codes = append(codes, fault.Validation)
		}
	}
	if _, ok := in.FieldByName("IfMatch"); ok {
		codes = append(codes, fault.Stale)
	}
	byStatus := map[int][]string{}
	for _, c := range codes {
		s := statuses[c]
		if !slices.Contains(byStatus[s.status], string(s.name)) {
			byStatus[s.status] = append(byStatus[s.status], string(s.name))
		}
	}
	return byStatus
}

// finishReply corrects what huma wrote about the reply.
func (r *Router) finishReply(route *route, out reflect.Type) {
	op := operationAt(r.huma.OpenAPI(), route)
	ok := op.Responses["200"]
	ok.Description = "Success"
	if !out.Implements(reflect.TypeFor[Versioned]()) {
		delete(ok.Headers, "ETag")
	}
	if !out.Implements(reflect.TypeFor[totalled]()) {
		delete(ok.Headers, "X-Total-Items")
		delete(ok.Headers, "X-Total-Pages")
	}
	if route.upload > 0 {
		op.RequestBody.Required = true // huma writes that a form is optional
	}
}

func operationAt(doc *huma.OpenAPI, route *route) *huma.Operation {
	item := doc.Paths[route.path]
	return map[string]*huma.Operation{
		http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put, http.MethodDelete: item.Delete,
	}[route.method]
}

// Document is the OpenAPI document as JSON.
func (r *Router) Document() ([]byte, error) {
	text, err := json.Marshal(r.huma.OpenAPI())
	if err != nil {
		return nil, err
	}
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, err
	}
	allowNulls(doc)
	return json.MarshalIndent(doc, "", "  ")
}

// Describe gives the OpenAPI document for reading.
func (r *Router) Describe() *huma.OpenAPI { return r.huma.OpenAPI() }

// schemaName is the package and the type, each once: SurveyDetailResp.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	name := t.String()
	if t.Name() == "" {
		name = hint
	}
	name = strings.ReplaceAll(name, "[]", "listOf ")
	var b strings.Builder
	for _, part := range strings.FieldsFunc(name, func(c rune) bool { return strings.ContainsRune("[]*, ", c) }) {
		part = part[strings.LastIndex(part, "/")+1:]
		pkg, typ, ok := strings.Cut(part, ".")
		if !ok {
			pkg, typ = "", part
		}
		typ = capital(typ)
		if pkg != "api" && !strings.HasPrefix(strings.ToLower(typ), pkg) {
			b.WriteString(capital(pkg))
		}
		b.WriteString(typ)
	}
	return b.String()
}

func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[size:]
}
