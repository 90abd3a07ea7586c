#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Makes the three documents of the demo: Examples/demo/make.sh TOOL DIRECTORY
# One album, as three devices left it after a week without a network. Every id and time is given, so the
# bytes are the same each time; scripts/demo.sh checks that the committed files are these.
set -euo pipefail
tool=$1
out=$2

album=a1b0a1b0a1b0a1b0a1b0a1b0a1b0a1b0
phone=10000000000000000000000000000001
laptop=20000000000000000000000000000002
tablet=30000000000000000000000000000003

# as DEVICE TIME EDIT...: each device edits its own file and is its own writer.
as() {
    local device=$1 time=$2
    shift 2
    "$tool" edit "$out/$device.cbor" --device "${!device}" --writer "${!device}" --now "$time" --quiet "$@"
}

# What all three have.
rm -f "$out/phone.cbor"
"$tool" new album --id $album -o "$out/phone.cbor" >/dev/null
as phone 2026-07-01T09:00:00Z set-name "New album"
as phone 2026-07-01T09:00:01Z add-label "Portugal"
as phone 2026-07-01T09:00:02Z add-label "Beach"
cp "$out/phone.cbor" "$out/laptop.cbor"
cp "$out/phone.cbor" "$out/tablet.cbor"

# Apart: two rename at the same instant, two add the same label, one removes what another adds again.
as phone 2026-07-04T18:30:00Z set-name "Lisbon"
as phone 2026-07-04T18:31:00Z add-label "Sunset"
as phone 2026-07-04T18:32:00Z remove-label "Beach"

as laptop 2026-07-04T18:30:00Z set-name "Summer in Lisbon"
as laptop 2026-07-05T08:00:00Z add-label "Sunset"

as tablet 2026-07-06T20:15:00Z add-label "Beach"
as tablet 2026-07-06T20:16:00Z add-label "Tram 28"

# The tablet runs a later version, which keeps one register more in an album, "theme". This version has no
# edit for it, so the bytes are written out:
# {0: 1, "theme": {"by": tablet, "ts": "2026-07-06T20:17:00.000Z", "value": "night"}, "album_id": album}
bytes() { sed 's/../\\x&/g' <<<"$1"; }
printf '%b' "\xa3\x00\x01\x65theme\xa3\x62by\x50$(bytes $tablet)\x62ts\x78\x182026-07-06T20:17:00.000Z\x65value\x65night\x68album_id\x50$(bytes $album)" |
    "$tool" merge "$out/tablet.cbor" - -o "$out/tablet.cbor" --quiet
