package bench

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

// Postgres is a server for tests. Without one the tests fail; they are never
// skipped.
type Postgres struct {
	base   *url.URL
	folder string
	start  func() *exec.Cmd // makes the server's process, not yet running
	cmd    *exec.Cmd
	ended  chan struct{}
	next   atomic.Int64
}

var sharedPostgres = sync.OnceValues(func() (*Postgres, error) {
	if given := os.Getenv(GivenURL); given != "" {
		base, err := url.Parse(given)
		return &Postgres{base: base}, err
	}
	p, err := StartPostgres(false)
	if err != nil {
		fmt.Fprintf(os.Stderr, "PostgreSQL did not start: the tests need the Debian package postgresql, or a server named by %s\n", GivenURL)
		return nil, err
	}
	atStop(p.Stop)
	return p, nil
})

// SharedPostgres is the server that all tests of this binary use: the one that
// GivenURL names, or one that is started on first use.
func SharedPostgres() (*Postgres, error) { return sharedPostgres() }

// StartPostgres starts a server of the caller's own, even where GivenURL names
// one, on a unix socket in a temporary folder. A durable one waits for the disk,
// as in production; tests do not need that.
func StartPostgres(durable bool) (*Postgres, error) {
	bin, err := binFolder()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "hearten-pg-")
	if err != nil {
		return nil, err
	}
	p := &Postgres{folder: folder}
	identity, err := serverIdentity(folder)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(folder, "data")
	initdb := p.command(identity, filepath.Join(bin, "initdb"), "-N", "-D", data, "-U", "hearten",
		"-E", "UTF8", "--locale=C", "--auth=trust")
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	// go test runs one package for each processor at a time, and each has four
	// tests with at most 25 connections for each server.
	connections := 200 * max(2, runtime.NumCPU())
	args := []string{"-D", data, "-k", folder, "-c", "listen_addresses=", "-c", fmt.Sprint("max_connections=", connections)}
	if !durable {
		args = append(args, "-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")
	}
	p.start = func() *exec.Cmd { return p.command(identity, filepath.Join(bin, "postgres"), args...) }
	p.base = &url.URL{Scheme: "postgres", User: url.User("hearten"), Host: "localhost", Path: "/postgres",
		RawQuery: url.Values{"host": {folder}, "sslmode": {"disable"}}.Encode()}
	return p, p.Resume()
}

// Resume starts a server that was halted.
func (p *Postgres) Resume() error {
	p.cmd, p.ended = p.start(), make(chan struct{})
	if err := StartChild(p.cmd, syscall.SIGQUIT); err != nil {
		return err
	}
	go func() {
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	return p.await()
}

// Halt ends the server at once, as a crash would; Resume brings it back.
func (p *Postgres) Halt() {
	_ = p.cmd.Process.Signal(syscall.SIGQUIT)
	<-p.ended
}

func (p *Postgres) command(identity *syscall.Credential, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = p.folder
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: identity}
	return cmd
}

// serverIdentity is who the server runs as: it refuses root.
func serverIdentity(folder string) (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL refuses root and there is no user postgres: %w", err)
	}
	uid, err1 := strconv.Atoi(u.Uid)
	gid, err2 := strconv.Atoi(u.Gid)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)},
		errors.Join(err1, err2, os.Chmod(folder, 0o700), os.Chown(folder, uid, gid))
}

func binFolder() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) > 0 {
		return filepath.Dir(found[len(found)-1]), nil
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return "", errors.New("PostgreSQL's server is missing: install the Debian package postgresql, or set " + GivenURL)
	}
	return filepath.Dir(path), nil
}

func (p *Postgres) await() error {
	deadline := time.Now().Add(30 * time.Second)
	for {
		err := p.run("SELECT 1")
		if err == nil || time.Now().After(deadline) {
			return err
		}
		time.Sleep(20 * time.Millisecond) // another process is starting; there is nothing to listen to
	}
}

func (p *Postgres) run(statement string) error {
	handle, err := sql.Open("pgx", p.base.String())
	if err != nil {
		return err
	}
	_, err = handle.ExecContext(context.Background(), statement)
	return errors.Join(err, handle.Close())
}

// processTag keeps databases of two processes apart whose ids are equal, in two
// containers or one after the other.
var processTag = rand.Uint32()

// NewDatabase makes an empty database, or a copy of another one.
func (p *Postgres) NewDatabase(template string) (address string, drop func(), err error) {
	name := fmt.Sprintf("t%d_%08x_%d", os.Getpid(), processTag, p.next.Add(1))
	statement := "CREATE DATABASE " + name
	if template != "" {
		statement += " TEMPLATE " + DatabaseName(template)
	}
	if err := p.run(statement); err != nil {
		return "", nil, err
	}
	u := *p.base
	u.Path = "/" + name
	return u.String(), func() { _ = p.run("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)") }, nil
}

// DatabaseName is the name within a database's address.
func DatabaseName(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Path, "/")
}

// Stop ends the server and removes its folder.
func (p *Postgres) Stop() {
	if p.cmd == nil {
		return
	}
	_ = p.cmd.Process.Signal(syscall.SIGINT)
	<-p.ended
	_ = os.RemoveAll(p.folder)
}
