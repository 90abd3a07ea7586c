# SPDX-License-Identifier: Apache-2.0
"""Areas stack, album, asset, settings: the four documents and the values in them (section 10)."""

from build import (
    AI_TAG,
    B,
    FACTS,
    GPS,
    ID,
    ID_KEYS,
    LABELS_KEY,
    LQIP,
    MEMBERSHIP,
    OTHER_ID,
    SIZED_FACTS,
    T1,
    T2,
    T3,
    W,
    X,
    Raw,
    adds,
    album,
    asset,
    cbor,
    check,
    document,
    line,
    merge,
    settings,
    stack,
    stamp,
    without,
)
from laws import orders
from suite import Topic

# What all kinds have in common: key 0, the id, the types of keys, joins of one document.

for kind in ID_KEYS:
    id_key, complete = ID_KEYS[kind], {"complete": kind != "asset"}
    form = Topic(kind, "form")
    plain = form.accepts(
        "least", "known-keys-optional", "key 0 and the id alone", check(kind, document(kind)), complete
    )
    for slug, value, note in (
        ("array", [1, ID], "an array"),
        ("empty-map", {}, "an empty map"),
        ("integer", 1, "an integer"),
        ("text", Raw(cbor("x")), "a text"),
        ("null", None, "null"),
        ("tagged", Raw(b"\xc1" + cbor(document(kind))), "a tagged map"),
        ("no-version", {id_key: ID}, "no key 0"),
        ("version-text", {0: "1", id_key: ID}, "key 0 as text"),
        ("version-negative", {0: -1, id_key: ID}, "a negative version"),
        ("version-null", {0: None, id_key: ID}, "a null version"),
        ("version-float", {0: 1.0, id_key: ID}, "a float for a version"),
        ("version-bool", {0: True, id_key: ID}, "a bool"),
        ("version-65536", {0: 65536, id_key: ID}, "a version past uint16"),
        ("text-0", {"0": 1, id_key: ID}, "the text 0"),
    ):
        form.rejects(slug, "document-map", note, check(kind, value), "invalid", plain)
    form.accepts(
        "version-1", "schema-zero", "the first version there is", check(kind, document(kind, schema=1)), complete
    )
    form.rejects("version-0", "schema-zero", "version 0", check(kind, document(kind, schema=0)), "invalid", plain)
    for slug, key in (
        ("integer", 1),
        ("integer-24", 24),
        ("negative", -1),
        ("bytes", b"labels"),
        ("null", None),
        ("float", 1.5),
        ("array", Raw("80")),
        ("true", True),
    ):
        form.rejects(
            "key-" + slug,
            "key-types",
            "a key that is neither 0 nor text",
            check(kind, {**document(kind), key: 1}),
            "invalid",
            plain,
        )
    same = form.accepts(
        "id-any-bits",
        "identifier",
        "no version bits are checked",
        check(kind, document(kind, id=bytes([0xFF] * 16))),
        complete,
    )
    form.accepts("id-zero", "id", "an all-zero id", check(kind, document(kind, id=bytes(16))), complete)
    form.rejects("no-id", "id", "without its id", check(kind, {0: 1}), "invalid", plain)
    for slug, value in (
        ("15", bytes(15)),
        ("17", bytes(17)),
        ("empty", b""),
        ("text", "a" * 16),
        ("hex", ID.hex()),
        ("null", None),
        ("tagged", Raw(b"\xd8\x25" + cbor(ID))),
    ):
        form.rejects(
            "id-" + slug,
            "identifier",
            "an id that is no byte string of 16",
            check(kind, document(kind, id=value)),
            "invalid",
            same,
        )
    for other, other_key in ID_KEYS.items():
        if other != kind:
            form.rejects(
                "id-of-" + other,
                "id-other-kind",
                "the id key of another kind beside its own",
                check(kind, {**document(kind), other_key: ID}),
                "invalid",
                plain,
            )
            form.rejects(
                "only-id-of-" + other,
                "id",
                "a document of another kind",
                check(kind, document(other)),
                "invalid",
                plain,
            )
    near_id = form.accepts(
        "id-like",
        "id-other-kind",
        "a key that only looks like an id is carried",
        check(kind, {**document(kind), "Uuid": ID, "id": ID}),
        complete,
    )
    form.rejects(
        "id-of-other-null",
        "id-other-kind",
        "whatever its value",
        check(kind, {**document(kind), "uuid" if kind != "asset" else "stack_id": None}),
        "invalid",
        near_id,
    )
    one = form.accepts(
        "merge-one",
        "merge-inputs",
        "the join of one input is that input",
        merge(kind, document(kind, zz=1)),
        {"bytes": cbor(document(kind, zz=1)).hex(), "conflicts": []},
    )
    form.accepts(
        "merge-with-itself",
        "merge-laws",
        "a document joined with itself",
        merge(kind, document(kind, zz=1), document(kind, zz=1)),
        {"bytes": cbor(document(kind, zz=1)).hex(), "conflicts": []},
    )
    form.rejects("merge-none", "merge-inputs", "no input", merge(kind), "invalid", one)
    form.rejects(
        "merge-other-id",
        "merge-same-id",
        "two documents",
        merge(kind, document(kind), document(kind, id=OTHER_ID)),
        "mismatch",
        one,
    )
    form.accepts(
        "merge-same-id",
        "merge-same-id",
        "two states of one document",
        merge(kind, document(kind), document(kind)),
        {"bytes": cbor(document(kind)).hex(), "conflicts": []},
    )
    form.rejects(
        "merge-third-id",
        "class-mismatch",
        "the third is another document",
        merge(kind, document(kind), document(kind), document(kind, id=OTHER_ID)),
        "mismatch",
        one,
    )
    form.rejects(
        "merge-invalid-input",
        "merge-inputs",
        "an input that is no document, though the first is",
        merge(kind, document(kind), {}),
        "invalid",
        one,
    )

