# SPDX-License-Identifier: Apache-2.0
#
# Each target installs what it needs first, so that one command is enough on a fresh clone.

.DEFAULT_GOAL := help
.PHONY: help deps build demo test exhaustive sanitize coverage faults faults-quick growth fuzz vectors conformance conformance-selftest conformance-mutate conformance-matrix conformance-dist proofs lint format bench bench-gate docs check-api check-wire check-traces release release-archives clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-21s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## install libcbor and libsodium where they are missing, check the Swift version
	@scripts/install-dependencies.sh

build: deps ## build the command-line tool, optimised
	swift build -c release --product capsule-merge

demo: deps ## merge three devices' edits of one album, in every order
	@scripts/demo.sh

test: deps ## run all tests, and the C interface from C; make test FILTER=Name runs those whose name matches
	@$(if $(FILTER),scripts/test.sh --filter "$(FILTER)",scripts/check-c-interface.sh && scripts/test.sh)

exhaustive: deps ## look at every history of five edits on three replicas; minutes
	CAPSULE_EXHAUSTIVE=5 scripts/test.sh -c release -Xswiftc -enable-testing --scratch-path .build-exhaustive \
	    --filter CapsuleConvergenceTests.ExhaustiveTests

sanitize: deps ## run all tests under Address Sanitizer and Thread Sanitizer
	@scripts/sanitize.sh

coverage: deps ## run all tests and say which lines of the pure modules they do not reach
	@scripts/coverage.sh

faults: build ## run the tool killed, on a full disk, 1 000 at once, with 10 000 files and more
	@scripts/tool-faults.py
	@scripts/check-constant-randomness.sh
	@scripts/faults/bulk.py

faults-quick: build ## run the part of make faults that takes a minute
	@scripts/tool-faults.py --quick
	@scripts/faults/bulk.py --quick

growth: build ## count instructions at n and 4n: what a hostile member sends costs n log n at most
	swift build -c release --product capsule-bench
	@scripts/check-growth.py $(if $(QUICK),--quick)

fuzz: deps ## fuzz each target for a minute; make fuzz TIME=3600 for longer
	@Fuzz/run all --time $(or $(TIME),60)

vectors: ## compare the known answers of sealing with independent implementations (Python)
	@scripts/check-vectors.sh

conformance: deps ## run the conformance vectors against our testee, the reference and the examples
	@scripts/conformance.sh

conformance-selftest: deps ## prove that the vectors catch faults; TABLE=FILE writes the table
	@scripts/conformance.sh selftest $(if $(TABLE),--full --table "$(TABLE)")

conformance-mutate: ## mutate the reference mechanically, hours at first; make conformance-mutate CHANGED=1 for what changed
	@scripts/conformance-mutate.sh $(if $(CHANGED),changed)

conformance-matrix: deps ## run all implementations over all areas: a page and a table; MORE=FILE lists others
	@MORE="$(MORE)" scripts/conformance-matrix.sh

proofs: ## check the Coq proofs, what they assume, and the testee that is made from them
	@scripts/proofs.sh

lint: deps ## check formatting, imports, headers and warnings
	@scripts/lint.sh

format: deps ## format every Swift file in place
	@scripts/format.sh

bench: deps ## measure the library beside its peers and the same work in C
	@scripts/bench.sh

bench-gate: deps ## check allocations, instructions and sizes against their thresholds
	@scripts/bench.sh gate

docs: deps ## build the reference of the library products as web pages in docs-out/
	@scripts/docs.sh

conformance-dist: ## pack the conformance suite into dist/, reproducibly
	@scripts/conformance-dist.sh

check-api: deps ## compare the public API with that of the last release; BASELINE=COMMIT names another
	@scripts/check-api.sh $(BASELINE)

check-wire: deps ## run the vectors of the last release against today's tool; BASELINE=COMMIT names another
	@scripts/check-wire.sh $(BASELINE)

check-traces: deps ## add one of each sort in a copy, in the files that ARCHITECTURE.md lists, and test it; minutes
	@scripts/check-traces.py --build $(if $(SORT),--sort "$(SORT)")

release: deps ## check all that a release needs and make its archives: make release VERSION=1.0.0; TAG=1 tags, here
	@scripts/release.sh "$(VERSION)"

release-archives: deps ## make the archives of a version alone: make release-archives VERSION=1.0.0 OUT=FOLDER
	@scripts/release-archives.sh "$(VERSION)" "$(OUT)"

clean: ## remove what was built
	rm -rf .build .build-* docs-out dist bench-out Fuzz/.build-* Fuzz/work
