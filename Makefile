# Hearten. `make help` lists what there is.
.DEFAULT_GOAL := help
SHELL := /bin/bash

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
export CGO_ENABLED := 0
GO_TOOL := go tool -modfile=tools/go.mod

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-12s %s\n", $$1, $$2}'

.PHONY: build
build: ## Build the binary bin/hearten
	go build -trimpath -ldflags "-s -w -X hearten/internal/app.version=$(VERSION)" -o bin/hearten ./cmd/hearten

.PHONY: run
run: build ## Serve in development mode on a bare machine: SQLite and files under data/
	HEARTEN_DEV=1 exec bin/hearten serve

.PHONY: test
test: needs-postgres needs-node build ## Run every test on both engines
	go test -count=1 ./...
	test/openapi/check

.PHONY: lint
lint: ## Check the code's form
	@unformatted=$$(gofmt -l cmd internal test); [ -z "$$unformatted" ] || { echo "not gofmt: $$unformatted"; exit 1; }
	go vet ./...
	$(GO_TOOL) staticcheck ./...

.PHONY: race
race: needs-postgres ## Run the tests with the race detector (needs a C compiler)
	CGO_ENABLED=1 go test -race -count=1 ./...

.PHONY: bench
bench: needs-postgres build ## Measure, as ratios against committed baselines
	go test -run '^$$' -bench . -benchtime 3s ./test/perf

.PHONY: fuzz
fuzz: ## Fuzz the decoders for a minute each
	go test -run '^$$' -fuzz FuzzJSON -fuzztime 60s ./internal/api
	go test -run '^$$' -fuzz FuzzDate -fuzztime 60s ./internal/clock

.PHONY: needs-postgres
needs-postgres:
	@tools/need-postgres

.PHONY: needs-node
needs-node:
	@tools/need-node
