# SPDX-License-Identifier: Apache-2.0
"""Area places: where imports go, albums, moves, system views, RAW+JPEG detection (section 20)."""

from area_views import id_of
from build import document, h, stamp
from chains import digest, refusals, with_members
from suite import Topic


def album(number):
    """An album's id in hex."""
    return id_of(number).hex()


PICK, OVERRIDE, DEFAULT, POINTER, DERIVED, OTHER = map(album, (0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6))


def rows(scope=OVERRIDE, kind=DEFAULT, schema=1, **keys):
    """A settings document with a row for the scope and one for the kind, each null or none (...)."""
    maps = dict(keys)
    if scope is not ...:
        maps["scope_overrides"] = {bytes.fromhex(digest(7)): stamp(scope and bytes.fromhex(scope))}
    if kind is not ...:
        maps["source_kind_defaults"] = {"folder": stamp(kind and bytes.fromhex(kind))}
    return document("settings", schema, **maps)


def destination(document=None, picked=None, pointer=POINTER, writable=None, **members):
    """import.destination."""
    return {
        "op": "import.destination", "picked": picked, "scope_id": digest(7), "source_kind": "folder",
        "settings": document and h(document), "default_album_id": pointer, "derived_album_id": DERIVED,
        "writable": writable, **members,
    }  # fmt: skip


def goes(album_id, rule):
    """What import.destination answers."""
    return {"album_id": album_id, "rule": rule, "ask": rule in ("default-pointer", "derived-default")}


imports = Topic("places", "destination")
near = imports.accepts("pick", "import-order", "the pick wins", destination(rows(), PICK), goes(PICK, "explicit-pick"))
ALL = [PICK, OVERRIDE, DEFAULT, POINTER]
for slug, rule, request, answer in (
    ("override", "import-order", destination(rows()), goes(OVERRIDE, "scope-override")),
    ("default", "import-order", destination(rows(scope=...)), goes(DEFAULT, "source-kind-default")),
    ("pointer", "import-order", destination(rows(..., ...)), goes(POINTER, "default-pointer")),
    ("derived", "import-order", destination(rows(..., ...), pointer=None), goes(DERIVED, "derived-default")),
    ("no-settings", "import-order", destination(), goes(POINTER, "default-pointer")),
    ("nothing", "import-order", destination(pointer=None), goes(DERIVED, "derived-default")),
    ("other-scope", "import-order", destination(rows(), scope_id=digest(8)), goes(DEFAULT, "source-kind-default")),
    ("other-kind", "import-order", destination(rows(scope=...), source_kind="screenshots"), goes(POINTER, "default-pointer")),
    ("deleted-override", "import-settings", destination(rows(scope=None)), goes(DEFAULT, "source-kind-default")),
    ("deleted-rows", "import-settings", destination(rows(None, None)), goes(POINTER, "default-pointer")),
    ("writable-pick", "import-writable", destination(rows(), PICK, writable=[PICK]), goes(PICK, "explicit-pick")),
    ("writable-all", "import-writable", destination(rows(), writable=ALL), goes(OVERRIDE, "scope-override")),
    ("writable-not-override", "import-writable", destination(rows(), writable=[DEFAULT, POINTER]), goes(DEFAULT, "source-kind-default")),
    ("writable-only-pointer", "import-writable", destination(rows(), writable=[POINTER]), goes(POINTER, "default-pointer")),
    ("writable-none", "import-writable", destination(rows(), writable=[]), goes(DERIVED, "derived-default")),
    ("writable-twice", "import-writable", destination(rows(), writable=[DEFAULT, DEFAULT]), goes(DEFAULT, "source-kind-default")),
    ("newer", "import-settings", destination(rows(schema=2)), goes(OVERRIDE, "scope-override")),
    ("newer-unknown", "import-settings", destination(rows(schema=2, later=1)), goes(OVERRIDE, "scope-override")),
    ("newer-override-not-understood", "import-settings", destination(rows(schema=2, scope=..., scope_overrides=5)), goes(DEFAULT, "source-kind-default")),
    ("newer-one-row-not-understood", "import-settings",
     destination(document("settings", 2, scope_overrides={bytes.fromhex(digest(7)): stamp(bytes.fromhex(OVERRIDE)), bytes.fromhex(digest(8)): stamp(1)})),
     goes(POINTER, "default-pointer")),
    ("newer-kind-not-understood", "import-settings",
     destination(document("settings", 2, source_kind_defaults={"folder": stamp(bytes.fromhex(DEFAULT)), "cloud": stamp(bytes.fromhex(DEFAULT))})),
     goes(POINTER, "default-pointer")),
    ("newer-no-id", "import-settings", destination({0: 2, "scope_overrides": {bytes.fromhex(digest(7)): stamp(bytes.fromhex(OVERRIDE))}}), goes(POINTER, "default-pointer")),
    ("newer-id-not-understood", "import-settings", destination(rows(schema=2, settings_doc_id="x")), goes(POINTER, "default-pointer")),
):  # fmt: skip
    imports.accepts(slug, rule, "the first that names an album", request, answer)
