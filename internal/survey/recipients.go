package survey

import (
	"context"

	"hearten/internal/audit"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// AddRecipients names users whom the survey can be sent to. Naming a user again
// changes nothing.
func (s *Service) AddRecipients(ctx context.Context, who access.Staff, surveyID string, kind access.Attachment, userIDs []string) error {
	ids, err := distinct("userIds", userIDs)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		if _, err := find(ctx, tx, who.Scope(), surveyID); err != nil {
			return err
		}
		users, err := findUsers(ctx, tx, who, ids)
		if err != nil {
			return err
		}
		if err := checkKind(users, kind); err != nil {
			return err
		}
		if err := insertRecipients(ctx, tx, surveyID, kind, ids, s.Clock.Now()); err != nil {
			return err
		}
		entries := make([]audit.Entry, len(ids))
		for i, id := range ids {
			entries[i] = audit.Entry{Subject: subject, ID: surveyID, UserID: id}
		}
		return s.Audit.Record(ctx, tx, entries...)
	})
}

// RemoveRecipients takes users off their surveys: all or none.
func (s *Service) RemoveRecipients(ctx context.Context, who access.Staff, recipientIDs []string) error {
	ids, err := distinct("surveyUserIds", recipientIDs)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		recipients, err := findRecipients(ctx, tx, who, ids)
		if err != nil {
			return err
		}
		if err := deleteRecipients(ctx, tx, ids); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, entriesOf(recipients)...)
	})
}

func entriesOf(recipients []recipient) []audit.Entry {
	entries := make([]audit.Entry, len(recipients))
	for i, r := range recipients {
		entries[i] = audit.Entry{Subject: subject, ID: r.SurveyID, UserID: r.UserID}
	}
	return entries
}
