#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the tool with a random generator that always draws the same, as two machines resumed from one snapshot do,
# and checks that no nonce comes twice for two contents: scripts/check-constant-randomness.sh [TOOL].
set -euo pipefail
cd "$(dirname "$0")/.."

tool=$(realpath "${1:-.build/release/capsule-merge}")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
# Where edits keep their writers.
export XDG_STATE_HOME=$place/state

fail() {
    printf 'check-constant-randomness: %s\n' "$*" >&2
    exit 1
}

cat >constant.c <<'END'
#include <stddef.h>
#include <string.h>
void randombytes_buf(void *const bytes, const size_t count) { memset(bytes, 0x5a, count); }
END
cc -shared -fPIC -o constant.so constant.c
constant() { LD_PRELOAD=$place/constant.so "$tool" "$@"; }

id=000102030405060708090a0b0c0d0e0f
device=101112131415161718191a1b1c1d1e1f
"$tool" keygen signing -o seed --public-key public
"$tool" keygen sealing -o key
"$tool" keygen sealing -o next

# Where libsodium is linked in, or is called another way, this would show nothing.
constant keygen sealing -o drawn
[[ $(od -An -v -tx1 drawn | tr -d ' \n' | sed 's/5a//g') == '' ]] ||
    fail 'the tool does not draw from the library that was put before it'

for name in one other; do
    "$tool" new stack --id "$id" -o "$name" >/dev/null
    "$tool" edit --device "$device" -o "$name" "$name" add-label "$name" >/dev/null 2>&1
    "$tool" sign --kind stack --seed seed -o "$name.signed" "$name"
    constant seal --kind stack --public-key public --key key --key-version 1 -o "$name.sealed" "$name.signed" >/dev/null
done
constant seal --kind stack --public-key public --key key --key-version 1 -o again.sealed one.signed >/dev/null
constant seal --kind stack --public-key public --key key --key-version 2 -o version.sealed one.signed >/dev/null
constant rekey --kind stack --id "$id" --public-key public --key key --new-key next --new-key-version 2 \
    -o next.sealed one.sealed >/dev/null
"$tool" seal --kind stack --public-key public --key key --key-version 1 -o fresh.sealed one.signed >/dev/null

nonce() { od -An -v -tx1 -j6 -N12 "$1" | tr -d ' \n'; }

cmp -s one.sealed again.sealed || fail 'the same content and randomness gave another record'
records=(one.sealed other.sealed version.sealed next.sealed fresh.sealed)
distinct=$(for record in "${records[@]}"; do nonce "$record"; printf '\n'; done | sort -u | wc -l)
((distinct == ${#records[@]})) || fail "${#records[@]} records that differ have $distinct nonces"
for record in one other again fresh; do
    "$tool" open --kind stack --id "$id" --public-key public --key key -o "opened.$record" "$record.sealed" >/dev/null
    cmp -s "opened.$record" "$([[ $record == other ]] && printf other || printf one)" || fail "$record.sealed opens to other bytes"
done
printf 'constant randomness: %d records that differ, %d nonces\n' "${#records[@]}" "$distinct"
