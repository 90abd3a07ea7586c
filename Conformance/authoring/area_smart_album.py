# SPDX-License-Identifier: Apache-2.0
"""Area smart-album: definitions, their terms, evaluation (section 12)."""

from build import (
    AI_TAG,
    ALBUM,
    CIRCLE,
    FACTS,
    GPS,
    ID,
    MEMBERSHIP,
    OTHER_ID,
    REGION,
    REGION_2,
    STACK,
    T2,
    Raw,
    W,
    X,
    Y,
    adds,
    cbor,
    definition,
    document,
    h,
    line,
    stamp,
    term,
    without,
)
from suite import Topic

YES, NO = {"all": []}, {"any": []}
SLOT = {"model_id": "m", "model_version": "1"}


def id_of(number):
    """An asset's id."""
    return bytes([number] * 16)


def album_check(value):
    """album.check."""
    return {"op": "album.check", "definition": h(value)}


# Definitions.

form = Topic("smart-album", "definition")
plain = form.accepts("plain", "definition", "the least definition", album_check(definition(YES)), {})
for slug, value, note in (
    ("array", [], "an array"),
    ("text", Raw(cbor("x")), "a text"),
    ("empty", {}, "an empty map"),
    ("id-short", definition(YES, smart_album_id=bytes(15)), "an id cut short"),
    ("id-text", definition(YES, smart_album_id="a" * 16), "an id as text"),
    ("integer-key", {**definition(YES), 1: 1}, "a key that is not text"),
    ("bytes-key", {**definition(YES), b"x": 1}, "a byte string key"),
    ("predicate-null", definition(None), "a null predicate"),
):
    form.rejects(slug, "definition", note, album_check(value), "invalid", plain)
for key in ("display_name", "predicate", "predicate_schema", "smart_album_id"):
    form.rejects(
        "without-" + key.replace("_", "-"),
        "definition",
        "without " + key,
        album_check(without(definition(YES), key)),
        "invalid",
        plain,
    )
for slug, data, error in (
    ("truncated", h(definition(YES))[:-2], "malformed"),
    ("trailing", h(definition(YES)) + "00", "malformed"),
    ("empty-input", "", "malformed"),
    ("indefinite", "bfff", "non-canonical"),
):
    form.rejects("bytes-" + slug, "definition", "not canonical CBOR", album_check(data), error, plain)
form.accepts(
    "unknown-keys",
    "definition-unknown",
    "other text keys, whatever they hold",
    album_check(definition(YES, icon={"x": [1]}, zz=None)),
    {},
)
named = form.accepts(
    "name-256", "display-name", "a name of 256 bytes", album_check(definition(YES, display_name=stamp("a" * 256))), {}
)
form.accepts("name-empty", "display-name", "an empty name", album_check(definition(YES, display_name=stamp(""))), {})
form.accepts(
    "name-unknown-key",
    "display-name",
    "unknown keys in its stamped map",
    album_check(definition(YES, display_name=stamp("n", x=1))),
    {},
)
for slug, value, note in (
    ("257", stamp("a" * 257), "257 bytes"),
    ("257-two-byte", stamp("\u00e9" * 128 + "a"), "257 bytes in 129 scalars"),
    ("bare", "n", "a bare text"),
    ("null", stamp(None), "null"),
    ("number", stamp(1), "a number"),
    ("no-by", without(stamp("n"), "by"), "without by"),
    ("ts", stamp("n", ts="2026-05-31T10:00:00Z"), "a ts that is no stamp time"),
):
    form.rejects(
        "name-" + slug, "display-name", note, album_check(definition(YES, display_name=value)), "invalid", named
    )
versioned = form.accepts("schema-1", "predicate-schema", "the schema implemented", album_check(definition(YES)), {})
for slug, value in (
    ("2", definition(YES, predicate_schema=2)),
    ("65535", definition(YES, predicate_schema=65535)),
    ("2-broken", definition({"xor": []}, predicate_schema=2)),
    ("2-alone", {"predicate_schema": 2}),
    ("2-bad-name", definition(YES, predicate_schema=2, display_name=1)),
    ("2-integer-key", {**definition(YES, predicate_schema=2), 1: 1}),
    ("2-deep", definition(Raw("81" * 20 + "80"), predicate_schema=2)),
):
    form.rejects(
        "newer-" + slug,
        "predicate-schema",
        "a newer schema, whatever the other keys hold",
        album_check(value),
        "newer-schema",
        versioned,
    )
for slug, value in (("0", 0), ("text", "1"), ("null", None), ("65536", 65536), ("negative", -1), ("float", 1.0)):
    form.rejects(
        "schema-" + slug,
        "predicate-schema",
        "a schema that is no uint16 from 1",
        album_check(definition(YES, predicate_schema=value)),
        "invalid",
        versioned,
    )
for key in ("capture_timestamp", "import_timestamp", "rating"):
    for direction in ("asc", "desc"):
        sorted_id = form.accepts(
            "sort-%s-%s" % (key.split("_")[0], direction),
            "sort",
            "a sort",
            album_check(definition(YES, sort={"key": key, "direction": direction})),
            {},
        )
for slug, value in (
    ("key-unknown", {"key": "name", "direction": "asc"}),
    ("direction-unknown", {"key": "rating", "direction": "up"}),
    ("no-key", {"direction": "asc"}),
    ("no-direction", {"key": "rating"}),
    ("unknown-key", {"key": "rating", "direction": "asc", "x": 1}),
    ("text", "rating"),
    ("null", None),
    ("array", ["rating", "asc"]),
    ("empty", {}),
    ("case", {"key": "rating", "direction": "ASC"}),
):
    form.rejects("sort-" + slug, "sort", "no sort", album_check(definition(YES, sort=value)), "invalid", sorted_id)

# Predicates.

shape = Topic("smart-album", "predicates")
RATED = term("rating", "gte", 3)
for slug, predicate in (
    ("all", {"all": [RATED]}),
    ("any", {"any": [RATED, RATED]}),
    ("not", {"not": RATED}),
    ("term", RATED),
    ("empty-all", YES),
    ("empty-any", NO),
    ("nested", {"not": {"all": [{"any": []}, {"not": RATED}]}}),
):
    near = shape.accepts(slug, "predicate-keys", "a predicate: " + slug, album_check(definition(predicate)), {})
