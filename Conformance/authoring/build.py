# SPDX-License-Identifier: Apache-2.0
"""What vectors are built from: plain values as CBOR, and documents with the least that makes them valid.

This encoder is the authors' own, so that a vector's bytes do not come from an implementation under test. It writes
what it is told: `Pairs` is a map in the given order, `Raw` bytes as they are.
"""

import struct

ID, OTHER_ID = bytes([0x11] * 16), bytes([0x12] * 16)
A, B, C = bytes([0xA0] * 16), bytes([0xB0] * 16), bytes([0xC0] * 16)  # devices
W, X, Y = bytes([0x31] * 16), bytes([0x32] * 16), bytes([0x33] * 16)  # writers
REGION, REGION_2 = bytes([0x71] * 16), bytes([0x72] * 16)
ALBUM, STACK = bytes([0x51] * 16), bytes([0x52] * 16)
T0, T1, T2, T3, T4 = ("2026-05-31T10:00:0%d.000Z" % second for second in range(5))
LAST = "9999-12-31T23:59:59.999Z"
MAX_COUNTER = 2**53 - 1

ID_KEYS = {"stack": "stack_id", "album": "album_id", "asset": "uuid", "settings": "settings_doc_id"}
LABELS_KEY = {"stack": "labels", "album": "labels", "asset": "tags_user"}


class Raw:
    """Bytes that are encoded already."""

    def __init__(self, data):
        self.data = bytes.fromhex(data) if isinstance(data, str) else data


class Tag:
    """A tagged item."""

    def __init__(self, number, content):
        self.number, self.content = number, content


class Simple:
    """A simple value."""

    def __init__(self, number):
        self.number = number


class Pairs:
    """A map in the order given, also a wrong one."""

    def __init__(self, *pairs):
        self.pairs = pairs


def head(major, argument):
    """The shortest head."""
    if argument < 24:
        return bytes([major << 5 | argument])
    for info, width in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if argument < 256**width:
            return bytes([major << 5 | info]) + argument.to_bytes(width, "big")
    raise ValueError(argument)


def wide_head(major, argument, width):
    """A head of a width of one's choice, 1, 2, 4 or 8."""
    return bytes([major << 5 | {1: 24, 2: 25, 4: 26, 8: 27}[width]]) + argument.to_bytes(width, "big")


def floating(value):
    """A float, the shortest that keeps it."""
    if value != value:
        return bytes.fromhex("f97e00")
    for initial, form in ((0xF9, ">e"), (0xFA, ">f"), (0xFB, ">d")):
        try:
            data = struct.pack(form, value)
        except OverflowError:
            continue
        if struct.unpack(form, data)[0] == value:
            return bytes([initial]) + data
    raise ValueError(value)


def cbor(value):
    """The bytes of a plain value: canonical but for what `Pairs` and `Raw` say."""
    if isinstance(value, Raw):
        return value.data
    if isinstance(value, Tag):
        return head(6, value.number) + cbor(value.content)
    if isinstance(value, Simple):
        return head(7, value.number)
    if isinstance(value, Pairs):
        return head(5, len(value.pairs)) + b"".join(cbor(each) for pair in value.pairs for each in pair)
    if value is None:
        return b"\xf6"
    if isinstance(value, bool):
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, float):
        return floating(value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        data = value.encode("utf-8")
        return head(3, len(data)) + data
    if isinstance(value, (list, tuple)):
        return head(4, len(value)) + b"".join(map(cbor, value))
    pairs = sorted((cbor(key), cbor(each)) for key, each in value.items())
    return head(5, len(pairs)) + b"".join(key + each for key, each in pairs)


def h(value):
    """A plain value as CBOR in hex; a str is hex already, so a text item is written Raw(cbor("x"))."""
    return bytes.fromhex(value).hex() if isinstance(value, str) else cbor(value).hex()


# Parts of documents, as plain values.


def stamp(value, ts=T1, by=A, **unknown):
    """A stamped value."""
    return {"by": by, "ts": ts, "value": value, **unknown}


def adds(writer, *elements, start=0):
    """An OR-set in which one writer added the elements under the counters from `start`."""
    return {writer: [[start, start + len(elements) - 1], dict(enumerate(elements, start))]}


def line(ranges, live=None):
    """What an OR-set knows of one writer."""
    return [ranges, live or {}]


def document(kind, schema=1, id=ID, **keys):
    """A document of a kind with the keys given."""
    return {0: schema, ID_KEYS[kind]: id, **keys}


def asset(**keys):
    """An asset sidecar."""
    return document("asset", **keys)


def album(**keys):
    """An album."""
    return document("album", **keys)


def stack(**keys):
    """A stack."""
    return document("stack", **keys)


def settings(**keys):
    """Library settings."""
    return document("settings", **keys)


FACTS = {
    "hash": bytes(32),
    "capture_timestamp": "2026-05-31T12:00:00+02:00",
    "import_timestamp": "2026-06-01T00:00:00Z",
    "content_type": "image/jpeg",
    "device_id": A,
    "session_id": B,
}
SIZED_FACTS = {
    **FACTS,
    "dimensions": {"height": 3000, "width": 4000},
    "camera_id": {"model": "Model 1", "serial": "0001"},
}
LQIP = {"chromahash": b"\x01\x02", "dominant_color": [0, 127, 255], "format_version": 1}
GPS = {"lat": 47.5, "lon": 8.25, "source": "exif"}
MEMBERSHIP = {"role": "member", "stack_id": STACK, "stack_type": "burst"}
AI_TAG = {"model_id": "m", "model_version": "1", "tag": "beach"}
CIRCLE = {"cx": 500_000_000, "cy": 500_000_000, "r": 100_000_000}
RECTANGLE = {"x": 0, "y": 0, "w": 500_000_000, "h": 500_000_000}


def without(fields, *keys):
    """A map without some keys."""
    return {key: value for key, value in fields.items() if key not in keys}


def term(field, op, operand, **slot):
    """A term of a predicate."""
    return {"term": {"field": field, "op": op, "operand": operand, **slot}}


def definition(predicate, **keys):
    """A definition of a smart album."""
    return {"display_name": stamp("Name"), "predicate": predicate, "predicate_schema": 1, "smart_album_id": ID, **keys}


# Requests.


def check_cbor(data):
    """cbor.check."""
    return {"op": "cbor.check", "bytes": h(data)}


def check(kind, value):
    """document.check."""
    return {"op": "document.check", "kind": kind, "bytes": h(value)}


def merge(kind, *inputs):
    """document.merge."""
    return {"op": "document.merge", "kind": kind, "inputs": [h(each) for each in inputs]}


def apply(kind, state, delta):
    """document.apply."""
    return {"op": "document.apply", "kind": kind, "state": h(state), "delta": h(delta)}


def before(kind, value, horizon):
    """document.before."""
    return {"op": "document.before", "kind": kind, "bytes": h(value), "horizon": horizon}


def read(kind, value):
    """document.read."""
    return {"op": "document.read", "kind": kind, "bytes": h(value)}


def edit(kind, value, change, now=T1, device=A, writer=W):
    """document.edit."""
    return {
        "op": "document.edit",
        "kind": kind,
        "bytes": h(value),
        "device": device.hex(),
        "writer": writer.hex(),
        "now": now,
        "edit": change,
    }


def compare(a, b):
    """timestamp.compare."""
    return {"op": "timestamp.compare", "a": a, "b": b}


def normalize(text):
    """label.normalize."""
    return {"op": "label.normalize", "text": text}
