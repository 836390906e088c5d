package survey

import (
	"context"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// Create adds a survey.
func (s *Service) Create(ctx context.Context, who access.Staff, c Content) error {
	c, err := c.check()
	if err != nil {
		return err
	}
	survey := Survey{
		ID: uuid.Must(uuid.NewV7()).String(), Content: c, Centre: who.Scope().Centre(), Version: 1, CreatedAt: s.Clock.Now(),
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if err := insert(ctx, tx, survey, who.ID); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Entry{Subject: subject, ID: survey.ID, After: c})
	})
}
