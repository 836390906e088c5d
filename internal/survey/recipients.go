package survey

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/catalog"
	"hearten/internal/delivery"
	"hearten/internal/notice"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/page"
	"hearten/internal/platform/words"
)

// maxRecipients bounds one call.
const maxRecipients = 1000

var (
	ruleWrongKind  = fault.NewRule("不屬於這類用戶：%s", "are not users of this kind: %s")
	ruleRecipients = fault.NewRule("必須為 1 至 1000 個", "must be 1 to 1000")

	noticeTitle = words.New("問卷邀請", "A survey for you")
)

// AddRecipients names users whom the survey can be sent to. Naming one again
// changes nothing.
func (s *Service) AddRecipients(ctx context.Context, who access.Staff, surveyID string, kind access.Attachment, userIDs []string) error {
	ids, err := distinct("userIds", userIDs)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if _, err := find(ctx, tx, who.Scope(), surveyID); err != nil {
			return err
		}
		if err := checkKind(ctx, tx, who, kind, ids); err != nil {
			return err
		}
		now := s.clock.Now()
		err := tx.InsertAll(ctx, "survey_users", "id, survey_id, user_id, attached, created_at",
			"ON CONFLICT (survey_id, user_id) DO NOTHING", len(ids), func(i int) []any {
				return []any{uuid.Must(uuid.NewV7()).String(), surveyID, ids[i], bool(kind), now}
			})
		if err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, entriesOf(surveyID, ids)...)
	})
}

// checkKind refuses users out of reach, and names those of the other kind.
func checkKind(ctx context.Context, r db.Reader, who access.Staff, kind access.Attachment, ids []string) error {
	found, err := usersOf(ctx, r, who.Scope(), ids)
	if err != nil {
		return err
	}
	if len(found) != len(ids) {
		return who.WhyNot(ctx, r, ids...)
	}
	var wrong []string
	for _, u := range found {
		if u.Attached != bool(kind) {
			wrong = append(wrong, u.ID)
		}
	}
	if len(wrong) > 0 {
		return fault.Invalid(ruleWrongKind.On("userIds", strings.Join(wrong, ", ")))
	}
	return nil
}

// Send tells recipients of the survey, with a notice and a push. Whoever was
// told within the last day is skipped.
func (s *Service) Send(ctx context.Context, who access.Staff, recipientIDs []string) error {
	ids, err := distinct("surveyUserIds", recipientIDs)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		recipients, err := holdRecipients(ctx, tx, who, ids)
		if err != nil {
			return err
		}
		// The guarded update decides whose turn it is, also when a colleague
		// sends at the same moment.
		due, err := markSent(ctx, tx, ids, s.clock.Now())
		if err != nil {
			return err
		}
		var notices []notice.New
		var entries []audit.Entry
		for _, r := range recipients {
			entries = append(entries, audit.Entry{Subject: subject, ID: r.SurveyID, UserID: r.UserID})
			if due[r.ID] {
				notices = append(notices, notice.New{
					UserID: r.UserID, Title: noticeTitle.In(words.Chinese), Content: r.Title, Link: notice.LinkSurvey,
					Navigation: delivery.Surveys, SentBy: who.ID,
				})
			}
		}
		if err := s.notices.Send(ctx, tx, notices...); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, entries...)
	})
}

// RemoveRecipients takes users off the survey: all or none.
func (s *Service) RemoveRecipients(ctx context.Context, who access.Staff, recipientIDs []string) error {
	ids, err := distinct("surveyUserIds", recipientIDs)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		recipients, err := holdRecipients(ctx, tx, who, ids)
		if err != nil {
			return err
		}
		if err := removeRecipients(ctx, tx, ids); err != nil {
			return err
		}
		entries := make([]audit.Entry, len(recipients))
		for i, r := range recipients {
			entries[i] = audit.Entry{Subject: subject, ID: r.SurveyID, UserID: r.UserID}
		}
		return s.audit.Record(ctx, tx, entries...)
	})
}

// Recipients lists the users of one kind whom a survey can be sent to.
func (s *Service) Recipients(ctx context.Context, who access.Staff, surveyID string, kind access.Attachment, key string, p page.Request) (page.Of[listedRecipient], error) {
	if _, err := find(ctx, s.db, who.Scope(), surveyID); err != nil {
		return page.Of[listedRecipient]{}, err
	}
	return listRecipients(ctx, s.db, who.Scope(), surveyID, kind, key, p)
}

// Mine lists the surveys that were sent to a member.
func (s *Service) Mine(ctx context.Context, who access.Member, p page.Request) (page.Of[mySurvey], error) {
	return listMine(ctx, s.db, who.ID, p)
}

// Shared is the survey that was last sent to a user of no centre, for the caller
// who is one; others have none.
func (s *Service) Shared(ctx context.Context, who access.Member) (*SharedLink, error) {
	if who.Centre.Partner() {
		return nil, nil
	}
	found, err := findShared(ctx, s.db)
	if db.IsNone(err) {
		return nil, nil
	}
	return &found, err
}

// Open notes that a member opened a survey; the first time counts for missions.
func (s *Service) Open(ctx context.Context, who access.Member, recipientID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		surveyID, err := markOpened(ctx, tx, who.ID, recipientID, s.clock.Now())
		if err != nil {
			return err
		}
		_, err = s.missions.Record(ctx, tx, who.ID, catalog.SurveyOpened, surveyID)
		return err
	})
}

func distinct(field string, ids []string) ([]string, error) {
	seen := map[string]bool{}
	var out []string
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	if len(out) == 0 || len(out) > maxRecipients {
		return nil, fault.Invalid(ruleRecipients.On(field))
	}
	return out, nil
}

func entriesOf(surveyID string, userIDs []string) []audit.Entry {
	entries := make([]audit.Entry, len(userIDs))
	for i, id := range userIDs {
		entries[i] = audit.Entry{Subject: subject, ID: surveyID, UserID: id}
	}
	return entries
}
