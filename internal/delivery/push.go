package delivery

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/jwt"

	"hearten/internal/delivery/provider"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/words"
)

const fcmScope = "https://www.googleapis.com/auth/firebase.messaging"

// Lengths of a push's parts, in bytes: FCM takes 4,096 for everything, and with
// model Both they are in it twice.
const (
	titleLength = 300
	bodyLength  = 1500
)

// fcm sends pushes by Firebase Cloud Messaging.
type fcm struct {
	address string
	tokens  oauth2.TokenSource
	asking  chan struct{} // holds one entry while a token is asked for
	client  *http.Client
	clock   clock.Clock
}

func newFCM(p *provider.FCM, c clock.Clock) *fcm {
	client := newClient()
	account := &jwt.Config{
		Email: p.Account, PrivateKey: p.Key, PrivateKeyID: p.KeyID, TokenURL: p.TokenURL, Scopes: []string{fcmScope},
	}
	return &fcm{
		address: p.BaseURL + "/v1/projects/" + url.PathEscape(p.Project) + "/messages:send",
		tokens:  account.TokenSource(context.WithValue(context.Background(), oauth2.HTTPClient, client)),
		asking:  make(chan struct{}, 1),
		client:  client, clock: c,
	}
}

func (f *fcm) send(ctx context.Context, r rendered) error {
	token, err := f.token(ctx)
	if err != nil {
		return tokenFailure(err)
	}
	payload, err := json.Marshal(map[string]any{"message": payloadOf(r)})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, f.address, bytes.NewReader(payload))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	token.SetAuthHeader(req)
	status, header, answer, err := call(f.client, req)
	if err != nil || status == http.StatusOK {
		return err
	}
	code, text := fcmError(answer)
	return &failure{
		reason:       fmt.Sprintf("FCM answered %d %s: %s", status, code, text),
		permanent:    status == http.StatusBadRequest || status == http.StatusForbidden || status == http.StatusNotFound,
		wait:         waitFrom(header, f.clock.Now()),
		unregistered: status == http.StatusNotFound && code == "UNREGISTERED",
	}
}

// token is Google's access token. The library asks for one at a time and knows
// no context, so those that wait for their turn do it here, until their time is
// over; the client's timeout ends the one that asks.
func (f *fcm) token(ctx context.Context) (*oauth2.Token, error) {
	select {
	case f.asking <- struct{}{}:
		defer func() { <-f.asking }()
		return f.tokens.Token()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// payloadOf is the message as FCM takes it. What it says is in the part that
// its model names; where a tap leads is always there. The id lets a phone that
// gets the same push twice show one.
func payloadOf(r rendered) map[string]any {
	n := r.message.Push
	title, body := words.Clip(n.Title, titleLength), words.Clip(n.Body, bodyLength)
	data := map[string]string{"navigation": strconv.Itoa(int(n.Navigation)), "id": r.id}
	message := map[string]any{"token": r.message.To, "data": data}
	if n.Model != Shown {
		data["title"], data["body"] = title, body
	}
	if n.Model == Silent {
		message["android"] = map[string]any{"priority": "high"}
		message["apns"] = map[string]any{
			"headers": map[string]string{"apns-push-type": "background", "apns-priority": "5", "apns-collapse-id": r.id},
			"payload": map[string]any{"aps": map[string]any{"content-available": 1}},
		}
		return message
	}
	message["notification"] = map[string]string{"title": title, "body": body}
	message["android"] = map[string]any{"priority": "high", "notification": map[string]string{"tag": r.id}}
	message["apns"] = map[string]any{"headers": map[string]string{"apns-collapse-id": r.id}}
	return message
}

// fcmError reads FCM's own code out of an answer, or the general one.
func fcmError(answer []byte) (code, text string) {
	var body struct {
		Error struct {
			Status  string `json:"status"`
			Message string `json:"message"`
			Details []struct {
				ErrorCode string `json:"errorCode"`
			} `json:"details"`
		} `json:"error"`
	}
	if err := json.Unmarshal(answer, &body); err != nil {
		return "", string(answer)
	}
	for _, d := range body.Error.Details {
		if d.ErrorCode != "" {
			return d.ErrorCode, body.Error.Message
		}
	}
	return body.Error.Status, body.Error.Message
}

// tokenFailure is why Google gave no access token.
func tokenFailure(err error) error {
	var refusal *oauth2.RetrieveError
	if !errors.As(err, &refusal) || refusal.Response == nil {
		return fmt.Errorf("no access token: %w", err)
	}
	status := refusal.Response.StatusCode
	return &failure{
		reason:    fmt.Sprintf("the server of access tokens answered %d: %s", status, refusal.Body),
		permanent: refused(status),
	}
}
