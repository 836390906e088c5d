package survey

import (
	"context"
	"fmt"

	"hearten/internal/notice"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// Send sends a notice and a push about the survey to recipients. It skips those
// who got it within the last day.
func (s *Service) Send(ctx context.Context, who access.Staff, recipientIDs []string) error {
	ids, err := distinct("surveyUserIds", recipientIDs)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		recipients, err := findRecipients(ctx, tx, who, ids)
		if err != nil {
			return err
		}
		// The update decides who gets it, also when a colleague sends at the
		// same moment.
		due, err := markSent(ctx, tx, ids, s.Clock.Now())
		if err != nil {
			return err
		}
		var notices []notice.New
		for _, r := range recipients {
			if due[r.ID] {
				notices = append(notices, invitation(r, who.ID))
			}
		}
		if err := s.Notices.Send(ctx, tx, notices...); err != nil {
			return fmt.Errorf("send notices: %w", err)
		}
		return s.Audit.Record(ctx, tx, entriesOf(recipients)...)
	})
}
