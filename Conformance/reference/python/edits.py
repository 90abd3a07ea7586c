# SPDX-License-Identifier: Apache-2.0
"""SPEC section 15: edits. Each gives the states that changed; the delta is the document that holds only these.

What an edit names in JSON becomes CBOR first, and is then read by the checks of section 10, so that nothing is
written that no reader would take.
"""

import asset
import cbor
import documents
import members
import orset
import region
import scalars
import stamped
from refusal import require


class Author:
    """SPEC sections 3, 6: who edits and when: the device, the writer id and the clock; and (section 15) whether a
    value that stays is left unwritten."""

    def __init__(self, device, writer, now, if_changed=False):
        self.device, self.writer, self.now, self.if_changed = device, writer, now, if_changed

    def writes(self, written, current):
        """SPEC section 15, if_changed: whether a checked stamped value is written over the current one, or None."""
        return not self.if_changed or current is None or written.value.raw != current.value.raw


def edit(document, author, request):
    """SPEC section 15: (the document after the edit, the delta); the first is the join with the second."""
    require(isinstance(request, dict) and len(request) == 1, "not one edit")
    name, content = next(iter(request.items()))
    require(name in EDITS, "an unknown edit")
    kinds, function = EDITS[name]
    require(document.kind in kinds, "an edit of another kind of document")
    delta = documents.Document(document.kind, document.id, function(document, author, content), {})
    return documents.join(document, delta), delta


def content_of(value, required, optional=None):
    """SPEC section 15: the members of an object in an edit, where null is a value and unknown ones have no place."""
    members.obj(value)
    checks = {**required, **(optional or {})}
    require(all(key in checks for key in value), "an unknown member")
    require(all(key in value for key in required), "a missing member")
    return {key: checks[key](each) for key, each in value.items()}


# Labels and AI tags.

def labels_key(document):
    """SPEC section 15: labels of a stack or album, tags_user of an asset."""
    return "tags_user" if document.kind == "asset" else "labels"


def label_addition(lines, author, text):
    """SPEC section 7, writing rule: the delta that adds a label in its normal form."""
    label = scalars.written_label(members.text(text))
    return orset.addition(lines, author.writer, cbor.decode(cbor.text(label)), orset.label_matches(label))


def label_removal(lines, text):
    """SPEC section 7, writing rule: a removal takes any text of 1 to 256 bytes as given, then compares normal forms."""
    return orset.removal(orset.live_ids(lines, orset.label_matches(members.short_text(text))))


def unless_empty(key, lines):
    """SPEC section 15: an edit that changes nothing gives a delta of key 0 and the id."""
    return {key: lines} if lines else {}


def add_label(document, author, text):
    """SPEC section 15: add a label of the document."""
    key = labels_key(document)
    return {key: label_addition(document.labels_in(key), author, text)}


def remove_label(document, author, text):
    """SPEC section 15: remove a label of the document."""
    key = labels_key(document)
    return unless_empty(key, label_removal(document.labels_in(key), text))


AI_TAG_MEMBERS = {key: members.short_text for key in orset.AI_TAG_KEYS}


def ai_tag(content, further=None):
    """SPEC section 15: ((tag, model_id, model_version), the other members) of an edit; taken verbatim."""
    values = content_of(content, {**AI_TAG_MEMBERS, **(further or {})})
    return tuple(values[key] for key in orset.AI_TAG_KEYS), values


def ai_tag_removal(document, tag):
    """SPEC section 7, writing rule: the delta that removes every add-id live for an AI tag."""
    return orset.removal(orset.live_ids(document.labels_in("tags_ai"), orset.ai_tag_matches(tag)))


def add_ai_tag(document, author, content):
    """SPEC section 15: add an AI tag."""
    tag, _ = ai_tag(content)
    element = cbor.decode(cbor.text_map({key: cbor.text(each) for key, each in zip(orset.AI_TAG_KEYS, tag)}))
    return {"tags_ai": orset.addition(document.labels_in("tags_ai"), author.writer, element,
                                      orset.ai_tag_matches(tag))}


def remove_ai_tag(document, author, content):
    """SPEC section 15: remove an AI tag."""
    tag, _ = ai_tag(content)
    return unless_empty("tags_ai", ai_tag_removal(document, tag))


def promote_ai_tag(document, author, content):
    """SPEC section 15: add a live AI tag as a label, and with `remove` also remove it from tags_ai."""
    tag, values = ai_tag(content, {"remove": members.boolean})
    removal = ai_tag_removal(document, tag)
    require(removal, "an AI tag that is not live")
    states = {"tags_user": label_addition(document.labels_in("tags_user"), author, tag[0])}
    return {**states, "tags_ai": removal} if values["remove"] else states


