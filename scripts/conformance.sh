#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the conformance suite: checks the suite itself with the example testees, then runs the vectors against
# our testee and the reference in Python. All of it, before it fails, so that one run shows everything.
# With "selftest" as its argument, proves instead that the vectors catch faults.
set -uo pipefail
cd "$(dirname "$0")/.."

tool=.build/release/capsule-merge
venv=.build/conformance-venv
reports=.build/conformance

swift build -c release --product capsule-merge || exit 1
mkdir -p "$reports"

scripts/conformance-venv.sh || exit 1
python=$venv/bin/python
reference=("$python" Conformance/reference/python/testee.py)

if [[ ${1:-} == selftest ]]; then
    shift
    exec "$tool" conformance selftest "$@" -- "${reference[@]}"
fi

failures=0
# check TITLE COMMAND...: what it prints is worth reading also when it succeeds.
check() {
    printf '\n== %s\n' "$1"
    shift
    "$@" || failures=$((failures + 1))
}

check 'the suite itself, and the examples' env PYTHON="$PWD/$python" scripts/check-suite.sh
check 'our testee' "$tool" conformance run \
    --html "$reports/ours.html" --json "$reports/ours.json" --junit "$reports/ours.xml"
check 'the reference in Python' "$tool" conformance run --html "$reports/reference.html" -- "${reference[@]}"

printf '\n'
if ((failures > 0)); then
    printf 'conformance: %d of these failed\n' "$failures" >&2
    exit 1
fi
printf 'conformance: all of these passed; reports are in %s\n' "$reports"