for slug, predicate in (
    ("empty", {}),
    ("unknown", {"xor": [RATED, RATED]}),
    ("two", {"all": [], "any": []}),
    ("array", [RATED]),
    ("true", True),
    ("null", None),
    ("bare-term", RATED["term"]),
    ("not-array", {"not": [RATED]}),
    ("all-map", {"all": RATED}),
    ("all-null", {"all": None}),
    ("any-of-null", {"any": [None]}),
    ("integer-key", {1: []}),
    ("case", {"All": []}),
    ("extra", {"all": [], "x": 1}),
    ("term-and-not", {"term": RATED["term"], "not": RATED}),
    ("term-array", {"term": []}),
    ("deep-inside", {"all": [{"not": {"nor": []}}]}),
):
    shape.rejects(
        "not-" + slug, "predicate-keys", "no predicate: " + slug, album_check(definition(predicate)), "invalid", near
    )


def nested(depth, kind="not", inner=RATED):
    """A predicate of a depth; a term has depth 1."""
    return (
        inner
        if depth == 1
        else {kind: nested(depth - 1, kind, inner) if kind == "not" else [nested(depth - 1, kind, inner)]}
    )


for kind in ("not", "all", "any"):
    deep = shape.accepts(
        "depth-8-" + kind,
        "predicate-depth",
        "eight levels, the term among them",
        album_check(definition(nested(8, kind))),
        {},
    )
    shape.rejects(
        "depth-9-" + kind, "predicate-depth", "nine levels", album_check(definition(nested(9, kind))), "invalid", deep
    )
deep = shape.accepts(
    "depth-8-empty",
    "predicate-depth",
    "eight levels, the last empty",
    album_check(definition(nested(8, "all", YES))),
    {},
)
shape.rejects(
    "depth-9-empty",
    "predicate-depth",
    "an empty all at the ninth",
    album_check(definition(nested(9, "all", YES))),
    "invalid",
    deep,
)
shape.rejects(
    "depth-20",
    "predicate-depth",
    "deep, and within the limit of CBOR",
    album_check(definition(nested(20))),
    "invalid",
    deep,
)
full = shape.accepts("terms-64", "predicate-terms", "64 terms", album_check(definition({"all": [RATED] * 64})), {})
shape.rejects(
    "terms-65", "predicate-terms", "65 terms", album_check(definition({"all": [RATED] * 65})), "invalid", full
)
shape.rejects(
    "terms-65-spread",
    "predicate-terms",
    "65 terms in several branches",
    album_check(definition({"all": [{"any": [RATED] * 33}, {"not": {"all": [RATED] * 32}}]})),
    "invalid",
    full,
)
crowd = shape.accepts("nodes-256", "predicate-nodes", "256 nodes", album_check(definition({"all": [YES] * 255})), {})
shape.rejects(
    "nodes-257", "predicate-nodes", "257 nodes", album_check(definition({"all": [YES] * 256})), "invalid", crowd
)
shape.rejects(
    "nodes-257-with-terms",
    "predicate-nodes",
    "257 nodes with terms and nots among them",
    album_check(definition({"any": [{"not": RATED}] * 64 + [NO] * 128})),
    "invalid",
    shape.accepts(
        "nodes-256-with-terms",
        "predicate-nodes",
        "256 with terms and nots",
        album_check(definition({"any": [{"not": RATED}] * 64 + [NO] * 127})),
        {},
    ),
)

# Terms: the table of fields, operators and operands.

terms = Topic("smart-album", "terms")
NOON, LATER = "2026-05-31T12:00:00Z", "2026-05-31T13:00:00Z"
TABLE = (
    (
        "class-temporal",
        ("capture_timestamp", "import_timestamp"),
        {},
        [("before", NOON), ("after", "2026-05-31t12:00:00.5+02:00"), ("in_range", [NOON, LATER])],
        [
            ("before", "2026-05-31"),
            ("after", None),
            ("before", 0),
            ("in_range", [NOON, NOON]),
            ("in_range", [LATER, NOON]),
            ("in_range", ["2026-05-31T12:00:00Z", "2026-05-31T13:00:00+01:00"]),
            ("in_range", [NOON]),
            ("in_range", [NOON, LATER, LATER]),
            ("in_range", NOON),
            ("eq", NOON),
            ("gte", NOON),
        ],
    ),
    (
        "class-enum",
        ("content_type",),
        {},
        [("eq", "image/jpeg"), ("in", ["image/png", "video/mp4"]), ("in", [])],
        [
            ("eq", "image/heif"),  # retired: it is a content type now, and keeps the numbers of the others
            ("eq", None),
            ("in", ["image/png", "x"]),
            ("in", "image/png"),
            ("is", "image/png"),
            ("contains", "image/png"),
            ("eq", ["image/png"]),
        ],
    ),
    (
        "class-enum",
        ("media_kind",),
        {},
        [("eq", "image"), ("eq", "video"), ("in", ["image", "video"])],
        [("eq", "audio"), ("eq", "Image"), ("in", [None])],
    ),
    (
        "class-enum",
        ("gps.datum",),
        {},
        [("eq", "wgs84"), ("eq", "gcj02"), ("in", ["wgs84"])],
        [("eq", "bd09"), ("in", ["wgs84", "WGS84"])],
    ),
    (
        "class-numeric",
        ("rating", "dimensions.width", "dimensions.height"),
        {},
        [("eq", 0), ("gte", 2**32 - 1), ("lte", 7), ("in_range", [2, 2]), ("in_range", [0, 2**32 - 1])],
        [
            ("eq", 2**32),
            ("gte", -1),
            ("lte", 3.0),
            ("eq", "3"),
            ("eq", None),
            ("in_range", [3, 2]),
            ("in_range", [1]),
            ("in_range", [1, 2, 3]),
            ("in_range", 1),
            ("gt", 3),
            ("before", 3),
            ("in", [3]),
        ],
    ),
    (
        "class-choice",
        ("cull",),
        {},
        [("is", "pick"), ("is", "neutral"), ("is", "reject")],
        [("is", "maybe"), ("is", None), ("is", True), ("eq", "pick"), ("in", ["pick"])],
    ),
    (
        "class-choice",
        ("hidden",),
        {},
        [("is", True), ("is", False)],
        [("is", 1), ("is", "true"), ("is", None), ("eq", True), ("exists", True)],
    ),
    (
        "class-set",
        ("tags_user",),
        {},
        [("contains", "a"), ("contains_any", ["a", "b"]), ("contains_all", []), ("contains_any", [])],
        [
            ("contains", ["a"]),
            ("contains_any", "a"),
            ("contains_all", ["a", 1]),
            ("contains", None),
            ("eq", "a"),
            ("in", ["a"]),
        ],
    ),
    (
        "class-set",
        ("tags_ai",),
        SLOT,
        [("contains", "a"), ("contains_any", ["a"]), ("contains_all", ["a"])],
        [("contains", 1), ("contains_any", [None])],
    ),
    (
        "class-set",
        ("stack_type",),
        {},
        [("contains", "burst"), ("contains_any", ["burst", "custom"]), ("contains_all", ["burst"])],
        [("contains", "a"), ("contains_any", ["burst", "x"]), ("eq", "burst")],
    ),
    (
        "class-set",
        ("people_cluster",),
        SLOT,
        [("contains", ID), ("contains_any", [ID]), ("contains_all", [ID, OTHER_ID])],
        [("contains", "a"), ("contains", bytes(15)), ("contains_any", [bytes(17)])],
    ),
    (
        "class-set",
        ("album_id",),
        {},
        [("contains", ID), ("contains_any", [ID]), ("contains_all", [ID])],
        [("contains", "a"), ("contains", bytes(32)), ("eq", ID)],
    ),
    (
        "class-presence",
        ("gps", "camera_id"),
        {},
        [("exists", True), ("exists", False)],
        [("exists", 1), ("exists", None), ("exists", "true"), ("is", True), ("eq", True)],
    ),
)
for rule, fields, slot, good, bad in TABLE:
    for field in fields:
        name = field.replace("_", "-").replace(".", "-")
        counts = {}
        for op, operand in good:
            counts[op] = counts.get(op, 0) + 1
            near = terms.accepts(
                "%s-%s-%d" % (name, op.replace("_", "-"), counts[op]),
                rule,
                "%s %s" % (field, op),
                album_check(definition(term(field, op, operand, **slot))),
                {},
            )
        counts = {}
        for op, operand in bad if field in (fields[0], "dimensions.width") else bad[:4]:
            counts[op] = counts.get(op, 0) + 1
            terms.rejects(
                "%s-not-%s-%d" % (name, op.replace("_", "-"), counts[op]),
                rule,
                "%s has no such operator or operand: %s" % (field, op),
                album_check(definition(term(field, op, operand, **slot))),
                "invalid",
                near,
            )
