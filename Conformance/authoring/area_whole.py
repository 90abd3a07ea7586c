# SPDX-License-Identifier: Apache-2.0
"""Area seal, topic whole: the whole way of a record, a signed document in a sealed one."""

from build import ID_KEYS, cbor, document
from area_seal import intermediates, open_record, seal, sealed
from area_sign import PRIOR, message, signed
from suite import Topic

whole = Topic("seal", "whole")
for kind in ID_KEYS:
    data, prior = cbor(document(kind, zz="whole")), PRIOR if kind == "asset" else None
    plaintext = signed(kind, data, prior)
    layout = "blob-layout" if kind == "asset" else "record-layout"
    between = {**intermediates(kind), "signed_bytes": message(kind, data, prior).hex()}
    whole.accepts(
        kind + "-sealed",
        layout,
        "a signed %s, sealed" % kind,
        seal(kind, plaintext),
        {"bytes": sealed(kind, plaintext).hex()},
        intermediates=between,
    )
    answer = {"plaintext": plaintext.hex(), **({} if kind == "asset" else {"key_version": 1})}
    whole.accepts(
        kind + "-opened",
        layout,
        "and opened",
        open_record(kind, sealed(kind, plaintext)),
        answer,
        intermediates=between,
    )
