# SPDX-License-Identifier: Apache-2.0
"""Area everywhere: the order of every list that an answer has, and the paths and locators that are compared by bytes.

Each list is tried with neighbours that only its own order tells apart from what a language would do unasked: by
length and then bytes where it lists elements by their encoding, by UTF-8 bytes where it lists names, by unsigned
bytes where it lists ids.
"""

import hashlib

import documents
from area_everywhere_albums import evaluate, evaluated, export
from area_places import JPEG, RAW, XMP, file, found
from build import (
    AI_TAG,
    ALBUM,
    CIRCLE,
    ID,
    MEMBERSHIP,
    STACK,
    W,
    X,
    Y,
    adds,
    album,
    asset,
    cbor,
    h,
    line,
    read,
    stack,
    stamp,
)
from samples import SETS
from suite import Topic

# Each pair ascends in the order of encoded texts; the name says what else would turn it round.
TEXTS = {
    "length": ("z", "aa"),
    "length-bytes": ("\uffff", "aaaa"),
    "bytes": ("aa", "ab"),
    "case": ("B", "a"),
    "digits": ("10", "9a"),
    "utf16": ("\ufffd!", "\U0001f346"),
    "locale": ("az", "\u00e4b"),
    "marks": ("e\u0301", "\u00e9a"),
    "long": ("z" * 23, "a" * 24),
    "longer": ("z" * 255, "a" * 256),
}
NAMES = {  # names ascend by their UTF-8 bytes alone
    "length": ("aa", "z"),
    "bytes": ("aa", "ab"),
    "case": ("B", "b"),
    "utf16": ("\ufffd", "\U0001f346"),
    "prefix": ("a", "aa"),
    "digits": ("10", "9"),
    "long": ("a" * 24, "z"),
}
lists = Topic("everywhere", "order-of-lists")


def texts_of(each):
    """How the plain view lists a set."""
    if each.name == "asset-regions-labels":
        return lambda ok: ok["regions"][0]["labels"]
    return lambda ok: ok["labels"]


for name, (first, second) in TEXTS.items():
    assert cbor(first) < cbor(second), name
    for slug, one, other in (("ab", first, second), ("ba", second, first)):
        for each in SETS:
            if each.name == "asset-tags-ai":
                continue
            for writers, lines in (
                ("one", adds(W, one, other)),
                ("two", {**adds(W, one), **adds(X, other)}),
            ):
                lists.accepts(
                    "%s-%s-%s-%s" % (each.name, name, writers, slug),
                    "orset-value",
                    "the labels of %s by their encoded bytes" % each.name,
                    read(each.kind, each.holding(lines)),
                    lambda ok, of=texts_of(each), pair=[first, second]: of(ok) == pair,
                )
        lines = adds(W, one, other)
        for place, request, key in (
            ("labels", export({"tags_user": lines}), "labels"),
            (
                "stack-labels",
                export({"stack_membership": stamp(MEMBERSHIP)}, stack=stack(id=STACK, labels=lines)),
                "stack_labels",
            ),
            ("album-labels", export({}, album=album(id=ALBUM, labels=lines)), "album_labels"),
        ):
            lists.accepts(
                "export-%s-%s-%s" % (place, name, slug),
                "orset-value",
                "the exported %s by their encoded bytes" % place,
                request,
                {"bytes": h({"uuid": ID, key: [first, second]})},
            )
        lists.accepts(
            "export-regions-%s-%s" % (name, slug),
            "orset-value",
            "the exported labels of a region by their encoded bytes",
            export({"regions": {bytes(16): {"shape": stamp(CIRCLE), "labels": lines}}}, ["regions"]),
            {"bytes": h({"uuid": ID, "regions": [{"labels": [first, second], "shape": CIRCLE}]})},
        )