for field, op, member, slot in (
    ("content_type", "in", "image/png", {}),
    ("tags_user", "contains_any", "a", {}),
    ("tags_user", "contains_all", "a", {}),
    ("album_id", "contains_any", ID, {}),
    ("people_cluster", "contains_all", ID, SLOT),
):
    slug = "%s-%s" % (field.replace("_", "-"), op.replace("_", "-"))
    near = terms.accepts(
        "members-64-" + slug,
        "array-members",
        "64 members",
        album_check(definition(term(field, op, [member] * 64, **slot))),
        {},
    )
    terms.rejects(
        "members-65-" + slug,
        "array-members",
        "65 members",
        album_check(definition(term(field, op, [member] * 65, **slot))),
        "invalid",
        near,
    )
for field, slot in (("tags_user", {}), ("tags_ai", SLOT)):
    slug = field.replace("_", "-")
    near = terms.accepts(
        "text-256-" + slug,
        "member-texts",
        "a text of 256 bytes",
        album_check(definition(term(field, "contains", "a" * 256, **slot))),
        {},
    )
    terms.accepts(
        "text-space-" + slug,
        "member-texts",
        "white space is a text",
        album_check(definition(term(field, "contains", " ", **slot))),
        {},
    )
    for each, text in (("empty", ""), ("257", "a" * 257)):
        terms.rejects(
            "text-%s-%s" % (each, slug),
            "member-texts",
            "a text of another length",
            album_check(definition(term(field, "contains", text, **slot))),
            "invalid",
            near,
        )
        terms.rejects(
            "text-%s-%s-in-array" % (each, slug),
            "member-texts",
            "in an array too",
            album_check(definition(term(field, "contains_any", ["a", text], **slot))),
            "invalid",
            near,
        )
typed = terms.accepts(
    "types-identifier",
    "member-types",
    "an identifier for people",
    album_check(definition(term("people_cluster", "contains", ID, **SLOT))),
    {},
)
terms.rejects(
    "types-text-for-people",
    "member-types",
    "a text for people",
    album_check(definition(term("people_cluster", "contains", ID.hex(), **SLOT))),
    "invalid",
    typed,
)
terms.rejects(
    "types-identifier-for-tags",
    "member-types",
    "an identifier for labels",
    album_check(definition(term("tags_user", "contains", ID))),
    "invalid",
    typed,
)
terms.rejects(
    "types-role-for-stack",
    "member-types",
    "a role for a stack type",
    album_check(definition(term("stack_type", "contains", "primary"))),
    "invalid",
    typed,
)
for field in ("tags_ai", "people_cluster"):
    member, slug = ("a", "tags-ai") if field == "tags_ai" else (ID, "people")
    near = terms.accepts(
        "slot-" + slug,
        "slot-keys",
        "both keys of its slot",
        album_check(definition(term(field, "contains", member, **SLOT))),
        {},
    )
    for each, slot in (
        ("none", {}),
        ("no-version", {"model_id": "m"}),
        ("no-model", {"model_version": "1"}),
        ("empty-model", {**SLOT, "model_id": ""}),
        ("257-version", {**SLOT, "model_version": "a" * 257}),
        ("number-version", {**SLOT, "model_version": 1}),
        ("null-model", {**SLOT, "model_id": None}),
        ("third", {**SLOT, "threshold": 1}),
    ):
        terms.rejects(
            "slot-%s-%s" % (slug, each),
            "slot-keys",
            "a slot that is not named whole",
            album_check(definition(term(field, "contains", member, **slot))),
            "invalid",
            near,
        )
