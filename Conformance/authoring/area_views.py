# SPDX-License-Identifier: Apache-2.0
"""Area views: stacks, culls, the order of albums, scope ids (section 13)."""

import hashlib

from build import A, ALBUM, B, FACTS, OTHER_ID, STACK, T1, T2, T3, cbor, document, stamp
from build import stack as stack_document
from suite import Topic


def id_of(number):
    """An asset's id."""
    return bytes([number] * 16)


# Group cull.

cull = Topic("views", "group-cull")
for slug, rule, flags, state in (
    ("none", "cull-none", [], None),
    ("one-reject", "cull-rejected", ["reject"], "all_rejected"),
    ("all-reject", "cull-rejected", ["reject"] * 3, "all_rejected"),
    ("one-pick", "cull-pick", ["pick"], "any_pick"),
    ("pick-among-rejects", "cull-pick", ["reject", "reject", "pick"], "any_pick"),
    ("pick-first", "cull-pick", ["pick", "neutral", "reject"], "any_pick"),
    ("one-neutral", "cull-mixed", ["neutral"], "mixed"),
    ("neutrals", "cull-mixed", ["neutral", "neutral"], "mixed"),
    ("neutral-and-reject", "cull-mixed", ["reject", "neutral"], "mixed"),
):
    near = cull.accepts(
        slug,
        rule,
        "the flags %s" % (flags or "of no member"),
        {"op": "view.group_cull", "flags": flags},
        {"state": state},
    )
cull.accepts(
    "sixty",
    "view-request",
    "as many flags as there are members",
    {"op": "view.group_cull", "flags": ["neutral"] * 59 + ["pick"]},
    {"state": "any_pick"},
)
for slug, flags in (("unknown", ["maybe"]), ("null", None), ("of-null", [None]), ("text", "pick"), ("case", ["Pick"])):
    cull.rejects(
        slug, "view-request", "flags that are none", {"op": "view.group_cull", "flags": flags}, "invalid", near
    )

# Stacks.

stacks = Topic("views", "stack")


def asset(
    number,
    role="member",
    index=None,
    captured=None,
    album_id=ALBUM,
    stack_id=STACK,
    hidden=False,
    trashed=False,
    ts=T1,
    by=A,
    corrected=None,
):
    """An asset for evaluation; without a role it has no membership."""
    keys = {}
    if role:
        keys["stack_membership"] = stamp(
            {
                "role": role,
                "stack_id": stack_id,
                "stack_type": "burst",
                **({} if index is None else {"member_index": index}),
            },
            ts=ts,
            by=by,
        )
    if captured:
        keys["facts"] = stamp({**FACTS, "capture_timestamp": captured})
    if corrected:
        keys["capture_time"] = stamp(corrected)
    if hidden:
        keys["hidden"] = stamp(True)
    given = {"sidecar": cbor(document("asset", id=id_of(number), **keys)).hex()}
    if album_id:
        given["album_id"] = album_id.hex()
    return {**given, "trashed": True} if trashed else given


def stack(assets, view="default"):
    """view.stack."""
    return {"op": "view.stack", "stack_id": STACK.hex(), "album_id": ALBUM.hex(), "assets": assets, "view": view}


def shows(slug, rule, note, assets, order, primary, view="default"):
    """The stack's members in display order, and its primary."""
    return stacks.accepts(
        slug,
        rule,
        note,
        stack(assets, view),
        {
            "members": [id_of(each).hex() for each in order],
            "primary": None if primary is None else id_of(primary).hex(),
            "shown": len(order) >= 2,
        },
    )