imports.accepts(
    "nulls-absent",
    "decision-null-members",
    "what is null is absent",
    with_members(destination(), picked=..., settings=..., default_album_id=..., writable=...),
    goes(DERIVED, "derived-default"),
)
imports.rejects(
    "pick-not-writable",
    "import-writable",
    "the pick is outside writable",
    destination(rows(), PICK, writable=[OVERRIDE]),
    "invalid",
    near,
)
imports.rejects(
    "settings-broken",
    "import-settings",
    "a row that is no album",
    destination(rows(scope=..., scope_overrides={bytes.fromhex(digest(7)): stamp("x")})),
    "invalid",
    near,
)
imports.rejects(
    "settings-of-another-kind",
    "import-settings",
    "an album's document",
    destination(document("album")),
    "invalid",
    near,
)
imports.rejects(
    "settings-truncated",
    "import-settings",
    "looked at, though the pick wins",
    destination(None, PICK, settings="a1"),
    "malformed",
    near,
)
imports.rejects(
    "settings-newer-not-canonical",
    "import-settings",
    "a newer document is canonical, too",
    destination(None, settings="a1001802"),
    "non-canonical",
    near,
)
refusals(imports, "decision-members", destination(rows()), near, scope_id=(..., None, "07" * 16), source_kind=(..., None, "usb", 5), derived_album_id=(..., None, "00"),
         default_album_id=(5, "00"), picked=(5, "00"), settings=(5, "a"), writable=(5, ["00"], [None]))  # fmt: skip

deletable = Topic("places", "deletable")


def may_delete(album_id, pointer=POINTER, derived=DERIVED):
    """album.deletable."""
    return {"op": "album.deletable", "album_id": album_id, "default_album_id": pointer, "derived_album_id": derived}


near = deletable.accepts("other", "album-deletable", "an ordinary album", may_delete(OTHER), {"deletable": True})
for slug, request, answer in (
    ("pointer", may_delete(POINTER), False),
    ("derived", may_delete(DERIVED), False),
    ("derived-with-pointer-elsewhere", may_delete(DERIVED, OTHER), False),
    ("no-pointer", may_delete(POINTER, None), True),
    ("derived-no-pointer", may_delete(DERIVED, None), False),
    ("both", may_delete(DERIVED, DERIVED), False),
):
    deletable.accepts(slug, "album-deletable", "the albums where imports fall stay", request, {"deletable": answer})
deletable.accepts(
    "pointer-absent",
    "decision-null-members",
    "no pointer",
    with_members(may_delete(OTHER), default_album_id=...),
    {"deletable": True},
)
refusals(
    deletable,
    "decision-members",
    may_delete(OTHER),
    near,
    album_id=(..., None, "00"),
    default_album_id=(5, "00"),
    derived_album_id=(..., None, 5),
)

moving = Topic("places", "moves")


def moves(start, *targets):
    """album.moves."""
    return {"op": "album.moves", "album_id": start, "moves": list(targets)}


near = moving.accepts("one", "album-moves", "a move", moves(PICK, OTHER), {"album_id": OTHER, "changed": [True]})
for slug, request, end, changed in (
    ("none", moves(PICK), PICK, []),
    ("nowhere", moves(PICK, PICK), PICK, [False]),
    ("twice", moves(PICK, OTHER, OTHER), OTHER, [True, False]),
    ("back", moves(PICK, OTHER, PICK), PICK, [True, True]),
    ("nowhere-first", moves(PICK, PICK, OTHER, DERIVED), DERIVED, [False, True, True]),
):
    moving.accepts(
        slug, "album-moves", "moves in the order of their commits", request, {"album_id": end, "changed": changed}
    )
