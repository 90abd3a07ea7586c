# SPDX-License-Identifier: Apache-2.0
"""What edition 1.1 changes, in topics of their own: formats, an unknown time of taking, orientation, if_changed."""

import area_smart_album
import area_views
from area_edit import JSON_FACTS, JSON_GPS, JSON_MEMBERSHIP, gives, set_to
from area_export import export, leaves
from area_smart_album import finds, id_of
from build import (
    ALBUM,
    B,
    CIRCLE,
    FACTS,
    GPS,
    LAST,
    LQIP,
    MEMBERSHIP,
    RECTANGLE,
    REGION,
    SIZED_FACTS,
    T0,
    T1,
    T2,
    T3,
    Raw,
    W,
    adds,
    album,
    asset,
    before,
    cbor,
    check,
    document,
    edit,
    merge,
    read,
    stack,
    stamp,
    term,
    without,
)
from laws import orders
from suite import Topic

UNTIMED = without(FACTS, "capture_timestamp")
JSON_UNTIMED = without(JSON_FACTS, "capture_timestamp")
NEW_IMAGES = (
    "image/bmp image/jp2 image/heif image/heic-sequence image/heif-sequence image/vnd.adobe.photoshop "
    "image/x-canon-cr2 image/x-canon-cr3 image/x-nikon-nef image/x-sony-arw image/x-fuji-raf image/x-olympus-orf "
    "image/x-panasonic-rw2 image/x-pentax-pef"
).split()
NEW_VIDEOS = "video/x-msvideo video/3gpp video/mp2t video/mpeg video/x-m4v".split()
NO_MEDIA = "audio/wav audio/aiff audio/mp4 audio/mpeg audio/flac application/rdf+xml".split()

# Formats (section 10).

formats = Topic("asset", "formats")
for each in NEW_IMAGES + NEW_VIDEOS + NO_MEDIA:
    near = formats.accepts(
        each.replace("/", "-").replace(".", "-").replace("+", "-"),
        "set-content-type",
        "a content type of edition 1.1",
        check("asset", asset(facts=stamp({**FACTS, "content_type": each}))),
        {"complete": True},
    )
for at, each in enumerate(
    "image/x-canon-crw image/x-canon-CR2 image/x-raw image/cr2 image/x-nikon-nrw image/x-sony-sr2 image/dng image/x-dng "
    "image/heic-sequences image/jpeg2000 image/jpx image/photoshop image/svg+xml video/avi video/3gpp2 video/mp2 "
    "audio/x-wav audio/mp3 audio/x-flac audio/ogg audio application/xml application/rdf application/rdf+xml;v=1 "
    "text/plain image/*".split(),
    1,
):
    formats.rejects(
        "stranger-%d" % at,
        "set-content-type",
        "not a content type: %s" % each,
        check("asset", asset(facts=stamp({**FACTS, "content_type": each}))),
        "invalid",
        near,
    )

media = Topic("smart-album", "media-kind")
of_each = [
    area_smart_album.asset(number, facts=stamp({**FACTS, "content_type": each}))
    for number, each in enumerate(NEW_IMAGES + NEW_VIDEOS + NO_MEDIA, 1)
]
images = list(range(1, len(NEW_IMAGES) + 1))
videos = [len(NEW_IMAGES) + number for number in range(1, len(NEW_VIDEOS) + 1)]
rest = [len(NEW_IMAGES) + len(NEW_VIDEOS) + number for number in range(1, len(NO_MEDIA) + 1)]
finds(media, "image", "media-kind", "a raw is an image", term("media_kind", "eq", "image"), of_each, images)
finds(media, "video", "media-kind", "videos", term("media_kind", "eq", "video"), of_each, videos)
finds(
    media,
    "either",
    "media-kind",
    "a sound and a sidecar file are neither: every term over media_kind is false for them",
    term("media_kind", "in", ["image", "video"]),
    of_each,
    images + videos,
)
finds(
    media,
    "not-image",
    "media-kind",
    "false, not unknown: its negation is true",
    {"not": term("media_kind", "eq", "image")},
    of_each,
    videos + rest,
)
finds(
    media,
    "neither",
    "media-kind",
    "what is neither image nor video can be asked for",
    {"not": term("media_kind", "in", ["image", "video"])},
    of_each,
    rest,
)
for number, each in enumerate(NEW_IMAGES + NEW_VIDEOS + NO_MEDIA, 1):
    finds(
        media,
        "type-%d" % number,
        "enum-value",
        "the content type %s" % each,
        term("content_type", "eq", each),
        of_each,
        [number],
    )
near = media.accepts(
    "known", "class-enum", "a sound as content type", area_smart_album.album_check(
        area_smart_album.definition(term("content_type", "in", NO_MEDIA))), {}
)
media.rejects(
    "audio", "class-enum", "there is no media kind audio", area_smart_album.album_check(
        area_smart_album.definition(term("media_kind", "in", ["image", "audio"]))), "invalid", near
)

