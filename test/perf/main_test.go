package perf

import (
	"os"
	"testing"

	"hearten/internal/platform/db"
)

func TestMain(m *testing.M) {
	code := m.Run()
	writeReport(os.Stdout)
	stopPostgres()
	os.Exit(code)
}

// onEach runs a benchmark on every engine.
func onEach(b *testing.B, measure func(b *testing.B, engine db.Engine)) {
	for _, engine := range engines {
		b.Run(string(engine), func(b *testing.B) { measure(b, engine) })
	}
}