for field, op, operand in (
    ("tags_user", "contains", "a"),
    ("rating", "eq", 1),
    ("gps", "exists", True),
    ("stack_type", "contains", "burst"),
    ("album_id", "contains", ID),
):
    terms.rejects(
        "slot-of-" + field.replace("_", "-"),
        "slot-keys",
        "slot keys on a term that has none",
        album_check(definition(term(field, op, operand, **SLOT))),
        "invalid",
        near,
    )
known = terms.accepts("known", "term-known", "a known term", album_check(definition(RATED)), {})
for slug, content in (
    ("field", {"field": "iso", "op": "eq", "operand": 1}),
    ("field-case", {"field": "Rating", "op": "eq", "operand": 1}),
    ("op", {"field": "rating", "op": "ne", "operand": 1}),
    ("key", {"field": "rating", "op": "eq", "operand": 1, "x": 1}),
    ("no-field", {"op": "eq", "operand": 1}),
    ("no-op", {"field": "rating", "operand": 1}),
    ("no-operand", {"field": "rating", "op": "eq"}),
    ("field-number", {"field": 1, "op": "eq", "operand": 1}),
    ("op-null", {"field": "rating", "op": None, "operand": 1}),
    ("integer-key", {"field": "rating", "op": "eq", "operand": 1, 1: 1}),
    ("document-key", {"field": "capture_time", "op": "before", "operand": NOON}),
    ("facts", {"field": "facts", "op": "exists", "operand": True}),
    ("parent", {"field": "dimensions", "op": "eq", "operand": 1}),
):
    terms.rejects(
        "unknown-" + slug,
        "term-known",
        "an unknown or missing part",
        album_check(definition({"term": content})),
        "invalid",
        known,
    )

# Evaluation.


def asset(number, album_id=None, trashed=None, people=None, **keys):
    """An asset for evaluation."""
    given = {"sidecar": cbor(document("asset", id=id_of(number), **keys)).hex()}
    for name, value in (("album_id", album_id and album_id.hex()), ("trashed", trashed), ("people", people)):
        if value is not None:
            given[name] = value
    return given


def facts(**more):
    """Stamped facts."""
    return stamp({**FACTS, **more})


def evaluation(predicate, assets, view="default", sort=None, **more):
    """album.evaluate."""
    return {
        "op": "album.evaluate",
        "definition": cbor(definition(predicate, **({"sort": sort} if sort else {}))).hex(),
        "assets": assets,
        "view": view,
        **more,
    }


def finds(topic, slug, rule, note, predicate, assets, expected, ordered=None, **more):
    """The members of an evaluation."""
    ids = [id_of(each).hex() for each in expected]
    condition = (
        {"members": ids, "ordered": [id_of(each).hex() for each in ordered]}
        if ordered
        else (lambda ok: ok["members"] == ids and sorted(ok["ordered"]) == ids)
    )
    return topic.accepts(slug, rule, note, evaluation(predicate, assets, **more), condition)


values = Topic("smart-album", "values")
finds(values, "empty-all", "empty-all-any", "empty all is true", YES, [asset(1), asset(2)], [1, 2])
finds(values, "empty-any", "empty-all-any", "empty any is false", NO, [asset(1)], [])
times = [
    asset(1, facts=facts(capture_timestamp="2026-05-31T11:59:59.999999999Z")),
    asset(2, facts=facts(capture_timestamp="2026-05-31T14:00:00+02:00")),
    asset(3, facts=facts(capture_timestamp="2026-05-31T12:00:00.000000001Z")),
    asset(4),
]
for op, operand, expected, note in (
    ("before", NOON, [1], "before is strict"),
    ("after", NOON, [3], "after is strict"),
    ("in_range", [NOON, LATER], [2, 3], "the start is in"),
    ("in_range", ["2026-05-31T11:00:00Z", NOON], [1], "the end is out"),
    ("in_range", ["2026-05-31T14:00:00+02:00", "2026-05-31T14:00:01+02:00"], [2, 3], "bounds in another offset"),
    ("before", "9999-12-31T23:59:59Z", [1, 2, 3], "an asset without time is in none"),
):
    finds(
        values,
        "time-%s-%d" % (op.replace("_", "-"), len(values.vectors)),
        "temporal-value",
        note,
        term("capture_timestamp", op, operand),
        times,
        expected,
    )
finds(
    values,
    "midnight",
    "temporal-value",
    "a day from midnight to midnight in another offset",
    term("capture_timestamp", "in_range", ["2026-05-31T00:00:00+09:00", "2026-06-01T00:00:00+09:00"]),
    [
        asset(at, facts=facts(capture_timestamp=text))
        for at, text in enumerate(
            ("2026-05-30T14:59:59Z", "2026-05-30T15:00:00Z", "2026-05-31T14:59:59Z", "2026-05-31T15:00:00Z"), 1
        )
    ],
    [2, 3],
)
finds(
    values,
    "offsets",
    "temporal-value",
    "instants, not texts",
    term("capture_timestamp", "before", "2026-01-01T19:01:00+02:00"),
    [
        asset(1, facts=facts(capture_timestamp="2026-01-01T19:00:00-04:00")),
        asset(2, facts=facts(capture_timestamp="2026-01-01T17:00:00Z")),
    ],
    [2],
)
finds(
    values,
    "import",
    "temporal-value",
    "the import time",
    term("import_timestamp", "after", "2026-05-31T23:59:59Z"),
    [asset(1, facts=facts()), asset(2, facts=facts(import_timestamp="2026-01-01T00:00:00Z")), asset(3)],
    [1],
)
finds(
    values,
    "leap",
    "temporal-value",
    "a leap second is after the second before it",
    term("capture_timestamp", "after", "2016-12-31T23:59:59.999999999Z"),
    [
        asset(1, facts=facts(capture_timestamp="2016-12-31T23:59:60Z")),
        asset(2, facts=facts(capture_timestamp="2016-12-31T23:59:59Z")),
    ],
    [1],
)
finds(
    values,
    "effective",
    "capture-effective",
    "the corrected time counts",
    term("capture_timestamp", "before", "2021-01-01T00:00:00Z"),
    [
        asset(1, facts=facts(), capture_time=stamp("2020-01-01T00:00:00Z")),
        asset(2, facts=facts()),
        asset(3, capture_time=stamp("2020-01-01T00:00:00Z")),
    ],
    [1, 3],
)
rated = [asset(1, rating=stamp(0)), asset(2, rating=stamp(3)), asset(3, rating=stamp(5)), asset(4)]
for op, operand, expected in (
    ("eq", 3, [2]),
    ("eq", 0, [1, 4]),
    ("gte", 3, [2, 3]),
    ("lte", 3, [1, 2, 4]),
    ("in_range", [3, 5], [2, 3]),
    ("in_range", [3, 3], [2]),
    ("in_range", [0, 2], [1, 4]),
    ("gte", 6, []),
    ("lte", 2**32 - 1, [1, 2, 3, 4]),
):
    finds(
        values,
        "rating-%s-%d" % (op.replace("_", "-"), len(values.vectors)),
        "numeric-value",
        "ratings, with 0 when never written",
        term("rating", op, operand),
        rated,
        expected,
    )