# AI tags are in the order of their maps' bytes: the shorter map's keys first, then model_id is not the first key.
TAGS = {
    "tag": ({"tag": "z"}, {"tag": "aa"}),
    "tag-bytes": ({"tag": "a"}, {"tag": "b"}),
    "model-id": ({"model_id": "z"}, {"model_id": "aa"}),
    "model-version": ({"model_version": "9"}, {"model_version": "10"}),
    "tag-before-model-id": ({"tag": "a", "model_id": "z"}, {"tag": "b", "model_id": "a"}),
    "tag-before-model-version": ({"tag": "a", "model_version": "z"}, {"tag": "b", "model_version": "a"}),
    "model-id-before-version": ({"model_id": "a", "model_version": "z"}, {"model_id": "b", "model_version": "a"}),
    "unknown-key-count": ({"tag": "z"}, {"tag": "a", "zz": 1}),
    "unknown-key-first": ({"tag": "z", "a": 0}, {"tag": "a", "a": 1}),
}
for name, (first, second) in TAGS.items():
    first, second = {**AI_TAG, **first}, {**AI_TAG, **second}
    assert cbor(first) < cbor(second), name
    for slug, pair in (("ab", (first, second)), ("ba", (second, first))):
        for writers, lines in (("one", adds(W, *pair)), ("two", {**adds(W, pair[0]), **adds(X, pair[1])})):
            lists.accepts(
                "ai-tags-%s-%s-%s" % (name, writers, slug),
                "orset-value",
                "AI tags by their encoded bytes: %s" % name,
                read("asset", asset(tags_ai=lines)),
                lambda ok, rows=[[each["tag"], each["model_id"], each["model_version"]] for each in (first, second)]: (
                    ok["ai_tags"] == rows
                ),
            )

# Ids ascend by unsigned bytes, the first that differs decides.
IDS = {
    "unsigned": (bytes([0x7F] + [0xFF] * 15), bytes([0x80] + [0] * 15)),
    "first": (bytes([1] + [9] * 15), bytes([2] + [0] * 15)),
    "last": (bytes([5] * 15 + [0x7F]), bytes([5] * 15 + [0x80])),
    "middle": (bytes([5] * 8 + [1] + [9] * 7), bytes([5] * 8 + [2] + [0] * 7)),
}


def number_of(identifier):
    """An asset for evaluation under an id."""
    return {"sidecar": h(asset(id=identifier))}


for name, (first, second) in IDS.items():
    pair = [first.hex(), second.hex()]
    live, gone = {"shape": stamp(CIRCLE)}, {"shape": stamp(None)}
    lists.accepts(
        "regions-" + name,
        "read-view",
        "live regions by ascending id",
        read("asset", asset(regions={first: live, second: live})),
        lambda ok, pair=pair: [each["id"] for each in ok["regions"]] == pair,
    )
    lists.accepts(
        "deleted-regions-" + name,
        "read-view",
        "deleted regions by ascending id",
        read("asset", asset(regions={first: gone, second: gone})),
        lambda ok, pair=pair: ok["deleted_regions"] == pair,
    )
    lists.accepts(
        "export-regions-ids-" + name,
        "export-regions",
        "exported regions by ascending id, not by what they hold",
        export(
            {
                "regions": {
                    first: {"shape": stamp(CIRCLE), "labels": adds(W, "z")},
                    second: {"shape": stamp(CIRCLE), "labels": adds(W, "a")},
                }
            },
            ["regions"],
        ),
        {
            "bytes": h(
                {"uuid": ID, "regions": [{"labels": ["z"], "shape": CIRCLE}, {"labels": ["a"], "shape": CIRCLE}]}
            )
        },
    )
    for slug, given in (("ab", (first, second)), ("ba", (second, first))):
        rows = [number_of(each) for each in given]
        lists.accepts(
            "members-%s-%s" % (name, slug),
            "result-members",
            "members of a smart album by ascending id",
            evaluate({"all": []}, rows),
            {"members": pair, "ordered": pair},
        )
        for view, more in (("all", {}), ("trash", {"trashed": True})):
            lists.accepts(
                "system-%s-%s-%s" % (view, name, slug),
                "system-view",
                "a system view by ascending id",
                {"op": "view.system", "view": view, "assets": [{**each, **more} for each in rows]},
                {"members": pair},
            )
        hidden = [{"sidecar": h(asset(id=each, hidden=stamp(True)))} for each in given]
        lists.accepts(
            "system-hidden-%s-%s" % (name, slug),
            "system-view",
            "the hidden view by ascending id",
            {"op": "view.system", "view": "hidden", "assets": hidden},
            {"members": pair},
        )
        named = [
            {"sidecar": h(asset(id=each, stack_membership=stamp(MEMBERSHIP))), "album_id": ALBUM.hex()} for each in given
        ]
        lists.accepts(
            "stack-%s-%s" % (name, slug),
            "stack-order",
            "members of a stack by ascending id",
            {"op": "view.stack", "stack_id": STACK.hex(), "album_id": ALBUM.hex(), "assets": named, "view": "default"},
            lambda ok, pair=pair: ok["members"] == pair and ok["primary"] == pair[0],
        )
        lists.accepts(
            "albums-%s-%s" % (name, slug),
            "album-ties",
            "albums of one recency by ascending id",
            {
                "op": "view.album_order",
                "albums": [{"album_id": each.hex(), "created": "2020-01-01T00:00:00Z"} for each in given],
                "assets": [],
            },
            {"order": pair},
        )
        files = []
        for at, each in enumerate(given):
            files += [
                {"id": each.hex(), "path": "%d.jpg" % at, "content_type": JPEG, "capture_timestamp": None},
                {"id": "%02x" % (0x30 + at) * 16, "path": "%d.cr3" % at, "content_type": RAW, "capture_timestamp": None},
            ]
        lists.accepts(
            "detected-%s-%s" % (name, slug),
            "raw-order",
            "stacks by ascending primary",
            {"op": "stack.detect", "files": files},
            lambda ok, pair=pair: [each["primary"] for each in ok["stacks"]] == pair,
        )
        sidecars = [
            {"id": each.hex(), "path": "a%s.xmp" % (".cr3" if at else ""), "content_type": XMP, "capture_timestamp": None}
            for at, each in enumerate(given)
        ]
        lists.accepts(
            "detected-sidecars-%s-%s" % (name, slug),
            "raw-sidecars",
            "sidecar files of a stack by ascending id",
            {"op": "stack.detect", "files": [*sidecars, file(0x30, "a.cr3", RAW), file(0x31, "a.jpg", JPEG)]},
            lambda ok, pair=pair: ok["stacks"][0]["members"][1:] == pair,
        )