refusals(
    moving, "decision-members", moves(PICK, OTHER), near, album_id=(..., None, 5), moves=(..., None, [None], ["00"], {})
)

system = Topic("places", "system-view")


def given(number, hidden=None, trashed=False, schema=1, **keys):
    """An asset for evaluation."""
    fields = {} if hidden is None else {"hidden": stamp(hidden)}
    return {"sidecar": h(document("asset", schema, id=id_of(number), **fields, **keys)), "trashed": trashed}


def viewed(view, *assets):
    """view.system."""
    return {"op": "view.system", "view": view, "assets": list(assets)}


FOUR = (given(4, False), given(3, None, True), given(2, True), given(1, True, True))
near = system.accepts("all", "system-view", "neither hidden nor trashed", viewed("all", *FOUR), {"members": [album(4)]})
for slug, request, found in (
    ("trash", viewed("trash", *FOUR), (3,)),
    ("hidden", viewed("hidden", *FOUR), (1, 2)),
    ("none", viewed("all"), ()),
    ("ascending", viewed("all", given(9), given(0x80), given(1)), (1, 9, 0x80)),
    ("ascending-turned", viewed("trash", given(0x80, None, True), given(9, None, True)), (9, 0x80)),
    ("newer-all", viewed("all", given(1, schema=2), given(2)), (2,)),
    ("newer-hidden", viewed("hidden", given(1, True, schema=2)), ()),
    ("newer-no-id", viewed("hidden", {"sidecar": h({0: 2})}, given(2, True)), (2,)),
):
    system.accepts(
        slug, "system-view", "who is in a system view", request, {"members": [album(number) for number in found]}
    )
system.rejects(
    "same-id", "system-view", "two assets of one id", viewed("all", given(1), given(1, True)), "invalid", near
)
system.rejects(
    "newer-mistyped",
    "system-view",
    "a newer asset with trashed mistyped",
    viewed("all", {**given(1, schema=2), "trashed": 1}),
    "invalid",
    near,
)
refusals(
    system,
    "decision-members",
    viewed("all", given(1)),
    near,
    view=(..., None, "default", "All"),
    assets=(..., None, [None], [{}], {}),
)

# RAW+JPEG.

JPEG, HEIC, RAW, XMP = "image/jpeg", "image/heic", "image/x-canon-cr3", "application/rdf+xml"


def file(number, path, content_type, captured=None):
    """A file of an import."""
    return {"id": album(number), "path": path, "content_type": content_type, "capture_timestamp": captured}


def detect(*files):
    """stack.detect."""
    return {"op": "stack.detect", "files": list(files)}


def found(*stacks):
    """What stack.detect answers, from lists of numbers, the primary first."""
    return {
        "stacks": [{"primary": album(each[0]), "members": [album(number) for number in each[1:]]} for each in stacks]
    }


stacks = Topic("places", "raw-jpeg")
near = stacks.accepts(
    "pair",
    "raw-group",
    "a raw and its JPEG",
    detect(file(1, "DCIM/IMG_1.CR3", RAW), file(2, "DCIM/IMG_1.JPG", JPEG)),
    found((2, 1)),
)
PAIR = (file(1, "d/a.cr3", RAW), file(2, "d/a.jpg", JPEG))
AT, TWO, OVER = "2026-05-31T10:00:00Z", "2026-05-31T12:00:02+02:00", "2026-05-31T10:00:02.000000001Z"


def timed(raw, developed):
    """A pair with times of taking."""
    return detect(file(1, "a.cr3", RAW, raw), file(2, "a.jpg", JPEG, developed))


def pair(raw, developed):
    """A pair by its paths."""
    return detect(file(1, raw, RAW), file(2, developed, JPEG))


