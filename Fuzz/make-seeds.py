#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes seeds for each fuzz target into Fuzz/work/seeds/TARGET: sample documents, the conformance vectors where
they are there, and bytes that decide generators.

    Fuzz/make-seeds.py [DIRECTORY]

Needs the standard library alone; the same seeds each time. `Fuzz/run minimise` keeps of them, and of what fuzzing
found, the files that reach something new.
"""
import hashlib
import json
import pathlib
import random
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
OUTPUT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE / "work/seeds")


def head(major, value):
    if value < 24:
        return bytes([major << 5 | value])
    for information, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if value < 1 << 8 * size:
            return bytes([major << 5 | information]) + value.to_bytes(size, "big")
    raise ValueError(value)


def encode(value):
    """Canonical CBOR; a float is given as its bytes in a `Raw`."""
    if isinstance(value, Raw):
        return value.data
    if value is None:
        return b"\xf6"
    if isinstance(value, bool):
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        data = value.encode()
        return head(3, len(data)) + data
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(encode, value))
    entries = sorted((encode(key), encode(item)) for key, item in value.items())
    return head(5, len(entries)) + b"".join(key + item for key, item in entries)


class Raw:
    def __init__(self, data):
        self.data = data


ID = bytes([0x1D]) * 16


def few(byte, size=16):
    return bytes([byte]) * size


def stamp(value, by=0, millisecond=0):
    return {"by": few(by), "ts": f"2023-11-14T22:13:20.{millisecond:03}Z", "value": value}


def labels(*texts, writer=0):
    return {few(writer): [[0, len(texts)], dict(enumerate(texts))]}


RECTANGLE = {"x": 0, "y": 0, "w": 500_000_000, "h": 1_000_000_000}
CIRCLE = {"cx": 500_000_000, "cy": 500_000_000, "r": 250_000_000}
FACTS = {
    "hash": few(1, 32), "capture_timestamp": "2024-02-29T12:00:00+01:30",
    "import_timestamp": "2024-03-01T00:00:00.5Z", "content_type": "image/jpeg", "device_id": few(1),
    "session_id": few(2), "dimensions": {"width": 4000, "height": 3000},
    "camera_id": {"model": "M", "serial": "S"}, "later": [1, {"a": Raw(b"\xd8\x20\xf7")}],
}
HISTORY = {
    "current": stamp("c", 1, 40),
    "superseded": [stamp(str(n), 0, 30 - n) for n in range(16)],
}
ASSET = {
    "facts": stamp(FACTS), "capture_time": stamp("2016-12-31T23:59:60Z", 1, 3),
    "location": stamp({"lat": Raw(b"\xfb" + struct.pack(">d", 48.1)), "lon": Raw(b"\xf9\x49\x80"),
                       "source": "exif", "datum": "gcj02"}),
    "lqip": stamp({"chromahash": b"\x00\x01", "dominant_color": [0, 128, 255], "format_version": 1}),
    "tags_user": labels("a", "Ca\u0303o", "\U0001f346"),
    "tags_ai": {few(0): [[0, 1, 5, 5], {1: {"model_id": "m", "model_version": "1", "tag": "t"}}]},
    "caption": HISTORY, "rating": stamp(5), "cull": stamp("pick"), "hidden": stamp(False),
    "stack_membership": stamp({"role": "primary", "stack_id": few(1), "stack_type": "burst", "member_index": 3}),
    "regions": {
        few(0): {"shape": stamp(RECTANGLE), "labels": labels("r")},
        few(1): {"shape": stamp(CIRCLE), "later": stamp(1)},
        few(2): {"shape": stamp(None)},
        few(3): {"labels": labels("early", writer=2)},
    },
}
SETTINGS = {
    "smart_albums": {few(0): stamp({"a": [1]}), few(1): stamp(None)},
    "scope_overrides": {few(0, 32): stamp(few(3))},
    "source_kind_defaults": {"camera_roll": stamp(few(1)), "folder": stamp(None)},
    "aggregated_album_covers": {few(2): stamp(few(9))},
}


def document(key, fields, version=1):
    return encode({0: version, key: ID, **fields})


def documents():
    yield "asset", document("uuid", ASSET)
    for name, value in ASSET.items():
        yield "asset", document("uuid", {name: value})
    yield "asset", document("uuid", {"later": stamp([1]), "x": {"n": [None, True]}})
    yield "asset", document("uuid", {"hidden": 7, "rating": stamp(9), "caption": stamp("x")}, version=2)
    yield "album", document("album_id", {"name": stamp("A"), "labels": labels("a", "b", writer=1)})
    yield "album", document("album_id", {"labels": {few(0): [[0, 3, 5, 9], {}], few(1): [[0, 0], {0: "x"}]}})
    yield "album", document("album_id", {"name": stamp("A"), "later": "1"}, version=3)
    yield "stack", document("stack_id", {"labels": labels("s")})
    yield "stack", document("stack_id", {"labels": {few(0): [[2**53 - 1, 2**53 - 1], {}]}})
    yield "settings", document("settings_doc_id", SETTINGS)
    for name, value in SETTINGS.items():
        yield "settings", document("settings_doc_id", {name: value})


def replicas():
    for kind, state in documents():
        yield kind, encode({0: 1, "device": few(0), "writer": few(1), "document": state, "sequence": 2,
                            "outbox": [[0, state], [1, state]], "issued": {"labels": 4, "tags_user": 1},
                            "newer": {b"k": state}})


def envelopes():
    """Signed documents of nobody, for the target of sealed records: a byte for the mode and the kind, then the
    envelope."""
    signature = {"ed": bytes(64), "ml": bytes(3309)}
    kinds = {"stack": 0, "album": 1, "asset": 2, "settings": 3}
    for kind, state in documents():
        if len(state) < 600:
            for version, prior in ((1, None), (1, few(1, 32)), (2, None)):
                yield bytes([128 + kinds[kind]]) + encode([version, 1, state, prior, signature])


def call(function, first=0, second=0, mistake=0, rest=b""):
    """A call of the C interface: the function, the places of two documents, what the caller gets wrong."""
    return bytes([function, first | second << 2, mistake]) + rest


def sized(data):
    return struct.pack(">H", len(data)) + data


def sessions(generator):
    """Sequences of calls of the C interface. Of a document and a made one: decoding, reading, joining, both ways,
    leaving out, each with each mistake of the caller; and documents of other kinds and ids."""
    samples = [(kind, data) for kind, data in documents() if len(data) < 1400]
    numbers = {"stack": 1, "album": 2, "asset": 3, "settings": 4}
    for index, (kind, data) in enumerate(samples):
        number = numbers[kind]
        decode = call(0, 0, rest=bytes([number]) + sized(data))
        make = call(1, 1, rest=bytes([number - 1]) + sized(generator.randbytes(60)))
        read = call(4, 0) + call(5, 0, rest=b"\4")
        yield decode + read + call(2, rest=sized(data)) + call(3, 0) + call(4, 0)
        yield decode + make + call(6, 0, 1) + read + call(7, 1, 0) + call(4, 1)
        yield decode + call(8, 0, rest=sized(b"2023-11-14T22:13:20.003Z")) + call(8, 0, rest=bytes([0, 0, 5])) + read
        yield decode + call(9, 0, 1, rest=struct.pack(">HB", len(data) - 1, number)) + call(6, 0, 1)
        other_kind, other = samples[(index + 5) % len(samples)]
        decode_other = call(0, 1, rest=bytes([numbers[other_kind]]) + sized(other))
        yield decode + decode_other + call(6, 0, 1) + call(7, 1, 0) + read
    album = document("album_id", {"labels": labels("a")})
    stack = document("stack_id", {"labels": {few(0): [[0, 3], {}]}})
    for mistake in range(9, 16):
        for number, data in ((2, album), (1, stack), (5, album)):
            yield b"".join([
                call(0, 0, rest=bytes([number]) + sized(data)),
                call(0, 1, 0, mistake, bytes([number]) + sized(data)),
                call(2, 0, 0, mistake, sized(data)), call(4, 0, 0, mistake), call(5, 0, 0, mistake, b"\3\0"),
                call(6, 0, 1, mistake), call(7, 0, 1, mistake), call(8, 0, 0, mistake, sized(b"x") + b"\2"),
                call(3, 0, 0, mistake)])
    removal = document("stack_id", {"labels": {few(2): [[0, 0], {}]}})
    both = call(0, 0, rest=b"\1" + sized(stack)) + call(0, 1, rest=b"\1" + sized(removal))
    yield both + call(7, 0, 1) + call(7, 1, 0)
    for _ in range(60):
        yield b"".join(
            call(generator.choice((1, 1, 4, 5, 6, 7, 8)), generator.randrange(4), generator.randrange(4), 0,
                 bytes([generator.randrange(4)]) + sized(generator.randbytes(generator.randrange(50))))
            for _ in range(12))


DEFINITION = {
    "display_name": stamp("n"), "predicate_schema": 1, "smart_album_id": few(0),
    "sort": {"direction": "asc", "key": "rating"},
}
TERMS = [
    {"field": "rating", "op": "gte", "operand": 1},
    {"field": "capture_timestamp", "op": "in_range",
     "operand": ["2016-12-31T23:59:60Z", "2024-02-29T12:00:00.000000001z"]},
    {"field": "content_type", "op": "in", "operand": ["image/jpeg", "video/mp4"]},
    {"field": "cull", "op": "is", "operand": "reject"},
    {"field": "hidden", "op": "is", "operand": False},
    {"field": "tags_user", "op": "contains_all", "operand": ["a", "b"]},
    {"field": "tags_ai", "op": "contains", "operand": "a", "model_id": "m", "model_version": "1"},
    {"field": "people_cluster", "op": "contains_any", "operand": [few(0)], "model_id": "n", "model_version": "2"},
    {"field": "gps", "op": "exists", "operand": False},
]


def definitions():
    for term in TERMS:
        for predicate in ({"term": term}, {"not": {"term": term}}):
            yield encode({**DEFINITION, "predicate": predicate})
    terms = [{"term": term} for term in TERMS]
    yield encode({**DEFINITION, "predicate": {"any": [{"all": terms}, {"not": {"any": terms[:2]}}]}})
    deep = {"term": TERMS[0]}
    for _ in range(8):
        deep = {"not": deep}
    yield encode({**DEFINITION, "predicate": deep})


def vectors():
    for path in sorted((HERE.parent / "Conformance/vectors").glob("*/*.json")):
        content = json.loads(path.read_text())
        for vector in content.get("vectors", []):
            yield vector["request"]


def hexadecimal(value):
    """The byte strings of a request, wherever they stand in it."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from hexadecimal(item)
    elif isinstance(value, str):
        try:
            yield bytes.fromhex(value)
        except ValueError:
            pass


