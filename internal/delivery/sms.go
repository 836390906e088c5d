package delivery

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"hearten/internal/delivery/provider"
	"hearten/internal/platform/clock"
)

const (
	httpTimeout = 10 * time.Second
	// answerLength is how much of a provider's answer is read.
	answerLength = 64 << 10
)

// gateway sends text messages through an HTTP provider.
type gateway struct {
	provider *provider.SMS
	client   *http.Client
	clock    clock.Clock
}

func newGateway(p *provider.SMS, c clock.Clock) *gateway { return &gateway{p, newClient(), c} }

// newClient follows no redirects: what it sends is meant for one place.
func newClient() *http.Client {
	return &http.Client{
		Timeout:       httpTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func (g *gateway) send(ctx context.Context, r rendered) error {
	req, err := g.provider.Request(ctx, provider.Text{To: withCountry(r.message.To), Text: r.text, ID: r.id})
	if err != nil {
		return err
	}
	status, header, answer, err := call(g.client, req)
	if err != nil {
		return err
	}
	if g.provider.Success.Status(status) {
		if g.provider.Success.Body(answer) {
			return nil
		}
		return &failure{reason: fmt.Sprintf("the gateway answered %d, but not with success: %s", status, answer)}
	}
	return &failure{
		reason:    fmt.Sprintf("the gateway answered %d: %s", status, answer),
		permanent: refused(status),
		wait:      waitFrom(header, g.clock.Now()),
	}
}

// call makes a request and reads the answer.
func call(client *http.Client, req *http.Request) (status int, header http.Header, answer []byte, err error) {
	res, err := client.Do(req)
	if err != nil {
		return 0, nil, nil, withoutAddress(err)
	}
	defer res.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(res.Body, answerLength))
	return res.StatusCode, res.Header, answer, err
}

// withoutAddress is the cause of a failed call: the address before it may hold
// a provider's key.
func withoutAddress(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
