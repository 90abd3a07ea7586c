#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Three devices edited one album apart (Examples/demo). Merges what they left in all six orders, shows
# what came of it, and fails unless all six results are the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

printf 'Building the tool ...\n'
if ! swift build --product capsule-merge >"$work/build.log" 2>&1; then
    cat "$work/build.log" >&2
    exit 1
fi
tool=$(swift build --show-bin-path)/capsule-merge

sha256() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1; }

# The committed files are what the script makes, or the demo would show something else than it says.
mkdir "$work/made"
Examples/demo/make.sh "$tool" "$work/made"
for device in phone laptop tablet; do
    cmp "$work/made/$device.cbor" "Examples/demo/$device.cbor" || {
        printf 'demo: Examples/demo/%s.cbor is not what Examples/demo/make.sh makes\n' $device >&2
        exit 1
    }
done

cd Examples/demo
# When they met; else a clock that is slow would have the stamps lie in the future.
met=(--accepted-at 2026-07-07T00:00:00Z)
printf '\nThree devices edited one album without a network, and meet again:\n\n'
"$tool" merge "${met[@]}" phone.cbor laptop.cbor tablet.cbor -o "$work/first.cbor" | sed "1d; s/^/  /"
printf '\nThe album that each of them has now:\n\n'
"$tool" inspect "$work/first.cbor" | sed "s/^/  /"

printf '\nThe same in every order, by SHA-256:\n\n'
while read -r a b c; do
    "$tool" merge "${met[@]}" "$a.cbor" "$b.cbor" "$c.cbor" -o "$work/$a-$b-$c.cbor" --quiet
    printf '  %-6s %-6s %-6s  %s\n' "$a" "$b" "$c" "$(sha256 <"$work/$a-$b-$c.cbor")" | tee -a "$work/sums"
done <<END
phone laptop tablet
phone tablet laptop
laptop phone tablet
laptop tablet phone
tablet phone laptop
tablet laptop phone
END

distinct=$(awk '{ print $4 }' "$work/sums" | sort -u | wc -l)
if [[ $(wc -l <"$work/sums") -ne 6 || $distinct -ne 1 ]]; then
    printf '\ndemo: FAILED, the results differ\n' >&2
    exit 1
fi
printf '\nSix orders, one result: the same bytes.\n'
