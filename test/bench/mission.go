package bench

import (
	"slices"

	"hearten/internal/catalog"
)

// ClaimWaiting claims every reward that waits.
func ClaimWaiting(m *Caller) (claimed int) {
	for {
		id, waits := m.Get("/app/mission/rewards").OK().Value("data.missionId").(string)
		if !waits {
			return claimed
		}
		m.Post("/app/mission/"+id+"/claim", nil).OK()
		claimed++
	}
}

// MissionID is the id of a mission of the catalogue.
func MissionID(key string) string { return catalog.ID("mission", key) }

// ClaimMission claims a mission's reward.
func ClaimMission(c *Caller, key string) *Reply {
	return c.Post("/app/mission/"+MissionID(key)+"/claim", nil)
}

// Mission is a mission of the page by its key.
type Mission struct {
	ID, Name, Thumbnail                                          string
	Type, Link, Item, All, Coin, Exp, Token, ButtonStatus, Order int
}

// MissionOf finds a mission on the page of a member; empty when absent.
func MissionOf(c *Caller, key string) Mission {
	var page struct{ Items []Mission }
	c.Post("/app/mission/page", Body{"pagination": Body{"size": 100}}).OK().Into(&page)
	i := slices.IndexFunc(page.Items, func(m Mission) bool { return m.ID == MissionID(key) })
	if i < 0 {
		return Mission{}
	}
	return page.Items[i]
}

// MissionChange is what the catalogue changes about a mission; what is empty
// stays.
type MissionChange struct {
	Target, Coin    int
	EndsOn          string
	NoLink, Retired bool
}

// ChangeMission changes a mission as a new catalogue would.
func (w *World) ChangeMission(key string, change MissionChange) {
	w.T.Helper()
	columns := row{}
	if change.Target != 0 {
		columns["target"] = change.Target
	}
	if change.Coin != 0 {
		columns["coin"] = change.Coin
	}
	if change.EndsOn != "" {
		columns["ends_on"] = change.EndsOn
	}
	if change.NoLink {
		columns["link"] = 0
	}
	if change.Retired {
		columns["retired_at"] = w.Clock.Now()
	}
	w.set("missions", MissionID(key), columns)
}

// ForgetClaims makes the rewards of a user's daily missions wait again.
func (w *World) ForgetClaims(userID string) {
	w.T.Helper()
	w.exec(`UPDATE mission_progress SET claimed_at = NULL WHERE user_id = @user AND period <> ''`, row{"user": userID})
}

// ClaimEverything makes every reward claimed when its mission was completed.
func (w *World) ClaimEverything() {
	w.T.Helper()
	w.exec(`UPDATE mission_progress SET claimed_at = completed_at`)
}

// SetLevels makes every level need so much and retires those after the last.
func (w *World) SetLevels(need, last int) {
	w.T.Helper()
	w.exec(`UPDATE levels SET need = @need`, row{"need": need})
	w.exec(`UPDATE levels SET retired_at = @now WHERE level > @last`, row{"now": w.Clock.Now(), "last": last})
}
