# SPDX-License-Identifier: Apache-2.0
"""Area everywhere: each operator on each field of a smart album, each sort key alone, each export key in and out."""

import documents
import export as reference_export
import smartalbum
from build import (
    AI_TAG,
    ALBUM,
    CIRCLE,
    GPS,
    LQIP,
    MEMBERSHIP,
    REGION,
    SIZED_FACTS,
    STACK,
    T1,
    T2,
    A,
    W,
    adds,
    album,
    asset,
    cbor,
    definition,
    h,
    stack,
    stamp,
    term,
)
from suite import Topic

SLOT = {"model_id": "m", "model_version": "1"}
FACTS = SIZED_FACTS
NOON, LATER, LATEST = "2026-05-31T12:00:00Z", "2026-05-31T12:00:00.000000001Z", "2026-06-01T12:00:00Z"
PERSON, OTHER_PERSON, OTHER_ALBUM = bytes([0x91] * 16), bytes([0x92] * 16), bytes([0x52] * 16)


def id_of(number):
    """An asset's id."""
    return bytes([number] * 16)


def evaluated(number, keys, **more):
    """An asset for evaluation."""
    return {"sidecar": h(asset(id=id_of(number), **keys)), **more}


def facts(**more):
    """An asset whose facts have some members changed."""
    return {"facts": stamp({**FACTS, **more})}, {}


def key(name, value):
    """An asset with one register."""
    return {name: stamp(value)}, {}


def labelled(*labels):
    """An asset with labels."""
    return {"tags_user": adds(W, *labels)}, {}


def tagged(*tags):
    """An asset with AI tags."""
    return {"tags_ai": adds(W, *({**AI_TAG, "tag": tag} for tag in tags))}, {}


def with_people(*people):
    """An asset with people in it."""
    return {}, {"people": [["m", "1", [each.hex() for each in people]]]}


def in_album(each):
    """An asset of an album."""
    return {}, {"album_id": each.hex()}


def sized(name):
    """The makers of the values of one dimension."""
    return lambda value: facts(dimensions={**FACTS["dimensions"], name: value})


def temporal(make):
    """The operators over times: for each (operand, values that fit, values that do not)."""
    return {
        "before": (LATER, [NOON, "2026-05-31T12:00:00.0Z"], [LATER, LATEST]),
        "after": (NOON, [LATER, LATEST], [NOON, "2026-05-31T14:00:00+02:00", "2026-05-31T11:59:59.999999999Z"]),
        "in_range": ([NOON, LATEST], [NOON, LATER], [LATEST, "2026-05-31T11:59:59.999999999Z"]),
    }, make


def numeric(make, low, high):
    """The operators over numbers."""
    return {
        "eq": (low + 1, [low + 1], [low, low + 2]),
        "gte": (low + 1, [low + 1, high], [low]),
        "lte": (low + 1, [low, low + 1], [low + 2, high]),
        "in_range": ([low + 1, low + 2], [low + 1, low + 2], [low, low + 3]),
    }, make


def enumerated(make, members):
    """The operators over a closed set."""
    return {
        "eq": (members[0], [members[0]], list(members[1:])),
        "in": (list(members[1:]), list(members[1:]), [members[0]]),
    }, make


def set_of(make, one, two, three):
    """The operators over sets: a value is the list of the members."""
    return {
        "contains": (one, [[one], [two, one]], [[two], [two, three]]),
        "contains_any": ([one, two], [[one], [three, two], [one, two]], [[three]]),
        "contains_all": ([one, two], [[two, one], [one, two, three]], [[one], [three], [two, three]]),
    }, lambda members: make(*members)


