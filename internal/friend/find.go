package friend

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/page"
)

// Person is someone as a member sees them in a list.
type Person struct {
	UserID    string
	AvatarURL string
	Nickname  string
	Username  string
	BlockID   string     // in the list of blocked people
	Action    ActionType // in a search
}

// FriendsPage lists a member's friends, the newest first.
func (s *Service) FriendsPage(ctx context.Context, who access.Member, key string, p page.Request) (page.Of[Person], error) {
	found, err := listFriends(ctx, s.db, who.ID, key, p)
	return s.people(ctx, who, found, err)
}

// RequestsPage lists who asked a member and waits for an answer.
func (s *Service) RequestsPage(ctx context.Context, who access.Member, key string, p page.Request) (page.Of[Person], error) {
	found, err := listRequests(ctx, s.db, who.ID, key, p)
	return s.people(ctx, who, found, err)
}

// BlockedPage lists whom a member blocked.
func (s *Service) BlockedPage(ctx context.Context, who access.Member, key string, p page.Request) (page.Of[Person], error) {
	found, err := listBlocked(ctx, s.db, who.ID, key, p)
	return s.people(ctx, who, found, err)
}

// Search finds members by nickname and username, with what the member can do
// about each.
func (s *Service) Search(ctx context.Context, who access.Member, key string, p page.Request) (page.Of[Person], error) {
	found, err := search(ctx, s.db, who.ID, key, p)
	if err != nil {
		return page.Of[Person]{}, err
	}
	used, err := burdens(ctx, s.db, append(idsOf(found), who.ID)...)
	if err != nil {
		return page.Of[Person]{}, err
	}
	known, err := ties(ctx, s.db, who.ID, idsOf(found), s.clock.Now())
	today := clock.Today(s.clock)
	return page.Map(found, func(l listed) Person {
		t := known[l.UserID]
		person := s.personOf(l, t)
		person.Action = t.standing(used, today).actionType()
		return person
	}), err
}

// people shows a page of a list: one more statement, however long the page.
func (s *Service) people(ctx context.Context, who access.Member, found page.Of[listed], err error) (page.Of[Person], error) {
	if err != nil {
		return page.Of[Person]{}, err
	}
	known, err := ties(ctx, s.db, who.ID, idsOf(found), s.clock.Now())
	return page.Map(found, func(l listed) Person { return s.personOf(l, known[l.UserID]) }), err
}

func (s *Service) personOf(l listed, t tie) Person {
	return Person{UserID: l.UserID, AvatarURL: s.pictureOf(t), Nickname: t.Nickname, Username: t.Username, BlockID: l.BlockID}
}

// pictureOf is the picture that the viewer may see: the person's own, or the
// default one.
func (s *Service) pictureOf(t tie) string {
	if !t.views().Avatar {
		return s.pictures.Picture(nil, t.DefaultAvatar)
	}
	return s.pictures.Picture(t.AvatarKey, t.DefaultAvatar)
}

func idsOf(found page.Of[listed]) []string {
	ids := make([]string, len(found.Items))
	for i, l := range found.Items {
		ids[i] = l.UserID
	}
	return ids
}

// Badge counts the requests that wait for a member.
func (s *Service) Badge(ctx context.Context, who access.Member) (int64, error) {
	return countRequests(ctx, s.db, who.ID)
}

// HasBlocked reports whether a member blocked anyone who is still there.
func (s *Service) HasBlocked(ctx context.Context, who access.Member) (bool, error) {
	return hasBlocked(ctx, s.db, who.ID)
}