for name, (first, second) in NAMES.items():
    assert first.encode() < second.encode(), name
    for kind, make in (("stack", stack), ("asset", asset)):
        for slug, schema in (("", 1), ("-newer", 2)):
            lists.accepts(
                "unknown-%s-%s%s" % (kind, name, slug),
                "read-unknown",
                "names of unknown keys by their UTF-8 bytes",
                read(kind, make(schema=schema, **{first: 1, second: 2})),
                lambda ok, pair=[first, second]: ok["unknown"] == pair,
            )
        lists.accepts(
            "conflicts-%s-%s" % (kind, name),
            "carried-conflicts",
            "names of keys that differ by their UTF-8 bytes",
            {
                "op": "document.merge",
                "kind": kind,
                "inputs": [h(make(**{first: 1, second: 2})), h(make(**{first: 2, second: 1}))],
            },
            lambda ok, pair=[first, second]: ok["conflicts"] == pair,
        )
three = {**adds(Y, "a"), **adds(W, "b"), X: line([0, 1], {1: "a"})}
lists.accepts(
    "distinct",
    "orset-value",
    "an element that several writers added is listed once",
    read("stack", stack(labels=three)),
    lambda ok: ok["labels"] == ["a", "b"],
)

# Paths and locators are texts of their system: never normalized, folded or parsed further than section 20 says.

paths = Topic("everywhere", "paths")
FOLDERS = {
    "none": "", "slash": "d/", "backslash": "d\\", "drive": "C:\\d\\", "network": "\\\\host\\share\\", "root": "/",
    "root-backslash": "\\", "slash-in-backslash": "d\\e/", "backslash-in-slash": "d/e\\", "dots": "../d.x/",
    "decomposed": "e\u0301/", "composed": "\u00e9\\", "space": " d /", "twice": "d//", "mixed-twice": "d/\\",
}  # fmt: skip
STEMS = {
    "plain": "a", "decomposed": "e\u0301", "composed": "\u00e9", "singleton": "\u212b", "hangul": "\u1112\u1161\u11ab",
    "space": " a ", "dot": "a.b", "colon": "a:b", "emoji": "\U0001f346", "upper": "IMG_1", "sharp-s": "stra\u00dfe",
    "dotted-i": "\u0130",
}  # fmt: skip
OTHER_FORM = {"decomposed": "\u00e9", "composed": "e\u0301", "singleton": "\u00c5", "hangul": "\ud55c"}