# The keys of each kind.

keys = {kind: Topic(kind, "keys") for kind in ID_KEYS}
MAKE = {"stack": stack, "album": album, "asset": asset, "settings": settings}


def key(kind, rule, slug, name, good, bad, near=None):
    """A known key: values that it takes and values that it refuses, as (slug, value)."""
    topic, make = keys[kind], MAKE[kind]
    for each, value in good:
        near = topic.accepts(
            "%s-%s" % (slug, each), rule, "%s: %s" % (name, each.replace("-", " ")), check(kind, make(**{name: value}))
        )
    for each, value in bad:
        topic.rejects(
            "%s-not-%s" % (slug, each),
            rule,
            "%s: not %s" % (name, each.replace("-", " ")),
            check(kind, make(**{name: value})),
            "invalid",
            near,
        )


for kind in ("stack", "album", "asset"):
    name = LABELS_KEY[kind]
    rule = {"stack": "stack", "album": "album", "asset": "asset-tags-user"}[kind]
    key(
        kind,
        rule,
        name.replace("_", "-"),
        name,
        [("live", adds(W, "a")), ("removed", {W: line([0, 3])})],
        [("array", ["a"]), ("stamped", stamp(["a"])), ("empty", {}), ("null", None), ("ai-tag", adds(W, AI_TAG))],
    )