# An unknown time of taking (sections 10, 12, 13, 14).

unknown = Topic("asset", "unknown-time")
near = unknown.accepts(
    "facts-without", "facts", "nothing says when it was taken", check("asset", asset(facts=stamp(UNTIMED))),
    {"complete": True},
)
unknown.rejects(
    "facts-null",
    "facts",
    "capture_timestamp is absent, never null",
    check("asset", asset(facts=stamp({**FACTS, "capture_timestamp": None}))),
    "invalid",
    near,
)
unknown.rejects(
    "facts-empty",
    "facts",
    "nor an empty text",
    check("asset", asset(facts=stamp({**FACTS, "capture_timestamp": ""}))),
    "invalid",
    near,
)
unknown.rejects(
    "facts-without-import",
    "facts",
    "when it was imported is always known",
    check("asset", asset(facts=stamp(without(UNTIMED, "import_timestamp")))),
    "invalid",
    near,
)
near = unknown.accepts(
    "null", "asset-capture-time", "a person says that it is not known", check("asset", asset(capture_time=stamp(None))),
    {"complete": False},
)
for slug, value, note in (
    ("bare-null", None, "a null without its stamp"),
    ("undefined", stamp(Raw("f7")), "undefined is not null"),
    ("false", stamp(False), "false is not null"),
    ("empty", stamp(""), "an empty text"),
    ("map", stamp({}), "a map"),
):
    unknown.rejects(slug, "asset-capture-time", note, check("asset", asset(capture_time=value)), "invalid", near)

TAKEN = "2020-01-01T00:00:00Z"
effective = Topic("read", "effective-capture-time")
base = {"rating": 0, "cull": "neutral", "hidden": False}
for slug, note, keys, time in (
    ("neither", "facts without it, nothing corrected", {"facts": stamp(UNTIMED)}, None),
    ("null", "a null wins over the facts'", {"facts": stamp(FACTS), "capture_time": stamp(None)}, None),
    (
        "null-earlier",
        "also when the facts are written later: they are two registers",
        {"facts": stamp(FACTS, ts=T3), "capture_time": stamp(None, ts=T0)},
        None,
    ),
    ("null-alone", "a null without facts", {"capture_time": stamp(None)}, None),
    ("corrected", "a correction of nothing", {"facts": stamp(UNTIMED), "capture_time": stamp(TAKEN)}, TAKEN),
    ("facts", "the facts'", {"facts": stamp(FACTS)}, FACTS["capture_timestamp"]),
):
    effective.accepts(
        slug,
        "capture-effective",
        note,
        read("asset", asset(**keys)),
        {**base, **({} if time is None else {"capture_timestamp": time})},
    )
    leaves(
        effective,
        "export-" + slug,
        "export-capture",
        note,
        asset(**keys),
        {
            **({"hash": bytes(32), "content_type": "image/jpeg"} if "facts" in keys else {}),
            **({} if time is None else {"capture_timestamp": time}),
        },
    )
effective.accepts(
    "newer-null",
    "newer-shown",
    "a null of a newer document is understood",
    read("asset", asset(schema=2, facts=stamp(FACTS), capture_time=stamp(None))),
    {"newer_schema": 2, **base},
)
effective.accepts(
    "cut",
    "before-register",
    "a null from the future is left out, and the facts' time stands again",
    before("asset", asset(facts=stamp(FACTS), capture_time=stamp(None, ts=T3)), T2),
    {"bytes": cbor(asset(facts=stamp(FACTS))).hex()},
)

joins = Topic("register", "capture-time-null")
for slug, winner, loser in (("null", None, TAKEN), ("time", TAKEN, None)):
    orders(
        joins,
        slug,
        "register-null",
        "the later write wins, a %s" % ("null too" if winner is None else "time over a null"),
        "asset",
        [asset(capture_time=stamp(winner, ts=T2)), asset(capture_time=stamp(loser, ts=T1, by=B))],
        asset(capture_time=stamp(winner, ts=T2)),
    )
joins.accepts(
    "tie",
    "order-bytes",
    "one device and instant: a text's bytes are less than a null's",
    merge("asset", asset(capture_time=stamp(TAKEN)), asset(capture_time=stamp(None))),
    {"bytes": cbor(asset(capture_time=stamp(None))).hex(), "conflicts": []},
)

