# Hearten. `make help` lists what there is.
.DEFAULT_GOAL := help
SHELL := /bin/bash

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
export CGO_ENABLED := 0
# Compiled packages do not depend on where the checkout lies, so that all
# checkouts of a machine share the build cache.
export GOFLAGS := -trimpath
GO_TOOL := go tool -modfile=tools/tools.mod

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-12s %s\n", $$1, $$2}'

.PHONY: build
build: ## Build the binary bin/hearten
	go build -trimpath -ldflags "-s -w -X hearten/internal/app.version=$(VERSION)" -o bin/hearten ./cmd/hearten

.PHONY: run
run: build ## Serve in development mode on a bare machine: SQLite and files under data/
	@if [ ! -e data ] && [ -t 0 ]; then \
		read -r -p "data/ is empty. Fill it with a demo programme of 50 members first? [y/N] " answer; \
		if [ "$$answer" = y ]; then HEARTEN_DEV=1 bin/hearten demo; fi; \
	fi
	HEARTEN_DEV=1 exec bin/hearten serve

.PHONY: demo
demo: build ## Fill the empty data/ with a believable programme (USERS=50 SEED=1)
	HEARTEN_DEV=1 bin/hearten demo --users $(or $(USERS),50) --seed $(or $(SEED),1)

.PHONY: load
load: build ## Play a day of the programme on an installation of its own (FOR=1m AT_ONCE=16)
	test/load/here -for $(or $(FOR),1m) -at-once $(or $(AT_ONCE),16)

.PHONY: test
test: needs-postgres needs-node needs-s3 build ## Run every test on both engines
	go run -ldflags "-s -w" ./test/run -- go test -count=1 -timeout 30m -parallel 4 -vet=off -ldflags "-s -w" ./...
	test/openapi/check
	test/client/check

.PHONY: lint
lint: ## Check the code's form
	@unformatted=$$(gofmt -l cmd internal test); [ -z "$$unformatted" ] || { echo "not gofmt: $$unformatted"; exit 1; }
	go vet ./...
	$(GO_TOOL) staticcheck ./...
	go tool -modfile=tools/gosec.mod gosec -quiet ./cmd/... ./internal/...

.PHONY: race
race: needs-postgres needs-s3 ## Run the tests with the race detector (needs a C compiler)
	CGO_ENABLED=1 go run ./test/run -- go test -race -count=1 -timeout 60m ./...

.PHONY: bench
bench: needs-postgres build ## Measure, as ratios against committed baselines
	go test -run '^$$' -bench . -benchtime 3s ./test/perf

.PHONY: fuzz
fuzz: ## Fuzz the decoders for a minute each
	go test -run '^$$' -fuzz FuzzJSON -fuzztime 60s ./internal/platform/api
	go test -run '^$$' -fuzz FuzzDate -fuzztime 60s ./internal/platform/clock
	go test -run '^$$' -fuzz FuzzDay -fuzztime 60s ./internal/health
	go test -run '^$$' -fuzz FuzzKindsAreApart -fuzztime 60s ./internal/platform/identity
	go test -run '^$$' -fuzz FuzzValid -fuzztime 60s ./internal/media/filekey
	go test -run '^$$' -fuzz FuzzReadList -fuzztime 60s ./internal/membership
	go test -run '^$$' -fuzz FuzzClean -fuzztime 60s -fuzzminimizetime 1x ./internal/media/clean

# The long forms of what `make test` does briefly.
.PHONY: soak
soak: needs-postgres needs-s3 build ## Prove for a long time: faults under load, 120,000 requests of a stranger
	HEARTEN_SOAK=$(or $(FOR),5m) go test -count=1 -timeout 90m -v -run 'TestFaults|TestDemo|TestDiskFull' ./test/process
	HEARTEN_FUZZ_REQUESTS=60000 go test -count=1 -timeout 60m -v -run TestEveryOperation ./test/schemafuzz
	test/load/here -for $(or $(FOR),5m)

.PHONY: needs-postgres
needs-postgres:
	@tools/need-postgres

# A real S3 server for the media tests; building it takes minutes, once.
.PHONY: needs-s3
needs-s3: bin/versitygw
bin/versitygw: tools/tools.mod
	go build -modfile=tools/tools.mod -o bin/versitygw github.com/versity/versitygw/cmd/versitygw

.PHONY: needs-node
needs-node:
	@tools/need-node