key(
    "album",
    "album",
    "name",
    "name",
    [("label", stamp("Trip")), ("256-bytes", stamp("a" * 256)), ("not-normal", stamp(" e\u0301"))],
    [
        ("bare", "Trip"),
        ("empty", stamp("")),
        ("257-bytes", stamp("a" * 257)),
        ("null", stamp(None)),
        ("bytes", stamp(b"Trip")),
        ("number", stamp(1)),
    ],
)
key(
    "asset",
    "asset-facts",
    "facts",
    "facts",
    [("plain", stamp(FACTS)), ("sized", stamp(SIZED_FACTS))],
    [("bare", FACTS), ("null", stamp(None)), ("array", stamp([])), ("empty", stamp({}))],
)
key(
    "asset",
    "asset-capture-time",
    "capture-time",
    "capture_time",
    [
        ("utc", stamp("2026-05-31T10:00:00Z")),
        ("offset", stamp("2026-05-31t10:00:00.5-00:00")),
        ("leap", stamp("2016-12-31T23:59:60Z")),
    ],
    [
        ("bare", "2026-05-31T10:00:00Z"),
        ("date", stamp("2026-05-31")),
        ("number", stamp(0)),
        ("tagged", stamp(Raw(b"\xc0" + cbor("2026-05-31T10:00:00Z")))),
    ],
)
key(
    "asset",
    "asset-location",
    "location",
    "location",
    [("gps", stamp(GPS)), ("null", stamp(None))],
    [
        ("bare", GPS),
        ("bare-null", None),
        ("text", stamp("47.5,8.25")),
        ("array", stamp([47.5, 8.25])),
        ("false", stamp(False)),
    ],
)
key(
    "asset",
    "asset-lqip",
    "lqip",
    "lqip",
    [("plain", stamp(LQIP)), ("null", stamp(None))],
    [("bare", LQIP), ("bytes", stamp(b"\x01")), ("text", stamp("x"))],
)
key(
    "asset",
    "asset-tags-ai",
    "tags-ai",
    "tags_ai",
    [("live", adds(W, AI_TAG)), ("removed", {W: line([0, 3])})],
    [("labels", adds(W, "a")), ("array", [AI_TAG]), ("empty", {}), ("null-element", adds(W, None))],
)
key(
    "asset",
    "asset-rating",
    "rating",
    "rating",
    [(str(value), stamp(value)) for value in range(6)],
    [
        ("6", stamp(6)),
        ("negative", stamp(-1)),
        ("float", stamp(5.0)),
        ("text", stamp("5")),
        ("null", stamp(None)),
        ("255", stamp(255)),
        ("2-64", stamp(2**64 - 1)),
        ("bare", 3),
        ("true", stamp(True)),
    ],
)
key(
    "asset",
    "asset-stack-membership",
    "membership",
    "stack_membership",
    [("plain", stamp(MEMBERSHIP)), ("null", stamp(None))],
    [("bare", MEMBERSHIP), ("id", stamp(ID)), ("false", stamp(False))],
)
key(
    "asset",
    "asset-cull",
    "cull",
    "cull",
    [("pick", stamp("pick"))],
    [("bare", "pick"), ("null", stamp(None)), ("number", stamp(1)), ("bool", stamp(True))],
)
key(
    "asset",
    "asset-hidden",
    "hidden",
    "hidden",
    [("true", stamp(True)), ("false", stamp(False))],
    [
        ("bare", True),
        ("null", stamp(None)),
        ("0", stamp(0)),
        ("1", stamp(1)),
        ("text", stamp("true")),
        ("undefined", stamp(Raw("f7"))),
    ],
)
key(
    "settings",
    "settings-smart-albums",
    "smart-albums",
    "smart_albums",
    [
        ("empty-map", {ID: stamp({})}),
        ("null", {ID: stamp(None)}),
        ("broken-inside", {ID: stamp({"predicate": 5})}),
        ("any-keys", {ID: stamp({1: 2, b"": None})}),
    ],
    [
        ("text", {ID: stamp("x")}),
        ("array", {ID: stamp([])}),
        ("bare", {ID: {}}),
        ("short-id", {bytes(15): stamp({})}),
        ("text-id", {"a" * 16: stamp({})}),
        ("integer-id", {1: stamp({})}),
        ("list", [stamp({})]),
    ],
)
key(
    "settings",
    "settings-scope-overrides",
    "scope-overrides",
    "scope_overrides",
    [("identifier", {bytes(32): stamp(ID)}), ("null", {bytes(32): stamp(None)})],
    [
        ("identifier-key", {ID: stamp(ID)}),
        ("digest-value", {bytes(32): stamp(bytes(32))}),
        ("text-value", {bytes(32): stamp("a")}),
        ("text-key", {"a" * 32: stamp(ID)}),
        ("bare", {bytes(32): ID}),
    ],
)
key(
    "settings",
    "settings-source-kinds",
    "source-kinds",
    "source_kind_defaults",
    [("identifier", {"folder": stamp(ID)}), ("null", {"folder": stamp(None)})],
    [
        ("unknown-kind", {"cloud": stamp(ID)}),
        ("identifier-key", {ID: stamp(ID)}),
        ("text-value", {"folder": stamp("a")}),
        ("short-value", {"folder": stamp(bytes(15))}),
    ],
)
key(
    "settings",
    "settings-covers",
    "covers",
    "aggregated_album_covers",
    [("identifier", {ID: stamp(OTHER_ID)}), ("null", {ID: stamp(None)})],
    [
        ("text-key", {"a": stamp(ID)}),
        ("digest-value", {ID: stamp(bytes(32))}),
        ("bare", {ID: OTHER_ID}),
        ("false", {ID: stamp(False)}),
    ],
)
for name in ("smart_albums", "scope_overrides", "source_kind_defaults", "aggregated_album_covers"):
    key(
        "settings",
        "settings-maps",
        "map-" + name.replace("_", "-"),
        name,
        [("one-entry", {{"scope_overrides": bytes(32), "source_kind_defaults": "folder"}.get(name, ID): stamp(None)})],
        [("empty", {}), ("null", None), ("array", []), ("stamped", stamp({}))],
    )