sized = [
    asset(1, facts=facts(dimensions={"height": 100, "width": 200})),
    asset(2, facts=facts(dimensions={"height": 200, "width": 100})),
    asset(3, facts=facts()),
    asset(4),
]
finds(values, "width", "numeric-value", "the width", term("dimensions.width", "gte", 200), sized, [1])
finds(values, "height", "numeric-value", "the height", term("dimensions.height", "in_range", [200, 200]), sized, [2])
finds(
    values,
    "dimensions-absent",
    "absent-false",
    "absent dimensions: every term is false",
    term("dimensions.width", "lte", 2**32 - 1),
    sized,
    [1, 2],
)
typed_assets = [
    asset(1, facts=facts()),
    asset(2, facts=facts(content_type="video/mp4")),
    asset(3, facts=facts(content_type="image/heic")),
    asset(4),
]
finds(
    values, "content-type", "enum-value", "a content type", term("content_type", "eq", "image/jpeg"), typed_assets, [1]
)
finds(
    values,
    "content-type-in",
    "enum-value",
    "one of several",
    term("content_type", "in", ["image/heic", "video/mp4"]),
    typed_assets,
    [2, 3],
)
finds(values, "content-type-in-nothing", "enum-value", "one of none", term("content_type", "in", []), typed_assets, [])
finds(values, "media-image", "media-kind", "images", term("media_kind", "eq", "image"), typed_assets, [1, 3])
finds(values, "media-video", "media-kind", "videos", term("media_kind", "in", ["video"]), typed_assets, [2])
finds(
    values,
    "media-any",
    "absent-false",
    "without facts it is neither",
    term("media_kind", "in", ["image", "video"]),
    typed_assets,
    [1, 2, 3],
)
placed = [
    asset(1, location=stamp(GPS)),
    asset(2, location=stamp({**GPS, "datum": "gcj02"})),
    asset(3, location=stamp(None)),
    asset(4),
]
finds(
    values,
    "datum-default",
    "datum-default",
    "a datum that is not named is wgs84",
    term("gps.datum", "eq", "wgs84"),
    placed,
    [1],
)
finds(values, "datum-named", "datum-default", "one that is", term("gps.datum", "in", ["gcj02"]), placed, [2])
finds(values, "gps-exists", "absent-false", "a place", term("gps", "exists", True), placed, [1, 2])
finds(
    values,
    "gps-not-exists",
    "absent-false",
    "no place: never written or cleared",
    term("gps", "exists", False),
    placed,
    [3, 4],
)
cameras = [asset(1, facts=facts(camera_id={"model": "", "serial": ""})), asset(2, facts=facts()), asset(3)]
finds(values, "camera-exists", "absent-false", "a camera", term("camera_id", "exists", True), cameras, [1])
finds(
    values,
    "camera-not-exists",
    "absent-false",
    "no camera, also without facts",
    term("camera_id", "exists", False),
    cameras,
    [2, 3],
)
flagged = [asset(1, cull=stamp("pick")), asset(2, cull=stamp("reject")), asset(3), asset(4, cull=stamp("neutral"))]
finds(values, "cull", "register-defaults", "a flag", term("cull", "is", "reject"), flagged, [2])
finds(
    values,
    "cull-default",
    "register-defaults",
    "neutral when never written",
    term("cull", "is", "neutral"),
    flagged,
    [3, 4],
)
finds(
    values,
    "hidden",
    "register-defaults",
    "hidden, in the view everything",
    term("hidden", "is", True),
    [asset(1, hidden=stamp(True)), asset(2), asset(3, hidden=stamp(False))],
    [1],
    view="everything",
)
finds(
    values,
    "hidden-default",
    "register-defaults",
    "not hidden when never written",
    term("hidden", "is", False),
    [asset(1, hidden=stamp(True)), asset(2), asset(3, hidden=stamp(False))],
    [2, 3],
    view="everything",
)
finds(
    values,
    "not-absent",
    "absent-false",
    "not of a false term is true: an asset without facts is in",
    {"not": term("content_type", "eq", "image/jpeg")},
    typed_assets,
    [2, 3, 4],
)

labels = Topic("smart-album", "labels")
tagged = [
    asset(1, tags_user=adds(W, "a", "b")),
    asset(2, tags_user=adds(W, "b")),
    asset(3),
    asset(4, tags_user={W: line([0, 0])}),
]
for slug, op, operand, expected, rule, note in (
    ("contains", "contains", "a", [1], "tags-user-union", "a label"),
    ("any", "contains_any", ["a", "b"], [1, 2], "tags-user-union", "one of several"),
    ("all", "contains_all", ["a", "b"], [1], "tags-user-union", "all of several"),
    ("any-nothing", "contains_any", [], [], "contains-nothing", "contains_any of nothing is false"),
    ("all-nothing", "contains_all", [], [1, 2, 3, 4], "contains-nothing", "contains_all of nothing is true"),
    ("case", "contains", "A", [], "texts-normal-form", "case counts"),
    ("repeated", "contains_all", ["a", "a"], [1], "tags-user-union", "a member named twice"),
):
    finds(labels, slug, rule, note, term("tags_user", op, operand), tagged, expected)
