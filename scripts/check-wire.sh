#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the vectors of the last release against today's tool: scripts/check-wire.sh [BASELINE], where BASELINE is a tag
# or a commit. Whatever bytes that release read or wrote must still be read and written alike. A vector that was
# retired since then, with its reason in vectors/retired.json, is left out, and is counted.
#
# Exits with 1 when a vector fails, and with 3 when there is no release to compare with, which is not a pass.
set -euo pipefail
cd "$(dirname "$0")/.."

baseline=${1:-$(scripts/last-release.sh || true)}
if [[ -z $baseline ]]; then
    printf 'wire: NOT CHECKED: there is no release yet whose vectors could be run\n' >&2
    exit 3
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git archive --format=tar "$baseline" Conformance/VERSION Conformance/rules.json Conformance/vectors >"$work/suite.tar" || {
    printf 'wire: %s has no conformance suite\n' "$baseline" >&2
    exit 2
}
tar -x -C "$work" -f "$work/suite.tar"
swift build -c release --product capsule-merge
tool=$PWD/.build/release/capsule-merge
vectors=$work/Conformance/vectors

"$tool" conformance list --vectors "$vectors" | cut -f 1 >"$work/all"
python3 -c '
import json, sys
print(*json.load(open(sys.argv[1])), sep="\n")' Conformance/vectors/retired.json >"$work/retired"
grep -vxFf "$work/retired" "$work/all" >"$work/kept" || true
[[ -s $work/kept ]] || {
    printf 'wire: no vector of %s is left to run\n' "$baseline" >&2
    exit 2
}
retired=$(($(wc -l <"$work/all") - $(wc -l <"$work/kept")))

if ! "$tool" conformance run --no-skips --vectors "$vectors" --ids "$work/kept"; then
    printf 'wire: not compatible with %s, of whose vectors %d are retired\n' "$baseline" "$retired" >&2
    exit 1
fi
printf 'wire: compatible with %s: %d of its vectors hold, %d are retired\n' \
    "$baseline" "$(wc -l <"$work/kept")" "$retired"
