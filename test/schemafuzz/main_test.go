// Package schemafuzz lets a stranger who knows nothing but the OpenAPI document
// call every operation as every audience, with bodies that are right, nearly
// right and absurd. A public library judges what is sent and what comes back.
package schemafuzz

import (
	"testing"

	"hearten/test/bench"
)

func TestMain(m *testing.M) {
	bench.Main(m)
}
