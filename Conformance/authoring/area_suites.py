# SPDX-License-Identifier: Apache-2.0
"""Areas seal and sign, topics suites: suites and versions of which a careless reader sees one byte (section 11)."""

from area_seal import INFOS, open_record, sealed
from area_sign import DOCS, envelope, halves, message, signed, verify
from build import ID_KEYS, cbor, document
from suite import Topic

records, envelopes = Topic("seal", "suites"), Topic("sign", "suites")

for kind in INFOS:
    plaintext = cbor(document(kind))
    version = {} if kind == "asset" else {"key_version": 1}
    near = records.accepts(
        kind, "open-suite", "the suite implemented", open_record(kind, sealed(kind, plaintext)),
        {"plaintext": plaintext.hex(), **version})
    for suite in (0x0101, 0x0201, 0xFF01, 0x0100, 0x8001, 0x0000, 0xFFFF):
        record = sealed(kind, plaintext, suite=suite)
        records.rejects(
            "%s-%04x" % (kind, suite), "open-suite",
            "the suite %04x, and the tag verifies all the same" % suite, open_record(kind, record), "unknown-suite",
            near)
for kind in ID_KEYS:
    near = envelopes.accepts(
        kind, "signed-suite", "the suite implemented", verify(kind, signed(kind, cbor(document(kind)))),
        {"document": cbor(document(kind)).hex(), "prior": None})
    data = DOCS[kind]
    good = halves(message(kind, data))
    for suite in (0x0101, 0xFF01, 0x8001):
        envelopes.rejects(
            "%s-suite-%04x" % (kind, suite), "signed-suite",
            "the suite %04x over signed bytes of suite 1" % suite,
            verify(kind, envelope(data, good, suite=suite)), "unknown-suite", near)
    for version in (257, 65537, 2**32 + 1):
        envelopes.rejects(
            "%s-version-%d" % (kind, version), "envelope-newer", "the envelope version %d" % version,
            verify(kind, envelope(data, good, version=version)), "newer-schema", near)
    for suite in (65537, 2**32 + 1):
        envelopes.rejects(
            "%s-suite-%d" % (kind, suite), "signed-suite", "the number %d, which is no suite" % suite,
            verify(kind, envelope(data, good, suite=suite)), ["invalid", "unknown-suite"], near)