def write(target, data):
    # The fuzzer's own limit of length; what is longer it would cut.
    if len(data) <= 4096:
        directory = OUTPUT / target
        directory.mkdir(parents=True, exist_ok=True)
        (directory / hashlib.sha1(data).hexdigest()).write_bytes(data)


def deciding(target, generator, count, longest):
    for _ in range(count):
        write(target, generator.randbytes(generator.randrange(1, longest)))


def main():
    generator = random.Random(20261130)
    kinds = {"stack": 0, "album": 1, "asset": 2, "settings": 3}
    for kind, data in documents():
        for target in ("decode", "cbor", "canonicalize"):
            write(target, data)
        for size in (0, 8, 64):
            write("apply", bytes([kinds[kind], 0, size]) + generator.randbytes(size) + data)
        for op in ("document.check", "document.read"):
            write("testee", json.dumps({"id": 1, "op": op, "kind": kind, "bytes": data.hex()}).encode())
        request = {"id": 2, "op": "document.merge", "kind": kind, "inputs": [data.hex()] * 2}
        write("testee", json.dumps(request).encode())
    for kind, data in replicas():
        write("apply", bytes([kinds[kind], 0, 8]) + generator.randbytes(8) + data)
        write("cbor", data)
    for data in envelopes():
        write("sealed", data)
    for data in sessions(random.Random(7)):
        write("cinterface", data)
    for data in definitions():
        write("cbor", data)
        for size in (0, 200):
            write("album", bytes([1, 0, size]) + generator.randbytes(size) + data)
    for mode in (0, 64):
        for size in (0, 40, 300):
            write("sealed", bytes([mode + size % 4]) + generator.randbytes(size))
    for request in vectors():
        write("testee", json.dumps({"id": 1, **request}).encode())
        for data in hexadecimal(request):
            for target in ("decode", "cbor", "canonicalize"):
                write(target, data)
        for name in ("a", "b", "now", "current", "horizon"):
            if isinstance(request.get(name), str):
                write("time", request[name].encode(errors="replace"))
        if isinstance(request.get("text"), str):
            write("label", request["text"].encode(errors="replace"))
    for data in ("7f61617f", "5f4101ff", "bf616101ff", "9f01ff", "a2616101616102", "fb3ff8000000000000",
                 "f98000", "fa7fc00000", "d9d9f700", "f820", "9b00ffffffffffffff", "7f6160ff", "c249010000"):
        write("cbor", bytes.fromhex(data))
        write("canonicalize", bytes.fromhex(data))
    for text in ("2024-02-29T12:00:00Z", "2016-12-31T23:59:60Z,2017-01-01T05:29:60.25+05:30",
                 "2024-01-02T03:04:05.678Z", "0000-01-01T00:00:00-23:59", "9999-12-31T23:59:59.999999999+00:00"):
        write("time", text.encode())
    for text in ("Ca\u0303o\0C\u00e3o", " a\u3000", "\u1100\u1161\u11a8", "\u0f73\u0f71", "a\u0301\u0323", "\u200ba"):
        write("label", text.encode())
    for text in ("all(rating >= 3, not hidden is true,\n tags_user contains_any [\"a\", \"b\"]) sort rating desc",
                 "any(tags_ai(\"m\", \"1\") contains \"a\\u{202e}\", not gps exists false)",
                 "capture_timestamp in_range [2024-01-01T00:00:00Z, 2024-02-01T00:00:00+01:00]"):
        write("text", text.encode())
    for op in ("info", "none", 7):
        write("testee", json.dumps({"id": -1, "op": op}).encode())
    deciding("join", generator, 200, 400)
    deciding("apply", generator, 40, 300)
    for _ in range(60):
        library, deciding_bytes = generator.randbytes(generator.randrange(200)), generator.randbytes(80)
        write("album", b"\0\0" + bytes([len(library)]) + library + deciding_bytes)


main()