near = shows("two", "stack-members", "two members", [asset(1), asset(2)], [1, 2], 1)
shows("none", "stack-shown", "no asset", [], [], None)
shows("one", "stack-shown", "one member: not shown as a stack, and still named", [asset(1)], [1], 1)
shows(
    "other-stack",
    "stack-members",
    "a membership that names another stack",
    [asset(1), asset(2, stack_id=OTHER_ID), asset(3)],
    [1, 3],
    1,
)
shows("no-membership", "stack-members", "an asset of no stack", [asset(1), asset(2, role=None), asset(3)], [1, 3], 1)
shows(
    "other-album",
    "stack-members",
    "a member that lies in another album",
    [asset(1), asset(2, album_id=OTHER_ID), asset(3)],
    [1, 3],
    1,
)
shows(
    "no-album",
    "stack-members",
    "a member that lies in no album",
    [asset(1), asset(2, album_id=None), asset(3)],
    [1, 3],
    1,
)
shows("trashed", "stack-members", "a trashed one is no member", [asset(1), asset(2, trashed=True), asset(3)], [1, 3], 1)
shows(
    "trashed-everything",
    "stack-members",
    "in no view",
    [asset(1), asset(2, trashed=True), asset(3)],
    [1, 3],
    1,
    view="everything",
)
shows(
    "hidden",
    "stack-members",
    "a hidden one is no member of the default view",
    [asset(1), asset(2, hidden=True), asset(3)],
    [1, 3],
    1,
)
shows(
    "hidden-everything",
    "stack-members",
    "and is one of the view everything",
    [asset(1), asset(2, hidden=True), asset(3)],
    [1, 2, 3],
    1,
    view="everything",
)
shows(
    "hidden-leaves-one",
    "stack-shown",
    "one is left when the other is hidden",
    [asset(1), asset(2, hidden=True)],
    [1],
    1,
)
shows(
    "cleared",
    "stack-members",
    "a membership that was cleared",
    [
        asset(1),
        {
            "sidecar": cbor(document("asset", id=id_of(2), stack_membership=stamp(None, ts=T2))).hex(),
            "album_id": ALBUM.hex(),
        },
        asset(3),
    ],
    [1, 3],
    1,
)
shows(
    "index", "stack-order", "by member index", [asset(1, index=2), asset(2, index=0), asset(3, index=1)], [2, 3, 1], 2
)
shows(
    "index-absent-last",
    "stack-order",
    "those without an index come last",
    [asset(1), asset(2, index=4294967295), asset(3, index=0)],
    [3, 2, 1],
    3,
)
shows("index-0", "stack-order", "an index of 0 is one", [asset(1), asset(2, index=0)], [2, 1], 2)
shows(
    "captured",
    "stack-order",
    "then by capture instant",
    [
        asset(1, captured="2026-01-01T12:00:00Z"),
        asset(2, captured="2026-01-01T12:30:00+02:00"),
        asset(3, captured="2026-01-01T11:00:00Z"),
    ],
    [2, 3, 1],
    2,
)
shows(
    "captured-absent-last",
    "stack-order",
    "those without one come last",
    [asset(1), asset(2, captured="9999-12-31T23:59:59Z")],
    [2, 1],
    2,
)
shows(
    "captured-corrected",
    "stack-order",
    "the corrected instant counts",
    [
        asset(1, captured="2026-01-01T00:00:00Z"),
        asset(2, captured="2026-06-01T00:00:00Z", corrected="2025-01-01T00:00:00Z"),
    ],
    [2, 1],
    2,
)
shows(
    "index-before-captured",
    "stack-order",
    "an index comes before any instant",
    [asset(1, captured="2020-01-01T00:00:00Z"), asset(2, index=7, captured="2026-01-01T00:00:00Z")],
    [2, 1],
    2,
)
shows(
    "equal-index",
    "stack-order",
    "equal indexes: the instant",
    [asset(1, index=1, captured="2026-01-02T00:00:00Z"), asset(2, index=1, captured="2026-01-01T00:00:00Z")],
    [2, 1],
    2,
)
shows("id", "stack-order", "then by id", [asset(3), asset(1), asset(2)], [1, 2, 3], 1)
shows(
    "primary",
    "stack-primary",
    "the one whose role is primary",
    [asset(1), asset(2, role="primary"), asset(3)],
    [1, 2, 3],
    2,
)
shows(
    "primary-two",
    "stack-primary",
    "of two the greater stamped membership",
    [asset(1, role="primary", ts=T2), asset(2, role="primary", ts=T1), asset(3)],
    [1, 2, 3],
    1,
)
shows(
    "primary-two-device",
    "stack-primary",
    "one instant: the greater device",
    [asset(1, role="primary", by=A), asset(2, role="primary", by=B), asset(3)],
    [1, 2, 3],
    2,
)
shows(
    "primary-tie",
    "stack-primary",
    "equal stamped memberships: the lowest id",
    [asset(3, role="primary"), asset(2, role="primary"), asset(1)],
    [1, 2, 3],
    2,
)
shows(
    "primary-index",
    "stack-primary",
    "the stamped membership decides, not the display order",
    [asset(1, role="primary", index=0, ts=T1), asset(2, role="primary", index=9, ts=T3)],
    [1, 2],
    2,
)
shows(
    "primary-bytes",
    "stack-primary",
    "one instant and device: the greater bytes of the membership",
    [asset(1, role="primary", index=1), asset(2, role="primary", index=2)],
    [1, 2],
    2,
)
shows(
    "primary-trashed",
    "stack-primary",
    "a trashed primary: the first in display order",
    [asset(1), asset(2, role="primary", trashed=True), asset(3)],
    [1, 3],
    1,
)
shows(
    "primary-hidden",
    "stack-primary",
    "a hidden primary, in the default view",
    [asset(1), asset(2, role="primary", hidden=True), asset(3)],
    [1, 3],
    1,
)
shows(
    "primary-hidden-everything",
    "stack-primary",
    "a hidden primary, in the view everything",
    [asset(1), asset(2, role="primary", hidden=True), asset(3)],
    [1, 2, 3],
    2,
    view="everything",
)
shows(
    "no-proxy",
    "stack-primary",
    "without a primary the first that is no proxy",
    [asset(1, role="proxy"), asset(2), asset(3)],
    [1, 2, 3],
    2,
)
shows(
    "all-proxies",
    "stack-primary",
    "all are proxies: the first",
    [asset(2, role="proxy"), asset(1, role="proxy")],
    [1, 2],
    1,
)
shows(
    "primary-first-by-index",
    "stack-primary",
    "without a primary the first in display order, not the lowest id",
    [asset(1, index=5), asset(2, index=1)],
    [2, 1],
    2,
)
for slug, members in (
    ("album-missing", {"album_id": ...}),
    ("album-null", {"album_id": None}),
    ("stack-short", {"stack_id": "00"}),
    ("view-unknown", {"view": "hidden"}),
    ("view-missing", {"view": ...}),
    ("assets-null", {"assets": None}),
    ("asset-no-sidecar", {"assets": [{}]}),
    ("asset-trashed-1", {"assets": [{**asset(1), "trashed": 1}]}),
    ("asset-invalid", {"assets": [{"sidecar": "a0"}]}),
    ("asset-kind", {"assets": [{"sidecar": cbor(stack_document()).hex()}]}),
    ("asset-twice", {"assets": [asset(1), asset(1)]}),
    ("asset-album-short", {"assets": [{**asset(1), "album_id": "00"}]}),
    ("people-flat", {"assets": [{**asset(1), "people": [["m", "1", "00"]]}]}),
):
    stacks.rejects(
        slug,
        "view-request",
        "a request that does not fit",
        {name: value for name, value in {**stack([asset(1)]), **members}.items() if value is not ...},
        "invalid",
        near,
    )

