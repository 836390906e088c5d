// Package load plays a day of the programme against a running installation:
// members and staff act as in life, in their usual shares, and remember what
// they were told. At the end the memory is held against what the product shows.
package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Client calls one or several replicas, one after the other.
type Client struct {
	bases []string
	http  *http.Client
	stats *Stats
	turn  atomic.Int64
	// Retries is how often a call that got no answer, or "not now", is made
	// again on the next replica. Everything a player does may be repeated.
	Retries int
	// Wait is how long it waits before that.
	Wait time.Duration
	// answered is the last call of each operation that was answered, by name.
	answered sync.Map
	// calls is held by every call while it is under way.
	calls sync.RWMutex
}

// NewClient calls the replicas at these addresses.
func NewClient(stats *Stats, bases ...string) *Client {
	transport := &http.Transport{MaxIdleConnsPerHost: 256, MaxConnsPerHost: 256}
	return &Client{
		bases: bases, stats: stats, Retries: 1, Wait: 50 * time.Millisecond,
		http: &http.Client{Timeout: 30 * time.Second, Transport: transport},
	}
}

// Settle returns when every call that is under way has ended, repetitions
// included; those that come meanwhile wait.
func (c *Client) Settle() {
	c.calls.Lock()
	defer c.calls.Unlock()
}

// Body is a JSON object of a request.
type Body = map[string]any

// Reply is what an installation answered.
type Reply struct {
	Status int
	Code   string
	Data   any
}

// OK reports whether the product did what it was asked.
func (r Reply) OK() bool { return r.Status == http.StatusOK }

// errUnknown says that nobody knows whether it was done.
var errUnknown = errors.New("no answer")

// Call calls an operation; its name is what the figures are kept under.
func (c *Client) Call(ctx context.Context, token, method, operation, path string, in any) (Reply, error) {
	var text []byte
	if in != nil {
		var err error
		if text, err = json.Marshal(in); err != nil {
			return Reply{}, err
		}
	}
	c.calls.RLock()
	defer c.calls.RUnlock()
	name, r := method+" "+operation, request{token, method, path, text}
	first := int(c.turn.Add(1))
	for attempt := 0; ; attempt++ {
		begun := time.Now()
		reply, err := c.once(ctx, c.bases[(first+attempt)%len(c.bases)], r)
		if ctx.Err() != nil {
			return reply, ctx.Err() // the day is over
		}
		c.stats.note(name, time.Since(begun), reply, err)
		if err == nil && reply.Status < http.StatusInternalServerError {
			if reply.OK() {
				c.answered.Store(name, r)
			}
			return reply, nil
		}
		if attempt >= c.Retries {
			c.stats.fail(name, reply, err)
			return reply, errors.Join(errUnknown, err)
		}
		time.Sleep(c.Wait)
	}
}

// request is a call as it is sent.
type request struct {
	token, method, path string
	text                []byte
}

func (c *Client) once(ctx context.Context, base string, r request) (Reply, error) {
	req, err := http.NewRequestWithContext(ctx, r.method, base+r.path, bytes.NewReader(r.text))
	if err != nil {
		return Reply{}, err
	}
	if r.token != "" {
		req.Header.Set("Authorization", "Bearer "+r.token)
	}
	if r.text != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("Accept", "application/json")
	res, err := c.http.Do(req)
	if err != nil {
		return Reply{}, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return Reply{}, err
	}
	var envelope struct {
		Message string `json:"message"`
		Data    any    `json:"data"`
	}
	if err := json.Unmarshal(answer, &envelope); err != nil {
		return Reply{Status: res.StatusCode}, fmt.Errorf("%s %s: not an envelope: %.100s", r.method, r.path, answer)
	}
	reply := Reply{res.StatusCode, res.Header.Get("X-Error-Code"), envelope.Data}
	if !reply.OK() {
		reply.Data = envelope.Message
	}
	return reply, nil
}