timeless = Topic("smart-album", "unknown-time")
of_time = [
    area_smart_album.asset(1, facts=stamp(FACTS), capture_time=stamp(None)),
    area_smart_album.asset(2, facts=stamp({**FACTS, "capture_timestamp": "2019-01-01T00:00:00Z"})),
    area_smart_album.asset(3, facts=stamp(UNTIMED)),
    area_smart_album.asset(4, facts=stamp(UNTIMED), capture_time=stamp(TAKEN)),
    area_smart_album.asset(5),
]
for slug, op, operand, expected in (
    ("before", "before", "9999-01-01T00:00:00Z", [2, 4]),
    ("after", "after", "0000-01-01T00:00:00Z", [2, 4]),
    ("range", "in_range", ["0000-01-01T00:00:00Z", "9999-01-01T00:00:00Z"], [2, 4]),
):
    predicate = term("capture_timestamp", op, operand)
    finds(
        timeless, slug, "absent-false", "without an effective capture time every term is false", predicate, of_time,
        expected,
    )
    finds(
        timeless, "not-" + slug, "absent-false", "false, not unknown", {"not": predicate}, of_time,
        [each for each in range(1, 6) if each not in expected],
    )
finds(
    timeless,
    "import",
    "temporal-value",
    "the time of import stays known",
    term("import_timestamp", "after", "0000-01-01T00:00:00Z"),
    of_time,
    [1, 2, 3, 4],
)
for direction, expected in (("asc", [2, 4, 1, 3, 5]), ("desc", [4, 2, 1, 3, 5])):
    finds(
        timeless,
        "sorted-" + direction,
        "result-ordered",
        "what has no time comes last in both directions, by id",
        {"all": []},
        of_time,
        [1, 2, 3, 4, 5],
        expected,
        sort={"direction": direction, "key": "capture_timestamp"},
    )

views = Topic("views", "unknown-time")


def member(number, album_id=ALBUM, index=None, **keys):
    """A member of the stack, with whatever else it has."""
    place = {} if index is None else {"member_index": index}
    doc = document("asset", id=id_of(number), stack_membership=stamp({**MEMBERSHIP, **place}), **keys)
    return {"sidecar": cbor(doc).hex(), "album_id": album_id.hex()}


for slug, index in (("", None), ("-of-one-index", 3)):
    views.accepts(
        "stack" + slug,
        "stack-order",
        "a null of a person's comes last like an absent time, by id",
        area_views.stack(
            [
                member(1, index=index, facts=stamp(FACTS), capture_time=stamp(None)),
                member(2, index=index, facts=stamp(UNTIMED)),
                member(3, index=index, facts=stamp(FACTS)),
                member(4, index=index, facts=stamp(UNTIMED), capture_time=stamp(TAKEN)),
            ]
        ),
        {"members": [id_of(each).hex() for each in (4, 3, 1, 2)], "primary": id_of(4).hex(), "shown": True},
    )
views.accepts(
    "album",
    "album-recency",
    "an album whose only asset has no effective capture time ranks by its creation",
    {
        "op": "view.album_order",
        "albums": [
            area_views.album(1, "2024-01-01T00:00:00Z"),
            area_views.album(2, "2025-01-01T00:00:00Z"),
            area_views.album(3, "2023-01-01T00:00:00Z"),
        ],
        "assets": [
            member(11, id_of(1), facts=stamp(FACTS), capture_time=stamp(None)),
            member(12, id_of(2), facts=stamp(UNTIMED)),
            member(13, id_of(3), facts=stamp(FACTS)),
        ],
    },
    {"order": [id_of(each).hex() for each in (3, 2, 1)]},
)
views.accepts(
    "album-one-known",
    "album-recency",
    "assets without a time do not hide one that has it",
    {
        "op": "view.album_order",
        "albums": [area_views.album(1, "2025-01-01T00:00:00Z"), area_views.album(2, "2024-01-01T00:00:00Z")],
        "assets": [
            member(11, id_of(1), facts=stamp(UNTIMED), capture_time=stamp(TAKEN)),
            member(12, id_of(1), facts=stamp(FACTS), capture_time=stamp(None)),
        ],
    },
    {"order": [id_of(each).hex() for each in (2, 1)]},
)

# Orientation (sections 2, 8, 10, 14, 15).

orientation = Topic("asset", "orientation")
for number in range(1, 9):
    near = orientation.accepts(
        str(number), "asset-orientation", "an orientation of EXIF", check("asset", asset(orientation=stamp(number))),
        {"complete": False},
    )
for slug, value, note in (
    ("0", stamp(0), "0 is none"),
    ("9", stamp(9), "9 is none"),
    ("negative", stamp(-1), "a negative number"),
    ("256", stamp(257), "a number whose last byte is one"),
    ("2-32", stamp(2**32 + 1), "a number whose last four bytes are one"),
    ("float", stamp(6.0), "a float"),
    ("text", stamp("6"), "a text"),
    ("null", stamp(None), "no null: the file's own is what was never written"),
    ("true", stamp(True), "true"),
    ("bare", 6, "without its stamp"),
    ("array", stamp([6]), "an array"),
):
    orientation.rejects(slug, "asset-orientation", note, check("asset", asset(orientation=value)), "invalid", near)
