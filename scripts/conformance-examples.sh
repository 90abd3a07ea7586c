#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the example testees in Python, JavaScript and C against the first vectors, all of which they must pass, and
# against all vectors of the operations that they offer.
set -euo pipefail
cd "$(dirname "$0")/../Conformance"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${CC:-cc}" -std=c11 -Wall -Wextra -Werror -O1 -fsanitize=address,undefined -o "$work/testee" examples/testee.c

failed=0
# example LANGUAGE COMMAND...
example() {
    local language=$1
    shift
    if [[ $(wc -l <"examples/testee.$language") -gt 60 ]]; then
        printf 'examples: testee.%s has more than 60 lines\n' "$language" >&2
        failed=1
    fi
    printf '%s, the first vectors: ' "$language"
    python3 tools/check.py --ids smoke.json --no-skips -- "$@" || failed=1
    printf '%s, all that it offers: ' "$language"
    python3 tools/check.py -- "$@" || failed=1
}

example py python3 examples/testee.py
example js node examples/testee.js
example c "$work/testee"
exit "$failed"
