#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds the reference as web pages, docs-out/MODULE/, with the toolchain's DocC: of the library products, and the page
# of each other module that says what is inside. A page is looked at through a server, such as
# python3 -m http.server -d docs-out/CapsuleDocuments
set -euo pipefail
cd "$(dirname "$0")/.."

modules=()
for catalogue in Sources/*/*.docc; do modules+=("$(basename "$catalogue" .docc)"); done
scratch=.build-docs
symbols=$PWD/$scratch/symbols

# A module that is not compiled again writes no symbols, so all are.
rm -rf "$scratch" docs-out
mkdir -p "$symbols" docs-out
# These need all the others.
for target in CapsuleConvergence CapsuleMergeC CapsuleConformance; do
    swift build --scratch-path "$scratch" --target "$target" \
        -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$symbols"
done
for module in "${modules[@]}"; do
    mkdir -p "$scratch/of/$module"
    cp "$symbols/$module.symbols.json" "$symbols/$module@"*.symbols.json "$scratch/of/$module" 2>/dev/null || true
    # A parameter whose name says all is not documented, and that is no fault.
    docc convert "Sources/$module/$module.docc" --warnings-as-errors --disable-parameters-and-returns-validation --transform-for-static-hosting \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --additional-symbol-graph-dir "$scratch/of/$module" --output-path "docs-out/$module"
    printf 'docs: docs-out/%s/documentation/%s\n' "$module" "$(tr '[:upper:]' '[:lower:]' <<<"$module")"
done
