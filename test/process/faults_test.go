package process

import (
	"context"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/test/bench"
	"hearten/test/load"
)

// soak is how long each fault goes on; the long form sets the variable.
func soak(t *testing.T) time.Duration {
	text := os.Getenv("HEARTEN_SOAK")
	if text == "" {
		return 6 * time.Second
	}
	d, err := time.ParseDuration(text)
	bench.Must(t, err)
	return d
}

// cluster is three replicas on one PostgreSQL and one S3 store of their own,
// with a demo programme whose members and staff go on as if nothing happened.
type cluster struct {
	t        *testing.T
	settings settings
	database *bench.Postgres
	store    *bench.S3
	replicas []*child
	stats    *load.Stats
	client   *load.Client
	cast     *load.Cast
}

func newCluster(t *testing.T) *cluster {
	c := &cluster{t: t, settings: onSQLite(t).with("HEARTEN_SECRET", sharedSecret), stats: load.NewStats()}
	var err error
	c.database, err = bench.StartPostgres(true)
	bench.Must(t, err)
	t.Cleanup(c.database.Stop)
	address, _, err := c.database.NewDatabase("")
	bench.Must(t, err)
	c.store, err = bench.StartS3()
	bench.Must(t, err)
	t.Cleanup(c.store.Stop)
	c.settings = c.settings.with("HEARTEN_DATABASE_URL", address).with("HEARTEN_MEDIA_URL", c.store.NewBucket(t))
	for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"} {
		c.settings = c.settings.with(name, os.Getenv(name))
	}
	demo := start(t, c.settings, "demo", "--days", "20")
	if code := demo.wait(5 * time.Minute); code != 0 {
		t.Fatalf("the demo ended with code %d: %s", code, demo.output())
	}
	var bases []string
	for range 3 {
		server := serve(t, c.settings)
		c.replicas = append(c.replicas, server)
		bases = append(bases, "http://"+server.address)
	}
	c.client = load.NewClient(c.stats, bases...)
	c.cast, err = load.Gather(context.Background(), c.client, load.Options{
		AdminLogin: adminEmail, AdminPassword: adminPassword, Members: 20, Seed: 3,
		StaffLogins: []string{"chief1.a@hearten.test", "chief1.b@hearten.test"},
	})
	bench.Must(t, err)
	return c
}

// under lets the players act while something happens to the installation, and
// tells how many calls failed although they were made again once.
func (c *cluster) under(fault func()) (failed int) {
	c.stats.Reset()
	ctx, stop := context.WithCancel(context.Background())
	var playing sync.WaitGroup
	playing.Go(func() { c.cast.Play(ctx, 8, time.Hour) })
	fault()
	stop()
	playing.Wait()
	if c.stats.Calls() == 0 {
		c.t.Fatal("nobody played")
	}
	return c.stats.Failed()
}

// audit holds everything that was acknowledged so far against what there is.
func (c *cluster) audit(after string) {
	c.t.Helper()
	if breaches := c.cast.Audit(context.Background()); len(breaches) > 0 {
		c.t.Fatalf("after %s, %d breaches:\n%s", after, len(breaches), strings.Join(breaches, "\n"))
	}
}

// restart starts a replica again at its old address.
func (c *cluster) restart(n int) {
	c.replicas[n] = serve(c.t, c.settings.with("HEARTEN_ADDR", c.replicas[n].address))
}

// ready asks a replica whether it can serve.
func (c *cluster) ready(n int) bool {
	res, err := c.replicas[n].client.Get("http://" + c.replicas[n].address + "/readyz")
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}

// Whatever happens to replicas, database, store and providers: nothing acknowledged is
// lost, nothing is paid twice, and service recovers by itself.
func TestFaults(t *testing.T) {
	t.Parallel()
	c := newCluster(t)

	// Replicas are replaced one by one; whoever tries again once notices nothing.
	if failed := c.under(func() {
		for n := range c.replicas {
			c.client.Settle() // nobody who met the last one may meet this one too
			c.replicas[n].stop()
			c.restart(n)
		}
	}); failed > 0 {
		t.Errorf("a rolling restart: %d calls failed:\n%s", failed, c.stats.Reasons())
	}
	c.audit("a rolling restart")

	// Replicas die at random.
	killed := 0
	if failed := c.under(func() {
		for end := time.Now().Add(soak(t)); time.Now().Before(end); killed++ {
			n := rand.IntN(len(c.replicas))
			time.Sleep(time.Duration(500+rand.IntN(1500)) * time.Millisecond) // life goes on between the blows
			c.client.Settle()
			c.replicas[n].kill()
			c.restart(n)
		}
	}); failed > 0 {
		t.Errorf("%d replicas killed: %d calls failed:\n%s", killed, failed, c.stats.Reasons())
	}
	c.audit("killed replicas")

	// The database goes away and comes back.
	failed := c.under(func() {
		c.database.Halt()
		eventually(t, "a replica without a database is not ready", func() bool { return !c.ready(0) && !c.ready(1) && !c.ready(2) })
		time.Sleep(soak(t) / 3)
		bench.Must(t, c.database.Resume())
		eventually(t, "the replicas recover by themselves", func() bool { return c.ready(0) && c.ready(1) && c.ready(2) })
	})
	t.Logf("%d calls failed while there was no database", failed)
	c.audit("an outage of the database")
	if c.under(func() { time.Sleep(soak(t) / 3) }) > 0 {
		t.Errorf("calls fail after the outage:\n%s", c.stats.Reasons())
	}

	// The store goes away: nothing but files is concerned.
	picture := newUpload(1)
	if failed := c.under(func() {
		c.store.Halt()
		eventually(t, "a replica without its store is not ready", func() bool { return !c.ready(0) })
		r, err := c.replicas[0].by(serviceKey).upload(picture, map[string]string{"fileKey": picture.key, "temp": "false"})
		bench.Must(t, err)
		if r.status < http.StatusInternalServerError {
			t.Errorf("an upload without a store answers %d", r.status)
		}
		bench.Must(t, c.store.Resume())
		eventually(t, "the replica recovers by itself", func() bool { return c.ready(0) })
		r, err = c.replicas[0].by(serviceKey).upload(picture, map[string]string{"fileKey": picture.key, "temp": "false"})
		bench.Must(t, err)
		r.ok()
	}); failed > 0 {
		t.Errorf("an outage of the store: %d calls failed that need none:\n%s", failed, c.stats.Reasons())
	}
	c.audit("an outage of the store")

	c.providersRefuse()
}
