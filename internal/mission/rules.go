package mission

import (
	"cmp"
	"slices"

	"hearten/internal/catalog"
	"hearten/internal/platform/clock"
	"hearten/internal/wallet"
)

// The types of missions that have a badge.
const (
	typeDaily   = catalog.TypeDaily
	typeLimited = catalog.TypeLimited
	typePartner = 2
	typeCheckIn = 3
)

// What the button of a mission shows.
const (
	buttonOpen     = 0 // the requirement is not met
	buttonOpenLink = 1 // the same, with a link to where it can be
	buttonClaim    = 2
	buttonClaimed  = 3
)

func (m mission) button() int {
	switch {
	case m.Claimed:
		return buttonClaimed
	case m.Completed:
		return buttonClaim
	case m.Link != 0:
		return buttonOpenLink
	default:
		return buttonOpen
	}
}

// achieved is how much of the target is done. What a completed mission counted
// stays, whatever is undone later.
func (m mission) achieved(stepsToday int64) int64 {
	switch {
	case m.Completed:
		return m.Target
	case m.Event == catalog.StepsOfDay:
		return min(stepsToday, m.Target)
	default:
		return min(m.Count, m.Target)
	}
}

// modeOf is the reward mode of a counted event; most events have none.
func modeOf(e catalog.Event) (mode int, ok bool) {
	switch e {
	case catalog.ArticleRead:
		return 0, true
	case catalog.StepsOfDay:
		return 1, true
	case catalog.BuildingPhoto:
		return 2, true
	case catalog.ChapterFinished, catalog.LessonFinished:
		return 3, true
	default:
		return 0, false
	}
}

// periodOn is the key of a mission's period that is open on a day.
func periodOn(p catalog.Period, day clock.Date) string {
	if p == catalog.Daily {
		return day.String()
	}
	return ""
}

// Reward is what a completed mission pays.
type Reward struct {
	Coin  int64 `db:"coin"`
	Exp   int64 `db:"exp"`
	Token int64 `db:"token"`
}

func (r Reward) plus(other Reward) Reward {
	return Reward{r.Coin + other.Coin, r.Exp + other.Exp, r.Token + other.Token}
}

// entries pay the reward of one period of a mission: the reference lets them do
// so once.
func (r Reward) entries(missionID, period string) []wallet.Entry {
	reference := missionID
	if period != "" {
		reference += "/" + period
	}
	return []wallet.Entry{
		{Currency: wallet.Coin, Amount: r.Coin, Reason: wallet.Mission, Reference: reference},
		{Currency: wallet.Exp, Amount: r.Exp, Reason: wallet.Mission, Reference: reference},
		{Currency: wallet.Token, Amount: r.Token, Reason: wallet.Mission, Reference: reference},
	}
}

// byUser groups what was earned by its member, each member's oldest first.
func byUser(all []earned) [][]earned {
	slices.SortFunc(all, func(a, b earned) int {
		return cmp.Or(cmp.Compare(a.UserID, b.UserID), a.CompletedAt.Compare(b.CompletedAt), cmp.Compare(a.MissionID, b.MissionID))
	})
	var groups [][]earned
	for i, e := range all {
		if i == 0 || all[i-1].UserID != e.UserID {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], e)
	}
	return groups
}