KINDS = {"image": "image/png", "video": "video/mp4"}
OPERATORS = {
    "capture_timestamp": temporal(lambda value: key("capture_time", value)),
    "import_timestamp": temporal(lambda value: facts(import_timestamp=value)),
    "content_type": enumerated(lambda value: facts(content_type=value), documents.CONTENT_TYPES),
    "media_kind": enumerated(lambda value: facts(content_type=KINDS[value]), ("image", "video")),
    "gps.datum": enumerated(
        lambda value: key("location", {**GPS, **({} if value == "wgs84" else {"datum": value})}), documents.GPS_DATUMS
    ),
    "rating": numeric(lambda value: key("rating", value), 1, 5),
    "dimensions.width": numeric(sized("width"), 1, 2**32 - 1),
    "dimensions.height": numeric(sized("height"), 1, 2**32 - 1),
    "cull": ({"is": ("pick", ["pick"], ["neutral", "reject"])}, lambda value: key("cull", value)),
    "hidden": ({"is": (True, [True], [False])}, lambda value: key("hidden", value)),
    "tags_user": set_of(labelled, "a", "b", "c"),
    "tags_ai": set_of(tagged, "a", "b", "c"),
    "stack_type": (
        {
            "contains": ("burst", ["burst"], ["custom", "raw_jpeg"]),
            "contains_any": (["burst", "custom"], ["burst", "custom"], ["proxy"]),
            "contains_all": (["burst"], ["burst"], ["custom"]),
        },
        lambda value: key("stack_membership", {**MEMBERSHIP, "stack_type": value}),
    ),
    "people_cluster": set_of(with_people, PERSON, OTHER_PERSON, id_of(0x93)),
    "album_id": (
        {
            "contains": (ALBUM, [ALBUM], [OTHER_ALBUM]),
            "contains_any": ([ALBUM, id_of(0x99)], [ALBUM], [OTHER_ALBUM]),
            "contains_all": ([ALBUM], [ALBUM], [OTHER_ALBUM]),
        },
        in_album,
    ),
    "gps": ({"exists": (True, [GPS], [None])}, lambda value: key("location", value)),
    "camera_id": (
        {"exists": (True, [True], [False])},
        lambda value: ({"facts": stamp({each: FACTS[each] for each in FACTS if value or each != "camera_id"})}, {}),
    ),
}
CLASSES = {
    "before": "temporal-value",
    "after": "temporal-value",
    "eq": "numeric-value",
    "gte": "numeric-value",
    "lte": "numeric-value",
    "exists": "class-presence",
    "is": "class-choice",
    "in": "enum-value",
    "contains": "class-set",
    "contains_any": "class-set",
    "contains_all": "class-set",
    "in_range": "numeric-value",
}


def evaluate(predicate, assets, sort=None, **more):
    """album.evaluate in the view `everything`."""
    made = definition(predicate, **({"sort": sort} if sort else {}))
    return {
        "op": "album.evaluate",
        "definition": h(made),
        "assets": assets,
        "view": "everything",
        "slots": [["m", "1"]],
        **more,
    }


operators = Topic("everywhere", "operators")
for field, (ops, make) in OPERATORS.items():
    slot = SLOT if field in smartalbum.SLOT_FIELDS else {}
    for op, (operand, fitting, others) in ops.items():
        assets = [
            evaluated(number, make(value)[0], **make(value)[1]) for number, value in enumerate(fitting + others, 1)
        ]
        hits = [id_of(number).hex() for number in range(1, len(fitting) + 1)]
        misses = [id_of(number).hex() for number in range(len(fitting) + 1, len(assets) + 1)]
        absent = evaluated(0xEE, {})
        slug = "%s-%s" % (field.replace("_", "-").replace(".", "-"), op.replace("_", "-"))
        nothing = operators.accepts(
            slug,
            CLASSES[op],
            "%s %s: those that fit and no other" % (field, op),
            evaluate(term(field, op, operand, **slot), assets),
            lambda ok, hits=hits: ok["members"] == hits,
        )
        operators.accepts(
            slug + "-not",
            "kleene",
            "not %s %s: the others, and what has no value" % (field, op),
            evaluate({"not": term(field, op, operand, **slot)}, [*assets, absent]),
            lambda ok, misses=misses: ok["members"][: len(misses)] == misses,
        )
        if slot:
            operators.accepts(
                slug + "-stale",
                "stale-unknown",
                "%s %s over a slot that is not current: nothing, under not either" % (field, op),
                evaluate(
                    {"any": [term(field, op, operand, **slot), {"not": term(field, op, operand, **slot)}]},
                    assets,
                    slots=[["m", "2"]],
                ),
                lambda ok: ok["members"] == [],
            )

# Both ends of every operand.