orders(
    orientation,
    "join",
    "register-join",
    "the later orientation wins, though it is the lesser",
    "asset",
    [asset(orientation=stamp(1, ts=T2)), asset(orientation=stamp(8, ts=T1, by=B))],
    asset(orientation=stamp(1, ts=T2)),
)
orientation.accepts(
    "regions-stay",
    "register-join",
    "regions stay as they are stored",
    merge("asset", asset(regions={REGION: {"shape": stamp(RECTANGLE)}}), asset(orientation=stamp(6))),
    {
        "bytes": cbor(asset(orientation=stamp(6), regions={REGION: {"shape": stamp(RECTANGLE)}})).hex(),
        "conflicts": [],
    },
)
orientation.accepts(
    "cut",
    "before-register",
    "one from the future is left out",
    before("asset", asset(orientation=stamp(6, ts=T3)), T2),
    {"bytes": cbor(asset()).hex()},
)
for slug, doc, view in (
    ("read", asset(orientation=stamp(6)), {**base, "orientation": 6}),
    ("read-1", asset(orientation=stamp(1)), {**base, "orientation": 1}),
    ("read-never", asset(), base),
    ("read-newer", asset(schema=2, orientation=stamp(6)), {"newer_schema": 2, **base, "orientation": 6}),
    ("read-not-understood", asset(schema=2, orientation=stamp(9)), {"newer_schema": 2, **base}),
):
    orientation.accepts(
        slug,
        "newer-not-understood" if "understood" in slug else "read-view",
        "orientation in the plain view, when written and understood",
        read("asset", doc),
        view,
    )
orientation.accepts(
    "other-kinds",
    "read-unknown",
    "of another kind it is an unknown key",
    read("album", album(orientation=1)),
    {"unknown": ["orientation"]},
)
for number in (1, 6):
    leaves(
        orientation,
        "export-%d" % number,
        "export-orientation",
        "leaves when written, also 1",
        asset(orientation=stamp(number, x=1)),
        {"orientation": number},
    )
leaves(orientation, "export-never", "export-orientation", "absent when never written", asset(), {})

ONE = 10**9
# What each orientation does to a stored point: x and y as rows of (x, y, 1), so not the words of the reference.
MATRICES = {
    1: ((1, 0, 0), (0, 1, 0)),
    2: ((-1, 0, 1), (0, 1, 0)),
    3: ((-1, 0, 1), (0, -1, 1)),
    4: ((1, 0, 0), (0, -1, 1)),
    5: ((0, 1, 0), (1, 0, 0)),
    6: ((0, -1, 1), (1, 0, 0)),
    7: ((0, -1, 1), (-1, 0, 1)),
    8: ((0, 1, 0), (-1, 0, 1)),
}


def moved(number, point):
    """A point under an orientation."""
    return tuple(a * point[0] + b * point[1] + c * ONE for a, b, c in MATRICES[number])


def undone(number, point):
    """The point that an orientation takes there: the inverse is the transposed of the linear part."""
    (a, b, c), (d, e, f) = MATRICES[number]
    x, y = point[0] - c * ONE, point[1] - f * ONE
    return a * x + d * y, b * x + e * y


def turned(shape, stored, shown):
    """The shape by its corners, or its centre."""
    if "r" in shape:
        x, y = moved(shown, undone(stored, (shape["cx"], shape["cy"])))
        return {"cx": x, "cy": y, "r": shape["r"]}
    corners = [
        moved(shown, undone(stored, (shape["x"] + right * shape["w"], shape["y"] + down * shape["h"])))
        for right in (0, 1)
        for down in (0, 1)
    ]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    return {
        "x": left,
        "y": top,
        "w": max(x for x, _ in corners) - left,
        "h": max(y for _, y in corners) - top,
    }


def orient(shape, stored, shown):
    """region.orient."""
    return {"op": "region.orient", "shape": shape, "from": stored, "to": shown}


turning = Topic("region", "orient")
SKEW = {"x": 100_000_001, "y": 200_000_002, "w": 300_000_004, "h": 50_000_008}
OFF = {"cx": 123_456_789, "cy": 700_000_001, "r": 100_000_003}
for stored in range(1, 9):
    for shown in range(1, 9):
        for name, shape in (("rectangle", SKEW), ("circle", OFF)):
            near = turning.accepts(
                "%s-%d-%d" % (name, stored, shown),
                "region-orient",
                "a %s of a picture that says %d, shown as %d" % (name, stored, shown),
                orient(shape, stored, shown),
                {"shape": turned(shape, stored, shown)},
            )
