package survey

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/page"
)

// Find gives one survey within reach.
func (s *Service) Find(ctx context.Context, who access.Staff, id string) (Survey, error) {
	return find(ctx, s.DB, who.Scope(), id)
}

// Page lists the surveys within reach whose title or link contains the key.
func (s *Service) Page(ctx context.Context, who access.Staff, key string, p page.Request) (page.Of[Survey], error) {
	return list(ctx, s.DB, who.Scope(), key, p)
}

// Recipients lists the users of one kind whom a survey can be sent to.
func (s *Service) Recipients(
	ctx context.Context, who access.Staff, surveyID string, kind access.Attachment, key string, p page.Request,
) (page.Of[Recipient], error) {
	if _, err := find(ctx, s.DB, who.Scope(), surveyID); err != nil {
		return page.Of[Recipient]{}, err
	}
	return listRecipients(ctx, s.DB, who.Scope(), surveyID, kind, key, p)
}

// Received lists the surveys that were sent to a member.
func (s *Service) Received(ctx context.Context, who access.Member, p page.Request) (page.Of[Received], error) {
	return listReceived(ctx, s.DB, who.ID, p)
}

// Shared is the survey that was last sent to a user of no centre, for members
// who are of none; nil when there is none for them.
func (s *Service) Shared(ctx context.Context, who access.Member) (*Content, error) {
	if who.Centre.Partner() {
		return nil, nil
	}
	return findShared(ctx, s.DB)
}
