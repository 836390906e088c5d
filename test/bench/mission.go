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
