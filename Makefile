# SPDX-License-Identifier: Apache-2.0
#
# Each target installs what it needs first, so that one command is enough on a fresh clone.

.DEFAULT_GOAL := help
.PHONY: help deps build demo test vectors conformance conformance-selftest conformance-dist lint format bench \
	clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-21s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## install libcbor and libsodium where they are missing, check the Swift version
	@scripts/install-dependencies.sh

build: deps ## build the command-line tool, optimised
	swift build -c release --product capsule-merge

demo: deps ## merge three devices' edits of one album, in every order
	@scripts/demo.sh

test: deps ## run all tests; make test FILTER=Name runs those whose name matches
	@scripts/test.sh $(if $(FILTER),--filter "$(FILTER)")

conformance: deps ## run the conformance vectors against our testee, the reference and the examples
	@scripts/conformance.sh

conformance-selftest: deps ## prove that the vectors catch faults; TABLE=FILE writes the table
	@scripts/conformance.sh selftest $(if $(TABLE),--full --table "$(TABLE)")

vectors: ## compare the known answers of sealing with independent implementations (Python)
	@scripts/check-vectors.sh

lint: deps ## check formatting, imports, headers and warnings
	@scripts/lint.sh

format: deps ## format every Swift file in place
	@scripts/format.sh

bench: deps ## measure the speed of the library
	swift run -c release capsule-bench

conformance-dist: ## pack the conformance suite into dist/, reproducibly
	@scripts/conformance-dist.sh

clean: ## remove what was built
	rm -rf .build .build-*