for slug, shape, note in (
    ("whole", {"x": 0, "y": 0, "w": ONE, "h": ONE}, "the whole picture stays whole"),
    ("corner", {"x": 0, "y": 0, "w": 1, "h": 1}, "one billionth in a corner"),
    ("last", {"x": ONE - 1, "y": ONE - 1, "w": 1, "h": 1}, "one billionth in the last corner"),
    ("strip", {"x": 0, "y": ONE - 1, "w": ONE, "h": 1}, "a strip along the edge"),
    ("edge-circle", {"cx": 1, "cy": ONE - 1, "r": 1}, "a circle in a corner"),
    ("reach", {"cx": 1, "cy": 500_000_000, "r": 500_000_000}, "a circle that reaches over one pair of edges"),
):
    for stored, shown in ((1, 6), (6, 1), (8, 5), (3, 7)):
        turning.accepts(
            "%s-%d-%d" % (slug, stored, shown), "region-orient", note, orient(shape, stored, shown),
            {"shape": turned(shape, stored, shown)},
        )
good = orient(SKEW, 1, 6)
for slug, members, note in (
    ("from-0", {"from": 0}, "no orientation"),
    ("to-9", {"to": 9}, "no orientation"),
    ("from-null", {"from": None}, "null"),
    ("to-text", {"to": "6"}, "a text"),
    ("to-float", {"to": 6.5}, "a fraction"),
    ("to-true", {"to": True}, "true for 1"),
    ("from-missing", {"from": ...}, "missing"),
    ("shape-missing", {"shape": ...}, "missing"),
    ("shape-null", {"shape": None}, "null"),
    ("shape-array", {"shape": [0, 0, 1, 1]}, "an array"),
    ("shape-empty", {"shape": {}}, "no members"),
    ("shape-mixed", {"shape": {**SKEW, "r": 1}}, "members of both shapes"),
    ("shape-more", {"shape": {**SKEW, "z": 1}}, "a member that no shape has"),
    ("shape-less", {"shape": without(SKEW, "h")}, "without its height"),
    ("flat", {"shape": {**SKEW, "h": 0}}, "a rectangle without height"),
    ("past-edge", {"shape": {**SKEW, "w": ONE}}, "a rectangle past the edge"),
    ("negative", {"shape": {**SKEW, "x": -1}}, "a negative fraction"),
    ("past-one", {"shape": {**OFF, "cx": ONE + 1}}, "a fraction above one"),
    ("centre-on-edge", {"shape": {**OFF, "cx": 0}}, "a circle whose centre lies on the edge"),
    ("too-wide", {"shape": {"cx": 2, "cy": 2, "r": 3}}, "a circle that reaches over both pairs of edges"),
    ("no-radius", {"shape": {**OFF, "r": 0}}, "a circle without radius"),
    ("float", {"shape": {**SKEW, "x": 0.5}}, "a fraction as a float"),
):
    turning.rejects(
        slug,
        "region-orient",
        note,
        {name: value for name, value in {**good, **members}.items() if value is not ...},
        "invalid",
        near,
    )

# Edits (section 15).

sets = Topic("edit", "set-1-1")
near = sets.accepts(
    "capture-null", "edit-set", "a person says that the time is not known", set_to(asset(), "capture_time", None),
    gives(asset(capture_time=stamp(None)), asset(capture_time=stamp(None))),
)
sets.accepts(
    "capture-null-over-time",
    "edit-set",
    "a null over a time",
    set_to(asset(capture_time=stamp(TAKEN, ts=T3)), "capture_time", None),
    gives(asset(capture_time=stamp(None, ts="2026-05-31T10:00:03.001Z"))),
)
for number in (1, 8):
    sets.accepts(
        "orientation-%d" % number, "edit-set", "an orientation", set_to(asset(), "orientation", number),
        gives(asset(orientation=stamp(number))),
    )
for slug, value in (
    ("0", 0),
    ("9", 9),
    ("null", None),
    ("text", "6"),
    ("true", True),
    ("float", 1.5),
    ("negative", -1),
    ("257", 257),
):
    sets.rejects(
        "not-orientation-" + slug, "edit-set", "no orientation", set_to(asset(), "orientation", value), "invalid", near
    )
sets.rejects(
    "not-capture-empty", "edit-set", "an empty text is no null", set_to(asset(), "capture_time", ""), "invalid", near
)
sets.rejects("not-capture-false", "edit-set", "false", set_to(asset(), "capture_time", False), "invalid", near)
near = sets.accepts(
    "facts-untimed",
    "edit-set",
    "facts that nothing says the time of",
    set_to(asset(facts=stamp({**FACTS, "iso": 100})), "facts", JSON_UNTIMED, now=T2),
    gives(asset(facts=stamp({**UNTIMED, "iso": 100}, ts=T2))),
)
sets.rejects(
    "not-facts-time-null",
    "edit-set",
    "inside an edit null is a value, which the facts' time has not",
    set_to(asset(), "facts", {**JSON_FACTS, "capture_timestamp": None}),
    "invalid",
    near,
)
sets.rejects(
    "not-facts-type",
    "edit-set",
    "an unknown content type",
    set_to(asset(), "facts", {**JSON_FACTS, "content_type": "image/x-raw"}),
    "invalid",
    near,
)
sets.rejects(
    "not-facts-no-import",
    "edit-set",
    "without the time of import",
    set_to(asset(), "facts", without(JSON_UNTIMED, "import_timestamp")),
    "invalid",
    near,
)
for each in ("image/x-sony-arw", "application/rdf+xml"):
    sets.accepts(
        "facts-type-" + each.replace("/", "-").replace("+", "-"),
        "edit-set",
        "a new content type",
        set_to(asset(), "facts", {**JSON_FACTS, "content_type": each}),
        gives(asset(facts=stamp({**FACTS, "content_type": each}))),
    )