finds(
    labels,
    "not-contains",
    "tags-user-union",
    "not contains: an asset without labels is in",
    {"not": term("tags_user", "contains", "a")},
    tagged,
    [2, 3, 4],
)
spelled = [
    asset(1, tags_user=adds(W, "e\u0301")),
    asset(2, tags_user=adds(W, "\u00e9")),
    asset(3, tags_user=adds(W, " \u00e9 ")),
    asset(4, tags_user=adds(W, "e")),
]
finds(
    labels,
    "normal-form-operand",
    "texts-normal-form",
    "an operand in another form",
    term("tags_user", "contains", " e\u0301"),
    spelled,
    [1, 2, 3],
)
finds(
    labels,
    "normal-form-any",
    "texts-normal-form",
    "in an array too",
    term("tags_user", "contains_any", ["\u00e9 "]),
    spelled,
    [1, 2, 3],
)
finds(
    labels,
    "normal-form-empty",
    "texts-normal-form",
    "white space matches white space",
    term("tags_user", "contains", " "),
    [asset(1, tags_user=adds(W, "\t")), asset(2, tags_user=adds(W, "a"))],
    [1],
)
finds(
    labels,
    "regions",
    "tags-user-union",
    "labels of live regions, not of deleted ones or of those that have not arrived",
    term("tags_user", "contains", "x"),
    [
        asset(1, regions={REGION: {"shape": stamp(CIRCLE), "labels": adds(W, "x")}}),
        asset(2, regions={REGION: {"labels": adds(W, "x")}}),
        asset(3, regions={REGION: {"shape": stamp(None)}}),
        asset(
            4,
            regions={REGION: {"shape": stamp(CIRCLE)}, REGION_2: {"shape": stamp(CIRCLE), "labels": adds(W, "y", "x")}},
        ),
    ],
    [1, 4],
)
in_stack = stamp(MEMBERSHIP)
one_stack = {"bytes": cbor(document("stack", id=STACK, labels=adds(W, "x"))).hex(), "album_id": ALBUM.hex()}
finds(
    labels,
    "stack",
    "tags-user-stack",
    "its stack's labels while it is a member and in the stack's album",
    term("tags_user", "contains", "x"),
    [
        asset(1, stack_membership=in_stack, album_id=ALBUM),
        asset(2, stack_membership=in_stack, album_id=OTHER_ID),
        asset(3, stack_membership=in_stack),
        asset(4, album_id=ALBUM),
        asset(5, stack_membership=stamp({**MEMBERSHIP, "stack_id": OTHER_ID}), album_id=ALBUM),
        asset(6, stack_membership=stamp(None, ts=T2), album_id=ALBUM),
    ],
    [1],
    stacks=[one_stack],
)
finds(
    labels,
    "stack-no-album",
    "tags-user-stack",
    "a stack without an album gives none",
    term("tags_user", "contains", "x"),
    [asset(1, stack_membership=in_stack, album_id=ALBUM), asset(2, stack_membership=in_stack)],
    [],
    stacks=[{"bytes": one_stack["bytes"]}],
)
finds(
    labels,
    "stack-album-null",
    "optional-null",
    "also when its album is null",
    term("tags_user", "contains", "x"),
    [asset(1, stack_membership=in_stack, album_id=ALBUM)],
    [],
    stacks=[{**one_stack, "album_id": None}],
)
finds(
    labels,
    "stack-joined",
    "evaluate-request",
    "several states of one stack are joined",
    term("tags_user", "contains_all", ["x", "y"]),
    [asset(1, stack_membership=in_stack, album_id=ALBUM)],
    [1],
    stacks=[one_stack, {**one_stack, "bytes": cbor(document("stack", id=STACK, labels=adds(X, "y"))).hex()}],
)
finds(
    labels,
    "stack-joined-removed",
    "evaluate-request",
    "a removal in one of them counts",
    term("tags_user", "contains", "x"),
    [asset(1, stack_membership=in_stack, album_id=ALBUM)],
    [],
    stacks=[one_stack, {**one_stack, "bytes": cbor(document("stack", id=STACK, labels={W: line([0, 0])})).hex()}],
)
finds(
    labels,
    "stack-two-albums",
    "tags-user-stack",
    "one stack id in two albums: two documents",
    term("tags_user", "contains", "x"),
    [asset(1, stack_membership=in_stack, album_id=ALBUM), asset(2, stack_membership=in_stack, album_id=OTHER_ID)],
    [1],
    stacks=[
        one_stack,
        {"bytes": cbor(document("stack", id=STACK, labels={W: line([0, 0])})).hex(), "album_id": OTHER_ID.hex()},
    ],
)
one_album = cbor(document("album", id=ALBUM, labels=adds(W, "x"))).hex()
finds(
    labels,
    "album",
    "tags-user-union",
    "its album's labels",
    term("tags_user", "contains", "x"),
    [asset(1, album_id=ALBUM), asset(2, album_id=OTHER_ID), asset(3)],
    [1],
    albums=[one_album],
)
finds(
    labels,
    "album-joined",
    "evaluate-request",
    "several states of one album are joined",
    term("tags_user", "contains_all", ["x", "y"]),
    [asset(1, album_id=ALBUM)],
    [1],
    albums=[one_album, cbor(document("album", id=ALBUM, labels=adds(Y, "y"))).hex()],
)
finds(
    labels,
    "all-sources",
    "tags-user-union",
    "one label from each source",
    term("tags_user", "contains_all", ["own", "region", "x", "album"]),
    [
        asset(
            1,
            tags_user=adds(W, "own"),
            regions={REGION: {"shape": stamp(CIRCLE), "labels": adds(W, "region")}},
            stack_membership=in_stack,
            album_id=ALBUM,
        ),
        asset(2, tags_user=adds(W, "own"), album_id=ALBUM),
    ],
    [1],
    stacks=[one_stack],
    albums=[cbor(document("album", id=ALBUM, labels=adds(W, "album"))).hex()],
)
finds(
    labels,
    "ai-tags-are-no-labels",
    "tags-user-union",
    "AI tags are no labels",
    term("tags_user", "contains", "beach"),
    [asset(1, tags_ai=adds(W, AI_TAG)), asset(2, tags_user=adds(W, "beach"))],
    [2],
)
finds(
    labels,
    "stack-type",
    "stack-type-value",
    "the type of the current membership",
    term("stack_type", "contains", "burst"),
    [
        asset(1, stack_membership=in_stack),
        asset(2, stack_membership=stamp({**MEMBERSHIP, "stack_type": "custom"})),
        asset(3),
        asset(4, stack_membership=stamp(None)),
    ],
    [1],
)
finds(
    labels,
    "stack-type-any",
    "stack-type-value",
    "one of several",
    term("stack_type", "contains_any", ["custom", "burst"]),
    [
        asset(1, stack_membership=in_stack),
        asset(2, stack_membership=stamp({**MEMBERSHIP, "stack_type": "custom"})),
        asset(3),
    ],
    [1, 2],
)
finds(
    labels,
    "stack-type-all",
    "stack-type-value",
    "an asset has one at most",
    term("stack_type", "contains_all", ["custom", "burst"]),
    [asset(1, stack_membership=in_stack)],
    [],
)
finds(
    labels,
    "album-id",
    "evaluate-request",
    "the album it lies in",
    term("album_id", "contains", ALBUM),
    [asset(1, album_id=ALBUM), asset(2, album_id=OTHER_ID), asset(3)],
    [1],
)
finds(
    labels,
    "album-id-any",
    "evaluate-request",
    "one of several albums",
    term("album_id", "contains_any", [ALBUM, OTHER_ID]),
    [asset(1, album_id=ALBUM), asset(2, album_id=OTHER_ID), asset(3)],
    [1, 2],
)

