package schemafuzz

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// operation is one entry of the document.
type operation struct {
	method, path string
	audience     string
	spec         *openapi3.Operation
}

func (o operation) String() string { return o.method + " " + o.path }

// request makes a call of the operation; what is sent may be anything.
func (g *generator) request(base string, o operation) (*http.Request, error) {
	path := o.path
	query := url.Values{}
	for _, p := range o.spec.Parameters {
		value := g.parameter(p.Value)
		switch {
		case p.Value.In == "path":
			path = strings.ReplaceAll(path, "{"+p.Value.Name+"}", url.PathEscape(value))
		case p.Value.In == "query" && (p.Value.Required || g.IntN(2) == 0):
			query.Set(p.Value.Name, value)
		}
	}
	body, contentType := g.body(o.spec)
	req, err := http.NewRequest(o.method, base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.URL.RawQuery = query.Encode()
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	if g.IntN(4) == 0 {
		req.Header.Set("Accept-Language", pick(g, []string{"en", "zh-HK", "*", ";;q=", "fr"}))
	}
	if g.IntN(20) == 0 {
		req.Header.Set("If-Match", pick(g, []string{`"1"`, `W/"1"`, "*", "1", `"`}))
	}
	return req, nil
}

func (g *generator) parameter(p *openapi3.Parameter) string {
	switch g.IntN(6) {
	case 0:
		return nonEmpty(pick(g, nasty))
	case 1:
		return g.id()
	}
	text, _ := json.Marshal(g.value(p.Name, p.Schema, 0))
	return nonEmpty(strings.Trim(string(text), `"`))
}

// nonEmpty keeps a path parameter from making the path another operation's.
func nonEmpty(s string) string {
	if s == "" || s == "." || s == ".." {
		return "x"
	}
	return s
}

func (g *generator) body(spec *openapi3.Operation) ([]byte, string) {
	if spec.RequestBody == nil {
		if g.IntN(10) == 0 {
			return []byte(`{"unasked":true}`), "application/json"
		}
		return nil, ""
	}
	content := spec.RequestBody.Value.Content
	if form := content["multipart/form-data"]; form != nil {
		return g.multipart(form.Schema.Value)
	}
	text, _ := json.Marshal(g.jsonBody(content["application/json"].Schema))
	switch g.IntN(25) {
	case 0:
		return pick(g, [][]byte{nil, []byte("{"), []byte("null"), []byte("[]"), []byte(`"x"`), {0xff, 0xfe}, []byte(`{"a":"\u0000"}`)}), "application/json"
	case 1:
		return text, pick(g, []string{"text/plain", "application/xml", "multipart/form-data", "application/json; charset=utf-16", ""})
	case 2:
		return text[:g.IntN(len(text)+1)], "application/json"
	}
	return text, "application/json"
}

func (g *generator) jsonBody(schema *openapi3.SchemaRef) any {
	v := g.value("", schema, 0)
	if g.IntN(2) == 0 {
		v = g.spoil(v)
	}
	return v
}

func (g *generator) multipart(schema *openapi3.Schema) ([]byte, string) {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for _, name := range sortedNames(schema.Properties) {
		s := schema.Properties[name].Value
		if g.IntN(8) == 0 {
			continue
		}
		if s.Format == "binary" || s.Items != nil && s.Items.Value.Format == "binary" {
			part, _ := form.CreateFormFile(name, pick(g, []string{"a.png", "x.csv", "../../a", "", "照片.jpg"}))
			_, _ = part.Write(pick(g, files))
		} else {
			text, _ := json.Marshal(g.value(name, schema.Properties[name], 0))
			_ = form.WriteField(name, strings.Trim(string(text), `"`))
		}
	}
	_ = form.Close() // to memory
	return b.Bytes(), form.FormDataContentType()
}

var files = [][]byte{
	picture(), {}, []byte("GIF89a"), []byte("%PDF-1.4"), []byte("\xff\xd8\xff\xe0"), []byte("<svg onload=alert(1)>"),
	[]byte("serviceNumber,phone,email,birthday,district\nS1,91234567,,1980-01-01,kt\n"), bytes.Repeat([]byte{0}, 4096),
}

func picture() []byte {
	var b bytes.Buffer
	_ = png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 8, 8))) // to memory
	return b.Bytes()
}
