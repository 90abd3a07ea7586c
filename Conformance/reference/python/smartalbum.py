# SPDX-License-Identifier: Apache-2.0
"""SPEC section 12: definitions of smart albums, their predicates, and evaluation."""

import operator
from typing import NamedTuple, Optional

import asset
import cbor
import orset
import scalars
import stamped
from documents import CONTENT_TYPES, CULLS, GPS_DATUMS, STACK_TYPES, closed
from refusal import NEWER_SCHEMA, require

PREDICATE_SCHEMA = 1
DISPLAY_NAME_LIMIT = 256
DEPTH_LIMIT, TERM_LIMIT, NODE_LIMIT, MEMBER_LIMIT = 8, 64, 256, 64

SORT_KEYS = ("capture_timestamp", "import_timestamp", "rating")
DIRECTIONS = ("asc", "desc")


class Definition(NamedTuple):
    """SPEC section 12: what evaluation and reading need of a definition."""

    display_name: str
    predicate: "Node"
    sort_key: str
    direction: str


class Node(NamedTuple):
    """SPEC section 12: all, any, not (with its children) or term (with its term)."""

    name: str
    children: list
    term: Optional["Term"]


class Term(NamedTuple):
    """SPEC section 12: a term; `slot` is (model_id, model_version) for tags_ai and people_cluster, else None."""

    field: str
    op: str
    operand: object
    slot: Optional[tuple]


# Reading a definition.

def parse(item):
    """SPEC section 12: check a definition; a newer predicate_schema comes before everything but a map."""
    fields = {key.value: value for key, value in item.value if key.kind == cbor.TEXT} if item.kind == cbor.MAP else {}
    require("predicate_schema" in fields, "no predicate_schema")
    version = scalars.uint(fields["predicate_schema"], 1, scalars.UINT16)
    require(version <= PREDICATE_SCHEMA, "a newer predicate_schema", NEWER_SCHEMA)
    values = stamped.parse_map(
        item,
        {"display_name": parse_display_name, "predicate": parse_predicate, "smart_album_id": scalars.identifier},
        {"sort": parse_sort}, unknown_allowed=True)
    sort = values.get("sort", {"key": "capture_timestamp", "direction": "desc"})
    return Definition(values["display_name"], values["predicate"], sort["key"], sort["direction"])


def parse_display_name(item):
    """SPEC section 12: a stamped text of at most 256 bytes."""
    return stamped.parse(item, lambda value: scalars.sized_text(value, 0, DISPLAY_NAME_LIMIT)).value.value


def parse_sort(item):
    """SPEC section 12: exactly direction and key."""
    return stamped.parse_map(item, {"direction": closed(DIRECTIONS), "key": closed(SORT_KEYS)})


def parse_predicate(item):
    """SPEC section 12: a predicate within depth 8, 64 terms and 256 nodes."""
    predicate = parse_node(item, 1)
    nodes = list(walk(predicate))
    require(len(nodes) <= NODE_LIMIT, "more than 256 nodes")
    require(sum(1 for node in nodes if node.name == "term") <= TERM_LIMIT, "more than 64 terms")
    return predicate


def walk(node):
    """SPEC section 12: all nodes of a predicate."""
    yield node
    for child in node.children:
        yield from walk(child)


def parse_node(item, depth):
    """SPEC section 12: one of all, any, not and term, with exactly that key; a lone term has depth 1."""
    require(depth <= DEPTH_LIMIT, "deeper than 8")
    fields = stamped.text_fields(item)
    require(len(fields) == 1, "not one of all, any, not, term")
    name, content = next(iter(fields.items()))
    if name == "term":
        return Node(name, [], parse_term(content))
    if name == "not":
        return Node(name, [parse_node(content, depth + 1)], None)
    require(name in ("all", "any"), "not one of all, any, not, term")
    require(content.kind == cbor.ARRAY, "not an array of predicates")
    return Node(name, [parse_node(each, depth + 1) for each in content.value], None)


# Operands. Each check takes an item and gives the plain value that evaluation compares.

def instant(item):
    """SPEC section 12: a timestamp, compared by its instant."""
    return scalars.instant(scalars.any_text(item))


def uint32(item):
    """SPEC section 12: the operand of a numeric term."""
    return scalars.uint(item, 0, scalars.UINT32)


def array_of(check):
    """SPEC section 12: an array of at most 64 members."""
    def check_array(item):
        require(item.kind == cbor.ARRAY and len(item.value) <= MEMBER_LIMIT, "not an array of at most 64")
        return [check(each) for each in item.value]
    return check_array


