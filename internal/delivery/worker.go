package delivery

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"hearten/internal/delivery/provider"
	"hearten/internal/platform/clock"
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

// letter is a message made ready for its channel. The id is the same each time
// it is tried, so that a provider that knows it delivers one.
type letter struct {
	id      string
	message Message
	subject string
	text    string
}

// sender is a channel's one way out.
type sender interface {
	// send hands the letter over. A failure it can tell more about is a *failure.
	send(ctx context.Context, l letter) error
}

// failure is why a letter was not taken.
type failure struct {
	reason       string
	permanent    bool          // trying again cannot help
	wait         time.Duration // not before
	unregistered bool          // the device is gone
}

func (f *failure) Error() string { return f.reason }

// sendersOf are the channels of an installation. One without a provider keeps
// its messages until it has one, or gives them up.
func sendersOf(p provider.All, c clock.Clock) map[Channel]sender {
	senders := map[Channel]sender{SMS: nowhere{}, Email: nowhere{}, Push: nowhere{}}
	if p.SMS != nil {
		senders[SMS] = newGateway(p.SMS, c)
	}
	if p.SMTP != nil {
		senders[Email] = &mailer{server: *p.SMTP, clock: c}
	}
	if p.FCM != nil {
		senders[Push] = newFCM(p.FCM, c)
	}
	return senders
}

type nowhere struct{}

func (nowhere) send(context.Context, letter) error {
	return errors.New("the channel is not configured")
}

// send is the worker: it tries one message once.
func (s *Service) send(ctx context.Context, job jobs.Job[sendArgs]) error {
	var m Message
	if err := json.Unmarshal(job.Secret, &m); err != nil {
		return jobs.Permanent(err)
	}
	status, err := statusOf(ctx, s.db, job.Args.ID)
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
	l := letter{id: id, message: m}
	if m.Push == nil {
		var err error
		if l.subject, l.text, err = render(m); err != nil {
			return &failure{reason: err.Error(), permanent: true}
		}
	}
	ctx, cancel := context.WithTimeout(ctx, sendWithin)
	defer cancel()
	return s.senders[m.Channel].send(ctx, l)
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
			if err := removeDevice(ctx, tx, tokenHash(o.dropToken)); err != nil {
				return err
			}
		}
		return update(ctx, tx, o, s.clock.Now())
	})
}
