#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs every implementation at hand over every area of the vectors, and writes one page and the README's table.
# MORE names a file that lists others.
set -euo pipefail
cd "$(dirname "$0")/.."

for product in capsule-merge CapsuleMergeC; do swift build -c release --product "$product"; done
scripts/conformance-venv.sh
mkdir -p .build/conformance
"${CC:-cc}" -std=c11 -O1 -o .build/conformance/testee-c Conformance/examples/testee.c
# The C interface: a testee in C over the header and the dynamic library.
"${CC:-cc}" -std=c99 -O1 -I Sources/CCapsuleMerge/include -o .build/conformance/testee-c-interface Examples/c/testee.c \
    -L .build/release -lCapsuleMergeC "-Wl,-rpath,$PWD/.build/release"
# The testee that is made from the proofs, where Coq is there; else it is shown as not there.
if command -v coqc >/dev/null 2>&1; then make -j2 --no-print-directory -C Conformance/proofs >/dev/null; fi
python3 Conformance/tools/matrix.py --html .build/conformance/matrix.html --write ${MORE:+--more "$MORE"}
printf 'matrix: the page is .build/conformance/matrix.html\n'