# Registers.

def json_degrees(value):
    """SPEC section 15: lat and lon become floats however JSON writes them."""
    require(isinstance(value, (int, float)) and not isinstance(value, bool), "not a number")
    try:
        return cbor.floating(-0.0 if isinstance(value, members.MinusZero) else float(value))
    except OverflowError:
        return cbor.floating(float("inf"))  # which no place has


def json_text(value):
    """SPEC section 15: a text, taken verbatim."""
    return cbor.text(members.text(value))


def json_name(value):
    """SPEC sections 2, 15: a name is a label, and written in its normal form."""
    return cbor.text(scalars.written_label(members.text(value)))


def json_bytes(value):
    """SPEC section 15: ids and digests in hex."""
    return cbor.byte_string(members.hex_bytes(value))


def json_uint(value):
    """SPEC section 15: an unsigned integer of at most 64 bits; its own bounds are checked with the value."""
    return cbor.uint(members.integer(0, 2**64 - 1)(value))


def json_bool(value):
    """SPEC section 15: true or false."""
    return cbor.boolean(members.boolean(value))


def json_datum(value):
    """SPEC section 10: `wgs84` is written as absence, None here."""
    return None if value == documents.DEFAULT_DATUM else json_text(value)


def json_map(required, optional):
    """SPEC section 15: a map with members as in the documents."""
    def encode(value):
        fields = content_of(value, required, optional)
        return cbor.text_map({key: each for key, each in fields.items() if each is not None})
    return encode


def json_or_null(encode):
    """SPEC section 15: inside an edit null is a value."""
    return lambda value: cbor.NULL_BYTES if value is None else encode(value)


json_dimensions = json_map({"height": json_uint, "width": json_uint}, {})
json_camera = json_map({"model": json_text, "serial": json_text}, {})
json_facts = json_map(
    {"hash": json_bytes, "import_timestamp": json_text, "content_type": json_text, "device_id": json_bytes,
     "session_id": json_bytes},
    {"capture_timestamp": json_text, "dimensions": json_dimensions, "camera_id": json_camera})
json_gps = json_map({"lat": json_degrees, "lon": json_degrees, "source": json_text}, {"datum": json_datum})
json_membership = json_map({"role": json_text, "stack_id": json_bytes, "stack_type": json_text},
                           {"member_index": json_uint})

# The registers whose values have one form in JSON, whatever the register.
JSON_OF_VALUE = {scalars.boolean: json_bool, scalars.orientation: json_uint}


def settable(kind, others):
    """SPEC section 15: the fields that a set names: those of JSON_OF_VALUE, and others."""
    plain = {key: JSON_OF_VALUE[key_type.check_value] for key, key_type in documents.KEYS[kind].items()
             if isinstance(key_type, documents.Register) and key_type.check_value in JSON_OF_VALUE}
    return {**plain, **others}


SETTABLE = {
    "stack": settable("stack", {}),
    "album": settable("album", {"name": json_name}),
    "asset": settable("asset", {
        "facts": json_facts, "caption": json_text, "rating": json_uint, "cull": json_text,
        "capture_time": json_or_null(json_text), "location": json_or_null(json_gps),
        "stack_membership": json_or_null(json_membership)}),
    "settings": settable("settings", {}),
}
KNOWN_MEMBERS = {
    "facts": documents.FACTS_REQUIRED.keys() | documents.FACTS_OPTIONAL.keys(),
    "location": documents.GPS_REQUIRED.keys() | documents.GPS_OPTIONAL.keys(),
    "stack_membership": documents.MEMBERSHIP_REQUIRED.keys() | documents.MEMBERSHIP_OPTIONAL.keys(),
}


def with_unknown_members(field, encoded, current):
    """SPEC section 10, writing rule: facts, location and stack_membership take over the unknown keys of the
    current value itself, not those of maps inside it or of its stamped map; null has no place for them."""
    item = cbor.decode(encoded)
    if field not in KNOWN_MEMBERS or current is None or cbor.NULL in (item.kind, current.value.kind):
        return encoded
    fields = {key: value.raw for key, value in stamped.text_fields(current.value).items()
              if key not in KNOWN_MEMBERS[field]}
    fields.update({key: value.raw for key, value in stamped.text_fields(item).items()})
    return cbor.text_map(fields)


def register_write(field, key_type, author, ts, encoded):
    """SPEC sections 4, 5: the state that one write of a register makes, checked as a reader would."""
    written = stamped.encode(author.device, ts, encoded)
    if field == "caption":
        written = cbor.text_map({"current": written})
    return key_type.parse(cbor.decode(written))


