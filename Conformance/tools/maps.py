# SPDX-License-Identifier: Apache-2.0
"""Every kind of map of the documents has its vectors: an open one is accepted with a key that nobody knows and kept,
a closed one is refused for it; and every object of an edit is refused with a member too many and with one missing.

The kinds are those that the reference's own reader meets: it is watched while it reads the documents of all vectors,
so that a new kind of map, wherever it lies, cannot come without its vectors.
"""

import collections
import json

ARGUMENTS = ("bytes", "state", "delta", "definition")  # members with documents
CIRCLE = (("cx", "cy", "r"), "r")  # a shape without r is a rectangle to whoever reads it
LARGEST = 5000  # bytes of an input; larger ones are about sizes


class Watch:
    """The reader of the reference, and which kinds of maps it met: without unknown keys, and with them."""

    def __init__(self, modules):
        self.modules = modules
        self.kinds = {}  # (known keys, whether it is open) -> what was seen: "plain", "kept", "refused"
        self.read = modules.stamped.parse_map

    def __enter__(self):
        self.modules.stamped.parse_map = self.parse_map
        return self

    def __exit__(self, *of_error):
        self.modules.stamped.parse_map = self.read

    def parse_map(self, item, required, optional=None, unknown_allowed=False):
        """Read a map as the reference does, and note its kind."""
        known = {*required, *(optional or {})}
        if "predicate" in known:
            known.add("predicate_schema")  # which the reference reads before the rest
        name = tuple(sorted(known))
        seen = self.kinds.setdefault((name, unknown_allowed), set())
        fields = {key.value for key, _ in item.value if key.kind == "text"} if item.kind == "map" else set()
        more = fields - known
        try:
            values = self.read(item, required, optional, unknown_allowed)
        except self.modules.refusal.Refused:
            # Refused for nothing but the unknown key: without it, the rest is read.
            if more and not unknown_allowed and {*required} <= fields and self.is_good(item, required, optional, known):
                seen.add("refused")
            raise
        seen.add("kept" if more else "plain")
        return values

    def is_good(self, item, required, optional, known):
        """Whether a map would be read without the keys that are not known."""
        cbor = self.modules.cbor
        pairs = [(key, value) for key, value in item.value if key.kind == "text" and key.value in known]
        try:
            self.read(cbor.Item(item.kind, pairs, item.data, item.start, item.end), required, optional, True)
        except self.modules.refusal.Refused:
            return False
        return True


Modules = collections.namedtuple("Modules", "cbor documents edits refusal smartalbum stamped testee")


def members(request, name):
    """The items of an array of a request, which may be mistyped."""
    return request[name] if isinstance(request.get(name), list) else []


def inputs(request):
    """(kind of document or None, bytes in hex) of a request, however deep."""
    kind = request.get("kind") if isinstance(request.get("kind"), str) else None
    found = [(kind, each) for each in members(request, "inputs")]
    found += [(kind, request.get(name)) for name in ARGUMENTS]
    found += [(name, request.get(name)) for name in ("stack", "album", "settings")]
    for group, name in (("assets", "asset"), ("stacks", "stack")):
        found += [
            (name, each.get("sidecar", each.get("bytes"))) for each in members(request, group) if isinstance(each, dict)
        ]
    found += [("album", each) for each in members(request, "albums")]
    return [(kind, each) for kind, each in found if isinstance(each, str) and 0 < len(each) <= 2 * LARGEST]


def read_all(vectors, modules):
    """The kinds of maps of all documents and definitions of the vectors."""
    tried = set()
    with Watch(modules) as watch:
        for vector in vectors:
            for kind, data in inputs(vector["request"]):
                if (kind, data) in tried:
                    continue
                tried.add((kind, data))
                try:
                    given = bytes.fromhex(data)
                    if kind in modules.documents.KEYS:
                        document = modules.documents.parse(kind, given)
                        definitions = (document["smart_albums"] or {}).values() if kind == "settings" else ()
                        for each in definitions:
                            if not each.is_null():
                                modules.smartalbum.parse(each.value)
                    else:
                        modules.smartalbum.parse(modules.cbor.decode(given))
                except (modules.refusal.Refused, ValueError):
                    continue
    return watch.kinds


class WatchEdits:
    """The objects of edits that the reference met, and what was wrong with them alone."""

    def __init__(self, edits):
        self.edits, self.read = edits, edits.content_of
        self.kinds = {}  # (required members, optional ones) -> "unknown", and the names of missing members

    def __enter__(self):
        self.edits.content_of = self.content_of
        return self

    def __exit__(self, *of_error):
        self.edits.content_of = self.read

    def content_of(self, value, required, optional=None):
        """Read an object of an edit as the reference does, and note its kind."""
        seen = self.kinds.setdefault((tuple(sorted(required)), tuple(sorted(optional or {}))), set())
        if isinstance(value, dict):
            unknown, missing = value.keys() - {*required, *(optional or {})}, {*required} - value.keys()
            if unknown and not missing:
                seen.add("unknown")
            if missing and not unknown:
                seen.update(missing)
            seen.update("with " + name for name in optional or () if name in value)
        return self.read(value, required, optional)


def edit_faults(vectors, modules):
    """What is missing of the objects of edits, as texts."""
    with WatchEdits(modules.edits) as watch:
        for vector in vectors:
            if vector["request"].get("op") == "document.edit" and len(str(vector["request"].get("bytes"))) < LARGEST:
                modules.testee.answer(json.dumps({"id": 1, **vector["request"]}).encode())
    for (required, optional), seen in sorted(watch.kinds.items()):
        for wanted in ("unknown", *required, *("with " + name for name in optional)):
            if (required, wanted) == CIRCLE:
                continue
            if wanted not in seen:
                what = {"unknown": "with an unknown member"}.get(wanted, wanted if " " in wanted else "without " + wanted)
                yield "an object of an edit with %s: no vector has one %s" % (", ".join(required), what)


def faults(vectors, modules):
    """What is missing, as texts."""
    yield from edit_faults(vectors, modules)
    for (known, is_open), seen in sorted(read_all(vectors, modules).items()):
        wanted = "kept" if is_open else "refused"
        if wanted not in seen:
            yield "a map of %s: no vector has an unknown key that is %s" % (", ".join(known) or "no keys", wanted)