key(
    "asset",
    "digest",
    "hash",
    "facts",
    [("32-bytes", stamp(FACTS))],
    [
        ("31-bytes", stamp({**FACTS, "hash": bytes(31)})),
        ("33-bytes", stamp({**FACTS, "hash": bytes(33)})),
        ("text", stamp({**FACTS, "hash": "0" * 64})),
        ("null", stamp({**FACTS, "hash": None})),
    ],
)
keys["asset"].accepts(
    "complete",
    "complete",
    "an asset with facts is complete",
    check("asset", asset(facts=stamp(FACTS))),
    {"complete": True},
    near=keys["asset"].vectors[-1]["id"],
)
keys["asset"].accepts(
    "not-complete",
    "complete",
    "one without is not, whatever else it has",
    check("asset", asset(rating=stamp(1), capture_time=stamp("2026-05-31T10:00:00Z"), location=stamp(GPS))),
    {"complete": False},
    near=keys["asset"].vectors[-2]["id"],
)
keys["asset"].accepts(
    "all-keys",
    "known-keys-optional",
    "every key at once",
    check(
        "asset",
        asset(
            facts=stamp(SIZED_FACTS),
            capture_time=stamp("2026-05-31T10:00:00Z"),
            location=stamp(GPS),
            lqip=stamp(LQIP),
            tags_user=adds(W, "a"),
            tags_ai=adds(W, AI_TAG),
            caption={"current": stamp("c")},
            rating=stamp(3),
            stack_membership=stamp(MEMBERSHIP),
            cull=stamp("pick"),
            hidden=stamp(False),
            regions={ID: {"shape": stamp(None)}},
        ),
    ),
    {"complete": True},
)

# Values.

values = Topic("asset", "values")


def value(rule, slug, place, good, bad):
    """Values at a place of an asset."""
    near = None
    for each, content in good:
        near = values.accepts(
            "%s-%s" % (slug, each), rule, "%s: %s" % (slug, each.replace("-", " ")), check("asset", place(content))
        )
    for each, content in bad:
        values.rejects(
            "%s-not-%s" % (slug, each),
            rule,
            "%s: not %s" % (slug, each.replace("-", " ")),
            check("asset", place(content)),
            "invalid",
            near,
        )


def in_facts(content):
    return asset(facts=stamp({**FACTS, **content}))


