package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime/debug"
	"time"

	"hearten/internal/platform/config"
)

const (
	// stopWithin is how long a stop may take.
	stopWithin = 10 * time.Second

	// Slow clients do not hold connections for ever.
	headerTimeout = 5 * time.Second
	readTimeout   = 60 * time.Second
	writeTimeout  = 90 * time.Second
	idleTimeout   = 120 * time.Second
	maxHeader     = 64 << 10
)

// Run serves until the context ends, then stops: no new requests, those under
// way finish, jobs are drained.
func (a *App) Run(ctx context.Context, out io.Writer) error {
	public, err := net.Listen("tcp", a.Config.Addr)
	if err != nil {
		return err
	}
	servers := []*http.Server{newServer(a.Router.Public())}
	listeners := []net.Listener{public}
	if a.Config.InternalAddr != "" {
		internal, err := net.Listen("tcp", a.Config.InternalAddr)
		if err != nil {
			return errors.Join(err, public.Close())
		}
		servers = append(servers, newServer(a.Router.Internal()))
		listeners = append(listeners, internal)
	}
	runner := a.Queue.Start()
	failed := make(chan error, len(servers))
	for i, s := range servers {
		go func() { failed <- s.Serve(listeners[i]) }()
	}
	a.announce(out, public.Addr())
	debug.FreeOSMemory() // what starting took is not needed again

	select {
	case <-ctx.Done():
		err = nil
	case err = <-failed:
	}
	a.Log.Info("stopping")
	limit, cancel := context.WithTimeout(context.Background(), stopWithin)
	defer cancel()
	for _, s := range servers {
		err = errors.Join(err, s.Shutdown(limit))
	}
	runner.Stop(limit)
	a.Log.Info("stopped")
	return err
}

func newServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
	}
}

// announce tells where things are and, in development, how to sign in.
func (a *App) announce(out io.Writer, addr net.Addr) {
	a.Log.Info("serving", "address", addr.String(), "version", Version(), "engine", string(a.DB.Engine()))
	if !a.Config.Dev {
		return
	}
	base, password := a.Config.PublicURL, "as configured"
	if a.Config.AdminPassword == config.DevAdminPassword {
		password = config.DevAdminPassword
	}
	fmt.Fprintf(out, `
Hearten %s, development mode

  API            %s
  Documentation  %s/docs
  Inbox          %s/dev/inbox
  Sign in        POST %s/web/auth/login
                 loginID   %s
                 password  %s

`, Version(), base, base, base, base, a.Config.AdminEmail, password)
}