changed = Topic("edit", "if-changed")


def if_changed(request, value=True):
    """The edit, only if it changes something."""
    return {**request, "if_changed": value}


def stays(slug, note, doc, request, rule="edit-if-changed"):
    """The edit writes nothing: the delta is key 0 and the id, and bytes are the state."""
    kind = request["kind"]
    nothing = document(kind)
    return changed.accepts(slug, rule, note, if_changed(request), gives(doc, nothing))


# (field, kind, a value as JSON, the value as it is stored, another as JSON, as it is stored)
WRITTEN = (
    ("name", "album", "Trip", "Trip", "Trips", "Trips"),
    ("facts", "asset", JSON_FACTS, FACTS, JSON_UNTIMED, UNTIMED),
    ("caption", "asset", "c", "c", "d", "d"),
    ("rating", "asset", 3, 3, 0, 0),
    ("cull", "asset", "pick", "pick", "neutral", "neutral"),
    ("hidden", "asset", True, True, False, False),
    ("capture_time", "asset", TAKEN, TAKEN, None, None),
    ("orientation", "asset", 6, 6, 1, 1),
    ("location", "asset", JSON_GPS, GPS, None, None),
    ("stack_membership", "asset", JSON_MEMBERSHIP, MEMBERSHIP, None, None),
)


def holding(field, kind, value, **how):
    """A document whose register holds a value."""
    written = stamp(value, **how)
    return document(kind, **{field: {"current": written} if field == "caption" else written})


for field, kind, given, stored, other, other_stored in WRITTEN:
    slug = field.replace("_", "-")
    held = holding(field, kind, stored, by=B, ts=T3)
    stays(slug + "-same", "a value that stays is not written", held, set_to(held, field, given, kind=kind, now=T0))
    stays(
        slug + "-same-later",
        "whatever the clock says",
        held,
        set_to(held, field, given, kind=kind, now="2027-01-01T00:00:00.000Z"),
    )
    after = holding(field, kind, other_stored, ts="2026-05-31T10:00:03.001Z")
    if field == "caption":
        after[field]["superseded"] = [held[field]["current"]]
    changed.accepts(
        slug + "-other",
        "edit-if-changed",
        "another value is written as ever",
        if_changed(set_to(held, field, other, kind=kind, now=T0)),
        gives(after, holding(field, kind, other_stored, ts="2026-05-31T10:00:03.001Z")),
    )
    stays(
        slug + "-other-same",
        "a null and a default are values like any other",
        holding(field, kind, other_stored),
        set_to(holding(field, kind, other_stored), field, other, kind=kind, now=T3),
    )
    changed.accepts(
        slug + "-first",
        "edit-if-changed",
        "what was never written is written, also when it is the default",
        if_changed(set_to(document(kind), field, other, kind=kind)),
        gives(holding(field, kind, other_stored), holding(field, kind, other_stored)),
    )
    last = holding(field, kind, stored, ts=LAST)
    stays(
        slug + "-last",
        "no later stamp is needed for what is not written",
        last,
        set_to(last, field, given, kind=kind),
    )
    changed.rejects(
        slug + "-last-other",
        "edit-if-changed",
        "another value needs one",
        if_changed(set_to(last, field, other, kind=kind)),
        "limit",
        "edit/if-changed/%03d-%s-last" % (changed.numbers.of(slug + "-last"), slug),
    )
plain = holding("rating", "asset", 3)
for slug, value in (("false", False), ("null", None)):
    changed.accepts(
        "off-" + slug,
        "edit-set-writes",
        "without it the same value is stamped anew",
        if_changed(set_to(plain, "rating", 3, now=T3), value),
        gives(holding("rating", "asset", 3, ts=T3)),
    )
near = stays("on", "with it, it is not", plain, set_to(plain, "rating", 3, now=T3))
for slug, value in (("number", 1), ("text", "true"), ("array", [True])):
    changed.rejects(
        "not-" + slug, "request-members", "no bool", if_changed(set_to(plain, "rating", 3), value), "invalid", near
    )