# Order of albums.

order = Topic("views", "album-order")


def album(number, created, members=None):
    """An album to rank."""
    return {
        "album_id": id_of(number).hex(),
        "created": created,
        **({} if members is None else {"members": [id_of(each).hex() for each in members]}),
    }


def ranks(slug, rule, note, albums, assets, expected):
    """Albums in this order."""
    return order.accepts(
        slug,
        rule,
        note,
        {"op": "view.album_order", "albums": albums, "assets": assets},
        {"order": [id_of(each).hex() for each in expected]},
    )


def in_album(number, album_number, captured, **more):
    """An asset of an album."""
    return asset(number, role=None, captured=captured, album_id=id_of(album_number), **more)


OLD, NEW, LATEST = "2020-01-01T00:00:00Z", "2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z"
near = ranks("created", "album-recency", "empty albums by their creation", [album(1, OLD), album(2, NEW)], [], [2, 1])
ranks(
    "captured",
    "album-recency",
    "an asset's capture instant comes before the creation",
    [album(1, OLD), album(2, NEW)],
    [in_album(9, 1, LATEST)],
    [1, 2],
)
ranks(
    "captured-older",
    "album-recency",
    "also when it is earlier than that",
    [album(1, LATEST), album(2, NEW)],
    [in_album(9, 1, OLD)],
    [2, 1],
)
ranks(
    "latest",
    "album-recency",
    "the latest of an album's assets",
    [album(1, OLD), album(2, OLD)],
    [in_album(7, 1, NEW), in_album(8, 1, OLD), in_album(9, 2, LATEST)],
    [2, 1],
)
ranks(
    "hidden",
    "album-recency",
    "hidden assets do not count",
    [album(1, OLD), album(2, NEW)],
    [in_album(9, 1, LATEST, hidden=True)],
    [2, 1],
)
ranks(
    "trashed",
    "album-recency",
    "nor do trashed ones",
    [album(1, OLD), album(2, NEW)],
    [in_album(9, 1, LATEST, trashed=True)],
    [2, 1],
)
ranks(
    "no-time",
    "album-recency",
    "an album whose assets have no time goes by its creation",
    [album(1, LATEST), album(2, NEW)],
    [in_album(9, 1, None)],
    [1, 2],
)
ranks(
    "corrected",
    "album-recency",
    "the corrected instant",
    [album(1, OLD), album(2, NEW)],
    [in_album(9, 1, OLD, corrected=LATEST)],
    [1, 2],
)
ranks(
    "instants",
    "album-recency",
    "instants, not texts",
    [album(1, "2026-01-01T19:01:00+02:00"), album(2, "2026-01-01T19:00:00-04:00")],
    [],
    [2, 1],
)
ranks(
    "leap",
    "album-recency",
    "a leap second is later than the second before",
    [album(1, "2016-12-31T23:59:60Z"), album(2, "2016-12-31T23:59:59.999999999Z")],
    [],
    [1, 2],
)
ranks(
    "ties",
    "album-ties",
    "ties by ascending id",
    [album(3, NEW), album(1, NEW), album(2, "2025-01-01t02:00:00+02:00")],
    [],
    [1, 2, 3],
)
ranks(
    "ties-captured",
    "album-ties",
    "also of captured instants",
    [album(2, OLD), album(1, LATEST)],
    [in_album(9, 2, LATEST)],
    [1, 2],
)
ranks(
    "members",
    "album-members",
    "a smart album ranks by its members",
    [album(1, OLD, members=[9]), album(2, NEW)],
    [asset(9, role=None, captured=LATEST, album_id=None)],
    [1, 2],
)
ranks(
    "members-of-other-album",
    "album-members",
    "wherever these lie",
    [album(1, OLD, members=[9]), album(2, OLD), album(3, NEW)],
    [in_album(9, 2, LATEST)],
    [1, 2, 3],
)
ranks(
    "members-none",
    "album-members",
    "no members: its creation, though assets name it",
    [album(1, OLD, members=[]), album(2, NEW)],
    [in_album(9, 1, LATEST)],
    [2, 1],
)
ranks(
    "members-hidden",
    "album-members",
    "hidden members do not count",
    [album(1, OLD, members=[9]), album(2, NEW)],
    [asset(9, role=None, captured=LATEST, hidden=True)],
    [2, 1],
)
ranks(
    "members-absent",
    "album-members",
    "members that the request does not list",
    [album(1, OLD, members=[8]), album(2, NEW)],
    [in_album(9, 2, OLD)],
    [1, 2],
)
ranks(
    "members-null",
    "optional-null",
    "null members are absent",
    [{**album(1, OLD), "members": None}, album(2, NEW)],
    [in_album(9, 1, LATEST)],
    [1, 2],
)
ranks(
    "unlisted-album",
    "album-order-ignored",
    "albums of assets that are not listed are ignored",
    [album(1, OLD)],
    [in_album(9, 2, LATEST)],
    [1],
)
ranks("no-albums", "album-order-ignored", "no albums at all", [], [in_album(9, 2, LATEST)], [])
for slug, albums in (
    ("created-date", [album(1, "2026-01-01")]),
    ("created-missing", [{"album_id": id_of(1).hex()}]),
    ("id-short", [{**album(1, OLD), "album_id": "00"}]),
    ("members-text", [{**album(1, OLD), "members": "00"}]),
    ("null", None),
    ("created-null", [{**album(1, OLD), "created": None}]),
):
    order.rejects(
        slug,
        "view-request",
        "albums that do not fit",
        {"op": "view.album_order", "albums": albums, "assets": []},
        "invalid",
        near,
    )

