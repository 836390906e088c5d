package catalog

import (
	"cmp"
	"slices"
)

// The first day's promise: whoever takes part modestly on the first day tries
// everything once, reaches level 2 with its voucher, and can afford a companion
// and a few things. Prices and rewards may change as long as it holds.

// firstDayEffort is what a member does on that day.
func firstDayEffort(c *Catalogue) map[Event]int {
	shortest := slices.MinFunc(c.Lessons, func(a, b Lesson) int {
		return cmp.Compare(len(a.Chapters), len(b.Chapters))
	})
	return map[Event]int{
		StepsOfDay:       6000,
		ArticleRead:      3,
		BuildingPhoto:    2,
		LessonFinished:   1,
		ChapterFinished:  len(shortest.Chapters),
		FriendMade:       1,
		SurveyOpened:     1,
		MascotBought:     1,
		ItemBought:       2,
		ItemUsed:         1,
		ProfileCompleted: 1,
	}
}

// firstDayMissions are the missions completed with that effort. Windows are
// left out: the promise holds on any day.
func firstDayMissions(c *Catalogue) []Mission {
	effort := firstDayEffort(c)
	var done []Mission
	for _, m := range c.Missions {
		if m.Period != Window && effort[m.Event] >= m.Target {
			done = append(done, m)
		}
	}
	return done
}

// checkFirstDay names every part of the promise that the content breaks.
func checkFirstDay(c *Catalogue) Faults {
	var f Faults
	missions := firstDayMissions(c)
	checkEventsReached(&f, missions)
	checkSecondLevel(&f, c, missions)
	checkPurse(&f, c, missions)
	checkTokens(&f, c, missions)
	return f
}

func checkEventsReached(f *Faults, missions []Mission) {
	for _, event := range Events() {
		if !slices.ContainsFunc(missions, func(m Mission) bool { return m.Event == event }) {
			f.add(Place{missionsFile, 1}, "first day: no mission of %s can be completed", event)
		}
	}
}

func checkSecondLevel(f *Faults, c *Catalogue, missions []Mission) {
	exp := 0
	for _, m := range missions {
		exp += m.Reward.Exp
	}
	if first := c.Levels[0]; exp < first.Need {
		f.add(first.Place, "first day: %d exp do not reach level 2, which needs %d", exp, first.Need)
	}
	if !slices.ContainsFunc(c.Vouchers, func(v Voucher) bool { return v.Level == 2 }) {
		f.add(Place{vouchersFile, 1}, "first day: there is no voucher of level 2")
	}
}

func checkPurse(f *Faults, c *Catalogue, missions []Mission) {
	mascot := slices.MinFunc(c.Mascots, func(a, b Mascot) int { return cmp.Compare(a.Coin, b.Coin) })
	offers, birthday := firstDayOffers(c)
	three, found := cheapestThree(offers)
	if !found || len(birthday) == 0 {
		f.add(Place{itemsFile, 1}, "first day: the shop needs three items of which two share a subcategory, and one for birthdays")
		return
	}
	all := c.Settings.NewAccount.Coin
	before := all // a purchase must not wait for its own reward
	for _, m := range missions {
		all += m.Reward.Coin
		if m.Event != MascotBought && m.Event != ItemBought && m.Event != ItemUsed {
			before += m.Reward.Coin
		}
	}
	if cost := mascot.Coin + three + birthday[0].Coin; all < cost {
		f.add(Place{missionsFile, 1}, "first day: %d coins do not pay for the cheapest mascot, three items and a birthday item, %d", all, cost)
	}
	if cost := mascot.Coin + offers[0].Coin; before < cost {
		f.add(Place{missionsFile, 1}, "first day: %d coins earned before buying anything do not pay for the cheapest mascot and item, %d", before, cost)
	}
}

// firstDayOffers are the items a member can buy, and those for birthdays, each
// from the cheapest.
func firstDayOffers(c *Catalogue) (offers, birthday []Item) {
	for _, i := range c.Items {
		switch {
		case !i.Saleable:
		case i.Birthday:
			birthday = append(birthday, i)
		default:
			offers = append(offers, i)
		}
	}
	byPrice := func(a, b Item) int { return cmp.Compare(a.Coin, b.Coin) }
	slices.SortStableFunc(offers, byPrice)
	slices.SortStableFunc(birthday, byPrice)
	return offers, birthday
}

// cheapestThree is the least price of three items of which two share a
// subcategory, so that one can be exchanged for the other in the room. The
// offers come from the cheapest.
func cheapestThree(offers []Item) (price int, found bool) {
	for _, shelf := range offers {
		pair, third, thirdFound, sum := 0, 0, false, 0
		for _, i := range offers {
			onShelf := i.Category == shelf.Category && i.Subcategory == shelf.Subcategory
			switch {
			case onShelf && pair < 2:
				pair++
				sum += i.Coin
			case !thirdFound:
				third, thirdFound = i.Coin, true
			}
		}
		if pair == 2 && thirdFound && (!found || sum+third < price) {
			price, found = sum+third, true
		}
	}
	return price, found
}

// checkTokens makes sure that the tokens of a new account, one for each photo,
// lead to a photo mission's reward.
func checkTokens(f *Faults, c *Catalogue, missions []Mission) {
	tokens := c.Settings.NewAccount.Token
	if !slices.ContainsFunc(missions, func(m Mission) bool { return m.Event == BuildingPhoto && m.Target <= tokens }) {
		f.add(c.Settings.Place, "first day: the %d tokens of a new account do not pay for the photos of any photo mission", tokens)
	}
}
