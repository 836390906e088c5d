package catalog

import "slices"

const (
	maxMissionType = 6
	maxLink        = 16
	maxLevel       = 50
)

func checkMissions(c *Catalogue) Faults {
	var f Faults
	used := keys{}
	for _, m := range c.Missions {
		used.check(&f, m.Place, m.Key)
		f.checkRange(m.Place, "type", m.Type, 0, maxMissionType)
		if !slices.Contains(Events(), m.Event) {
			f.add(m.Place, "event %q is not known", m.Event)
		}
		f.checkLeast(m.Place, "target", m.Target, 1)
		f.checkRange(m.Place, "link", m.Link, 0, maxLink)
		checkPeriod(&f, m)
		checkReward(&f, m)
	}
	return f
}

func checkPeriod(f *Faults, m Mission) {
	switch m.Period {
	case Daily, Once, Window:
	default:
		f.add(m.Place, "period %q must be daily, once or window", m.Period)
		return
	}
	if (m.Type == TypeDaily) != (m.Period == Daily) {
		f.add(m.Place, "type %d and period %s: a mission is daily exactly when its type is %d", m.Type, m.Period, TypeDaily)
	}
	if (m.Type == TypeLimited) != (m.Period == Window) {
		f.add(m.Place, "type %d and period %s: a mission has a window exactly when its type is %d", m.Type, m.Period, TypeLimited)
	}
	switch dated := !m.From.IsZero() && !m.To.IsZero(); {
	case m.Period != Window && (!m.From.IsZero() || !m.To.IsZero()):
		f.add(m.Place, "only a window has from and to")
	case m.Period == Window && !dated:
		f.add(m.Place, "a window needs from and to")
	case dated && m.To.Before(m.From):
		f.add(m.Place, "the window ends (%s) before it begins (%s)", m.To, m.From)
	}
}

func checkReward(f *Faults, m Mission) {
	r := m.Reward
	f.checkLeast(m.Place, "reward coin", r.Coin, 0)
	f.checkLeast(m.Place, "reward exp", r.Exp, 0)
	f.checkLeast(m.Place, "reward token", r.Token, 0)
	if r == (Reward{}) {
		f.add(m.Place, "the mission rewards nothing")
	}
}

func checkLevels(c *Catalogue) Faults {
	var f Faults
	before := 1
	for i, l := range c.Levels {
		if l.Level != i+1 {
			f.add(l.Place, "level %d must be %d: levels follow each other from 1", l.Level, i+1)
		}
		switch {
		case i >= maxLevel:
			f.add(l.Place, "there are at most %d levels", maxLevel)
		case l.Need < 1:
			f.add(l.Place, "need %d must be at least 1", l.Need)
		case l.Need < before:
			f.add(l.Place, "need %d must not fall below the level before, %d", l.Need, before)
		}
		before = max(before, l.Need)
	}
	return f
}
