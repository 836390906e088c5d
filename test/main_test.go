// Package test holds the product's promises as scenarios: real HTTP, both
// engines, nothing of the product's own code in the expectations.
package test

import (
	"testing"

	"hearten/test/bench"
)

func TestMain(m *testing.M) {
	bench.Main(m)
}