# Bytes decide.
stays(
    "name-normalized",
    "a name is compared in its normal form, as it would be written",
    document("album", name=stamp("Caf\u00e9")),
    set_to(document("album", name=stamp("Caf\u00e9")), "name", " Cafe\u0301 ", kind="album", now=T3),
)
changed.accepts(
    "name-not-normal",
    "edit-if-changed",
    "a stored name that is not in normal form has other bytes",
    if_changed(set_to(document("album", name=stamp("Cafe\u0301")), "name", "Cafe\u0301", kind="album", now=T3)),
    gives(document("album", name=stamp("Caf\u00e9", ts=T3))),
)
changed.accepts(
    "caption-not-normalized",
    "edit-if-changed",
    "captions are verbatim: two spellings are two values",
    if_changed(set_to(holding("caption", "asset", "e\u0301"), "caption", "\u00e9", now=T3)),
    gives(asset(caption={"current": stamp("\u00e9", ts=T3), "superseded": [stamp("e\u0301")]})),
)
history = asset(caption={"current": stamp("b", ts=T2, by=B), "superseded": [stamp("a")]})
stays("caption-current", "the greatest entry", history, set_to(history, "caption", "b", now=T3))
changed.accepts(
    "caption-superseded",
    "edit-if-changed",
    "a superseded entry is written again",
    if_changed(set_to(history, "caption", "a", now=T3)),
    gives(asset(caption={"current": stamp("a", ts=T3), "superseded": [stamp("b", ts=T2, by=B)]})),
)
stays(
    "caption-empty",
    "an empty caption is a value",
    holding("caption", "asset", ""),
    set_to(holding("caption", "asset", ""), "caption", "", now=T3),
)
changed.accepts(
    "time-other-text",
    "edit-if-changed",
    "one instant in another text is another value",
    if_changed(set_to(holding("capture_time", "asset", TAKEN), "capture_time", "2020-01-01T00:00:00z", now=T3)),
    gives(holding("capture_time", "asset", "2020-01-01T00:00:00z", ts=T3)),
)
stays(
    "degrees-integer",
    "47.0 and 47 are one float",
    holding("location", "asset", {**GPS, "lat": 47.0}),
    set_to(holding("location", "asset", {**GPS, "lat": 47.0}), "location", {**JSON_GPS, "lat": 47}, now=T3),
)
changed.accepts(
    "degrees-zero",
    "edit-if-changed",
    "0.0 and -0.0 are equal and have other bytes",
    if_changed(
        set_to(holding("location", "asset", {**GPS, "lat": 0.0}), "location", {**JSON_GPS, "lat": -0.0}, now=T3)
    ),
    gives(holding("location", "asset", {**GPS, "lat": -0.0}, ts=T3)),
)
stays(
    "datum-default",
    "wgs84 is written as absence",
    holding("location", "asset", GPS),
    set_to(holding("location", "asset", GPS), "location", {**JSON_GPS, "datum": "wgs84"}, now=T3),
)

# Unknown keys.
for field, given, stored in (
    ("facts", {**JSON_FACTS, "dimensions": SIZED_FACTS["dimensions"]}, {**FACTS, "dimensions": SIZED_FACTS["dimensions"]}),
    ("location", JSON_GPS, GPS),
    ("stack_membership", JSON_MEMBERSHIP, MEMBERSHIP),
):
    slug = field.replace("_", "-")
    held = holding(field, "asset", {**stored, "zz": [1], "a": None})
    stays(
        slug + "-unknown",
        "compared after the unknown keys of the value are taken over",
        held,
        set_to(held, field, given, now=T3),
    )
    held = holding(field, "asset", stored, later=1)
    stays(
        slug + "-stamp-unknown",
        "unknown keys of the stamped map are not a part of the value",
        held,
        set_to(held, field, given, now=T3),
    )
inner = holding("facts", "asset", {**FACTS, "dimensions": {"height": 1, "width": 2, "depth": 3}})
changed.accepts(
    "facts-inner-unknown",
    "edit-if-changed",
    "unknown keys of a map inside are not taken over, so the value has other bytes",
    if_changed(set_to(inner, "facts", {**JSON_FACTS, "dimensions": {"height": 1, "width": 2}}, now=T3)),
    gives(holding("facts", "asset", {**FACTS, "dimensions": {"height": 1, "width": 2}}, ts=T3)),
)

# Regions.
live = asset(regions={REGION: {"shape": stamp(RECTANGLE, by=B, ts=T3), "labels": adds(W, "a"), "x": 1}})


def put(doc, shape, **author):
    """An edit that puts the region."""
    return edit("asset", doc, {"put_region": {"id": REGION.hex(), "shape": shape}}, **author)