value(
    "facts",
    "facts",
    lambda content: asset(facts=stamp(content)),
    [("least", FACTS), ("unknown-key", {**FACTS, "iso": 100})],
    [
        ("without-" + name.replace("_", "-"), without(FACTS, name))
        for name in FACTS
        if name != "capture_timestamp"
    ]
    + [
        ("device-text", {**FACTS, "device_id": "a" * 16}),
        ("session-15", {**FACTS, "session_id": bytes(15)}),
        ("content-type-number", {**FACTS, "content_type": 1}),
        ("capture-number", {**FACTS, "capture_timestamp": 1}),
        ("import-null", {**FACTS, "import_timestamp": None}),
        ("dimensions-null", {**FACTS, "dimensions": None}),
        ("camera-null", {**FACTS, "camera_id": None}),
    ],
)
value(
    "facts-dimensions",
    "dimensions",
    lambda content: in_facts({"dimensions": content}),
    [
        ("least", {"height": 1, "width": 1}),
        ("greatest", {"height": 2**32 - 1, "width": 2**32 - 1}),
        ("unknown-key", {"height": 1, "width": 1, "depth": 8}),
    ],
    [
        ("height-0", {"height": 0, "width": 1}),
        ("width-0", {"height": 1, "width": 0}),
        ("height-2-32", {"height": 2**32, "width": 1}),
        ("width-2-32", {"height": 1, "width": 2**32}),
        ("no-width", {"height": 1}),
        ("no-height", {"width": 1}),
        ("array", [1, 1]),
        ("text", {"height": "1", "width": 1}),
        ("negative", {"height": -1, "width": 1}),
        ("float", {"height": 1.0, "width": 1}),
    ],
)
value(
    "facts-camera",
    "camera",
    lambda content: in_facts({"camera_id": content}),
    [
        ("plain", {"model": "m", "serial": "s"}),
        ("empty-texts", {"model": "", "serial": ""}),
        ("long", {"model": "m" * 1000, "serial": "s"}),
    ],
    [
        ("no-serial", {"model": "m"}),
        ("no-model", {"serial": "s"}),
        ("number", {"model": 1, "serial": "s"}),
        ("null-serial", {"model": "m", "serial": None}),
        ("text", "m"),
    ],
)
value(
    "lqip",
    "lqip",
    lambda content: asset(lqip=stamp(content)),
    [
        ("plain", LQIP),
        ("no-bytes", {**LQIP, "chromahash": b""}),
        ("colour-ends", {**LQIP, "dominant_color": [0, 255, 0]}),
        ("greatest-version", {**LQIP, "format_version": 65535}),
    ],
    [
        ("colour-256", {**LQIP, "dominant_color": [0, 256, 0]}),
        ("two-colours", {**LQIP, "dominant_color": [0, 0]}),
        ("four-colours", {**LQIP, "dominant_color": [0, 0, 0, 0]}),
        ("colour-bytes", {**LQIP, "dominant_color": b"\0\0\0"}),
        ("colour-negative", {**LQIP, "dominant_color": [0, -1, 0]}),
        ("colour-float", {**LQIP, "dominant_color": [0, 1.0, 0]}),
        ("hash-text", {**LQIP, "chromahash": "x"}),
        ("version-65536", {**LQIP, "format_version": 65536}),
        ("version-text", {**LQIP, "format_version": "1"}),
    ]
    + [("without-" + name.replace("_", "-"), without(LQIP, name)) for name in LQIP],
)
value(
    "gps",
    "gps",
    lambda content: asset(location=stamp(content)),
    [
        ("plain", GPS),
        ("zero", {**GPS, "lat": 0.0, "lon": 0.0}),
        ("negative-zero", {**GPS, "lat": -0.0, "lon": -0.0}),
        ("exact-64", {**GPS, "lat": 47.123456789, "lon": 8.1}),
        ("unknown-key", {**GPS, "accuracy": 5}),
    ],
    [
        ("integer-lat", {**GPS, "lat": 47}),
        ("integer-lon", {**GPS, "lon": 8}),
        ("text", {**GPS, "lat": "47.5"}),
        ("null", {**GPS, "lat": None}),
    ]
    + [("without-" + name, without(GPS, name)) for name in GPS],
)
value(
    "gps-range",
    "range",
    lambda content: asset(location=stamp({**GPS, **content})),
    [
        ("north-pole", {"lat": 90.0}),
        ("south-pole", {"lat": -90.0}),
        ("east", {"lon": 180.0}),
        ("west", {"lon": -180.0}),
    ],
    [
        ("past-north", {"lat": 90.00000000000001}),
        ("past-south", {"lat": -90.00000000000001}),
        ("past-east", {"lon": 180.00000000000003}),
        ("past-west", {"lon": -180.00000000000003}),
        ("swapped", {"lat": 120.0}),
        ("nan", {"lat": float("nan")}),
        ("infinity", {"lon": float("inf")}),
        ("nan-lon", {"lon": float("nan")}),
    ],
)
value(
    "membership",
    "membership",
    lambda content: asset(stack_membership=stamp(content)),
    [
        ("plain", MEMBERSHIP),
        ("index-0", {**MEMBERSHIP, "member_index": 0}),
        ("index-greatest", {**MEMBERSHIP, "member_index": 2**32 - 1}),
        ("unknown-key", {**MEMBERSHIP, "x": 1}),
    ],
    [
        ("index-2-32", {**MEMBERSHIP, "member_index": 2**32}),
        ("index-negative", {**MEMBERSHIP, "member_index": -1}),
        ("index-null", {**MEMBERSHIP, "member_index": None}),
        ("index-float", {**MEMBERSHIP, "member_index": 1.0}),
        ("id-text", {**MEMBERSHIP, "stack_id": "a" * 16}),
        ("id-32", {**MEMBERSHIP, "stack_id": bytes(32)}),
    ]
    + [("without-" + name.replace("_", "-"), without(MEMBERSHIP, name)) for name in MEMBERSHIP],
)
value(
    "ai-tag",
    "ai-tag",
    lambda content: asset(tags_ai=adds(W, content)),
    [
        ("plain", AI_TAG),
        ("256-bytes", {**AI_TAG, "tag": "a" * 256}),
        ("256-model", {**AI_TAG, "model_id": "a" * 256}),
        ("unknown-key", {**AI_TAG, "score": 1}),
    ],
    [
        ("empty-tag", {**AI_TAG, "tag": ""}),
        ("257-tag", {**AI_TAG, "tag": "a" * 257}),
        ("empty-model", {**AI_TAG, "model_id": ""}),
        ("257-version", {**AI_TAG, "model_version": "a" * 257}),
        ("empty-version", {**AI_TAG, "model_version": ""}),
        ("number-version", {**AI_TAG, "model_version": 1}),
        ("text", "beach"),
        ("array", ["beach", "m", "1"]),
    ]
    + [("without-" + name.replace("_", "-"), without(AI_TAG, name)) for name in AI_TAG],
)

