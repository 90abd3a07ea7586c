#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Shows that the optimised ML-DSA-65 code lets no secret decide a branch or an index, but where FIPS 204 does.
#
#     apt-get install valgrind && scripts/check-mldsa-secrets.sh
#
# The seed is declared undefined to valgrind's memcheck, which follows it through key generation and signing, and
# reports each branch and each address that hangs on it. The source lines that it names must be these:
#
#   ExpandA and the seed rho, which is a part of the public key;
#   ExpandS: which half bytes are refused, not what those are that are kept;
#   signing's four reasons to begin anew;
#   SampleInBall over the challenge's hash, and the hint's places: parts of the signature.
#
# Prints each line with its function; exits 1 if one is of another function, or if nothing was reported.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat > "$work/requests.h" <<'C'
#include <valgrind/memcheck.h>
static inline void declareSecret(const void *bytes, unsigned long count) {
    VALGRIND_MAKE_MEM_UNDEFINED(bytes, count);
}
static inline void declarePublic(const void *bytes, unsigned long count) {
    VALGRIND_MAKE_MEM_DEFINED(bytes, count);
}
C
echo 'module Requests { header "requests.h" export * }' > "$work/module.modulemap"
cat > "$work/main.swift" <<'SWIFT'
internal import Requests
let seed = (0..<32).map { UInt8($0 * 3 + 1) }
seed.withUnsafeBytes { declareSecret($0.baseAddress, 32) }
let key = try MLDSA65.SigningKey(seed: seed)
for message in 0..<6 {
    let signature = key.sign([UInt8(message)])
    signature.withUnsafeBytes { declarePublic($0.baseAddress, UInt($0.count)) }
}
SWIFT
swiftc -O -wmo -g -swift-version 6 -package-name capsule -module-name Check \
    -enable-experimental-feature Lifetimes -enable-upcoming-feature InternalImportsByDefault \
    -I "$work" Sources/CapsuleMLDSA/*.swift "$work/main.swift" -o "$work/check"
valgrind --error-limit=no --num-callers=2 "$work/check" 2> "$work/log"

grep -A1 -E 'depends on uninitialised|Use of uninitialised' "$work/log" | grep -E ' at 0x' \
    | sed -E 's/.* at 0x[0-9A-F]+: //' | swift demangle -simplified | sort -u > "$work/found"
cat "$work/found"
test -s "$work/found"
allowed='expandMatrix|sampleUniform|accept|expandSecret|sampleBounded|succeeds|MLDSA65.SigningKey.sign|sampleInBall|packHint'
if grep -vE "^($allowed)\b" "$work/found" >&2; then
    echo "these follow a secret" >&2
    exit 1
fi
# The loop of signing and its three norms are four lines; a fifth would be something new.
test "$(grep -cE '^(succeeds|MLDSA65.SigningKey.sign)\b' "$work/found")" -le 4