put_near = stays("region-same", "a live region that stays is not put again", live, put(live, RECTANGLE, now=T0))
moved_shape = stamp(CIRCLE, ts="2026-05-31T10:00:03.001Z")
changed.accepts(
    "region-moved",
    "edit-if-changed",
    "another shape is written",
    if_changed(put(live, CIRCLE, now=T0)),
    gives(
        asset(regions={REGION: {"shape": moved_shape, "labels": adds(W, "a"), "x": 1}}),
        asset(regions={REGION: {"shape": moved_shape}}),
    ),
)
changed.accepts(
    "region-moved-little",
    "edit-if-changed",
    "one billionth is another shape",
    if_changed(put(live, {**RECTANGLE, "x": 1}, now=T0)),
    lambda ok: ok["bytes"] != cbor(live).hex(),
)
arriving = asset(regions={REGION: {"labels": adds(W, "a")}})
changed.accepts(
    "region-arriving",
    "edit-if-changed",
    "a region whose shape has not arrived is not live",
    if_changed(put(arriving, CIRCLE)),
    gives(asset(regions={REGION: {"labels": adds(W, "a"), "shape": stamp(CIRCLE)}})),
)
changed.accepts(
    "region-new",
    "edit-if-changed",
    "a region that is not there is put",
    if_changed(put(asset(), CIRCLE)),
    gives(asset(regions={REGION: {"shape": stamp(CIRCLE)}})),
)
late = asset(regions={REGION: {"shape": stamp(CIRCLE, ts=LAST)}})
stays("region-last", "no later stamp is needed", late, put(late, CIRCLE))
changed.rejects(
    "region-last-moved", "edit-if-changed", "a move needs one", if_changed(put(late, RECTANGLE)), "limit", put_near
)

# Every check comes first.
outside = asset(
    facts=stamp({**FACTS, "dimensions": {"height": 1000, "width": 10}}),
    regions={REGION: {"shape": stamp({"cx": 1, "cy": 500_000_000, "r": 500_000_000})}},
)
gone = asset(regions={REGION: {"shape": stamp(None)}})
for slug, note, request, error in (
    ("region-deleted", "a deleted region", put(gone, CIRCLE), "invalid"),
    (
        "region-outside",
        "a circle that now lies outside, and stays",
        put(outside, {"cx": 1, "cy": 500_000_000, "r": 500_000_000}),
        "invalid",
    ),
    ("region-none", "a shape that is none", put(live, {**RECTANGLE, "w": 0}), "invalid"),
    ("rating-6", "a rating that is none", set_to(plain, "rating", 6), "invalid"),
    ("caption-long", "a caption past its size", set_to(history, "caption", "a" * 4097), "invalid"),
    ("field", "a field that no edit sets", set_to(asset(lqip=stamp(None)), "lqip", None), "invalid"),
    ("member", "an unknown member", set_to(asset(location=stamp(GPS)), "location", {**JSON_GPS, "x": 1}), "invalid"),
    ("newer", "a newer document", set_to(asset(schema=2, rating=stamp(3)), "rating", 3), "newer-schema"),
    ("device", "a device that is none", {**set_to(plain, "rating", 3), "device": "00"}, "invalid"),
    ("now", "a clock that is none", {**set_to(plain, "rating", 3), "now": "2026"}, "invalid"),
    ("writer", "a writer that is none", {**set_to(plain, "rating", 3), "writer": ""}, "invalid"),
):
    changed.rejects("checked-" + slug, "edit-if-changed", note, if_changed(request), error, put_near)

# The other edits are as without it.
labelled = stack(labels=adds(W, "a"))
changed.accepts(
    "label-again",
    "edit-label",
    "adding a label that is there takes a new add-id all the same",
    if_changed(edit("stack", labelled, {"add_label": "a"})),
    gives(stack(labels={W: [[0, 1], {1: "a"}]})),
)
changed.accepts(
    "label-removed",
    "edit-label",
    "removing is as ever",
    if_changed(edit("stack", labelled, {"remove_label": "a"})),
    gives(stack(labels={W: [[0, 0], {}]})),
)
changed.accepts(
    "region-deletion",
    "edit-region",
    "deleting is as ever",
    if_changed(edit("asset", live, {"delete_region": REGION.hex()})),
    gives(asset(regions={REGION: {"shape": stamp(None, ts="2026-05-31T10:00:03.001Z")}})),
)
changed.accepts(
    "lqip-stays",
    "edit-if-changed",
    "what an edit does not name stays",
    if_changed(set_to(asset(lqip=stamp(LQIP), rating=stamp(3), zz=1), "rating", 4, now=T3)),
    gives(asset(lqip=stamp(LQIP), rating=stamp(4, ts=T3), zz=1)),
)

# Opt-ins of the place in a request.
keep = Topic("export", "keep")
near = keep.accepts(
    "every-name",
    "export-opt-in",
    "every opt-in has its name",
    export(asset(), ["camera_serial", "device_id", "session_id", "regions", "coarse_gps", "precise_gps"]),
)
for slug, name in (("gps", "gps"), ("coarse", "coarse"), ("case", "Coarse_gps"), ("dash", "coarse-gps")):
    keep.rejects(slug, "request-members", "no opt-in: %s" % name, export(asset(), [name]), "invalid", near)
