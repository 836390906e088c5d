// Package demo fills an empty installation with a believable programme: staff
// of every role, members and what they did in four months. Everybody acts
// through the API, on a clock that is moved from day to day, so that whatever
// the product promises holds for what the demo leaves behind.
package demo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/url"
	"os"
	"time"

	"hearten/internal/app"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/config"
)

// Days is how long a programme has usually been running: long enough for the
// first vouchers to have expired.
const Days = 120

// MinUsers is the smallest programme in which every state occurs.
const MinUsers = 50

// Password opens the accounts of the demo's staff, and of its first member.
const Password = config.DevAdminPassword

var (
	errNotDev   = errors.New("a demo is for development installations: set HEARTEN_DEV=1")
	errNotEmpty = errors.New("the database already has members: a demo needs an empty one")
)

// Options say what to make.
type Options struct {
	Users int
	Days  int
	// Seed makes the same people do the same things again; their ids differ.
	Seed uint64
	// Now is when the days end.
	Now time.Time
	// Progress is called after every day.
	Progress func(day, of int)
}

// Run fills the installation.
func Run(ctx context.Context, c config.Config, o Options) (Summary, error) {
	if !c.Dev {
		return Summary{}, errNotDev
	}
	if o.Users < MinUsers {
		return Summary{}, fmt.Errorf("a demo has at least %d users", MinUsers)
	}
	if o.Days < 1 {
		return Summary{}, errors.New("a demo has at least one day")
	}
	c.RateLimits, c.SQLiteSync, c.DatabaseURL = "off", "NORMAL", withoutSync(c.DatabaseURL)
	now := clock.NewMovable(o.Now.AddDate(0, 0, -o.Days))
	a, err := app.Open(ctx, c, app.Parts{Clock: now, Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))})
	if err != nil {
		return Summary{}, err
	}
	p := &programme{
		ctx: ctx, app: a, clock: now, options: o,
		rand: rand.New(rand.NewPCG(o.Seed, 90)), // #nosec G404 -- the same seed must give the same programme
	}
	err = p.run()
	return p.summary(), errors.Join(err, a.Close())
}

// withoutSync adds to the address that commits do not wait for the disk: an
// interrupted demo is made anew.
func withoutSync(address string) string {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return address // what is wrong with it is told when it is opened
	}
	query := u.Query()
	query.Set("synchronous_commit", "off")
	u.RawQuery = query.Encode()
	return u.String()
}

// programme is the demo while it is made.
type programme struct {
	ctx     context.Context
	app     *app.App
	clock   *clock.Movable
	options Options
	rand    *rand.Rand

	districts []district
	admin     *person
	staff     []*person
	members   []*person
	calls     int
}

func (p *programme) run() error {
	if err := p.app.Prepare(p.ctx); err != nil {
		return err
	}
	exist, err := hasUsers(p.ctx, p.app.DB)
	if err != nil {
		return err
	}
	if exist {
		return errNotEmpty
	}
	steps := []func() error{p.hireStaff, p.prepareContent}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	for day := range p.options.Days + 1 {
		if err := p.ctx.Err(); err != nil {
			return err
		}
		if err := p.live(day); err != nil {
			return fmt.Errorf("day %d: %w", day, err)
		}
		if p.options.Progress != nil {
			p.options.Progress(day, p.options.Days)
		}
	}
	return p.lastDay()
}

// Summary is what the demo left behind.
type Summary struct {
	Staff   []string // addresses, by role
	Members int
	Member  string // one who has a password
	Calls   int
}

func (p *programme) summary() Summary {
	s := Summary{Members: len(p.members), Calls: p.calls}
	for _, one := range p.staff {
		s.Staff = append(s.Staff, one.login)
	}
	if len(p.members) > 0 {
		s.Member = p.members[0].login
	}
	return s
}

// chance is true with a probability.
func (p *programme) chance(of float64) bool { return p.rand.Float64() < of }

func pick[T any](p *programme, from []T) T { return from[p.rand.IntN(len(from))] }