def detect(*files):
    """stack.detect."""
    return {"op": "stack.detect", "files": list(files)}


for of, folder in FOLDERS.items():
    for name, stem in STEMS.items():
        if of != "none" and name not in ("plain", "decomposed", "dot"):
            continue
        paths.accepts(
            "%s-%s" % (of, name),
            "raw-names",
            "a raw, its JPEG and both sidecar files under one folder and stem",
            detect(
                file(1, folder + stem + ".CR3", RAW),
                file(2, folder + stem + ".jpg", JPEG),
                file(3, folder + stem + ".xmp", XMP),
                file(4, folder + stem + ".cr3.XMP", XMP),
            ),
            found((2, 1, 3, 4)),
        )
    for other_of, other in FOLDERS.items():
        if of < other_of:
            paths.accepts(
                "apart-%s-%s" % (of, other_of),
                "raw-names",
                "two folders, by bytes",
                detect(
                    file(1, folder + "a.cr3", RAW),
                    file(2, other + "a.jpg", JPEG),
                    file(3, folder + "b.jpg", JPEG),
                    file(4, folder + "b.cr3", RAW),
                    file(5, other + "b.xmp", XMP),
                ),
                found((3, 4)),
            )
for name, other in OTHER_FORM.items():
    for place, raw, developed in (
        ("stem", STEMS[name], other),
        ("folder", STEMS[name] + "/a", other + "/a"),
        ("folder-backslash", STEMS[name] + "\\a", other + "\\a"),
    ):
        paths.accepts(
            "forms-%s-%s" % (place, name),
            "raw-names",
            "two normal forms are two names",
            detect(file(1, raw + ".cr3", RAW), file(2, developed + ".jpg", JPEG)),
            found(),
        )
    for place, sidecar in (("stem", other + ".xmp"), ("name", other + ".cr3.xmp")):
        paths.accepts(
            "forms-sidecar-%s-%s" % (place, name),
            "raw-sidecars",
            "a sidecar file under another normal form belongs to another name",
            detect(file(1, STEMS[name] + ".cr3", RAW), file(2, STEMS[name] + ".jpg", JPEG), file(3, sidecar, XMP)),
            found((2, 1)),
        )
for name, raw, developed, together in (
    ("sharp-s", "stra\u00dfe", "STRASSE", False),
    ("dotted-i", "\u0130", "i", False),
    ("dotless-i", "\u0131", "I", False),
    ("sigma", "\u03c3", "\u03c2", False),
    ("greek", "\u03a9", "\u03c9", False),
    ("fullwidth", "\uff21", "\uff41", False),
    ("ascii", "AZ[`az{@", "az[`AZ{@", True),
    ("at-and-grave", "@", "`", False),
    ("bracket-and-brace", "[", "{", False),
):
    paths.accepts(
        "case-" + name,
        "raw-names",
        "ASCII letters are lowered, and nothing else",
        detect(file(1, raw + ".cr3", RAW), file(2, developed + ".jpg", JPEG)),
        found((2, 1)) if together else found(),
    )

locators = Topic("everywhere", "locators")


def scope(platform, source_kind, locator):
    """scope.id and what it answers."""
    digest = hashlib.sha256(cbor(["capsule-import-scope/v1", platform, source_kind, locator])).hexdigest()
    return {"op": "scope.id", "platform": platform, "source_kind": source_kind, "locator": locator}, {"id": digest}


for platform in documents.PLATFORMS:
    for source_kind in documents.SOURCE_KINDS:
        locators.accepts(
            "%s-%s" % (platform, source_kind.replace("_", "-")),
            "scope-id",
            "each platform and kind of source",
            *scope(platform, source_kind, "DCIM/Camera"),
        )
for name, locator in {
    **{"folder-" + name: folder for name, folder in FOLDERS.items()},
    **{"stem-" + name: stem for name, stem in STEMS.items()},
    "line-end": "d\n",
    "null": "d\x00e",
    "mark-first": "\ufeffd",
    "percent": "d%2Fe",
    "address": "content://media/external/images",
    "long": "d" * 5000,
    "upper": "D",
}.items():
    locators.accepts(name, "scope-id", "a locator is taken verbatim", *scope("windows", "folder", locator))