def range_of(check, in_order):
    """SPEC section 12: a pair of bounds in their order."""
    def check_range(item):
        require(item.kind == cbor.ARRAY and len(item.value) == 2, "not two bounds")
        bounds = [check(each) for each in item.value]
        require(in_order(*bounds), "bounds that are not in order")
        return bounds
    return check_range


class Operator(NamedTuple):
    """SPEC section 12: an operator: the check of its operand, and whether it holds for a value that is there."""

    check: object
    holds: object


def half_open(value, bounds):
    """SPEC section 12: in_range of times, [start, end)."""
    return bounds[0] <= value < bounds[1]


def closed_range(value, bounds):
    """SPEC section 12: in_range of numbers, both bounds included."""
    return bounds[0] <= value <= bounds[1]


def contains_any(members, wanted):
    """SPEC section 12: contains_any of nothing is false."""
    return any(each in members for each in wanted)


def contains_all(members, wanted):
    """SPEC section 12: contains_all of nothing is true."""
    return all(each in members for each in wanted)


def is_in(value, wanted):
    """SPEC section 12: `in` an array of values."""
    return value in wanted


TEMPORAL = {
    "before": Operator(instant, operator.lt),
    "after": Operator(instant, operator.gt),
    "in_range": Operator(range_of(instant, operator.lt), half_open),
}
NUMERIC = {
    "eq": Operator(uint32, operator.eq),
    "gte": Operator(uint32, operator.ge),
    "lte": Operator(uint32, operator.le),
    "in_range": Operator(range_of(uint32, operator.le), closed_range),
}
PRESENCE = {"exists": Operator(scalars.boolean, operator.eq)}


def enumeration(closed_set):
    """SPEC section 12: the operators of an enum field."""
    return {"eq": Operator(closed(closed_set), operator.eq), "in": Operator(array_of(closed(closed_set)), is_in)}


def choice(check):
    """SPEC section 12: the operator of a choice field."""
    return {"is": Operator(check, operator.eq)}


def set_of(check):
    """SPEC section 12: the operators of a set field."""
    return {"contains": Operator(check, operator.contains),
            "contains_any": Operator(array_of(check), contains_any),
            "contains_all": Operator(array_of(check), contains_all)}


FIELDS = {
    "capture_timestamp": TEMPORAL,
    "import_timestamp": TEMPORAL,
    "content_type": enumeration(CONTENT_TYPES),
    "media_kind": enumeration(asset.MEDIA_KINDS),
    "gps.datum": enumeration(GPS_DATUMS),
    "rating": NUMERIC,
    "dimensions.width": NUMERIC,
    "dimensions.height": NUMERIC,
    "cull": choice(closed(CULLS)),
    "hidden": choice(scalars.boolean),
    "tags_user": set_of(scalars.short_text),
    "tags_ai": set_of(scalars.short_text),
    "stack_type": set_of(closed(STACK_TYPES)),
    "people_cluster": set_of(scalars.identifier),
    "album_id": set_of(scalars.identifier),
    "gps": PRESENCE,
    "camera_id": PRESENCE,
}
SLOT_FIELDS = ("tags_ai", "people_cluster")
LABEL_FIELDS = ("tags_user", "tags_ai")


def parse_term(item):
    """SPEC section 12: a term by the table; model_id and model_version on a term over a slot, and only there."""
    fields = stamped.text_fields(item)
    require("field" in fields and "op" in fields, "a term without field or op")
    field = scalars.member_of(FIELDS, fields["field"])
    op = scalars.member_of(FIELDS[field], fields["op"])
    keys = {"field": scalars.any_text, "op": scalars.any_text, "operand": FIELDS[field][op].check}
    if field in SLOT_FIELDS:
        keys.update({"model_id": scalars.short_text, "model_version": scalars.short_text})
    values = stamped.parse_map(item, keys)
    slot = (values["model_id"], values["model_version"]) if field in SLOT_FIELDS else None
    return Term(field, op, values["operand"], slot)


# Evaluation.

class Asset(NamedTuple):
    """SPEC section 15: an asset for evaluation; `people` maps a slot to a set of cluster ids."""

    document: object
    album_id: Optional[bytes]
    trashed: bool
    people: dict


class Library(NamedTuple):
    """SPEC section 12: what surrounds the assets: stacks by (stack id, album id), albums by id, current slots."""

    stacks: dict
    albums: dict
    slots: set