stale = Topic("smart-album", "slots")
CURRENT = [["m", "1"]]
machine = [
    asset(1, tags_ai=adds(W, AI_TAG)),
    asset(2, tags_ai=adds(W, {**AI_TAG, "model_version": "2"})),
    asset(3),
    asset(4, tags_ai=adds(W, {**AI_TAG, "model_id": "n"})),
]
beach = term("tags_ai", "contains", "beach", **SLOT)
finds(stale, "current", "slot-values", "what the named slot produced", beach, machine, [1], slots=CURRENT)
finds(stale, "not-current", "stale-unknown", "a slot that is not current", beach, machine, [], slots=[["m", "2"]])
finds(stale, "no-slots", "stale-unknown", "no slot is current", beach, machine, [])
finds(
    stale,
    "not-of-stale",
    "stale-unknown",
    "not unknown is unknown: a stale term never lets an asset in, under not either",
    {"not": beach},
    machine,
    [],
    slots=[],
)
finds(
    stale,
    "not-of-current",
    "slot-values",
    "not of a current term is",
    {"not": beach},
    machine,
    [2, 3, 4],
    slots=CURRENT,
)
finds(stale, "not-not", "kleene", "nor under two", {"not": {"not": beach}}, machine, [], slots=[])
finds(
    stale,
    "all-nothing-stale",
    "stale-unknown",
    "whatever its operand: contains_all of nothing",
    term("tags_ai", "contains_all", [], **SLOT),
    machine,
    [],
    slots=[],
)
finds(
    stale,
    "not-any-nothing-stale",
    "stale-unknown",
    "not of contains_any of nothing",
    {"not": term("tags_ai", "contains_any", [], **SLOT)},
    machine,
    [],
    slots=[],
)
finds(
    stale,
    "all-nothing-current",
    "contains-nothing",
    "contains_all of nothing over a current slot",
    term("tags_ai", "contains_all", [], **SLOT),
    machine,
    [1, 2, 3, 4],
    slots=CURRENT,
)
for slug, predicate, expected, note in (
    ("all-unknown-true", {"all": [beach, YES]}, [], "all of unknown and true is unknown"),
    ("all-unknown-false", {"all": [beach, NO]}, [], "all of unknown and false is false"),
    ("not-all-unknown-false", {"not": {"all": [beach, NO]}}, [1, 2, 3, 4], "and so its not is true"),
    ("not-all-false-unknown", {"not": {"all": [NO, beach]}}, [1, 2, 3, 4], "in the other order too"),
    ("not-all-unknown-true", {"not": {"all": [beach, YES]}}, [], "not of unknown is unknown"),
    ("any-unknown-true", {"any": [beach, YES]}, [1, 2, 3, 4], "any of unknown and true is true"),
    ("any-unknown-false", {"any": [beach, NO]}, [], "any of unknown and false is unknown"),
    ("not-any-unknown-false", {"not": {"any": [beach, NO]}}, [], "and so is its not"),
    ("not-any-unknown-true", {"not": {"any": [YES, beach]}}, [], "not of true is false"),
    ("all-not-unknown", {"all": [{"not": beach}, YES]}, [], "unknown under not inside all"),
):
    finds(stale, slug, "kleene", note, predicate, machine, expected, slots=[])
for slug, slots, expected in (("model-decomposed", [["e\u0301", "1"]], []), ("model-composed", [["\u00e9", "1"]], [1])):
    finds(
        stale,
        slug,
        "model-ids-bytes",
        "model ids match by bytes, not by normal form",
        term("tags_ai", "contains", "beach", model_id="\u00e9", model_version="1"),
        [
            asset(1, tags_ai=adds(W, {**AI_TAG, "model_id": "\u00e9"})),
            asset(2, tags_ai=adds(W, {**AI_TAG, "model_id": "e\u0301"})),
        ],
        expected,
        slots=slots,
    )
finds(
    stale,
    "tags-normal-form",
    "texts-normal-form",
    "AI tags match by normal form",
    term("tags_ai", "contains", "\u00e9", **SLOT),
    [asset(1, tags_ai=adds(W, {**AI_TAG, "tag": "e\u0301 "})), asset(2, tags_ai=adds(W, {**AI_TAG, "tag": "e"}))],
    [1],
    slots=CURRENT,
)
finds(
    stale,
    "removed-tag",
    "slot-values",
    "removed AI tags are gone",
    beach,
    [asset(1, tags_ai={W: line([0, 0])}), asset(2, tags_ai={W: line([0, 1], {1: AI_TAG})})],
    [2],
    slots=CURRENT,
)
person = term("people_cluster", "contains", ID, **SLOT)
people = [
    asset(1, people=[["m", "1", [ID.hex()]]]),
    asset(2, people=[["m", "2", [ID.hex()]]]),
    asset(3, people=[["m", "1", [OTHER_ID.hex()]], ["m", "1", [ID.hex()]]]),
    asset(4, people=[]),
    asset(5, people=[["m", "1", []]]),
]
finds(
    stale,
    "people",
    "slot-values",
    "people of the named slot; two entries of one slot unite",
    person,
    people,
    [1, 3],
    slots=CURRENT,
)
finds(
    stale,
    "people-stale",
    "stale-unknown",
    "people of a slot that is not current",
    {"not": person},
    people,
    [],
    slots=[["m", "2"]],
)
finds(
    stale,
    "people-all",
    "slot-values",
    "all of several",
    term("people_cluster", "contains_all", [ID, OTHER_ID], **SLOT),
    people,
    [3],
    slots=CURRENT,
)
finds(
    stale,
    "two-slots",
    "slot-values",
    "two slots are current",
    {"any": [person, term("people_cluster", "contains", ID, model_id="m", model_version="2")]},
    people,
    [1, 2, 3],
    slots=[["m", "1"], ["m", "2"]],
)

