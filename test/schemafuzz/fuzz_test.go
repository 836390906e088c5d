package schemafuzz

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

// requests is how many each engine gets; the long form sets the variable.
func requests(t *testing.T) int {
	text := os.Getenv("HEARTEN_FUZZ_REQUESTS")
	if text == "" {
		return 1500
	}
	n, err := strconv.Atoi(text)
	bench.Must(t, err)
	return n
}

// Whatever a stranger sends, the answer is an envelope of the document, never a
// fault of the server, and never a success for the wrong audience or for a
// request that the document forbids.
func TestEveryOperationTakesAnything(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		seed := rand.Uint64()
		if text := os.Getenv("HEARTEN_FUZZ_SEED"); text != "" {
			var err error
			seed, err = strconv.ParseUint(text, 10, 64)
			bench.Must(t, err)
		}
		t.Logf("HEARTEN_FUZZ_SEED=%d", seed)
		f := newFuzzer(t, w, seed)
		for range requests(t) {
			f.callOne()
			if len(f.faults) >= 30 {
				break
			}
		}
		for _, fault := range f.faults {
			t.Error(fault)
		}
		f.reportReach()
	})
}

type fuzzer struct {
	t          *testing.T
	w          *bench.World
	g          *generator
	router     routers.Router
	operations []operation
	callers    map[string]func() *bench.Caller
	signedIn   map[string]*bench.Caller
	faults     []string
	seen       map[string]bool // faults told before
	statuses   map[string]map[int]int
}

func newFuzzer(t *testing.T, w *bench.World, seed uint64) *fuzzer {
	text, err := w.App.Router.Document()
	bench.Must(t, err)
	doc, err := openapi3.NewLoader().LoadFromData(text)
	bench.Must(t, err)
	doc.Servers = nil
	f := &fuzzer{
		t: t, w: w, g: &generator{Rand: rand.New(rand.NewPCG(seed, 1))},
		signedIn: map[string]*bench.Caller{}, seen: map[string]bool{}, statuses: map[string]map[int]int{},
	}
	f.router, err = gorillamux.NewRouter(doc)
	bench.Must(t, err)
	for _, path := range doc.Paths.InMatchingOrder() {
		for method, spec := range doc.Paths.Value(path).Operations() {
			audience, _ := spec.Extensions["x-audience"].(string)
			f.operations = append(f.operations, operation{method, path, audience, spec})
		}
	}
	slices.SortFunc(f.operations, func(a, b operation) int { return strings.Compare(a.String(), b.String()) })
	f.callers = map[string]func() *bench.Caller{
		"nobody":       w.Anonymous,
		"app":          w.Member,
		"app/second":   w.Member,
		"web/admin":    func() *bench.Caller { return w.Staff(access.Admin, access.CentreAll) },
		"web/chief":    func() *bench.Caller { return w.Staff(access.Chief, access.CentreA) },
		"web/support":  func() *bench.Caller { return w.Staff(access.Support, access.CentreB) },
		"internal/key": w.Service,
	}
	return f
}

// callOne sends one request: mostly by someone the operation is for.
func (f *fuzzer) callOne() {
	o := pick(f.g, f.operations)
	name := f.callerFor(o)
	if f.signedIn[name] == nil {
		f.signedIn[name] = f.callers[name]()
		f.g.remember(f.signedIn[name].ID)
	}
	req, err := f.g.request(f.w.URL, o)
	if err != nil {
		return // a path that no client could send
	}
	if token := f.signedIn[name].Token; token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	sent, _ := io.ReadAll(req.Body)
	req.Body = io.NopCloser(bytes.NewReader(sent))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		f.fault(o, name, sent, 0, "no answer: "+err.Error())
		return
	}
	text, err := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if err != nil {
		f.fault(o, name, sent, res.StatusCode, "broken answer: "+err.Error())
		return
	}
	f.judge(o, name, req, sent, res, text)
}

