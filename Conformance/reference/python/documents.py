# SPDX-License-Identifier: Apache-2.0
"""SPEC section 10: the four documents as one table of their keys; reading, joining and writing them."""

import carried
import cbor
import history
import orset
import region
import scalars
import stamped
from refusal import LIMIT, MISMATCH, NEWER_SCHEMA, Refused, require

SCHEMA_VERSION = 1
ID_KEYS = {"stack": "stack_id", "album": "album_id", "asset": "uuid", "settings": "settings_doc_id"}

# Closed sets.

CONTENT_TYPES = (
    "image/jpeg", "image/png", "image/webp", "image/gif", "image/tiff", "image/heic", "image/avif", "image/jxl",
    "image/bmp", "image/jp2", "image/heif", "image/heic-sequence", "image/heif-sequence", "image/vnd.adobe.photoshop",
    "image/x-adobe-dng", "image/x-canon-cr2", "image/x-canon-cr3", "image/x-nikon-nef", "image/x-sony-arw",
    "image/x-fuji-raf", "image/x-olympus-orf", "image/x-panasonic-rw2", "image/x-pentax-pef",
    "video/mp4", "video/quicktime", "video/x-matroska", "video/webm", "video/x-msvideo", "video/3gpp", "video/mp2t",
    "video/mpeg", "video/x-m4v", "audio/wav", "audio/aiff", "audio/mp4", "audio/mpeg", "audio/flac",
    "application/rdf+xml")
GPS_SOURCES = ("exif", "manual", "inferred")
GPS_DATUMS = ("wgs84", "gcj02")
DEFAULT_DATUM = "wgs84"
STACK_TYPES = (
    "raw_jpeg", "burst", "live_photo", "portrait", "smart_selection", "hdr_bracket", "focus_stack", "pixel_shift",
    "panorama", "proxy", "chaptered", "dual_audio", "custom")
ROLES = ("primary", "member", "proxy")
CULLS = ("pick", "neutral", "reject")
PLATFORMS = ("ios", "android", "macos", "windows", "linux")
SOURCE_KINDS = ("camera_roll", "screenshots", "app_collection", "folder", "watched_dir", "removable_volume")


# Values of registers. Each function checks the item of a value.

def closed(closed_set):
    """SPEC section 10: the check of a value of a closed set."""
    return lambda item: scalars.member_of(closed_set, item)


def bounded(low, high):
    """SPEC section 10: the check of an unsigned integer within bounds."""
    return lambda item: scalars.uint(item, low, high)


def or_null(check):
    """SPEC section 4: the check of a value that a stamped null clears."""
    return lambda item: None if item.kind == cbor.NULL else check(item)


def open_map(required, optional):
    """SPEC section 9: the check of a map whose unknown text keys are part of its bytes."""
    return lambda item: stamped.parse_map(item, required, optional, unknown_allowed=True)


dimensions = open_map({"height": bounded(1, scalars.UINT32), "width": bounded(1, scalars.UINT32)}, {})
camera_id = open_map({"model": scalars.any_text, "serial": scalars.any_text}, {})

FACTS_REQUIRED = {
    "hash": scalars.digest, "import_timestamp": scalars.timestamp,
    "content_type": closed(CONTENT_TYPES), "device_id": scalars.identifier, "session_id": scalars.identifier}
FACTS_OPTIONAL = {"capture_timestamp": scalars.timestamp, "dimensions": dimensions, "camera_id": camera_id}
facts = open_map(FACTS_REQUIRED, FACTS_OPTIONAL)


def byte_string(item):
    """SPEC section 10: bytes of any length."""
    require(item.kind == cbor.BYTES, "not bytes")
    return item.value


def colour(item):
    """SPEC section 10: [r, g, b], each 0-255."""
    require(item.kind == cbor.ARRAY and len(item.value) == 3, "not three colour values")
    return [scalars.uint(each, 0, 255) for each in item.value]


lqip = open_map({"chromahash": byte_string, "dominant_color": colour, "format_version": bounded(0, scalars.UINT16)},
                {})


def degrees(limit):
    """SPEC section 10: a float within plus and minus a limit (so neither infinite nor NaN)."""
    def check(item):
        require(item.kind == cbor.FLOAT and -limit <= item.value <= limit, "not a float within its bounds")
        return item.value
    return check