# Closed sets.

sets = Topic("asset", "closed-sets")
CLOSED = (
    (
        "set-content-type",
        "content-type",
        lambda each: in_facts({"content_type": each}),
        "image/jpeg image/png image/webp image/gif image/tiff image/heic image/avif image/jxl image/x-adobe-dng video/mp4 video/quicktime video/x-matroska video/webm".split(),
        [None, "image/JPEG", "image", "", "video/avi", "image/jpeg ", "application/pdf"],
    ),
    (
        "set-gps-source",
        "gps-source",
        lambda each: asset(location=stamp({**GPS, "source": each})),
        ["exif", "manual", "inferred"],
        ["gps", "EXIF", "", "phone"],
    ),
    (
        "set-gps-datum",
        "gps-datum",
        lambda each: asset(location=stamp({**GPS, "datum": each})),
        ["gcj02"],
        ["wgs84", "bd09", "WGS84", "GCJ02", ""],
    ),
    (
        "set-stack-type",
        "stack-type",
        lambda each: asset(stack_membership=stamp({**MEMBERSHIP, "stack_type": each})),
        "raw_jpeg burst live_photo portrait smart_selection hdr_bracket focus_stack pixel_shift panorama proxy chaptered dual_audio custom".split(),
        ["raw+jpeg", "Burst", "", "timelapse", "member"],
    ),
    (
        "set-role",
        "role",
        lambda each: asset(stack_membership=stamp({**MEMBERSHIP, "role": each})),
        ["primary", "member", "proxy"],
        ["Primary", "", "cover", "burst"],
    ),
    (
        "set-cull",
        "cull",
        lambda each: asset(cull=stamp(each)),
        ["pick", "neutral", "reject"],
        ["Pick", "", "rejected", "none"],
    ),
)
for rule, slug, place, members, strangers in CLOSED:
    for each in members:
        near = sets.accepts(
            "%s-%s" % (slug, each.replace("/", "-").replace("_", "-")),
            rule,
            "a value of the set",
            check("asset", place(each)),
        )
    for at, each in enumerate(strangers):
        if each is None:  # retired
            continue
        sets.rejects(
            "%s-unknown-%d" % (slug, at),
            rule,
            "not a value of the set: %r" % each,
            check("asset", place(each)),
            "invalid",
            near,
        )
absent_datum = sets.accepts(
    "gps-datum-absent",
    "set-gps-datum",
    "wgs84 is written as absence",
    check("asset", asset(location=stamp(GPS))),
    {"complete": False},
)
sets.rejects(
    "gps-datum-null",
    "set-gps-datum",
    "a null datum is not absence",
    check("asset", asset(location=stamp({**GPS, "datum": None}))),
    "invalid",
    absent_datum,
)
for at, each in enumerate(
    ("camera_roll", "screenshots", "app_collection", "folder", "watched_dir", "removable_volume")
):
    near = keys["settings"].accepts(
        "source-kind-" + each.replace("_", "-"),
        "set-source-kind",
        "a source kind",
        check("settings", settings(source_kind_defaults={each: stamp(ID)})),
        {"complete": True},
    )
for at, each in enumerate(("Folder", "", "usb", "camera roll")):
    keys["settings"].rejects(
        "source-kind-unknown-%d" % at,
        "set-source-kind",
        "not a source kind: %r" % each,
        check("settings", settings(source_kind_defaults={each: stamp(ID)})),
        "invalid",
        near,
    )

# Joins of settings, whose maps join entry by entry, and of whole documents.

