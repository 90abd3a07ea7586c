#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the conformance suite: checks the vectors themselves, then runs them against our testee, the
# reference in Python and the example testees. All of it, before it fails, so that one run shows everything.
# With "selftest" as its argument, proves instead that the vectors catch faults.
set -uo pipefail
cd "$(dirname "$0")/.."

tool=.build/release/capsule-merge
venv=.build/conformance-venv
reports=.build/conformance

swift build -c release --product capsule-merge || exit 1
mkdir -p "$reports"

# The reference needs packages, which do not belong into anybody's system.
requirements=Conformance/reference/python/requirements.txt
if ! cmp -s "$requirements" "$venv/requirements.txt"; then
    python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$requirements" &&
        cp "$requirements" "$venv/requirements.txt" || exit 1
fi
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

if [[ -e Conformance/tools/lint.py ]]; then
    check 'the vectors' "$python" Conformance/tools/lint.py
fi
check 'our testee' "$tool" conformance run \
    --html "$reports/ours.html" --json "$reports/ours.json" --junit "$reports/ours.xml"
check 'the reference in Python' "$tool" conformance run --html "$reports/reference.html" -- "${reference[@]}"

# Examples answer the operations that info names; the rest is skipped.
example() {
    check "the example in $1" "$tool" conformance run -- "${@:2}"
}
examples=Conformance/examples
if [[ -e $examples/testee.py ]]; then example Python "$python" $examples/testee.py; fi
if [[ -e $examples/testee.js ]]; then
    if command -v node >/dev/null 2>&1; then
        example JavaScript node $examples/testee.js
    else
        printf '\n== the example in JavaScript: left out, node was not found\n'
    fi
fi
if [[ -e $examples/testee.c ]]; then
    check 'compile the example in C' "${CC:-cc}" -std=c11 -Wall -Wextra -o "$reports/testee" $examples/testee.c
    example C "$reports/testee"
fi

printf '\n'
if ((failures > 0)); then
    printf 'conformance: %d of these failed\n' "$failures" >&2
    exit 1
fi
printf 'conformance: all of these passed; reports are in %s\n' "$reports"
