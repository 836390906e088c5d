package api

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"hearten/internal/platform/access"
	"hearten/internal/platform/words"
)

// info is what is known of a request from its headers, and where to log what
// happens to it.
type info struct {
	log       *slog.Logger
	id        string
	ip        string
	lang      words.Lang
	operation string
}

type infoKey struct{}

// infoFrom gives the info of the request that ctx belongs to; outside of one it
// is empty.
func infoFrom(ctx context.Context) *info {
	if i, ok := ctx.Value(infoKey{}).(*info); ok {
		return i
	}
	return &info{log: slog.Default()}
}

// CallerOf tells who sent the request that ctx belongs to, for use cases that
// need the address or the language.
func CallerOf(ctx context.Context) access.Caller {
	i := infoFrom(ctx)
	return access.Caller{IP: i.ip, Lang: i.lang, RequestID: i.id}
}

// languageOf picks the language with the greatest weight; of equal ones the
// first, and Traditional Chinese when neither is named.
func languageOf(req *http.Request) words.Lang {
	best, weight := words.Chinese, 0.0
	for _, part := range strings.Split(req.Header.Get("Accept-Language"), ",") {
		tag, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		lang, known := languages[primaryTag(tag)]
		if q := quality(params); known && q > weight {
			best, weight = lang, q
		}
	}
	return best
}

var languages = map[string]words.Lang{"zh": words.Chinese, "yue": words.Chinese, "en": words.English}

func primaryTag(tag string) string {
	primary, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return primary
}

func quality(params string) float64 {
	value, ok := strings.CutPrefix(strings.TrimSpace(params), "q=")
	if !ok {
		return 1
	}
	q, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return 0
	}
	return q
}
