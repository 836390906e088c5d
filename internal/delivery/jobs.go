package delivery

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"hearten/internal/platform/db"
	"hearten/internal/platform/jobs"
)

// attempts is how often a message is tried, over about six hours.
const attempts = 16

// sendWithin is how long a provider may take; the job has a little longer to
// write down the outcome.
const sendWithin = 20 * time.Second

// sendArgs is all that a job tells openly; the message is its secret.
type sendArgs struct {
	ID string `json:"id"`
}

var sendKind = jobs.Kind[sendArgs]{Name: "delivery.send", Attempts: attempts, Timeout: sendWithin + 10*time.Second}

// send is the worker: it tries one message once.
func (s *Service) send(ctx context.Context, job jobs.Job[sendArgs]) error {
	var m Message
	if err := json.Unmarshal(job.Secret, &m); err != nil {
		return jobs.Permanent(err)
	}
	status, err := findStatus(ctx, s.db, job.Args.ID)
	if db.IsNone(err) || err == nil && status != Queued {
		return nil // a process that died here had already done it
	}
	if err != nil {
		return err
	}
	end := outcome{id: job.Args.ID, attempts: job.Attempt}
	if m.expired(s.clock.Now()) {
		end.status, end.attempts = Expired, job.Attempt-1
		return s.settle(ctx, end)
	}
	err = s.try(ctx, job.Args.ID, m)
	switch {
	case err == nil:
		s.log.Debug("message sent", "delivery", end.id, "channel", m.Channel, "attempt", job.Attempt)
		end.status = Sent
		return s.settle(ctx, end)
	case ctx.Err() != nil:
		return ctx.Err() // the process stops; the job is given back
	default:
		return s.failed(ctx, end, m, err)
	}
}

func (s *Service) try(ctx context.Context, id string, m Message) error {
	r := rendered{id: id, message: m}
	if m.Push == nil {
		var err error
		if r.subject, r.text, err = render(m); err != nil {
			return &failure{reason: err.Error(), permanent: true}
		}
	}
	ctx, cancel := context.WithTimeout(ctx, sendWithin)
	defer cancel()
	return s.senders[m.Channel].send(ctx, r)
}

// failed writes down why, and tells the queue whether to try again.
func (s *Service) failed(ctx context.Context, end outcome, m Message, cause error) error {
	var f *failure
	if !errors.As(cause, &f) {
		f = &failure{reason: cause.Error()}
	}
	end.lastError = scrub(f.reason, m)
	if f.permanent || end.attempts >= attempts {
		end.status = Failed
	}
	if f.unregistered {
		end.dropToken = m.To
	}
	if err := s.settle(ctx, end); err != nil {
		return err
	}
	told := errors.New(end.lastError)
	switch {
	case f.unregistered:
		return nil // people get new phones; nobody needs to look at it
	case f.permanent:
		return jobs.Permanent(told)
	default:
		return jobs.RetryIn(jobs.RetryAfter(told, waitWithin(f.wait, m, s.clock.Now())), laneAgain(m))
	}
}

// outcome is how a try ended.
type outcome struct {
	id        string
	status    Status
	attempts  int
	lastError string
	dropToken string // a device token that is no longer good
}

// settle writes the outcome even while the process stops: what a provider took
// must not be sent again.
func (s *Service) settle(ctx context.Context, o outcome) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if o.dropToken != "" {
			if err := deleteDevice(ctx, tx, tokenHash(o.dropToken)); err != nil {
				return err
			}
		}
		return update(ctx, tx, o, s.clock.Now())
	})
}

// keepState is how long the state of a message and its dedupe key are kept.
const keepState = 365 * 24 * time.Hour

// Sweep deletes old states and unseen devices, and gives up messages whose job
// died; a periodic job calls it.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.clock.Now()
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := failLost(ctx, tx, now); err != nil {
			return err
		}
		if err := deleteBefore(ctx, tx, now.Add(-keepState)); err != nil {
			return err
		}
		return deleteUnseen(ctx, tx, now.Add(-deviceUnseen))
	})
}
