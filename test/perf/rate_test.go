package perf

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"hearten/internal/platform/config"
	"hearten/internal/platform/db"
	"hearten/internal/platform/jobs"
	"hearten/internal/platform/password"
	"hearten/test/bench"
)

// Figures without a target: they tell what to expect, on this machine only.

// Surveys created and on the disk, from several callers at once.
func BenchmarkCreate(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := start(b, engine, limited)
		create := newLoad(b, p.url, "POST /web/survey", p.token, `{"title":"問卷","link":"https://forms.example.org/1"}`, callers)
		var rates []float64
		for b.Loop() {
			rates = append(rates, create.rate(4*slice))
		}
		figure(b, "surveys created", median(rates), "per-second", target{})
	})
}

// Sign-ins one after another, and how much of each is the password's hash.
func BenchmarkLogin(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		p := start(b, engine, nil)
		body := fmt.Sprintf(`{"loginID":%q,"password":%q}`, config.DevAdminEmail, config.DevAdminPassword)
		login := newLoad(b, p.url, "POST /web/auth/login", "", body, 1)
		hasher, ctx := password.NewHasher(), context.Background()
		hash, err := hasher.Hash(ctx, bench.Password)
		bench.Must(b, err)
		signIn := func() { login.once() }
		matches := func() {
			_, err := hasher.Matches(ctx, bench.Password, hash)
			bench.Must(b, err)
		}
		share, rate, _ := byTurns(b, func() float64 { return rateOf(signIn) }, func() float64 { return rateOf(matches) })
		figure(b, "sign-ins of one caller", rate, "per-second", target{}, fmt.Sprintf("hashing is %.0f%% of each", 100*min(share, 1)))
	})
}

// Jobs from being enqueued, a hundred in a transaction, to being done.
func BenchmarkJobs(b *testing.B) {
	onEach(b, func(b *testing.B, engine db.Engine) {
		const together = 100
		p, ctx := start(b, engine, nil), context.Background()
		kind := jobs.Kind[int]{Name: "perf"}
		var left atomic.Int64
		done := make(chan struct{})
		jobs.Handle(p.Queue, kind, func(context.Context, jobs.Job[int]) error {
			if left.Add(-1) == 0 {
				done <- struct{}{}
			}
			return nil
		})
		runner := p.Queue.Start()
		defer runner.Stop(ctx)
		var rates []float64
		for b.Loop() {
			started := time.Now()
			left.Store(together)
			bench.Must(b, p.DB.Write(ctx, func(tx *db.Tx) error {
				for i := range together {
					if err := jobs.Enqueue(ctx, p.Queue, tx, kind, i); err != nil {
						return err
					}
				}
				return nil
			}))
			<-done
			rates = append(rates, together/time.Since(started).Seconds())
		}
		figure(b, "jobs enqueued and done", median(rates), "per-second", target{})
	})
}

// tokenIn is the token in the reply to a sign-in.
func tokenIn(tb testing.TB, reply string) string {
	tb.Helper()
	var in struct {
		Data struct {
			AccessToken string `json:"accessToken"`
		} `json:"data"`
	}
	bench.Must(tb, json.Unmarshal([]byte(reply), &in))
	return in.Data.AccessToken
}