def set_register(document, author, content):
    """SPEC section 15: write a register, with if_changed only another value; section 3: stamped after what was
    read. What is not written needs no stamp, so the value is checked before there is one."""
    settable = SETTABLE[document.kind]
    field = content_of(content, {"field": members.one_of(settable), "value": lambda value: value})["field"]
    state, key_type = document[field], documents.KEYS[document.kind][field]
    current = state[0] if field == "caption" and state else state
    encoded = with_unknown_members(field, settable[field](content["value"]), current)
    checked = register_write(field, key_type, author, author.now, encoded)
    if not author.writes(checked[0] if field == "caption" else checked, current):
        return {}
    return {field: register_write(field, key_type, author, stamped.successor(current and current.ts, author.now),
                                  encoded)}


# Regions.

def held(document, identifier):
    """SPEC section 8: the region under an id, or one of which nothing has arrived."""
    return (document["regions"] or {}).get(identifier, region.Region({}, None, {}))


def shape_written(author, ts, encoded):
    """SPEC section 8: the region that holds only a new shape (or null), checked as a reader would."""
    item = cbor.decode(cbor.text_map({"shape": stamped.encode(author.device, ts, encoded)}))
    return region.parse(item)


def json_shape(value):
    """SPEC section 8: a rectangle or a circle, all fractions."""
    keys = ("cx", "cy", "r") if "r" in members.obj(value) else ("x", "y", "w", "h")
    return content_of(value, {key: members.integer(0, scalars.FRACTION_ONE) for key in keys})


def check_inside(document, shape):
    """SPEC section 8, writing rule: with the dimensions known, a circle must lie inside."""
    facts = asset.facts(document)
    if "r" in shape and "dimensions" in facts:
        size = stamped.text_fields(facts["dimensions"])
        require(region.circle_inside(**shape, width=size["width"].value, height=size["height"].value),
                "a circle that is not inside the image")


def put_region(document, author, content):
    """SPEC section 15: put or move a region, with if_changed only elsewhere; one that is deleted stays so."""
    values = content_of(content, {"id": members.identifier, "shape": json_shape})
    current = held(document, values["id"])
    require(not region.is_deleted(current), "a region that is deleted")
    check_inside(document, values["shape"])
    region.may_put(document["regions"] or {}, values["id"], author.device)
    encoded = cbor.text_map({key: cbor.uint(each) for key, each in values["shape"].items()})
    if not author.writes(shape_written(author, author.now, encoded).shape, current.shape):
        return {}
    ts = stamped.successor(current.shape and current.shape.ts, author.now)
    return {"regions": {values["id"]: shape_written(author, ts, encoded)}}


def delete_region(document, author, content):
    """SPEC section 15: delete a region, also one whose shape has not arrived; without one, or twice, no change."""
    identifier = members.identifier(content)
    if identifier not in (document["regions"] or {}) or region.is_deleted(held(document, identifier)):
        return {}
    current = held(document, identifier)
    ts = stamped.deletion_stamp(current.shape and current.shape.ts, author.now)
    return {"regions": {identifier: shape_written(author, ts, cbor.NULL_BYTES)}}


def region_and_label(document, content):
    """SPEC section 15: (id, region, label) of an edit of a live region's labels."""
    values = content_of(content, {"id": members.identifier, "label": members.text})
    current = held(document, values["id"])
    require(region.is_live(current), "a region that is not live")
    return values["id"], current, values["label"]


def add_region_label(document, author, content):
    """SPEC section 15: add a label of a live region."""
    identifier, current, label = region_and_label(document, content)
    return {"regions": {identifier: region.Region(label_addition(current.labels, author, label), None, {})}}


def remove_region_label(document, author, content):
    """SPEC section 15: remove a label of a live region."""
    identifier, current, label = region_and_label(document, content)
    lines = label_removal(current.labels, label)
    return {"regions": {identifier: region.Region(lines, None, {})}} if lines else {}


EDITS = {
    "add_label": (("stack", "album", "asset"), add_label),
    "remove_label": (("stack", "album", "asset"), remove_label),
    "set": (("album", "asset"), set_register),
    "add_ai_tag": (("asset",), add_ai_tag),
    "remove_ai_tag": (("asset",), remove_ai_tag),
    "promote_ai_tag": (("asset",), promote_ai_tag),
    "put_region": (("asset",), put_region),
    "delete_region": (("asset",), delete_region),
    "add_region_label": (("asset",), add_region_label),
    "remove_region_label": (("asset",), remove_region_label),
}