# Scope ids.

scope = Topic("views", "scope-id")


def scope_id(platform, source_kind, locator):
    """scope.id."""
    return {"op": "scope.id", "platform": platform, "source_kind": source_kind, "locator": locator}


def digest(*parts):
    """The digest of the canonical array."""
    return {"id": hashlib.sha256(cbor(["capsule-import-scope/v1", *parts])).hexdigest()}


for platform in ("ios", "android", "macos", "windows", "linux"):
    near = scope.accepts(
        "platform-" + platform,
        "set-platform",
        "a platform",
        scope_id(platform, "folder", "/pictures"),
        digest(platform, "folder", "/pictures"),
    )
for source_kind in ("camera_roll", "screenshots", "app_collection", "folder", "watched_dir", "removable_volume"):
    scope.accepts(
        "source-" + source_kind.replace("_", "-"),
        "set-source-kind",
        "a source kind",
        scope_id("ios", source_kind, "x"),
        digest("ios", source_kind, "x"),
    )
for slug, locator, note in (
    ("empty", "", "an empty locator"),
    ("decomposed", "e\u0301", "not normalized"),
    ("composed", "\u00e9", "which another spelling is not"),
    ("spaces", " x ", "not trimmed"),
    ("long", "x" * 300, "no limit of its own"),
    ("backslash", "C:\\Users\\x", "verbatim"),
    ("emoji", "\U0001f346", "beyond the first plane"),
    ("nul", "a\x00b", "a NUL"),
):
    scope.accepts(
        "locator-" + slug,
        "scope-id",
        "the locator verbatim: " + note,
        scope_id("linux", "folder", locator),
        digest("linux", "folder", locator),
    )
for slug, platform in (("case", "iOS"), ("unknown", "web"), ("empty", ""), ("null", None)):
    scope.rejects(
        "platform-not-" + slug, "set-platform", "not a platform", scope_id(platform, "folder", "x"), "invalid", near
    )
for slug, source_kind in (("unknown", "cloud"), ("case", "Folder"), ("null", None)):
    scope.rejects(
        "source-not-" + slug, "set-source-kind", "not a source kind", scope_id("ios", source_kind, "x"), "invalid", near
    )
for slug, locator in (("null", None), ("number", 1), ("surrogate", "\ud800")):
    scope.rejects(
        "locator-not-" + slug,
        "scope-id",
        "a locator that is no text",
        scope_id("ios", "folder", locator),
        "invalid",
        near,
    )
