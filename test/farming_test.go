package test

import (
	"fmt"
	"testing"

	"hearten/test/bench"
)

// What can be done and undone again pays once, however often it is repeated.
func TestFarmingLoopsPayOnce(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		article := bench.NewListedArticle(w.Admin())
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
				bench.Photograph(m, 2, 1).OK()
				m.Delete("/app/community-map/2/1").OK()
			},
			"befriend and part": func(m, friend *bench.Caller) {
				bench.Befriend(m, friend)
				m.Delete(bench.FriendPath(friend, "")).OK()
			},
			"sync the same steps": func(m, _ *bench.Caller) {
				m.Post("/app/health/steps/sync", bench.Body{"data": []bench.Body{
					{"startTime": "2026-11-15T00:00:00.000Z", "endTime": "2026-11-15T01:00:00.000Z", "steps": 7000},
				}}).OK()
			},
			"finish a chapter": func(m, _ *bench.Caller) {
				lesson := m.Post("/app/lesson/all-lesson-page", bench.Body{"category": 0}).OK().String("data.items.0.lessonId")
				m.Post("/app/lesson/"+lesson+"/chapters/1/finish", nil).OK()
			},
		} {
			m, friend := w.Member(), w.Member()
			loop(m, friend)
			bench.ClaimWaiting(m)
			before := ledgerOf(m)
			for range 4 {
				loop(m, friend)
			}
			if n := bench.ClaimWaiting(m); n != 0 {
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
		two.Post("/app/users/invitation-code/apply", bench.Body{"invitationCode": codeOf(one)}).OK()
		before := ledgerOf(two)
		one.Post("/app/users/invitation-code/apply", bench.Body{"invitationCode": codeOf(two)}).Fails(409, "NOT_ELIGIBLE")
		two.Post("/app/users/invitation-code/apply", bench.Body{"invitationCode": codeOf(one)}).Fails(409, "CONFLICT")
		if ledgerOf(two) != before {
			t.Error("an invitation circle pays")
		}
		bench.CheckBalances(t, w)
	})
}

// ledgerOf is how many rows a member's ledger has, and what they hold.
func ledgerOf(m *bench.Caller) string {
	rows := m.Post("/app/shop/wallet/page", bench.Body{}).OK().Int("data.pagination.totalItems")
	return fmt.Sprint(rows, m.Get("/app/shop/wallet").OK().Value("data"))
}
