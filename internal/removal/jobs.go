package removal

import (
	"context"
	"time"

	"hearten/internal/platform/jobs"
)

// exportArgs names whose archive is made.
type exportArgs struct {
	UserID string `json:"userId"`
}

var exportKind = jobs.Kind[exportArgs]{Name: "account.export", Lane: jobs.Normal, Timeout: 10 * time.Minute}

func (s *Service) handleJobs() {
	jobs.Handle(s.Queue, exportKind, func(ctx context.Context, job jobs.Job[exportArgs]) error {
		return s.makeExport(ctx, job.Args.UserID)
	})
}
