package friend

import (
	"context"
	"fmt"
	"slices"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
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
	found, err := listFriends(ctx, s.DB, who.ID, key, p)
	return s.showPage(ctx, who, found, err)
}

// RequestsPage lists who asked a member and waits for an answer.
func (s *Service) RequestsPage(ctx context.Context, who access.Member, key string, p page.Request) (page.Of[Person], error) {
	found, err := listRequests(ctx, s.DB, who.ID, key, p)
	return s.showPage(ctx, who, found, err)
}

// BlockedPage lists whom a member blocked.
func (s *Service) BlockedPage(ctx context.Context, who access.Member, key string, p page.Request) (page.Of[Person], error) {
	found, err := listBlocked(ctx, s.DB, who.ID, key, p)
	return s.showPage(ctx, who, found, err)
}

// Search finds members by nickname and username, with what the member can do
// about each.
func (s *Service) Search(ctx context.Context, who access.Member, key string, p page.Request) (page.Of[Person], error) {
	found, err := listFound(ctx, s.DB, who.ID, key, p)
	if err != nil {
		return page.Of[Person]{}, err
	}
	used, err := findUsage(ctx, s.DB, append(idsOf(found), who.ID)...)
	if err != nil {
		return page.Of[Person]{}, err
	}
	relations, err := findRelations(ctx, s.DB, who.ID, idsOf(found), s.Clock.Now())
	today := clock.Today(s.Clock)
	return page.Map(found, func(l listedUser) Person {
		r := relations[l.UserID]
		person := s.personOf(l, r)
		person.Action = r.eligibility(used, today).actionType()
		return person
	}), err
}

// showPage reads the users on a page: one more statement, however long the page.
func (s *Service) showPage(ctx context.Context, who access.Member, found page.Of[listedUser], err error) (page.Of[Person], error) {
	if err != nil {
		return page.Of[Person]{}, err
	}
	relations, err := findRelations(ctx, s.DB, who.ID, idsOf(found), s.Clock.Now())
	return page.Map(found, func(l listedUser) Person { return s.personOf(l, relations[l.UserID]) }), err
}

func (s *Service) personOf(l listedUser, r relation) Person {
	return Person{UserID: l.UserID, AvatarURL: s.pictureOf(r), Nickname: r.Nickname, Username: r.Username, BlockID: l.BlockID}
}

// pictureOf is the picture that the viewer may see: the person's own, or the
// default one.
func (s *Service) pictureOf(r relation) string {
	if !r.views().Avatar {
		return s.Pictures.Picture(nil, r.DefaultAvatar)
	}
	return s.Pictures.Picture(r.AvatarKey, r.DefaultAvatar)
}

func idsOf(found page.Of[listedUser]) []string {
	ids := make([]string, len(found.Items))
	for i, l := range found.Items {
		ids[i] = l.UserID
	}
	return ids
}

// Badge counts the requests that wait for a member.
func (s *Service) Badge(ctx context.Context, who access.Member) (int64, error) {
	return countRequests(ctx, s.DB, who.ID)
}

// HasBlocked reports whether a member blocked anyone whose account is in use.
func (s *Service) HasBlocked(ctx context.Context, who access.Member) (bool, error) {
	return hasBlocked(ctx, s.DB, who.ID)
}

// Detail is someone as a member sees them. What the member may not see is not
// in it.
type Detail struct {
	relation
	May     Views
	Friends bool
	Counted Counted
	Level   int
	Picture string
}

// Find shows someone to a member. A missing permission hides, it never fails.
func (s *Service) Find(ctx context.Context, who access.Member, otherID string) (Detail, error) {
	if otherID == who.ID {
		return Detail{}, errSelf
	}
	r, err := findVisible(ctx, s.DB, who.ID, otherID, s.Clock.Now())
	if err != nil {
		return Detail{}, err
	}
	d := Detail{relation: r, May: r.views(), Friends: r.state() == Friends, Picture: s.pictureOf(r)}
	d.Counted, err = s.Figures.Of(ctx, otherID, Wanted{Steps: d.May.Step, Map: d.May.Map, Mascots: d.May.Mascot, Lessons: d.Friends})
	if err != nil {
		return d, fmt.Errorf("figures of a member: %w", err)
	}
	if !d.Friends {
		return d, nil
	}
	balance, err := s.Wallet.BalanceOf(ctx, s.DB, otherID)
	if err != nil {
		return d, fmt.Errorf("read the balance: %w", err)
	}
	if d.Level, err = s.Wallet.LevelOf(ctx, s.DB, balance.Exp); err != nil {
		return d, fmt.Errorf("read the level: %w", err)
	}
	return d, nil
}

// ownPicture reports whether the picture is one of the person's own.
func (d Detail) ownPicture() bool { return d.May.Avatar && d.AvatarKey != nil }

// mascot reports whether there is a mascot that the viewer may see.
func (d Detail) mascot() bool {
	return d.May.Mascot && slices.ContainsFunc(d.Counted.InUse, func(i Item) bool { return i.CategoryID == mascotCategory })
}

// HasPhysique reports whether someone has set height and weight; false for those
// who may not see their steps.
func (s *Service) HasPhysique(ctx context.Context, who access.Member, otherID string) (bool, error) {
	if otherID == who.ID {
		return false, errSelf
	}
	r, err := findVisible(ctx, s.DB, who.ID, otherID, s.Clock.Now())
	if err != nil || !r.views().Step {
		return false, err
	}
	return s.Figures.HasPhysique(ctx, otherID)
}

// Granted is what a member has set for someone, where nothing was set what the
// member's settings give.
func (s *Service) Granted(ctx context.Context, who access.Member, otherID string) (Views, error) {
	if otherID == who.ID {
		return Views{}, errSelf
	}
	if _, err := findVisible(ctx, s.DB, who.ID, otherID, s.Clock.Now()); err != nil {
		return Views{}, err
	}
	return s.findGranted(ctx, s.DB, who.ID, otherID)
}

// findGranted reads the relation from the other side: the member is the owner.
func (s *Service) findGranted(ctx context.Context, r db.Reader, ownerID, viewerID string) (Views, error) {
	found, err := findRelations(ctx, r, viewerID, []string{ownerID}, s.Clock.Now())
	owner := found[ownerID]
	return viewsOf(owner.Settings, owner.Flags, owner.state(), granted), err
}

// Settings are a member's own.
func (s *Service) Settings(ctx context.Context, who access.Member) (Settings, error) {
	return findSettings(ctx, s.DB, who.ID)
}