NONE = found()
for slug, rule, request, answer in (
    ("none", "raw-group", detect(), NONE),
    ("raw-alone", "raw-group", detect(PAIR[0]), NONE),
    ("jpeg-alone", "raw-group", detect(PAIR[1]), NONE),
    ("heic", "raw-group", detect(PAIR[0], file(2, "d/a.heic", HEIC)), found((2, 1))),
    ("heif-is-no-heic", "raw-group", detect(PAIR[0], file(2, "d/a.heif", "image/heif")), NONE),
    ("png", "raw-group", detect(PAIR[0], file(2, "d/a.png", "image/png")), NONE),
    ("jpeg-and-video", "raw-group", detect(PAIR[1], file(3, "d/a.mov", "video/quicktime")), NONE),
    ("jpeg-and-png", "raw-group", detect(PAIR[1], file(3, "d/a.png", "image/png")), NONE),
    ("raw-and-video", "raw-group", detect(PAIR[0], file(3, "d/a.mov", "video/quicktime")), NONE),
    ("jpeg-and-heic", "raw-group", detect(*PAIR, file(3, "d/a.heic", HEIC)), NONE),
    ("two-raws", "raw-group", detect(*PAIR, file(3, "d/a.dng", "image/x-adobe-dng")), NONE),
    ("two-raws-no-jpeg", "raw-group", detect(PAIR[0], file(3, "d/a.dng", "image/x-adobe-dng")), NONE),
    ("two-jpegs", "raw-group", detect(*PAIR, file(3, "d/A.jpeg", JPEG)), NONE),
    ("third-video", "raw-group", detect(*PAIR, file(3, "d/a.mov", "video/quicktime")), NONE),
    ("third-elsewhere", "raw-group", detect(*PAIR, file(3, "e/a.mov", "video/quicktime")), found((2, 1))),
    ("type-not-name", "raw-group", detect(file(1, "d/a.jpg", RAW), file(2, "d/a.cr3", JPEG)), found((2, 1))),
    ("close", "raw-group", timed(AT, TWO), found((2, 1))),
    ("apart", "raw-group", timed(AT, OVER), NONE),
    ("apart-turned", "raw-group", timed(OVER, AT), NONE),
    ("close-turned", "raw-group", timed(TWO, AT), found((2, 1))),
    ("raw-time-alone", "raw-group", timed(AT, None), found((2, 1))),
    ("jpeg-time-alone", "raw-group", timed(None, AT), found((2, 1))),
    ("close-over-second-60", "decision-times", timed("2026-12-31T23:59:60Z", "2027-01-01T00:00:02Z"), found((2, 1))),
    ("apart-over-second-60", "decision-times", timed("2026-12-31T23:59:59Z", "2027-01-01T00:00:01.5Z"), NONE),
    ("other-folder", "raw-names", pair("d/a.cr3", "e/a.jpg"), NONE),
    ("folder-case", "raw-names", pair("d/a.cr3", "D/a.jpg"), NONE),
    ("folder-separator", "raw-names", pair("d/a.cr3", "d\\a.jpg"), NONE),
    ("folder-backslash", "raw-names", pair("C:\\d\\a.cr3", "C:\\d\\a.jpg"), found((2, 1))),
    ("folder-backslash-case", "raw-names", pair("d\\a.cr3", "D\\a.jpg"), NONE),
    ("folder-mixed", "raw-names", pair("d/e\\a.cr3", "d/e\\a.jpg"), found((2, 1))),
    ("folder-root", "raw-names", pair("/a.cr3", "a.jpg"), NONE),
    ("folder-with-dot", "raw-names", pair("d.x/a", "d.x/a.jpg"), found((2, 1))),
    ("stem-case", "raw-names", pair("IMG_1.CR3", "img_1.jpg"), found((2, 1))),
    ("stem-other", "raw-names", pair("IMG_1.CR3", "IMG_2.jpg"), NONE),
    ("stem-not-ascii", "raw-names", pair("\u00c4.cr3", "\u00e4.jpg"), NONE),
    ("stem-kelvin", "raw-names", pair("\u212a.cr3", "k.jpg"), NONE),
    ("stem-normal-forms", "raw-names", pair("\u00e4.cr3", "a\u0308.jpg"), NONE),
    ("stem-last-dot", "raw-names", pair("a.b.cr3", "a.b.jpg"), found((2, 1))),
    ("stem-first-dot-is-not-last", "raw-names", pair("a.b.cr3", "a.jpg"), NONE),
    ("stem-no-dot", "raw-names", pair("a", "a.jpg"), found((2, 1))),
    ("stem-dot-first", "raw-names", pair(".cr3", ".jpg"), NONE),
    ("stem-dot-first-whole", "raw-names", pair(".cr3", ".CR3.jpg"), found((2, 1))),
    ("stem-dot-last", "raw-names", pair("a.", "a.jpg"), found((2, 1))),
    ("stem-two-dots", "raw-names", pair("..cr3", "..jpg"), found((2, 1))),
    ("stem-empty", "raw-names", pair("d/", "d/.jpg"), NONE),
    ("sidecar-of-stem", "raw-sidecars", detect(*PAIR, file(3, "d/a.xmp", XMP)), found((2, 1, 3))),
    ("sidecar-of-name", "raw-sidecars", detect(*PAIR, file(3, "d/A.CR3.XMP", XMP)), found((2, 1, 3))),
    ("sidecar-of-jpeg", "raw-sidecars", detect(*PAIR, file(3, "d/a.jpg.xmp", XMP)), found((2, 1, 3))),
    ("sidecars-ascending", "raw-sidecars", detect(file(9, "d/a.xmp", XMP), *PAIR, file(8, "d/a.cr3.xmp", XMP)), found((2, 1, 8, 9))),
    ("sidecar-other-folder", "raw-sidecars", detect(*PAIR, file(3, "e/a.xmp", XMP)), found((2, 1))),
    ("sidecar-other-stem", "raw-sidecars", detect(*PAIR, file(3, "d/b.xmp", XMP)), found((2, 1))),
    ("sidecar-of-missing-name", "raw-sidecars", detect(*PAIR, file(3, "d/a.nef.xmp", XMP)), found((2, 1))),
    ("sidecar-name-before-stem", "raw-sidecars", detect(file(1, "a.cr3", RAW), file(2, "a.jpg", JPEG), file(4, "a.b.cr3", RAW), file(5, "a.b.jpg", JPEG), file(6, "a.b", "video/mp4"), file(7, "a.b.xmp", XMP)), found((5, 4))),
    ("sidecar-of-sidecar", "raw-sidecars", detect(*PAIR, file(3, "d/a.xmp", XMP), file(4, "d/a.xmp.xmp", XMP)), found((2, 1, 3))),
    ("sidecars-alone", "raw-sidecars", detect(file(3, "d/a.xmp", XMP)), NONE),
    ("sidecar-makes-no-third", "raw-sidecars", detect(*PAIR, file(3, "d/a.xmp", XMP), file(4, "d/a.XMP", XMP)), found((2, 1, 3, 4))),
    ("sidecar-without-extension", "raw-sidecars", detect(*PAIR, file(3, "d/a", XMP)), found((2, 1, 3))),
    ("ordered", "raw-order", detect(file(1, "x.cr3", RAW), file(9, "x.jpg", JPEG), file(2, "y.cr3", RAW), file(3, "y.jpg", JPEG)), found((3, 2), (9, 1))),
    ("ordered-by-bytes", "raw-order", detect(file(1, "x.cr3", RAW), file(0x80, "x.jpg", JPEG), file(2, "y.cr3", RAW), file(0x7F, "y.jpg", JPEG)), found((0x7F, 2), (0x80, 1))),
):  # fmt: skip
    stacks.accepts(slug, rule, "which files belong together", request, answer)
