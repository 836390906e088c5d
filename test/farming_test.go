package test

import (
	"fmt"
	"testing"

	"hearten/test/bench"
)

// What can be done and undone again pays once, however often it is repeated.
func TestFarmingLoopsPayOnce(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		article := newListed(w.Admin())
		for what, loop := range map[string]func(m, friend *bench.Caller){
			"like and unlike": func(m, _ *bench.Caller) {
				m.Post("/app/articles/"+article+"/like", nil).OK()
				m.Delete("/app/articles/" + article + "/like").OK()
			},
			"read and unread": func(m, _ *bench.Caller) {
				m.Post("/app/articles/"+article+"/read", nil).OK()
				m.Delete("/app/articles/" + article + "/read").OK()
			},
			"photograph and delete": func(m, _ *bench.Caller) {
				photograph(m, 2, 1).OK()
				m.Delete("/app/community-map/2/1").OK()
			},
			"befriend and part": func(m, friend *bench.Caller) {
				befriend(m, friend)
				m.Delete(friendOf(friend, "")).OK()
			},
			"sync the same steps": func(m, _ *bench.Caller) {
				m.Post("/app/health/steps/sync", body{"data": []body{
					{"startTime": "2026-11-15T00:00:00.000Z", "endTime": "2026-11-15T01:00:00.000Z", "steps": 7000},
				}}).OK()
			},
			"finish a chapter": func(m, _ *bench.Caller) {
				lesson := m.Post("/app/lesson/all-lesson-page", body{"category": 0}).OK().String("data.items.0.lessonId")
				m.Post("/app/lesson/"+lesson+"/chapters/1/finish", nil).OK()
			},
		} {
			m, friend := w.Member(), w.Member()
			loop(m, friend)
			claimWaiting(m)
			before := ledgerOf(m)
			for range 4 {
				loop(m, friend)
			}
			if n := claimWaiting(m); n != 0 {
				t.Errorf("%s, again and again: %d more rewards", what, n)
			}
			if after := ledgerOf(m); after != before {
				t.Errorf("%s, again and again: the ledger was %s and is %s", what, before, after)
			}
		}

		// An invitation circle: whoever was invited cannot invite back.
		one, two := w.Member(), w.Member()
		codeOf := func(m *bench.Caller) string {
			return m.Get("/app/users/invitation-code").OK().String("data.invitationCode")
		}
		two.Post("/app/users/invitation-code/apply", body{"invitationCode": codeOf(one)}).OK()
		before := ledgerOf(two)
		one.Post("/app/users/invitation-code/apply", body{"invitationCode": codeOf(two)}).Fails(409, "NOT_ELIGIBLE")
		two.Post("/app/users/invitation-code/apply", body{"invitationCode": codeOf(one)}).Fails(409, "CONFLICT")
		if ledgerOf(two) != before {
			t.Error("an invitation circle pays")
		}
		holdsTogether(t, w)
	})
}

// claimWaiting claims every reward that waits.
func claimWaiting(m *bench.Caller) (claimed int) {
	for {
		id, waits := m.Get("/app/mission/rewards").OK().Value("data.missionId").(string)
		if !waits {
			return claimed
		}
		m.Post("/app/mission/"+id+"/claim", nil).OK()
		claimed++
	}
}

// ledgerOf is how many rows a member's ledger has, and what they hold.
func ledgerOf(m *bench.Caller) string {
	rows := m.Post("/app/shop/wallet/page", body{}).OK().Int("data.pagination.totalItems")
	return fmt.Sprint(rows, m.Get("/app/shop/wallet").OK().Value("data"))
}
