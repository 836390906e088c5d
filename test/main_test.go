// Package test holds the product's promises as scenarios: real HTTP, both
// engines, nothing of the product's own code in the expectations.
package test

import (
	"os"
	"testing"

	"hearten/test/bench"
)

func TestMain(m *testing.M) {
	code := m.Run()
	bench.StopShared()
	os.Exit(code)
}

// body is a JSON object in a request.
type body = map[string]any
