// Command run plays a day of the programme against an installation and prints
// the figures. It ends with an audit: any breach is an error.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"hearten/test/load"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		stop()
		os.Exit(1)
	}
}

// warmUp is what is played before anything is measured.
const warmUp = 3 * time.Second

func run(ctx context.Context) error {
	urls := flag.String("url", "http://127.0.0.1:8080", "base addresses of the replicas, comma-separated")
	members := flag.Int("members", 100, "members who play")
	atOnce := flag.Int("at-once", 16, "players who act at the same time")
	length := flag.Duration("for", time.Minute, "how long")
	login := flag.String("admin", "admin@hearten.test", "an administrator's login")
	password := flag.String("password", "hearten-dev-only", "the password of the staff who play")
	staff := flag.String("staff", "", "logins of more staff who play, comma-separated")
	key := flag.String("service-key", "", "a service key, to read the server's memory from /metrics")
	seed := flag.Uint64("seed", 1, "the same seed makes the same choices")
	flag.Parse()

	stats := load.NewStats()
	bases := strings.Split(*urls, ",")
	client := load.NewClient(stats, bases...)
	options := load.Options{AdminLogin: *login, AdminPassword: *password, Members: *members, Seed: *seed}
	if *staff != "" {
		options.StaffLogins = strings.Split(*staff, ",")
	}
	cast, err := load.Gather(ctx, client, options)
	if err != nil {
		return err
	}
	fmt.Printf("%d members and %d staff are signed in\n", cast.Members(), cast.Staff())

	meter := load.NewMeter(bases[0], *key)
	cast.Play(ctx, *atOnce, min(*length, warmUp))
	memory := cast.Weigh(ctx, meter)
	stats.Reset()
	begun := time.Now()
	watch := meter.Watch()
	cast.Play(ctx, *atOnce, *length)
	took := time.Since(begun)
	peak := watch()
	stats.Write(os.Stdout, took, memory)
	failed := stats.Failed()
	fmt.Printf("\n%d calls in %s: %.0f a second; %d failed; memory of the server: %s at the most\n",
		stats.Calls(), took.Round(time.Second), float64(stats.Calls())/took.Seconds(), failed, peak)
	if failed > 0 {
		fmt.Println(stats.Reasons())
	}

	breaches := cast.Audit(ctx)
	for _, b := range breaches {
		fmt.Println("BREACH:", b)
	}
	if len(breaches) > 0 || failed > 0 {
		return fmt.Errorf("%d breaches, %d failed calls", len(breaches), failed)
	}
	fmt.Println("audit: balances equal ledgers, nothing paid twice, pairs are mutual, vouchers redeemed once, steps equal the model, notices arrived")
	return nil
}