result = Topic("smart-album", "results")
finds(
    result,
    "members-order",
    "result-members",
    "ids ascending, whatever order is given",
    YES,
    [asset(3), asset(1), asset(0xF0), asset(2)],
    [1, 2, 3, 0xF0],
)
stamped = [
    asset(
        1,
        facts=facts(capture_timestamp="2026-01-02T00:00:00Z", import_timestamp="2026-03-01T00:00:00Z"),
        rating=stamp(3),
    ),
    asset(2, facts=facts(capture_timestamp="2026-01-01T23:00:00-02:00", import_timestamp="2026-02-01T00:00:00Z")),
    asset(3),
    asset(
        4,
        facts=facts(capture_timestamp="2026-01-02T01:00:00Z", import_timestamp="2026-03-01T00:00:00Z"),
        rating=stamp(5),
    ),
    asset(5, rating=stamp(0)),
]
for key, direction, order, note in (
    ("capture_timestamp", "asc", [1, 2, 4, 3, 5], "instants ascending; 2 and 4 are one instant; without time last"),
    ("capture_timestamp", "desc", [2, 4, 1, 3, 5], "descending: ties still by ascending id, without time still last"),
    ("import_timestamp", "asc", [2, 1, 4, 3, 5], "by import"),
    ("import_timestamp", "desc", [1, 4, 2, 3, 5], "by import, descending"),
    ("rating", "asc", [2, 3, 5, 1, 4], "by rating, 0 when never written"),
    ("rating", "desc", [4, 1, 2, 3, 5], "by rating, descending"),
):
    finds(
        result,
        "sort-%s-%s" % (key.split("_")[0], direction),
        "result-ordered",
        note,
        YES,
        stamped,
        [1, 2, 3, 4, 5],
        order,
        sort={"key": key, "direction": direction},
    )
finds(
    result,
    "sort-default",
    "sort-default",
    "without a sort by capture time, descending",
    YES,
    stamped,
    [1, 2, 3, 4, 5],
    [2, 4, 1, 3, 5],
)
finds(
    result,
    "sort-given-order",
    "result-ordered",
    "the order in which assets are given does not matter",
    YES,
    list(reversed(stamped)),
    [1, 2, 3, 4, 5],
    [2, 4, 1, 3, 5],
)
finds(
    result,
    "sort-corrected",
    "capture-effective",
    "by the corrected time",
    YES,
    [asset(1, facts=facts(), capture_time=stamp("2020-01-01T00:00:00Z")), asset(2, facts=facts())],
    [1, 2],
    [1, 2],
    sort={"key": "capture_timestamp", "direction": "asc"},
)
shown = [
    asset(1),
    asset(2, hidden=stamp(True)),
    asset(3, trashed=True),
    asset(4, hidden=stamp(True), trashed=True),
    asset(5, hidden=stamp(False), trashed=False),
]
finds(result, "default", "view-default", "the default view leaves out hidden and trashed ones", YES, shown, [1, 5])
finds(
    result,
    "everything",
    "view-default",
    "the view everything evaluates all",
    YES,
    shown,
    [1, 2, 3, 4, 5],
    view="everything",
)
finds(
    result,
    "hidden-term",
    "view-default",
    "a term over hidden finds nothing in the default view",
    term("hidden", "is", True),
    shown,
    [],
)
finds(result, "no-assets", "result-members", "no assets", YES, [], [])
finds(
    result,
    "reader-tolerant",
    "result-members",
    "a sort's direction does not change the members",
    RATED,
    rated,
    [2, 3],
    [2, 3],
    sort={"key": "rating", "direction": "asc"},
)
request = Topic("smart-album", "request")
near = request.accepts(
    "plain",
    "evaluate-request",
    "an evaluation",
    evaluation(YES, [asset(1)]),
    {"members": [id_of(1).hex()], "ordered": [id_of(1).hex()]},
)
for slug, members in (
    ("two-of-one-id", {"assets": [asset(1), asset(1, rating=stamp(1))]}),
    ("assets-missing", {"assets": ...}),
    ("assets-null", {"assets": None}),
    ("view-missing", {"view": ...}),
    ("view-unknown", {"view": "all"}),
    ("slots-flat", {"slots": ["m", "1"]}),
    ("slots-three", {"slots": [["m", "1", "x"]]}),
    ("stack-bad", {"stacks": [{"bytes": "a0"}]}),
    ("stack-hex", {"stacks": ["a0"]}),
    ("album-bad", {"albums": ["a0"]}),
    ("album-kind", {"albums": [cbor(document("stack")).hex()]}),
    ("sidecar-bad", {"assets": [{"sidecar": "00"}]}),
    ("trashed-text", {"assets": [{**asset(1), "trashed": "no"}]}),
    ("people-text", {"assets": [{**asset(1), "people": "x"}]}),
    ("people-short-id", {"assets": [asset(1, people=[["m", "1", ["00"]]])]}),
    ("definition-missing", {"definition": ...}),
    ("definition-broken", {"definition": cbor(definition({"xor": []})).hex()}),
):
    request.rejects(
        slug,
        "evaluate-request",
        "a request that does not fit",
        {name: value for name, value in {**evaluation(YES, [asset(1)]), **members}.items() if value is not ...},
        "invalid",
        near,
    )
request.rejects(
    "definition-newer",
    "predicate-schema",
    "a newer definition is never evaluated",
    {**evaluation(YES, [asset(1)]), "definition": cbor(definition(YES, predicate_schema=2)).hex()},
    "newer-schema",
    near,
)
