#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Mutates the reference and asks the vectors: all of it and notes the counts, or with "changed" only the modules that
# are not as noted. What killed each mutant is kept below .build, so that the next run takes minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/conformance-venv.sh
mkdir -p .build/conformance
mode=--write
if [[ ${1:-} == changed ]]; then mode=--changed; fi
exec .build/conformance-venv/bin/python Conformance/tools/mutate.py --killers .build/conformance/killers.jsonl "$mode"