ends = Topic("everywhere", "operands")
plain = ends.accepts(
    "plain", "definition", "a definition", {"op": "album.check", "definition": h(definition({"all": []}))}, {}
)
EARLIEST, LAST = "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z"
TEXTS = (["a", "a" * 256], ["", "a" * 257, b"a", 1])
IDS = ([bytes(16), b"\xff" * 16], [bytes(15), bytes(17), "a" * 16])
NUMBERS = ([0, 2**32 - 1], [2**32, -1, 1.0, "1", True])
TIMES = ([EARLIEST, LAST], ["9999-12-31T23:59:59.999-00:01", "2026-05-31", 0])
BY_FIELD = {
    "capture_timestamp": TIMES,
    "import_timestamp": TIMES,
    "content_type": (documents.CONTENT_TYPES, ["image/JPEG", "", "image/x-bmp"]),
    "media_kind": (("image", "video"), ["audio", "Image"]),
    "gps.datum": (documents.GPS_DATUMS, ["WGS84", "bd09"]),
    "rating": NUMBERS,
    "dimensions.width": NUMBERS,
    "dimensions.height": NUMBERS,
    "cull": (documents.CULLS, ["none", True]),
    "hidden": ([True, False], ["true", 1, None]),
    "tags_user": TEXTS,
    "tags_ai": TEXTS,
    "stack_type": (documents.STACK_TYPES, ["bursts", ""]),
    "people_cluster": IDS,
    "album_id": IDS,
    "gps": ([True, False], [1, "true", None]),
    "camera_id": ([True, False], [0, None]),
}
for field, (good, bad) in BY_FIELD.items():
    slot = SLOT if field in smartalbum.SLOT_FIELDS else {}
    for op in smartalbum.FIELDS[field]:

        def operand_of(value, op=op):
            """An operand that holds a value."""
            if op == "in_range":
                return [EARLIEST, value] if field in ("capture_timestamp", "import_timestamp") else [value, value]
            return [value] if op in ("in", "contains_any", "contains_all") else value

        slug = "%s-%s" % (field.replace("_", "-").replace(".", "-"), op.replace("_", "-"))
        known = plain
        for number, value in enumerate(good, 1):
            if op == "in_range" and value == EARLIEST:
                continue
            known = ends.accepts(
                "%s-good-%d" % (slug, number),
                "member-types",
                "%s %s takes this" % (field, op),
                {"op": "album.check", "definition": h(definition(term(field, op, operand_of(value), **slot)))},
                {},
            )
        for number, value in enumerate(bad, 1):
            ends.rejects(
                "%s-bad-%d" % (slug, number),
                "member-types",
                "%s %s takes nothing like this" % (field, op),
                {"op": "album.check", "definition": h(definition(term(field, op, operand_of(value), **slot)))},
                "invalid",
                known,
            )
        if op in ("in", "contains_any", "contains_all"):
            for slug_end, count in (("none", 0), ("64", 64)):
                known = ends.accepts(
                    "%s-%s" % (slug, slug_end),
                    "array-members",
                    "an array of %d" % count,
                    {"op": "album.check", "definition": h(definition(term(field, op, [good[0]] * count, **slot)))},
                    {},
                )
            ends.rejects(
                slug + "-65",
                "array-members",
                "an array of 65",
                {"op": "album.check", "definition": h(definition(term(field, op, [good[0]] * 65, **slot)))},
                "invalid",
                known,
            )
    for extra in ("model_id", "model_version"):
        op = next(iter(smartalbum.FIELDS[field]))
        value = ["2026-05-31T12:00:00Z", LAST] if op == "in_range" else good[0]
        more = {each: "m" for each in SLOT if each != extra} if slot else {extra: "m"}
        ends.rejects(
            "%s-slot-%s" % (field.replace("_", "-").replace(".", "-"), extra.replace("_", "-")),
            "slot-keys",
            "%s %s" % (field, "without " + extra if slot else "has no " + extra),
            {"op": "album.check", "definition": h(definition(term(field, op, value, **more)))},
            "invalid",
            plain,
        )

# Sort keys: each decides alone, against what every other would say.