def written_datum(item):
    """SPEC section 10: a datum; `wgs84` is written as absence, so that one place has one encoding."""
    require(scalars.member_of(GPS_DATUMS, item) != DEFAULT_DATUM, "a datum that is written as absence")
    return item.value


GPS_REQUIRED = {"lat": degrees(90), "lon": degrees(180), "source": closed(GPS_SOURCES)}
GPS_OPTIONAL = {"datum": written_datum}
gps = open_map(GPS_REQUIRED, GPS_OPTIONAL)

MEMBERSHIP_REQUIRED = {"role": closed(ROLES), "stack_id": scalars.identifier, "stack_type": closed(STACK_TYPES)}
MEMBERSHIP_OPTIONAL = {"member_index": bounded(0, scalars.UINT32)}
membership = open_map(MEMBERSHIP_REQUIRED, MEMBERSHIP_OPTIONAL)


def any_map(item):
    """SPEC section 10: a definition in its register: any map; its inside is checked when it is used."""
    require(item.kind == cbor.MAP, "not a map")


# Types of keys. Each gives parse(item), join(a, b), encode(state) and before(state, horizon) -> state or None.

class Register:
    """SPEC section 4: an LWW register."""

    def __init__(self, check_value):
        self.check_value = check_value

    def parse(self, item):
        return stamped.parse(item, self.check_value)

    def join(self, a, b):
        return stamped.join(a, b)

    def encode(self, state):
        return state.raw

    def before(self, state, horizon):
        return stamped.before(state, horizon)


class History:
    """SPEC section 5: a history register."""

    def __init__(self, check_value):
        self.check_value = check_value

    def parse(self, item):
        return history.parse(item, self.check_value)

    def join(self, a, b):
        return history.join(a, b)

    def encode(self, state):
        return history.encode(state)

    def before(self, state, horizon):
        return history.before(state, horizon)


class ORSet:
    """SPEC section 7: an OR-set; it holds no stamps, so none is ever from the future."""

    def __init__(self, check_element):
        self.check_element = check_element

    def parse(self, item):
        return orset.parse(item, self.check_element)

    def join(self, a, b):
        return orset.join(a, b)

    def encode(self, state):
        return orset.encode(state)

    def before(self, state, horizon):
        return state


class MapOf:
    """SPEC section 10: a map, absent when empty, each entry of which joins on its own."""

    def __init__(self, check_key, entry):
        self.check_key, self.entry = check_key, entry

    def parse(self, item):
        require(item.kind == cbor.MAP and item.value, "not a map with entries")
        return {self.check_key(key): self.entry.parse(value) for key, value in item.value}

    def join(self, a, b):
        return {key: self.entry.join(a[key], b[key]) if key in a and key in b else a.get(key) or b[key]
                for key in a.keys() | b.keys()}

    def encode(self, state):
        return cbor.map_of((cbor.text(key) if isinstance(key, str) else cbor.byte_string(key),
                            self.entry.encode(value)) for key, value in state.items())

    def before(self, state, horizon):
        kept = {key: self.entry.before(value, horizon) for key, value in state.items()}
        return {key: value for key, value in kept.items() if value} or None


identifier_or_null = or_null(scalars.identifier)
labels = ORSet(orset.check_label)

KEYS = {
    "stack": {"labels": labels},
    "album": {"name": Register(scalars.label), "labels": labels},
    "asset": {
        "facts": Register(facts),
        "capture_time": Register(or_null(scalars.timestamp)),
        "orientation": Register(scalars.orientation),
        "location": Register(or_null(gps)),
        "lqip": Register(or_null(lqip)),
        "tags_user": labels,
        "tags_ai": ORSet(orset.check_ai_tag),
        "caption": History(scalars.caption),
        "rating": Register(bounded(0, 5)),
        "stack_membership": Register(or_null(membership)),
        "cull": Register(closed(CULLS)),
        "hidden": Register(scalars.boolean),
        "regions": MapOf(scalars.identifier, region),
    },
    "settings": {
        "smart_albums": MapOf(scalars.identifier, Register(or_null(any_map))),
        "scope_overrides": MapOf(scalars.digest, Register(identifier_or_null)),
        "source_kind_defaults": MapOf(closed(SOURCE_KINDS), Register(identifier_or_null)),
        "aggregated_album_covers": MapOf(scalars.identifier, Register(identifier_or_null)),
    },
}


