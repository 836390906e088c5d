package process

import (
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"hearten/test/bench"
)

// stallWithin is how long a client may stall. The product allows 5 s for a
// header, and a minute for a whole request.
const stallWithin = 40 * time.Second

// Clients that send half a header and stall are disconnected, and meanwhile
// everyone else is served.
func TestStalledClients(t *testing.T) {
	t.Parallel()
	server := serve(t, onSQLite(t))
	admin := server.admin()
	gone := make(chan error)
	const stalled = 50
	for range stalled {
		conn, err := net.Dial("tcp", server.address)
		bench.Must(t, err)
		t.Cleanup(func() { _ = conn.Close() })
		_, err = io.WriteString(conn, "GET /web/auth/info HTTP/1.1\r\nHost: hearten\r\nAuthoriz")
		bench.Must(t, err)
		go func() {
			_ = conn.SetReadDeadline(time.Now().Add(stallWithin))
			_, err := io.ReadAll(conn)
			gone <- err
		}()
	}

	for disconnected := 0; disconnected < stalled; {
		select {
		case err := <-gone:
			if errors.Is(err, os.ErrDeadlineExceeded) {
				t.Fatal("a stalled client stays connected")
			}
			disconnected++
		case <-time.After(20 * time.Millisecond):
			admin.get("/web/auth/info").ok()
		}
	}
}

// A client that stalls does not hold up a stop.
func TestStalledClientsAtStop(t *testing.T) {
	t.Parallel()
	server := serve(t, onSQLite(t))
	conn, err := net.Dial("tcp", server.address)
	bench.Must(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	_, err = io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHos")
	bench.Must(t, err)
	server.by("").begin("/web/auth/login", `{"loginID": "never sent"}`)
	server.stop()
}
