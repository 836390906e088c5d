package doctor

import (
	"context"
	"time"

	"hearten/internal/catalog"
	"hearten/internal/delivery"
	"hearten/internal/platform/db"
	"hearten/internal/platform/jobs"
)

func (e *exam) schema(ctx context.Context, note func(State, string, ...any)) error {
	version, err := e.db.Version(ctx, e.db)
	if err != nil {
		return err
	}
	if version == 0 {
		note(Doubtful, "the database is empty: the first start fills it")
		return nil
	}
	if err := e.db.SchemaCurrent(ctx); err != nil {
		note(Wrong, "%v; a newer program migrates when it starts, or with hearten migrate", err)
		return nil
	}
	e.filled = true
	origin, err := catalog.AppliedFrom(ctx, e.db)
	if err != nil {
		return err
	}
	if origin == "" {
		note(Doubtful, "version %d; no catalogue is applied yet: a start does it", version)
		return nil
	}
	note(Fine, "version %d, with the catalogue from the %s", version, origin)
	return nil
}

func (e *exam) people(ctx context.Context, note func(State, string, ...any)) error {
	admins, err := countAdmins(ctx, e.db)
	if err != nil {
		return err
	}
	users, err := countUsers(ctx, e.db)
	if err != nil {
		return err
	}
	if admins == 0 {
		note(Wrong, "no administrator can sign in: hearten staff create makes one")
		return nil
	}
	note(Fine, "%d administrators, %d members", admins, users)
	return nil
}

// waitedTooLong is how long a due job may wait before no server seems to run.
const waitedTooLong = 5 * time.Minute

func (e *exam) queue(ctx context.Context, note func(State, string, ...any)) error {
	depths, err := jobs.New(e.db, nil, e.clock, nil).Depths(ctx)
	if err != nil {
		return err
	}
	before, dead := len(e.findings), int64(0)
	for _, d := range depths {
		if d.State == jobs.Dead {
			dead += d.Jobs
		}
		if d.Oldest == nil {
			continue
		}
		waited := e.clock.Now().Sub(*d.Oldest)
		switch {
		case waited <= waitedTooLong:
		case d.Lane == jobs.Bulk || d.Lane == jobs.Upkeep: // a provider that hangs, or a backup of hours
			note(Doubtful, "%d jobs of the lane %s wait, the oldest for %s", d.Jobs, d.Lane, waited.Round(time.Second))
		default:
			note(Wrong, "jobs of the lane %s have waited for %s: is a server running?", d.Lane, waited.Round(time.Second))
		}
	}
	if dead > 0 {
		note(Doubtful, "%d jobs gave up: hearten jobs dead lists them", dead)
	}
	if len(e.findings) == before {
		note(Fine, "nothing waits, nothing gave up")
	}
	return nil
}

// lately is how far back messages are looked at; they are tried for hours, or a
// day when a provider asks for it.
const lately = 48 * time.Hour

func (e *exam) messages(ctx context.Context, note func(State, string, ...any)) error {
	troubles, err := delivery.Troubles(ctx, e.db, e.clock.Now().Add(-lately))
	if err != nil {
		return err
	}
	for _, t := range troubles {
		if t.Waiting > 0 {
			note(Doubtful, "%s: %d wait to be tried again; the provider's last answer: %s", t.Channel, t.Waiting, t.LastError)
		}
		if t.GivenUp > 0 {
			note(Doubtful, "%s: %d of the last two days were not sent: refused, or too late; the last reason: %s", t.Channel, t.GivenUp, t.LastError)
		}
	}
	if len(troubles) == 0 {
		note(Fine, "none failed or waits to be tried again")
	}
	return nil
}

const (
	skewDoubtful = 2 * time.Second
	skewWrong    = 30 * time.Second
)

// time compares this machine's clock with the database server's, and with what
// was written last: a clock that is behind it is wrong.
func (e *exam) time(ctx context.Context, note func(State, string, ...any)) error {
	now := e.clock.Now()
	last, err := lastAuditTime(ctx, e.db)
	if err != nil {
		return err
	}
	if len(last) > 0 && last[0].Sub(now) > skewWrong {
		note(Wrong, "it is %s, but the log has an entry of %s: the clock is behind, or was ahead", show(now), show(last[0]))
		return nil
	}
	if e.db.Engine() != db.Postgres {
		note(Fine, "it is %s", show(now))
		return nil
	}
	asked := e.clock.Now()
	theirs, err := serverTime(ctx, e.db)
	if err != nil {
		return err
	}
	switch skew := apart(asked, theirs, e.clock.Now()); {
	case skew > skewWrong:
		note(Wrong, "this machine and the database server are %s apart", skew.Round(time.Second))
	case skew > skewDoubtful:
		note(Doubtful, "this machine and the database server are %s apart", skew.Round(100*time.Millisecond))
	default:
		note(Fine, "it is %s, also at the database server", show(now))
	}
	return nil
}

// apart is how far another clock is from ours at least, when it was read between
// two looks at ours: a slow answer is not a wrong clock.
func apart(before, theirs, after time.Time) time.Duration {
	return max(before.Sub(theirs), theirs.Sub(after), 0)
}

func show(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05Z") }