def labels_of(one, library):
    """SPEC section 12, tags_user: the asset's own labels, its live regions', its stack's and its album's.

    The stack's only while the asset is a member of that stack and in the stack's album.
    """
    sets = [one.document.labels_in("tags_user")]
    sets += [each.labels for _, each in asset.live_regions(one.document)]
    stack = library.stacks.get((asset.membership(one.document).get("stack_id"), one.album_id))
    album = library.albums.get(one.album_id)
    sets += [document.labels_in("labels") for document in (stack, album) if document is not None]
    return {text for lines in sets for text in orset.labels(lines)}


def members_of(one, term, library):
    """SPEC section 12, values: the members of a set field."""
    if term.field == "tags_user":
        return labels_of(one, library)
    if term.field == "tags_ai":
        return {tag for tag, *slot in asset.ai_tags(one.document) if tuple(slot) == term.slot}
    if term.field == "people_cluster":
        return one.people.get(term.slot, set())
    single = one.album_id if term.field == "album_id" else asset.membership(one.document).get("stack_type")
    return set() if single is None else {single}


def dimension(document, name):
    """SPEC section 10: the width or the height of the original, or None."""
    facts = asset.facts(document)
    return stamped.text_fields(facts["dimensions"])[name].value if "dimensions" in facts else None


def content_type(document):
    """SPEC section 10: the content type, or None without facts."""
    return asset.field_value(asset.facts(document), "content_type")


VALUES = {
    "capture_timestamp": asset.capture_instant,
    "import_timestamp": asset.import_instant,
    "content_type": content_type,
    "media_kind": lambda document: asset.media_kind(content_type(document)),
    "gps.datum": lambda document: (asset.gps(document) or {}).get("datum"),
    "rating": asset.rating,
    "dimensions.width": lambda document: dimension(document, "width"),
    "dimensions.height": lambda document: dimension(document, "height"),
    "cull": asset.cull,
    "hidden": asset.is_hidden,
    "gps": lambda document: asset.gps(document) is not None,
    "camera_id": lambda document: "camera_id" in asset.facts(document),
}


def comparable(texts):
    """SPEC section 12: texts match when their normal forms are equal."""
    return scalars.normal_form(texts) if isinstance(texts, str) else {scalars.normal_form(each) for each in texts}


def term_truth(term, one, library):
    """SPEC section 12: a term: None, unknown, when it is stale; false over what is absent."""
    if is_stale(term, library):
        return None
    holds, operand = FIELDS[term.field][term.op].holds, term.operand
    if term.field in VALUES:
        value = VALUES[term.field](one.document)
        return value is not None and holds(value, operand)
    members = members_of(one, term, library)
    if term.field in LABEL_FIELDS:
        members, operand = comparable(members), comparable(operand)
    return holds(members, operand)


def is_stale(term, library):
    """SPEC section 12: whether a term is over a slot that is not current."""
    return term.slot is not None and term.slot not in library.slots


def truth(node, one, library):
    """SPEC section 12, staleness: Kleene's logic, with None for unknown."""
    if node.name == "term":
        return term_truth(node.term, one, library)
    truths = [truth(child, one, library) for child in node.children]
    if node.name == "not":
        return None if truths[0] is None else not truths[0]
    deciding = node.name == "any"  # one true decides any, one false decides all
    if deciding in truths:
        return deciding
    return None if None in truths else not deciding


def is_shown(one, view):
    """SPEC section 12, result: the view `default` leaves out those hidden or trashed."""
    return view == "everything" or not (asset.is_hidden(one.document) or one.trashed)


def evaluate(definition, assets, library, view):
    """SPEC section 12, result: the members' ids ascending, and the same ordered by the sort."""
    members = sorted((one for one in assets if is_shown(one, view)
                      and truth(definition.predicate, one, library) is True), key=lambda one: one.document.id)
    return [one.document.id for one in members], [one.document.id for one in ordered(definition, members)]


SORT_VALUES = {"rating": asset.rating, "capture_timestamp": asset.capture_instant,
               "import_timestamp": asset.import_instant}


def ordered(definition, members):
    """SPEC section 12, result: members (ascending by id) by the sort key; those without it last both ways.

    Sorting keeps the order of equals, also when reversed, so ties stay ascending by id.
    """
    keyed = [(SORT_VALUES[definition.sort_key](one.document), one) for one in members]
    with_key = sorted((pair for pair in keyed if pair[0] is not None), key=lambda pair: pair[0],
                      reverse=definition.direction == "desc")
    return [one for _, one in with_key] + [one for key, one in keyed if key is None]
