#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Packs the conformance suite into dist/, or the folder that DIST names: vectors, schemas, specification, reference,
# tools and examples, named by the suite's version, and in bin/ the runner as a static program for this machine;
# RUNNER=no leaves it out. The same sources give the same bytes, whoever packs them and when. Prints the archive's hash.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C

version=$(tr -d '[:space:]' <Conformance/VERSION)
name=capsule-conformance-$version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 Conformance/tools/lint.py --without-reference >/dev/null
dist=$(mkdir -p "${DIST:-dist}" && cd "${DIST:-dist}" && pwd)
mkdir -p "$work/$name"
# Only what is tracked: no caches, no leftovers of a run.
git ls-files -z -- Conformance | while IFS= read -r -d '' file; do
    install -D -m 0644 "$file" "$work/$name/${file#Conformance/}"
done
install -m 0644 LICENSE "$work/$name/LICENSE"

# Static, so that it runs without Swift and without the libraries of this machine.
if [[ ${RUNNER:-yes} != no ]]; then
    swift build -c release --product capsule-merge --scratch-path .build-static -Xswiftc -static-executable
    install -D -m 0755 .build-static/release/capsule-merge "$work/$name/bin/capsule-merge"
    strip "$work/$name/bin/capsule-merge"
fi

archive=$dist/$name.tar.gz
tar --create --directory="$work" --format=ustar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner \
    --mode='u=rwX,go=rX' "$name" | gzip -n -9 >"$archive"
(cd "$dist" && sha256sum "$name.tar.gz")
