package delivery_test

import (
	"testing"

	"hearten/test/bench"
)

func TestMain(m *testing.M) { bench.Main(m) }
