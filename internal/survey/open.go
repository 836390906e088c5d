package survey

import (
	"context"
	"fmt"

	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// Open notes that a member opened a survey; the first time counts for missions.
func (s *Service) Open(ctx context.Context, who access.Member, recipientID string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		surveyID, err := findReceived(ctx, tx, who.ID, recipientID)
		if err != nil {
			return err
		}
		if err := markOpened(ctx, tx, recipientID, s.Clock.Now()); err != nil {
			return err
		}
		if _, err := s.Missions.Record(ctx, tx, who.ID, catalog.SurveyOpened, surveyID); err != nil {
			return fmt.Errorf("count an opened survey: %w", err)
		}
		return nil
	})
}