for raw in (
    "image/x-adobe-dng",
    "image/x-canon-cr2",
    "image/x-nikon-nef",
    "image/x-sony-arw",
    "image/x-fuji-raf",
    "image/x-olympus-orf",
    "image/x-panasonic-rw2",
    "image/x-pentax-pef",
):
    stacks.accepts(
        "raw-" + raw.rsplit("-", 1)[1],
        "raw-group",
        "a raw of every make",
        detect(file(1, "a.raw", raw), PAIR[1] | {"path": "a.jpg"}),
        found((2, 1)),
    )
stacks.accepts(
    "time-absent",
    "decision-null-members",
    "no time of taking",
    detect(with_members(PAIR[0], capture_timestamp=...), PAIR[1]),
    found((2, 1)),
)
stacks.rejects("same-id", "raw-order", "two files of one id", detect(PAIR[0], file(1, "b.jpg", JPEG)), "invalid", near)
for name, values in (
    ("id", (..., None, "00")),
    ("path", (..., None, 5, "\ud800")),
    ("content_type", (..., None, "image/x-raw", "image/JPEG")),
    ("capture_timestamp", (5, "2026-05-31")),
):
    for at, value in enumerate(values):
        stacks.rejects(
            "%s-%d" % (name.replace("_", "-"), at),
            "decision-members",
            "a file's " + name,
            detect(with_members(PAIR[0], **{name: value}), PAIR[1]),
            "invalid",
            near,
        )
refusals(stacks, "decision-members", detect(*PAIR), near, files=(..., None, {}, [None]))
