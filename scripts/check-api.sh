#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Compares the public API of the library products with that of the last release: scripts/check-api.sh [BASELINE],
# where BASELINE is a tag or a commit. Exits with 1 when a caller of it would no longer compile or run, and with 3
# when there is no release to compare with, which is not a pass.
#
# Works without a network: SwiftPM checks the baseline out of this repository and builds both.
set -euo pipefail
cd "$(dirname "$0")/.."

baseline=${1:-$(scripts/last-release.sh || true)}
if [[ -z $baseline ]]; then
    printf 'api: NOT CHECKED: there is no release yet to compare with\n' >&2
    exit 3
fi
git rev-parse --quiet --verify "$baseline^{commit}" >/dev/null || {
    printf 'api: there is no commit %s\n' "$baseline" >&2
    exit 2
}

# The targets behind the library products, named one by one: the comparison says for each that it was made.
targets=()
while IFS= read -r target; do targets+=("$target"); done < <(
    swift package describe --type json | python3 -c '
import json, sys
package = json.load(sys.stdin)
print(*sorted({target for product in package["products"] if "library" in product["type"] for target in product["targets"]}), sep="\n")')
((${#targets[@]})) || {
    printf 'api: the package has no library products\n' >&2
    exit 2
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
swift package --scratch-path .build-api diagnose-api-breaking-changes "$baseline" --targets "${targets[@]}" 2>&1 |
    tee "$log" | grep -vE '^(\[|Building|Build|Compiling|Planning|Write)' || status=${PIPESTATUS[0]}
for target in "${targets[@]}"; do
    # A target that is new since then has nothing to be compared with.
    git ls-tree -d --name-only "$baseline" "Sources/$target" | grep -q . || continue
    grep -q "in $target\$" "$log" || {
        printf 'api: %s was not compared\n' "$target" >&2
        exit 2
    }
done
if ((status != 0)); then
    printf 'api: not compatible with %s\n' "$baseline" >&2
    exit 1
fi
printf 'api: compatible with %s: %s\n' "$baseline" "${targets[*]}"
