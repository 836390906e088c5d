package perf

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hearten/test/bench"
)

// callers is how many call at once, where nothing else is said.
const callers = 8

// load is the same request again and again, from several callers at once. Each
// has a connection of its own that is kept, and does as little as a client can,
// so that it is the server that is measured.
type load struct {
	tb      testing.TB
	request []byte
	conns   []*conn
}

type conn struct {
	net.Conn
	replies *bufio.Reader
}

// newLoad prepares a request: "GET /path", with a body unless that is empty.
func newLoad(tb testing.TB, base, route, token, body string, callers int) *load {
	tb.Helper()
	u, err := url.Parse(base)
	bench.Must(tb, err)
	l := &load{tb: tb, request: fmt.Appendf(nil,
		"%s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		route, u.Host, token, len(body), body)}
	for range callers {
		c, err := net.Dial("tcp", u.Host)
		bench.Must(tb, err)
		l.conns = append(l.conns, &conn{c, bufio.NewReader(c)})
		tb.Cleanup(func() { _ = c.Close() })
	}
	return l
}

// once makes one call and gives the body of the reply.
func (l *load) once() string {
	l.tb.Helper()
	var body strings.Builder
	bench.Must(l.tb, l.conns[0].call(l.request, &body))
	return body.String()
}

// rate calls for a while and tells the replies per second.
func (l *load) rate(d time.Duration) float64 {
	l.tb.Helper()
	done := make(chan struct{})
	time.AfterFunc(d, func() { close(done) })
	started := time.Now()
	n := l.until(done)
	return float64(n) / time.Since(started).Seconds()
}

// slice is the rate over one slice of time.
func (l *load) slice() float64 { return l.rate(slice) }

// during calls in the background while fn runs, and tells how many replies came.
func (l *load) during(fn func()) (replies int64) {
	l.tb.Helper()
	done := make(chan struct{})
	var calling sync.WaitGroup
	calling.Go(func() { replies = l.until(done) })
	fn()
	close(done)
	calling.Wait()
	return replies
}

// until calls from all callers until done and counts the replies.
func (l *load) until(done <-chan struct{}) int64 {
	var replies atomic.Int64
	var calling sync.WaitGroup
	for _, c := range l.conns {
		calling.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if err := c.call(l.request, io.Discard); err != nil {
					l.tb.Error(err)
					return
				}
				replies.Add(1)
			}
		})
	}
	calling.Wait()
	return replies.Load()
}

func (c *conn) call(request []byte, body io.Writer) error {
	if _, err := c.Write(request); err != nil {
		return err
	}
	res, err := http.ReadResponse(c.replies, nil)
	if err != nil {
		return err
	}
	if _, err := io.Copy(body, res.Body); err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("answered %s", res.Status)
	}
	return res.Body.Close()
}
