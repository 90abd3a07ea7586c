#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Holds the C interface to what a caller in C sees: builds the dynamic library, compiles the header and Examples/c
# without warnings as C99 and as C++17, and runs the examples: one on the documents of the demo, and the testee on
# vectors of the conformance suite.
#
#   scripts/check-c-interface.sh [-c release]   arguments go to swift build
#
# CC and CXX name other compilers. With CI set, shares the strict build, as scripts/test.sh does.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    printf 'c interface: %s\n' "$*" >&2
    exit 1
}

# first_of COMMAND...: the first that is installed.
first_of() {
    local command
    for command in "$@"; do
        if command -v "$command" >/dev/null 2>&1; then
            printf '%s\n' "$command"
            return
        fi
    done
    fail "none of these is installed: $*"
}
cc=${CC:-$(first_of cc gcc clang)}
cxx=${CXX:-$(first_of c++ g++ clang++)}

flags=("$@")
if [[ -n ${CI:-} ]]; then flags+=(--scratch-path .build-strict -Xswiftc -warnings-as-errors); fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for product in CapsuleMergeC capsule-merge; do
    if ! swift build "${flags[@]}" --product "$product" >"$work/log" 2>&1; then
        cat "$work/log" >&2
        fail "$product does not build"
    fi
done
built=$(swift build "${flags[@]}" --show-bin-path)

include=Sources/CCapsuleMerge/include
strict=(-Wall -Wextra -Werror -pedantic -I "$include")
link=(-L "$built" -lCapsuleMergeC "-Wl,-rpath,$built")
# The header first and alone, so that it needs nothing that stands before it.
printf '#include "capsule_merge.h"\n' >"$work/alone.c"
"$cc" -std=c99 "${strict[@]}" -fsyntax-only "$work/alone.c"
for standard in c++11 c++17; do "$cxx" -x c++ "-std=$standard" "${strict[@]}" -fsyntax-only "$work/alone.c"; done
"$cc" -std=c99 "${strict[@]}" Examples/c/merge.c -o "$work/merge-c" "${link[@]}"
"$cxx" -x c++ -std=c++17 "${strict[@]}" Examples/c/merge.c -o "$work/merge-c++" "${link[@]}"
"$cc" -std=c99 "${strict[@]}" Examples/c/testee.c -o "$work/testee-c" "${link[@]}"
"$cxx" -x c++ -std=c++17 "${strict[@]}" Examples/c/testee.c -o "$work/testee-c++" "${link[@]}"

# A function that is declared is there, and is tested and fuzzed: the compiler holds signatures only.
for function in $(grep -oE '\bcapsule_merge_[a-z_]+\(' "$include/capsule_merge.h" | tr -d '(' | sort -u); do
    nm -D --defined-only "$built/libCapsuleMergeC.so" | grep -q " $function\$" || fail "the library has no $function"
    for folder in Tests/CapsuleMergeCTests Fuzz/Sources/fuzz-cinterface; do
        grep -rqE "\b$function\b" "$folder" || fail "$folder never calls $function"
    done
done

demo=Examples/demo
"$built/capsule-merge" merge --no-horizon $demo/{phone,laptop,tablet}.cbor -o "$work/expected" --quiet
"$built/capsule-merge" before $demo/phone.cbor --horizon 2026-07-02T00:00:00.000Z -o "$work/expected-before" >/dev/null
head -c 60 $demo/phone.cbor >"$work/cut.cbor"
printf '\xbf\xff' >"$work/loose.cbor"
head -c 16777217 /dev/zero >"$work/large.cbor"
"$built/capsule-merge" new album --id 0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a -o "$work/other.cbor" >/dev/null
printf '%b' '\xa2\x00\x02\x68album_id\x50\xa1\xb0\xa1\xb0\xa1\xb0\xa1\xb0\xa1\xb0\xa1\xb0\xa1\xb0\xa1\xb0' >"$work/newer.cbor"

# expect STATUS TEXT ARGUMENT...: the example ends so, says that, and writes nothing unless the status is 0.
expect() {
    local expected=$1 text=$2 status=0
    shift 2
    "$program" "$@" >"$work/out" 2>"$work/err" || status=$?
    ((status == expected)) || fail "merge $*: status $status instead of $expected: $(cat "$work/err")"
    grep -qF -- "$text" "$work/err" || fail "merge $*: does not say '$text': $(cat "$work/err")"
    ((status == 0)) || [[ ! -s $work/out ]] || fail "merge $*: wrote a result beside an error"
}

for program in "$work/merge-c" "$work/merge-c++"; do
    for order in 'phone laptop tablet' 'tablet phone laptop' 'laptop tablet phone phone'; do
        files=()
        for device in $order; do files+=("$demo/$device.cbor"); done
        expect 0 'album a1b0a1b0a1b0a1b0a1b0a1b0a1b0a1b0' "${files[@]}"
        cmp "$work/out" "$work/expected" || fail "$order: not the bytes that the tool merges"
    done
    expect 0 album --before 2026-07-02T00:00:00.000Z $demo/phone.cbor
    cmp "$work/out" "$work/expected-before" || fail 'before: not the bytes that the tool leaves'
    expect 1 'cut.cbor: malformed at byte' $demo/phone.cbor "$work/cut.cbor"
    expect 1 'loose.cbor: non-canonical at byte 0:' "$work/loose.cbor"
    expect 1 'large.cbor: limit: the input has 16777217 bytes' "$work/large.cbor"
    expect 1 'other.cbor: mismatch in album_id:' $demo/phone.cbor "$work/other.cbor"
    expect 1 'newer.cbor: newer-schema at byte 2' "$work/newer.cbor"
    expect 1 '--before: invalid:' --before yesterday $demo/phone.cbor
    expect 2 'usage:' --before
done
# By the checker in Python, since a debug build of the runner takes long to read all vectors.
for testee in "$work/testee-c" "$work/testee-c++"; do
    for area in delta before carried; do
        python3 Conformance/tools/check.py --filter "$area/" -- "$testee" >"$work/log" 2>&1 ||
            fail "vectors of $area: $(cat "$work/log")"
        grep -qE ' [1-9][0-9]* passed' "$work/log" || fail "no vector of $area passed"
    done
done
printf 'c interface: compiled as C99 and C++17, and merges as the tool does\n'