sorts = Topic("everywhere", "sort-keys")
IN_ORDER = {
    "capture_timestamp": [facts(capture_timestamp=each)[0] for each in (NOON, LATER, LATEST)],
    "import_timestamp": [facts(import_timestamp=each)[0] for each in (NOON, LATER, LATEST)],
    "rating": [{**facts()[0], "rating": stamp(each)} for each in (1, 2, 5)],
}
for name in smartalbum.SORT_KEYS:
    rows = [evaluated(3 - at, keys) for at, keys in enumerate(IN_ORDER[name])]
    same = [evaluated(number, IN_ORDER[name][1]) for number in (2, 1, 3)]
    without = [evaluated(9, {})] if name != "rating" else []
    for direction in smartalbum.DIRECTIONS:
        expected = ["03", "02", "01"] if direction == "asc" else ["01", "02", "03"]
        sorts.accepts(
            "%s-%s" % (name.replace("_", "-"), direction),
            "result-ordered",
            "%s %s decides, and no other key" % (name, direction),
            evaluate({"all": []}, rows + without, {"direction": direction, "key": name}),
            lambda ok, expected=expected: [each[:2] for each in ok["ordered"]][:3] == expected,
        )
        sorts.accepts(
            "%s-%s-ties" % (name.replace("_", "-"), direction),
            "result-ordered",
            "equals by ascending id, whatever the direction",
            evaluate({"all": []}, same + without, {"direction": direction, "key": name}),
            lambda ok: [each[:2] for each in ok["ordered"]][:3] == ["01", "02", "03"],
        )


def member(number, ts=T1, captured=NOON, by=A, **more):
    """A member of the stack, in its album."""
    keys = {"stack_membership": stamp({**MEMBERSHIP, **more}, ts=ts, by=by), "capture_time": stamp(captured)}
    return evaluated(number, keys, album_id=ALBUM.hex())


def shows(slug, rule, note, assets, order, primary):
    """view.stack of some members, by the first byte of their ids."""
    sorts.accepts(
        "stack-" + slug,
        rule,
        note,
        {"op": "view.stack", "stack_id": STACK.hex(), "album_id": ALBUM.hex(), "assets": assets, "view": "default"},
        lambda ok: [each[:2] for each in ok["members"]] == order and ok["primary"][:2] == primary,
    )


shows(
    "index",
    "stack-order",
    "member_index decides against instant and id",
    [member(1, captured=NOON, member_index=1), member(2, captured=LATEST, member_index=0)],
    ["02", "01"],
    "02",
)
shows(
    "index-absent",
    "stack-order",
    "no member_index comes last, against instant and id",
    [member(1, captured=NOON), member(2, captured=LATEST, member_index=2**32 - 1)],
    ["02", "01"],
    "02",
)
shows(
    "instant",
    "stack-order",
    "the instant decides among equal indexes, against the id",
    [member(1, captured=LATER, member_index=3), member(2, captured=NOON, member_index=3)],
    ["02", "01"],
    "02",
)
shows(
    "instant-not-text",
    "stack-order",
    "instants compare, not texts",
    [member(1, captured="2026-05-31T12:00:00+02:00"), member(2, captured="2026-05-31T11:00:00Z")],
    ["01", "02"],
    "01",
)
shows("id", "stack-order", "the id decides among equals", [member(2), member(1)], ["01", "02"], "01")
shows(
    "primary-time",
    "stack-primary",
    "the greatest stamp's time decides, against device, order and id",
    [
        member(1, role="primary", by=bytes([0xFF] * 16), member_index=0),
        member(2, role="primary", ts=T2, member_index=1),
    ],
    ["01", "02"],
    "02",
)
shows(
    "primary-device",
    "stack-primary",
    "then the device, against the bytes and the id",
    [member(1, role="primary", member_index=0), member(2, role="primary", by=bytes([0xFF] * 16))],
    ["01", "02"],
    "02",
)
shows(
    "primary-bytes",
    "stack-primary",
    "then the bytes of the whole map",
    [member(1, role="primary"), member(2, role="primary", member_index=7)],
    ["02", "01"],
    "02",
)
shows(
    "primary-id",
    "stack-primary",
    "then the lowest id",
    [member(2, role="primary", captured=NOON), member(1, role="primary", captured=LATEST)],
    ["02", "01"],
    "01",
)
shows(
    "primary-proxy",
    "stack-primary",
    "else the first that is no proxy",
    [member(1, role="proxy", member_index=0), member(2, member_index=1)],
    ["01", "02"],
    "02",
)

# Export.

