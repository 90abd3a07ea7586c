#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs every benchmark and prints its table: ours beside the same work in C, SQLite and bare libsodium, then
# beside the peers from their own packages, then bulk merging on one core and on all. bench-out/ has the tables as
# text, and the figures of the peers and of bulk merging as JSON.
# With "gate" as its argument, checks the counts that do not depend on the machine instead.
set -euo pipefail
cd "$(dirname "$0")/.."

program=.build/release/capsule-bench
swift build -c release --product capsule-bench

if [[ ${1:-} == gate ]]; then
    shift
    command -v valgrind >/dev/null 2>&1 || {
        printf 'bench: valgrind counts the instructions and is missing; on Debian: apt-get install valgrind\n' >&2
        exit 1
    }
    exec python3 Benchmarks/gate.py "$program" "$@"
fi

mkdir -p bench-out
venv=.build/bench-venv
requirements=Benchmarks/requirements.txt
if ! cmp -s "$requirements" "$venv/requirements.txt"; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$requirements"
    cp "$requirements" "$venv/requirements.txt"
fi
"$program" "$@" | tee bench-out/library.txt
"$venv/bin/python" Benchmarks/peers.py "$program" --json bench-out/peers.json | tee bench-out/peers.txt
swift build -c release --product capsule-merge
python3 Benchmarks/bulk.py "$program" .build/release/capsule-merge --json bench-out/bulk.json | tee bench-out/bulk.txt