func (f *fuzzer) callerFor(o operation) string {
	names := []string{"nobody", "app", "app/second", "web/admin", "web/chief", "web/support", "internal/key"}
	if f.g.IntN(6) > 0 {
		names = slices.DeleteFunc(names, func(n string) bool { return audienceOf(n) != o.audience && o.audience != "open" })
	}
	return pick(f.g, names)
}

func audienceOf(caller string) string {
	audience, _, _ := strings.Cut(caller, "/")
	return audience
}

var uuidForm = regexp.MustCompile(`"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"`)

func (f *fuzzer) judge(o operation, caller string, req *http.Request, sent []byte, res *http.Response, text []byte) {
	if f.statuses[o.String()] == nil {
		f.statuses[o.String()] = map[int]int{}
	}
	f.statuses[o.String()][res.StatusCode]++
	complain := func(what string) { f.fault(o, caller, sent, res.StatusCode, what+": "+firstLine(string(text))) }

	var envelope map[string]json.RawMessage
	inOrder := bytes.HasPrefix(text, []byte(`{"success":`))
	if json.Unmarshal(text, &envelope) != nil || len(envelope) != 3 || !inOrder {
		complain("not the envelope")
	}
	if res.Header.Get("X-Request-Id") == "" {
		complain("no request id")
	}
	if res.StatusCode >= 500 {
		complain("a fault of the server")
		return
	}
	if audienceOf(caller) != o.audience && o.audience != "open" && res.StatusCode != 401 {
		complain("let in someone of another audience")
	}
	if res.StatusCode == 401 && audienceOf(caller) == o.audience {
		delete(f.signedIn, caller) // a logout, a removal: someone new comes
	}
	for _, id := range uuidForm.FindAllSubmatch(text, 20) {
		f.g.remember(string(id[1]))
	}
	f.holdAgainstDocument(o, caller, req, sent, res, text, complain)
}

func (f *fuzzer) holdAgainstDocument(o operation, caller string, req *http.Request, sent []byte, res *http.Response, text []byte, complain func(string)) {
	route, params, err := f.router.FindRoute(req)
	if err != nil || route.Path != o.path || route.Method != o.method {
		return // a parameter made it another address
	}
	req.Body = io.NopCloser(bytes.NewReader(sent))
	input := &openapi3filter.RequestValidationInput{
		Request: req, PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
	}
	// A body without a type is taken as JSON; forms the library does not judge.
	if kind := req.Header.Get("Content-Type"); res.StatusCode == 200 && strings.HasPrefix(kind, "application/json") {
		if err := openapi3filter.ValidateRequest(context.Background(), input); err != nil {
			complain("took what the document forbids (" + firstLine(err.Error()) + ")")
		}
	}
	err = openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: res.StatusCode, Header: res.Header,
		Body: io.NopCloser(bytes.NewReader(text)), Options: &openapi3filter.Options{IncludeResponseStatus: true},
	})
	if err != nil {
		complain("answered what the document does not describe (" + firstLine(err.Error()) + ")")
	}
}

// fault keeps one example of each sort.
func (f *fuzzer) fault(o operation, caller string, sent []byte, status int, what string) {
	sort := o.String() + strings.SplitN(what, "(", 2)[0]
	if f.seen[sort] {
		return
	}
	f.seen[sort] = true
	f.faults = append(f.faults, fmt.Sprintf("%s as %s answered %d: %s\n\tsent: %.600s", o, caller, status, what, sent))
}

// reportReach says how much of the product was reached: a fuzzer that is always
// refused proves nothing.
func (f *fuzzer) reportReach() {
	called, succeeded := 0, 0
	for _, counts := range f.statuses {
		called++
		if counts[200] > 0 {
			succeeded++
		}
	}
	f.t.Logf("%d of %d operations called, %d with success", called, len(f.operations), succeeded)
	if succeeded*3 < len(f.operations) {
		f.t.Errorf("only %d of %d operations ever succeeded", succeeded, len(f.operations))
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return fmt.Sprintf("%.300s", line)
}