exports = Topic("everywhere", "export")
PLACE = {**GPS, "lat": 47.123456, "lon": -8.987654, "datum": "gcj02"}
FULL = {
    "facts": stamp({**FACTS, "zz": 1}),
    "caption": {"current": stamp("c")},
    "lqip": stamp({**LQIP, "zz": 1}),
    "tags_user": adds(W, "own"),
    "rating": stamp(3),
    "orientation": stamp(6),
    "location": stamp({**PLACE, "zz": 1}),
    "regions": {REGION: {"shape": stamp(CIRCLE), "labels": adds(W, "face")}},
    "stack_membership": stamp(MEMBERSHIP),
    "cull": stamp("pick"),
    "hidden": stamp(True),
    "tags_ai": adds(W, AI_TAG),
    "zz": 1,
}
LEAVES = {
    "uuid": asset()["uuid"],
    "hash": FACTS["hash"],
    "capture_timestamp": FACTS["capture_timestamp"],
    "content_type": FACTS["content_type"],
    "dimensions": FACTS["dimensions"],
    "lqip": LQIP,
    "caption": "c",
    "labels": ["own"],
    "stack_labels": ["of stack"],
    "album_labels": ["of album"],
    "rating": 3,
    "orientation": 6,
    "camera_id": {"model": FACTS["camera_id"]["model"]},
}
KEPT = {
    "camera_serial": {"camera_id": FACTS["camera_id"]},
    "device_id": {"device_id": FACTS["device_id"]},
    "session_id": {"session_id": FACTS["session_id"]},
    "regions": {"regions": [{"labels": ["face"], "shape": CIRCLE}]},
    "coarse_gps": {"gps": {"lat": 47.12, "lon": -8.99, "source": "exif", "datum": "gcj02"}},
    "precise_gps": {"gps": PLACE},
}
STACK_DOC, ALBUM_DOC = stack(id=STACK, labels=adds(W, "of stack")), album(id=ALBUM, labels=adds(W, "of album"))


def export(keys, keep=(), **others):
    """asset.export."""
    given = {name: h(value) for name, value in others.items()}
    return {"op": "asset.export", "bytes": h(asset(**keys)), "keep": list(keep), **given}


BOTH = {"stack": STACK_DOC, "album": ALBUM_DOC}
exports.accepts(
    "all", "export-allow-list", "everything that leaves unasked", export(FULL, **BOTH), {"bytes": h(LEAVES)}
)
for name in reference_export.OPT_INS:
    exports.accepts(
        "keep-" + name.replace("_", "-"),
        "export-opt-in",
        "%s alone" % name,
        export(FULL, [name], **BOTH),
        {"bytes": h({**LEAVES, **KEPT[name]})},
    )
    others = [each for each in reference_export.OPT_INS if each != name]
    kept = {}
    for each in others:
        kept.update(KEPT[each])
    exports.accepts(
        "keep-but-" + name.replace("_", "-"),
        "export-opt-in",
        "all but %s" % name,
        export(FULL, others, **BOTH),
        {"bytes": h({**LEAVES, **kept})},
    )
WITHOUT = {
    "facts": ("hash", "capture_timestamp", "content_type", "dimensions", "camera_id"),
    "caption": ("caption",),
    "lqip": ("lqip",),
    "tags_user": ("labels",),
    "rating": ("rating",),
    "orientation": ("orientation",),
    "location": (),
}
for name, gone in WITHOUT.items():
    exports.accepts(
        "without-" + name.replace("_", "-"),
        "export-allow-list",
        "an asset without %s" % name,
        export({each: FULL[each] for each in FULL if each != name}, **BOTH),
        {"bytes": h({each: LEAVES[each] for each in LEAVES if each not in gone})},
    )
for name in ("coarse_gps", "precise_gps"):
    place = {each: PLACE[each] for each in PLACE if each != "datum"}
    left = {each: KEPT[name]["gps"][each] for each in place}
    exports.accepts(
        "without-datum-" + name.replace("_", "-"),
        "export-gps",
        "a place without a datum",
        export({**FULL, "location": stamp(place)}, [name], **BOTH),
        {"bytes": h({**LEAVES, "gps": left})},
    )
for name, gone in (("stack", "stack_labels"), ("album", "album_labels")):
    exports.accepts(
        "without-" + name,
        "export-labels",
        "no %s document" % name,
        export(FULL, **{each: BOTH[each] for each in BOTH if each != name}),
        {"bytes": h({each: LEAVES[each] for each in LEAVES if each != gone})},
    )
for part in ("dimensions", "camera_id"):
    exports.accepts(
        "without-" + part.replace("_", "-"),
        "export-dimensions" if part == "dimensions" else "export-camera",
        "facts without %s" % part,
        export({**FULL, "facts": stamp({each: FACTS[each] for each in FACTS if each != part})}, **BOTH),
        {"bytes": h({each: LEAVES[each] for each in LEAVES if each != part})},
    )
assert cbor(LEAVES)
