package api

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"hearten/internal/platform/fault"
)

var errPrefetch = fault.New(fault.Forbidden, "此操作不可預先載入", "This operation cannot be prefetched")

// Deliberate is the input of an operation that changes something by GET; embed
// it. A browser that loads ahead of its user is refused.
type Deliberate struct {
	Purpose string `header:"Sec-Purpose" doc:"What browsers send when they load ahead; prefetch is refused"`
}

// Resolve implements huma.Resolver.
func (d *Deliberate) Resolve(huma.Context) []error {
	if strings.Contains(strings.ToLower(d.Purpose), "prefetch") {
		return []error{errPrefetch}
	}
	return nil
}
