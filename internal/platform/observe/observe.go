// Package observe lets the product be seen from outside: structured logs,
// metrics, and whether it lives and is ready.
package observe

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"hearten/internal/platform/jobs"
)

// NewLog writes JSON lines, or text that is easy to read in development.
// Nothing personal is ever logged: no names, addresses, codes or tokens.
func NewLog(w io.Writer, level string, readable bool) *slog.Logger {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		l = slog.LevelInfo
	}
	options := &slog.HandlerOptions{Level: l}
	if readable {
		return slog.New(slog.NewTextHandler(w, options))
	}
	return slog.New(slog.NewJSONHandler(w, options))
}

// Metrics counts what happens.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	queries  prometheus.Counter
}

// NewMetrics builds an empty set of counters.
func NewMetrics(version string) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "hearten_request_seconds",
			Help:    "How long requests took, by operation and status.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
		}, []string{"operation", "status"}),
		queries: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "hearten_queries_total", Help: "Statements sent to the database.",
		}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "hearten_build_info", Help: "Always 1; the label tells the version.",
		ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	m.registry.MustRegister(m.requests, m.queries, build, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Request implements api.Observer.
func (m *Metrics) Request(operation string, status int, took time.Duration) {
	m.requests.WithLabelValues(operation, strconv.Itoa(status)).Observe(took.Seconds())
}

// Statement counts one statement.
func (m *Metrics) Statement(context.Context, string) { m.queries.Inc() }

// Handler shows the metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// WatchQueue adds what the queue knows about its lanes, read when the metrics are.
func (m *Metrics) WatchQueue(q *jobs.Queue, now func() time.Time) {
	m.registry.MustRegister(&queueCollector{
		q: q, now: now,
		depth: prometheus.NewDesc("hearten_jobs", "Jobs that are not done, by lane and state.", []string{"lane", "state"}, nil),
		age:   prometheus.NewDesc("hearten_jobs_oldest_seconds", "How long the oldest due job has waited, by lane.", []string{"lane"}, nil),
		hung:  prometheus.NewDesc("hearten_jobs_hung_total", "Handlers of this process that ignored their time limit, by lane.", []string{"lane"}, nil),
	})
}

type queueCollector struct {
	q                *jobs.Queue
	now              func() time.Time
	depth, age, hung *prometheus.Desc
}

// Describe implements prometheus.Collector.
func (c *queueCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- c.depth
	ch <- c.age
	ch <- c.hung
}

// Collect implements prometheus.Collector.
func (c *queueCollector) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	found, err := c.q.Depths(ctx)
	if err != nil {
		ch <- prometheus.NewInvalidMetric(c.depth, err)
		return
	}
	type place struct {
		lane  jobs.Lane
		state string
	}
	depths, ages := map[place]float64{}, map[jobs.Lane]float64{}
	for _, d := range found {
		depths[place{d.Lane, d.State}] = float64(d.Jobs)
		if d.Oldest != nil {
			ages[d.Lane] = max(0, c.now().Sub(*d.Oldest).Seconds())
		}
	}
	for _, lane := range jobs.Lanes() {
		for _, state := range []string{jobs.Ready, jobs.Running, jobs.Dead} {
			ch <- prometheus.MustNewConstMetric(c.depth, prometheus.GaugeValue, depths[place{lane, state}], string(lane), state)
		}
		ch <- prometheus.MustNewConstMetric(c.age, prometheus.GaugeValue, ages[lane], string(lane))
		ch <- prometheus.MustNewConstMetric(c.hung, prometheus.CounterValue, float64(c.q.Hung(lane)), string(lane))
	}
}
