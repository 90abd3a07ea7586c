#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Checks the conformance suite itself: its files, that they are what their authors wrote, its tools, the reference
# and the examples. PYTHON names an interpreter that has the packages of Conformance/reference/python.
set -uo pipefail
cd "$(dirname "$0")/../Conformance"
python=${PYTHON:-python3}

failures=0
# check TITLE COMMAND...: all of them run, so that one run shows everything that is wrong.
check() {
    printf '\n== %s\n' "$1"
    shift
    "$@" || failures=$((failures + 1))
}

check 'the files of the suite' "$python" tools/lint.py
check 'the vectors are as authored' "$python" authoring/generate.py --check
check 'the worked examples are as authored' "$python" authoring/examples.py --check
check 'the tools find what they are there to find' "$python" -m unittest discover -s tools/tests
check 'the tests of the reference' env PYTHONPATH=reference/python "$python" -m unittest discover -s reference/python/tests
check 'the reference answers every vector' "$python" tools/check.py --no-skips -- "$python" reference/python/testee.py
check 'the examples' ../scripts/conformance-examples.sh
((failures == 0))
