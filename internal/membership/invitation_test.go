package membership_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/test/bench"
)

func TestInvitations(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		inviter := w.Member()
		mine := inviter.Get("/app/users/invitation-code").OK()
		code := mine.String("data.invitationCode")
		if len(code) != 8 || strings.ContainsAny(code, "0O1I") || mine.Int("data.coin") != 50 || mine.Int("data.maxCoin") != 500 || mine.Int("data.obtainedCoin") != 0 {
			t.Fatalf("the code: %s", mine.Text)
		}
		apply := func(m *bench.Caller, code string) *bench.Reply {
			return m.Post("/app/users/invitation-code/apply", bench.Body{"invitationCode": code})
		}
		apply(inviter, code).Fails(409, "NOT_ELIGIBLE")
		guest := w.Member()
		apply(guest, "NOSUCHCO").Fails(404, "NOT_FOUND")
		apply(guest, "").Fails(400, "VALIDATION")
		apply(guest, strings.ToLower(code)).OK()
		apply(guest, code).Fails(409, "CONFLICT")
		apply(inviter, guest.Get("/app/users/invitation-code").OK().String("data.invitationCode")).Fails(409, "NOT_ELIGIBLE") // a circle
		if mine := inviter.Get("/app/users/invitation-code").OK(); mine.Int("data.obtainedCoin") != 50 || mine.Int("data.invitedNumber") != 1 {
			t.Fatalf("after one: %s", mine.Text)
		}
		for range 10 {
			apply(w.Member(), code).OK()
		}
		if mine := inviter.Get("/app/users/invitation-code").OK(); mine.Int("data.obtainedCoin") != 500 || mine.Int("data.invitedNumber") != 11 {
			t.Fatalf("after eleven: %s", mine.Text)
		}
		var coins, sum int
		bench.Must(t, w.SQL().QueryRow(`SELECT coin FROM wallets WHERE user_id = $1`, inviter.ID).Scan(&coins))
		bench.Must(t, w.SQL().QueryRow(`SELECT SUM(amount) FROM wallet_ledger WHERE user_id = $1 AND currency = 'coin'`, inviter.ID).Scan(&sum))
		if coins != 500 || sum != 500 {
			t.Fatalf("%d coins, the ledger says %d", coins, sum)
		}
		late := w.Member()
		w.Clock.Advance(14*24*time.Hour + time.Second)
		apply(late, code).Fails(409, "NOT_ELIGIBLE")
	})
}

// Two members who use each other's code at one moment make no circle, and many
// guests at once pay no more than the maximum.
func TestInvitationRaces(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a, b := w.Member(), w.Member()
		codeOf := func(m *bench.Caller) string {
			return m.Get("/app/users/invitation-code").OK().String("data.invitationCode")
		}
		codeA, codeB := codeOf(a), codeOf(b)
		statuses := make([]int, 2)
		var all sync.WaitGroup
		all.Go(func() {
			statuses[0] = a.Post("/app/users/invitation-code/apply", bench.Body{"invitationCode": codeB}).Status
		})
		all.Go(func() {
			statuses[1] = b.Post("/app/users/invitation-code/apply", bench.Body{"invitationCode": codeA}).Status
		})
		all.Wait()
		slices.Sort(statuses)
		if !slices.Equal(statuses, []int{200, 409}) {
			t.Fatalf("each other's codes: %v", statuses)
		}
		star := w.Member()
		code := codeOf(star)
		guests := make([]*bench.Caller, 13)
		for i := range guests {
			guests[i] = w.Member()
		}
		for _, g := range guests {
			all.Go(func() { g.Post("/app/users/invitation-code/apply", bench.Body{"invitationCode": code}).OK() })
		}
		all.Wait()
		if mine := star.Get("/app/users/invitation-code").OK(); mine.Int("data.obtainedCoin") != 500 || mine.Int("data.invitedNumber") != 13 {
			t.Fatalf("after thirteen at once: %s", mine.Text)
		}
	})
}