class Document:
    """SPEC section 10: a document: its kind, its id, the states of its known keys, its carried keys.

    Of a newer document (only read.py makes one) it holds what is understood, and `schema` and
    `not_understood`, the known keys whose values are not.
    """

    __slots__ = ("kind", "id", "states", "carried", "schema", "not_understood")

    def __init__(self, kind, identifier, states, carried_fields, schema=SCHEMA_VERSION, not_understood=()):
        self.kind, self.id, self.states, self.carried = kind, identifier, states, carried_fields
        self.schema, self.not_understood = schema, not_understood

    def __getitem__(self, key):
        """SPEC section 10: the state of a known key, or None while it is absent."""
        return self.states.get(key)

    def labels_in(self, key):
        """SPEC section 7: the OR-set under a key, empty when it observed nothing."""
        return self.states.get(key) or {}


def schema_of(item):
    """SPEC section 10: key 0 of a map, a uint16, which comes first."""
    require(item.kind == cbor.MAP and item.value and item.value[0][0].raw == b"\x00", "not a map with key 0")
    return scalars.uint(item.value[0][1], 1, scalars.UINT16)


def body_of(item):
    """SPEC section 10: the keys but key 0, all of them text."""
    require(all(key.kind == cbor.TEXT for key, _ in item.value[1:]), "a key that is neither 0 nor text")
    return {key.value: value for key, value in item.value[1:]}


def parse(kind, data):
    """SPEC sections 1, 10: the document in these bytes, checked; a newer one is `newer-schema`."""
    item = cbor.decode(data)
    require(schema_of(item) <= SCHEMA_VERSION, "a newer schema", NEWER_SCHEMA)
    body, keys = body_of(item), KEYS[kind]
    require(ID_KEYS[kind] in body, "no id")
    identifier = scalars.identifier(body.pop(ID_KEYS[kind]))
    require(not any(other in body for other in ID_KEYS.values()), "the id key of another kind")
    states = {key: keys[key].parse(value) for key, value in body.items() if key in keys}
    return Document(kind, identifier, states,
                    carried.parse({key: value for key, value in body.items() if key not in keys}))


def parse_or_newer(kind, data):
    """SPEC section 10: the document, or None for a newer one, which a view leaves out."""
    try:
        return parse(kind, data)
    except Refused as refused:
        if refused.error_class != NEWER_SCHEMA:
            raise
        return None


def encode(document):
    """SPEC section 10: the one encoding of a document, within the document limit (a join past it is `limit`)."""
    keys = KEYS[document.kind]
    fields = carried.encode(document.carried)
    fields[ID_KEYS[document.kind]] = cbor.byte_string(document.id)
    for key, state in document.states.items():
        fields[key] = keys[key].encode(state)
    pairs = [(cbor.text(key), value) for key, value in fields.items()]
    data = cbor.map_of([(cbor.uint(0), cbor.uint(SCHEMA_VERSION)), *pairs])
    require(len(data) <= cbor.DOCUMENT_LIMIT, "a document past its limit", LIMIT)
    return data


def join(a, b):
    """SPEC section 10: the join of two documents of one id, key by key."""
    require(a.id == b.id, "documents of different ids", MISMATCH)
    keys = KEYS[a.kind]
    states = {key: keys[key].join(a[key], b[key]) if key in a.states and key in b.states
              else a.states.get(key) or b.states[key]
              for key in a.states.keys() | b.states.keys()}
    return Document(a.kind, a.id, states, carried.join(a.carried, b.carried))


def is_complete(document):
    """SPEC section 10: what a writer of a whole document supplies: for an asset, facts."""
    return document.kind != "asset" or document["facts"] is not None


def observes_unknown_removal(delta, state):
    """SPEC section 7: `unobserved` of document.apply, over every OR-set of the delta.

    Labels of a region that the receiver holds as deleted do not count.
    """
    if any(orset.observes_unknown_removal(delta.labels_in(key), state.labels_in(key))
           for key in ("labels", "tags_user", "tags_ai")):
        return True
    held = state["regions"] or {}
    nothing = region.Region({}, None, {})
    return any(orset.observes_unknown_removal(each.labels, held.get(identifier, nothing).labels)
               for identifier, each in (delta["regions"] or {}).items()
               if not region.is_deleted(held.get(identifier, nothing)))