maps = Topic("settings", "join")
for name, first, second in (
    ("smart_albums", ID, OTHER_ID),
    ("scope_overrides", bytes(32), bytes([1] * 32)),
    ("source_kind_defaults", "folder", "camera_roll"),
    ("aggregated_album_covers", ID, OTHER_ID),
):
    old, new = ({"x": 9}, {}) if name == "smart_albums" else (bytes([9] * 16), bytes(16))
    slug = name.replace("_", "-")
    orders(
        maps,
        slug,
        "settings-entries",
        "entries of %s join on their own" % name,
        "settings",
        [
            settings(**{name: {first: stamp(new, ts=T2)}}),
            settings(**{name: {first: stamp(old, ts=T1), second: stamp(old, ts=T3)}}),
            settings(**{name: {second: stamp(new, ts=T1)}}),
        ],
        settings(**{name: {first: stamp(new, ts=T2), second: stamp(old, ts=T3)}}),
    )
    orders(
        maps,
        slug + "-cleared",
        "register-null",
        "a later null clears an entry of %s and stays" % name,
        "settings",
        [settings(**{name: {first: stamp(None, ts=T2)}}), settings(**{name: {first: stamp(old)}})],
        settings(**{name: {first: stamp(None, ts=T2)}}),
    )
orders(
    maps,
    "definition-whole",
    "settings-entries",
    "a definition is one register's value: the later wins whole",
    "settings",
    [
        settings(smart_albums={ID: stamp({"display_name": "b"}, ts=T2)}),
        settings(smart_albums={ID: stamp({"display_name": "a", "predicate": {"all": []}}, ts=T1)}),
    ],
    settings(smart_albums={ID: stamp({"display_name": "b"}, ts=T2)}),
)
orders(
    maps,
    "broken-definition",
    "settings-smart-albums",
    "one broken definition does not take the document with it",
    "settings",
    [settings(smart_albums={ID: stamp({"predicate_schema": "x"})}), settings(smart_albums={OTHER_ID: stamp({})})],
    settings(smart_albums={ID: stamp({"predicate_schema": "x"}), OTHER_ID: stamp({})}),
)
whole = Topic("album", "join")
orders(
    whole,
    "three-devices",
    "merge-laws",
    "name and labels from three devices",
    "album",
    [
        album(name=stamp("Trip", ts=T2)),
        album(name=stamp("trip", ts=T1), labels=adds(W, "a")),
        album(labels={W: line([0, 0]), X: line([0, 0], {0: "b"})}),
    ],
    album(name=stamp("Trip", ts=T2), labels={W: line([0, 0]), X: line([0, 0], {0: "b"})}),
)
orders(
    whole,
    "carried-and-known",
    "merge-laws",
    "known and unknown keys together",
    "album",
    [album(zz=1, name=stamp("a")), album(zz=2, aa=stamp(1)), album(labels=adds(W, "x"), zz=0)],
    album(zz=2, aa=stamp(1), name=stamp("a"), labels=adds(W, "x")),
)
everything = Topic("asset", "join")
orders(
    everything,
    "four-devices",
    "merge-laws",
    "edits of many keys on four devices, seeded orders",
    "asset",
    [
        asset(facts=stamp(FACTS), rating=stamp(3), tags_user=adds(W, "a")),
        asset(rating=stamp(4, ts=T2, by=B), caption={"current": stamp("x", ts=T2)}),
        asset(tags_user={W: line([0, 0]), X: line([0, 0], {0: "b"})}, zz=7),
        asset(caption={"current": stamp("y", ts=T1)}, hidden=stamp(True), regions={ID: {"shape": stamp(None)}}),
    ],
    asset(
        facts=stamp(FACTS),
        rating=stamp(4, ts=T2, by=B),
        tags_user={W: line([0, 0]), X: line([0, 0], {0: "b"})},
        zz=7,
        caption={"current": stamp("x", ts=T2), "superseded": [stamp("y", ts=T1)]},
        hidden=stamp(True),
        regions={ID: {"shape": stamp(None)}},
    ),
)
whole_stack = Topic("stack", "join")
orders(
    whole_stack,
    "three-devices",
    "merge-laws",
    "labels and a later version's register from three devices",
    "stack",
    [
        stack(labels=adds(W, "a", "b")),
        stack(labels={W: line([1, 1])}, cover=stamp(ID, ts=T2)),
        stack(cover=stamp(OTHER_ID, ts=T1)),
    ],
    stack(labels={W: line([0, 1], {0: "a"})}, cover=stamp(ID, ts=T2)),
)
