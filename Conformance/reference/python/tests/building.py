# SPDX-License-Identifier: Apache-2.0
"""What the tests build requests from: plain values as canonical CBOR, and questions to the testee."""

import json

import cbor
import testee

ID, DEVICE, WRITER, OTHER = "11" * 16, "22" * 16, "33" * 16, "44" * 16
NOW, LAST = "2026-05-31T10:00:00.000Z", "9999-12-31T23:59:59.999Z"


def plain(value):
    """Canonical CBOR of a plain value; Raw stands for bytes that are encoded already."""
    if isinstance(value, Raw):
        return value.data
    if value is None:
        return cbor.NULL_BYTES
    if isinstance(value, bool):
        return cbor.boolean(value)
    if isinstance(value, int):
        return cbor.uint(value)
    if isinstance(value, float):
        return cbor.floating(value)
    if isinstance(value, str):
        return cbor.text(value)
    if isinstance(value, bytes):
        return cbor.byte_string(value)
    if isinstance(value, (list, tuple)):
        return cbor.array(map(plain, value))
    return cbor.map_of((plain(key), plain(each)) for key, each in value.items())


class Raw:
    """Bytes that are encoded already."""

    def __init__(self, data):
        self.data = data


def h(value):
    """A plain value as canonical CBOR in hex."""
    return plain(value).hex()


def by_text(value):
    """Bytes from hex."""
    return bytes.fromhex(value)


def stamp(value, ts=NOW, by=DEVICE, **unknown):
    """A stamped value."""
    return {"by": by_text(by), "ts": ts, "value": value, **unknown}


def asset(**keys):
    """An asset sidecar."""
    return {0: 1, "uuid": by_text(ID), **keys}


def stack(**keys):
    """A stack document."""
    return {0: 1, "stack_id": by_text(ID), **keys}


FACTS = {
    "hash": bytes(32),
    "capture_timestamp": "2026-05-31T10:00:00Z",
    "import_timestamp": "2026-06-01T00:00:00Z",
    "content_type": "image/jpeg",
    "device_id": bytes(16),
    "session_id": bytes(16),
}
MEMBERSHIP = {"role": "member", "stack_id": by_text(ID), "stack_type": "burst"}
CIRCLE = {"cx": 5 * 10**8, "cy": 5 * 10**8, "r": 10**8}


def ask(op, **request):
    """The answer to a request: what is ok, or the class of the error."""
    answer = testee.answer(json.dumps({"id": 1, "op": op, **request}).encode())
    return answer["ok"] if "ok" in answer else answer["error"]


def check(document, kind="asset"):
    """The answer to document.check, with "ok" for any that passes."""
    answer = ask("document.check", kind=kind, bytes=h(document))
    return "ok" if isinstance(answer, dict) else answer


def edit(document, request, kind="asset", now=NOW, **others):
    """The answer to document.edit; the document is a plain value or hex."""
    data = document if isinstance(document, str) else h(document)
    return ask(
        "document.edit",
        **{
            "kind": kind,
            "bytes": data,
            "device": DEVICE,
            "writer": WRITER,
            "now": now,
            "edit": request,
            **others,
        }
    )


def read(document, kind="asset"):
    """The plain view of a document."""
    return ask("document.read", kind=kind, bytes=document if isinstance(document, str) else h(document))


def definition(predicate, **keys):
    """A definition of a smart album."""
    return {
        "display_name": stamp("n"),
        "predicate": predicate,
        "predicate_schema": 1,
        "smart_album_id": bytes(16),
        **keys,
    }
