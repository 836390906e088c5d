package delivery

import (
	"context"
	"errors"
	"time"

	"hearten/internal/delivery/provider"
	"hearten/internal/platform/clock"
)

// rendered is a message with its text, ready for its channel. The id is the same
// at each try, so that a provider can recognise a message that it has delivered.
type rendered struct {
	id      string
	message Message
	subject string
	text    string
}

// sender sends the messages of one channel.
type sender interface {
	// send hands the message to the provider. A failure it can tell more about
	// is a *failure.
	send(ctx context.Context, r rendered) error
}

// failure is why a provider did not take a message.
type failure struct {
	reason       string
	permanent    bool          // trying again cannot help
	wait         time.Duration // not before
	unregistered bool          // the device is gone
}

func (f *failure) Error() string { return f.reason }

// newSenders builds the senders of an installation. The messages of a channel
// without a provider wait until it has one, or until they are given up.
func newSenders(p provider.All, c clock.Clock) map[Channel]sender {
	senders := map[Channel]sender{SMS: unconfigured{}, Email: unconfigured{}, Push: unconfigured{}}
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

type unconfigured struct{}

func (unconfigured) send(context.Context, rendered) error {
	return errors.New("the channel is not configured")
}
