package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"hearten/internal/app"
	"hearten/internal/demo"
)

type demoCmd struct {
	Users int       `help:"How many members." default:"50"`
	Days  int       `help:"How many days it has been running." default:"120"`
	Seed  uint64    `help:"The same seed makes the same programme again." default:"1"`
	Until time.Time `help:"When its days end; now, unless given." format:"2006-01-02T15:04:05Z07:00"`
}

func (d demoCmd) Run(ctx context.Context) error {
	c, err := app.LoadToolConfig(environ())
	if err != nil {
		return err
	}
	begun := time.Now()
	if d.Until.IsZero() {
		d.Until = begun
	}
	made, err := demo.Run(ctx, c, demo.Options{
		Users: d.Users, Days: d.Days, Seed: d.Seed, Now: d.Until,
		Progress: func(day, of int) { fmt.Printf("\rday %d of %d", day, of) },
	})
	fmt.Println()
	if err != nil {
		return err
	}
	fmt.Printf(`A programme of %d members after %d days, made by %d calls in %s.

Staff sign in with the password %s:
  %s
A member who has this password too: %s; the others sign in by code.
`, made.Members, d.Days, made.Calls, time.Since(begun).Round(time.Second), demo.Password, strings.Join(made.Staff, "\n  "), made.Member)
	return nil
}
