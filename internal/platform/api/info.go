package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"hearten/internal/platform/access"
	"hearten/internal/platform/words"
)

// info is what is known of a request from its head.
type info struct {
	id        string
	ip        string
	lang      words.Lang
	operation string
}

type infoKey struct{}

var nobody = &info{}

func infoFrom(ctx context.Context) *info {
	if i, ok := ctx.Value(infoKey{}).(*info); ok {
		return i
	}
	return nobody
}

// CallerOf is who sent the request that ctx belongs to, as far as its head tells.
func CallerOf(ctx context.Context) access.Caller {
	i := infoFrom(ctx)
	return access.Caller{IP: i.ip, Lang: i.lang, RequestID: i.id}
}

// RequestID is the id of the request that ctx belongs to.
func RequestID(ctx context.Context) string { return infoFrom(ctx).id }

// ClientIP is the address of the caller.
func ClientIP(ctx context.Context) string { return infoFrom(ctx).ip }

// Language is the caller's.
func Language(ctx context.Context) words.Lang { return infoFrom(ctx).lang }

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
