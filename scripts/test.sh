#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the tests: scripts/test.sh [arguments of swift test, such as --filter NAME].
# Exists because `swift test` exits with 0 when a filter matches nothing: here no test is a failure.
# With CI set, shares the strict build (scripts/build-strict.sh) instead of building a second time.
set -euo pipefail
cd "$(dirname "$0")/.."

flags=(--disable-xctest)
if [[ -n ${CI:-} ]]; then
    flags+=(--scratch-path .build-strict -Xswiftc -warnings-as-errors)
fi

# Thousands of cases pass; what is worth reading is what failed, and the sums. VERBOSE=1 shows all.
without_passes() {
    if [[ -n ${VERBOSE:-} ]]; then
        cat
    else
        awk '/^[^A-Za-z]*(Test|Suite) .* started\.$/ && !/Test run started/ { next }
             /^[^A-Za-z]*Test .* passed after / && !/Test run with/ { next }
             { print; fflush() }'
    fi
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift test "${flags[@]}" "$@" 2>&1 | tee "$log" | without_passes

if ! grep -qE 'Test run with [1-9][0-9]* tests? ' "$log"; then
    printf 'test: no test ran (arguments: %s)\n' "${*:-none}" >&2
    exit 1
fi
