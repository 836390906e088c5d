package observe

import (
	"context"
	"time"

	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/limit"
)

// Check is one thing that must be in order to serve.
type Check struct {
	Name string
	Run  func(context.Context) error
}

// Health answers whether the process lives and is ready.
type Health struct {
	version string
	checks  []Check
}

// NewHealth builds it with the checks of readiness.
func NewHealth(version string, checks ...Check) *Health { return &Health{version, checks} }

var errNotReady = fault.New(fault.NotReady, "系統未準備好：%s", "Not ready: %s")

// Routes declares the operations.
func (h *Health) Routes(r *api.Router) {
	r = r.Area("Health", "Whether the service lives and is ready")
	api.Open(r, "GET /healthz", "Whether the process lives", h.live, api.Limit(limit.None))
	api.Open(r, "GET /readyz", "Whether it can serve", h.ready, api.Limit(limit.None), api.Fails(fault.NotReady))
}

// LiveRes says that the process lives.
type LiveRes struct {
	Version string `json:"version"`
}

func (h *Health) live(context.Context, *api.None) (LiveRes, error) { return LiveRes{h.version}, nil }

// ReadyRes lists what was found in order.
type ReadyRes struct {
	Checks []string `json:"checks"`
}

func (h *Health) ready(ctx context.Context, _ *api.None) (ReadyRes, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	var res ReadyRes
	for _, c := range h.checks {
		if err := c.Run(ctx); err != nil {
			return res, errNotReady.With(c.Name) // the cause may hold addresses
		}
		res.Checks = append(res.Checks, c.Name)
	}
	return res, nil
}
