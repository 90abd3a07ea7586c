# SPDX-License-Identifier: Apache-2.0
"""Area region: region registers, their shapes and their joins (section 8)."""

from build import (
    A,
    B,
    C,
    CIRCLE,
    FACTS,
    LAST,
    RECTANGLE,
    REGION,
    REGION_2,
    T1,
    T2,
    T3,
    T4,
    W,
    X,
    adds,
    asset,
    cbor,
    check,
    edit,
    line,
    read,
    stamp,
)
from laws import orders
from suite import Topic

ONE = 10**9


def regions(region, other=None):
    """An asset with a region, or two."""
    return asset(regions={REGION: region} if other is None else {REGION: region, REGION_2: other})


def shaped(shape, ts=T1, by=A, **more):
    """A region with a shape."""
    return {"shape": stamp(shape, ts=ts, by=by), **more}


DELETED = shaped(None, ts=T2)

# Shapes.

shapes = Topic("region", "shapes")


def rectangle(x, y, w, h):
    return {"x": x, "y": y, "w": w, "h": h}


def circle(cx, cy, r):
    return {"cx": cx, "cy": cy, "r": r}


good = {}
for slug, shape, note in (
    ("whole", rectangle(0, 0, ONE, ONE), "the whole image"),
    ("least", rectangle(0, 0, 1, 1), "one billionth"),
    ("corner", rectangle(ONE - 1, ONE - 1, 1, 1), "the last corner"),
    ("right-edge", rectangle(ONE // 2, 0, ONE // 2, 1), "up to the right edge"),
):
    good[slug] = shapes.accepts(
        "rectangle-" + slug, "rectangle", note, check("asset", regions(shaped(shape))), {"complete": False}
    )
for slug, shape, note, near in (
    ("no-width", rectangle(0, 0, 0, 1), "no width", "least"),
    ("no-height", rectangle(0, 0, 1, 0), "no height", "least"),
    ("too-wide", rectangle(1, 0, ONE, 1), "past the right edge by one", "whole"),
    ("too-high", rectangle(0, 1, 1, ONE), "past the lower edge by one", "whole"),
    ("x-at-edge", rectangle(ONE, 0, 1, 1), "starts at the right edge", "corner"),
    ("both-max", rectangle(ONE, ONE, ONE, ONE), "all at the greatest", "whole"),
):
    shapes.rejects(
        "rectangle-" + slug, "rectangle", note, check("asset", regions(shaped(shape))), "invalid", good[near]
    )
for slug, shape, note in (
    ("middle", circle(ONE // 2, ONE // 2, ONE // 2), "as large as the image"),
    ("least", circle(1, 1, 1), "one billionth in a corner"),
    ("last-corner", circle(ONE - 1, ONE - 1, 1), "in the last corner"),
    ("reach-x", circle(ONE // 2, 1, ONE // 2), "within reach of the sides only"),
    ("reach-y", circle(1, ONE // 2, ONE // 2), "within reach of top and bottom only"),
    ("right-half", circle(ONE - 100, ONE // 2, 100), "near the right edge"),
    ("past-x-within-y", circle(10, ONE // 2, 500), "past the left edge, within reach of top and bottom"),
):
    good[slug] = shapes.accepts(
        "circle-" + slug, "circle", note, check("asset", regions(shaped(shape))), {"complete": False}
    )
for slug, shape, note, near in (
    ("no-radius", circle(ONE // 2, ONE // 2, 0), "no radius", "least"),
    ("cx-0", circle(0, ONE // 2, 1), "the centre on the left edge", "least"),
    ("cy-0", circle(ONE // 2, 0, 1), "the centre on the upper edge", "least"),
    ("cx-edge", circle(ONE, ONE // 2, 1), "the centre on the right edge", "last-corner"),
    ("cy-edge", circle(ONE // 2, ONE, 1), "the centre on the lower edge", "last-corner"),
    ("too-large", circle(ONE // 2, ONE // 2, ONE // 2 + 1), "larger than the image", "middle"),
    ("corner-too-large", circle(1, 1, 2), "out of reach of both", "least"),
    ("right-too-large", circle(ONE - 1, ONE - 2, 3), "out of reach at the right", "last-corner"),
):
    shapes.rejects("circle-" + slug, "circle", note, check("asset", regions(shaped(shape))), "invalid", good[near])
for slug, shape, note, near in (
    ("empty", {}, "no key", "whole"),
    ("rectangle-no-h", {"x": 0, "y": 0, "w": 1}, "a rectangle without h", "whole"),
    ("circle-no-r", {"cx": 1, "cy": 1}, "a circle without r", "middle"),
    ("mixed", {**RECTANGLE, "r": 1}, "a rectangle with a radius", "whole"),
    ("both", {**RECTANGLE, **CIRCLE}, "both at once", "whole"),
    ("rectangle-unknown", {**RECTANGLE, "z": 1}, "an unknown key", "whole"),
    ("circle-unknown", {**CIRCLE, "angle": 1}, "an unknown key in a circle", "middle"),
    ("array", [0, 0, 1, 1], "an array", "whole"),
    ("text", "whole", "a text", "whole"),
    ("true", True, "a bool", "whole"),
):
    shapes.rejects("keys-" + slug, "shape-keys", note, check("asset", regions(shaped(shape))), "invalid", good[near])
shapes.accepts(
    "keys-rectangle",
    "shape-keys",
    "a rectangle's four keys",
    check("asset", regions(shaped(RECTANGLE))),
    {"complete": False},
)
fraction_ok = shapes.accepts(
    "fraction-greatest",
    "fraction",
    "the greatest fraction",
    check("asset", regions(shaped(rectangle(0, 0, ONE, ONE)))),
    {"complete": False},
)
for slug, value, note in (
    ("above", ONE + 1, "one above"),
    ("negative", -1, "below zero"),
    ("float", 0.5, "a float"),
    ("float-whole", 1.0, "a float with a whole value"),
    ("text", "1", "a text"),
    ("null", None, "null"),
    ("2-64", 2**64 - 1, "2^64 - 1: a sum overflows"),
    ("2-63", 2**63, "2^63"),
):
    shapes.rejects(
        "fraction-" + slug,
        "fraction",
        note,
        check("asset", regions(shaped(rectangle(0, 0, value, 1)))),
        "invalid",
        fraction_ok,
    )
    shapes.rejects(
        "fraction-circle-" + slug,
        "fraction",
        note + ", in a circle",
        check("asset", regions(shaped(circle(ONE // 2, ONE // 2, value)))),
        "invalid",
        good["middle"],
    )

# Form.

form = Topic("region", "form")
plain = form.accepts(
    "shape-alone", "region-form", "a shape", check("asset", regions(shaped(RECTANGLE))), {"complete": False}
)
labelled = form.accepts(
    "labels-and-shape",
    "region-form",
    "labels and a shape",
    check("asset", regions(shaped(RECTANGLE, labels=adds(W, "a")))),
    {"complete": False},
)
form.accepts(
    "labels-alone",
    "region-form",
    "labels whose shape has not arrived",
    check("asset", regions({"labels": adds(W, "a")})),
    {"complete": False},
)
form.accepts(
    "unknown-alone",
    "region-form",
    "an unknown key whose shape has not arrived",
    check("asset", regions({"x": 1})),
    {"complete": False},
)
form.accepts(
    "unknown-keys",
    "region-form",
    "unknown keys",
    check("asset", regions(shaped(RECTANGLE, a=1, zz=[None]))),
    {"complete": False},
)
form.accepts(
    "shape-unknown",
    "stamped-unknown",
    "a live shape's stamped map may have unknown keys",
    check("asset", regions({"shape": stamp(RECTANGLE, note=1)})),
    {"complete": False},
)
form.rejects("empty", "region-empty", "no key at all", check("asset", regions({})), "invalid", plain)
form.accepts("not-empty", "region-empty", "one key is enough", check("asset", regions({"": 0})), {"complete": False})
for slug, region, note, near in (
    ("array", [], "an array", plain),
    ("null", None, "null", plain),
    ("bare-shape", RECTANGLE | {"shape": RECTANGLE}, "a shape without its stamp", plain),
    ("labels-empty", shaped(RECTANGLE, labels={}), "an empty set", plain),
    ("labels-array", shaped(RECTANGLE, labels=["a"]), "labels as an array", labelled),
    ("integer-key", {0: 1, **shaped(RECTANGLE)}, "a key that is not text", plain),
    ("null-shape", {"shape": None}, "a bare null", plain),
):
    form.rejects(slug, "region-form", note, check("asset", regions(region)), "invalid", near)
form.rejects(
    "long-key",
    "carried-key",
    "an unknown key of 257 bytes",
    check("asset", regions(shaped(RECTANGLE, **{"k" * 257: 1}))),
    "limit",
    form.accepts(
        "key-256",
        "carried-key",
        "an unknown key of 256 bytes",
        check("asset", regions(shaped(RECTANGLE, **{"k" * 256: 1}))),
        {"complete": False},
    ),
)
deleted = form.accepts(
    "deleted", "region-deleted-form", "a deletion", check("asset", regions(DELETED)), {"complete": False}
)
for slug, region, note in (
    ("labels", {**DELETED, "labels": adds(W, "a")}, "labels beside it"),
    ("removed-labels", {**DELETED, "labels": {W: line([0, 0])}}, "removed labels beside it"),
    ("unknown", {**DELETED, "x": 1}, "an unknown key beside it"),
    ("stamp-unknown", {"shape": stamp(None, ts=T2, x=1)}, "an unknown key in its stamped map"),
    ("stamp-unknown-short", {"shape": stamp(None, a=0)}, "one that sorts first"),
):
    form.rejects("deleted-" + slug, "region-deleted-form", note, check("asset", regions(region)), "invalid", deleted)
form.rejects(
    "deleted-undefined",
    "shape-keys",
    "false is no deletion",
    check("asset", regions({"shape": stamp(False)})),
    "invalid",
    deleted,
)
for slug, key, note in (
    ("short", bytes(15), "15 bytes"),
    ("long", bytes(17), "17 bytes"),
    ("text", "r" * 16, "a text"),
    ("integer", 1, "an integer"),
):
    form.rejects(
        "id-" + slug,
        "asset-regions",
        "a region's id: " + note,
        check("asset", asset(regions={key: shaped(RECTANGLE)})),
        "invalid",
        plain,
    )
form.accepts(
    "two", "asset-regions", "two regions", check("asset", regions(shaped(RECTANGLE), DELETED)), {"complete": False}
)
form.rejects(
    "map-empty", "asset-regions", "an empty map of regions", check("asset", asset(regions={})), "invalid", plain
)

# Join.

join = Topic("region", "join")


def joins(slug, rule, note, *each, to):
    """These regions join to `to`, in every order."""
    orders(join, slug, rule, note, "asset", [regions(region) if region else asset() for region in each], regions(to))


joins(
    "deleted-against-edit",
    "region-deleted-wins",
    "a deletion against an earlier shape",
    DELETED,
    shaped(RECTANGLE),
    to=DELETED,
)
joins(
    "deleted-against-later",
    "region-deleted-wins",
    "a deletion against a shape written later",
    DELETED,
    shaped(RECTANGLE, ts=T4, by=C),
    to=DELETED,
)
joins(
    "deleted-against-last",
    "region-deleted-wins",
    "a deletion against the last stamp time",
    DELETED,
    shaped(RECTANGLE, ts=LAST, by=C),
    to=DELETED,
)
joins(
    "deleted-three",
    "region-deleted-wins",
    "a deletion between two shapes, in all groupings",
    DELETED,
    shaped(RECTANGLE),
    shaped(CIRCLE, ts=T4),
    to=DELETED,
)
joins(
    "deleted-labels",
    "region-deleted-wins",
    "its labels are gone, also those that come later",
    DELETED,
    shaped(RECTANGLE, labels=adds(W, "a")),
    {"labels": adds(X, "b")},
    to=DELETED,
)
joins(
    "deleted-carried",
    "region-deleted-wins",
    "its unknown keys are gone",
    DELETED,
    {"x": 1},
    shaped(RECTANGLE, y=2),
    to=DELETED,
)
joins(
    "deleted-first",
    "region-deleted-wins",
    "a deletion of what has not arrived",
    DELETED,
    {"labels": adds(W, "a")},
    to=DELETED,
)
joins(
    "deleted-twice",
    "region-deleted-stamp",
    "deleted on two devices: one stamp",
    shaped(None, ts=T3),
    shaped(None, ts=T2, by=C),
    to=shaped(None, ts=T3),
)
joins(
    "deleted-device",
    "region-deleted-stamp",
    "deleted at one instant: the greater device",
    shaped(None, by=C),
    shaped(None, by=B),
    shaped(None, by=A),
    to=shaped(None, by=C),
)
joins(
    "deleted-and-later-edit",
    "region-deleted-stamp",
    "the stamp of the deletion, not of the later edit",
    shaped(None, ts=T2),
    shaped(RECTANGLE, ts=T4),
    shaped(None, ts=T1),
    to=shaped(None, ts=T2),
)
joins(
    "shape-later", "region-joins", "the later shape", shaped(CIRCLE, ts=T2), shaped(RECTANGLE), to=shaped(CIRCLE, ts=T2)
)
joins(
    "shape-tie",
    "region-joins",
    "one instant and device: the greater bytes",
    shaped(RECTANGLE),
    shaped(CIRCLE),
    to=shaped(RECTANGLE) if cbor(stamp(RECTANGLE)) > cbor(stamp(CIRCLE)) else shaped(CIRCLE),
)
joins(
    "parts",
    "region-joins",
    "shape, labels and an unknown key from three devices",
    shaped(RECTANGLE),
    {"labels": adds(W, "a")},
    {"x": 1},
    to=shaped(RECTANGLE, labels=adds(W, "a"), x=1),
)
joins(
    "labels",
    "region-joins",
    "labels join as a set",
    shaped(RECTANGLE, labels=adds(W, "a")),
    {"labels": {W: line([0, 0]), X: line([0, 0], {0: "b"})}},
    to=shaped(RECTANGLE, labels={W: line([0, 0]), X: line([0, 0], {0: "b"})}),
)
joins(
    "unknown",
    "region-joins",
    "unknown keys join as carried ones",
    shaped(RECTANGLE, x="a"),
    {"x": "b"},
    {"x": stamp(0)},
    to=shaped(RECTANGLE, x=stamp(0)),
)
joins(
    "resent",
    "region-deleted-wins",
    "a deleted region that an old replica sends again",
    DELETED,
    shaped(RECTANGLE, labels=adds(W, "a")),
    shaped(RECTANGLE, labels=adds(W, "a")),
    to=DELETED,
)
orders(
    join,
    "absence",
    "region-absent",
    "a replica that does not have them deletes nothing",
    "asset",
    [regions(shaped(RECTANGLE), shaped(CIRCLE)), asset()],
    regions(shaped(RECTANGLE), shaped(CIRCLE)),
)
orders(
    join,
    "three-absent",
    "region-absent",
    "three regions that a snapshot did not have",
    "asset",
    [asset(regions={bytes([at] * 16): shaped(RECTANGLE) for at in range(3)}), asset(rating=stamp(1)), regions(DELETED)],
    asset(rating=stamp(1), regions={**{bytes([at] * 16): shaped(RECTANGLE) for at in range(3)}, REGION: DELETED}),
)
orders(
    join,
    "two-regions",
    "region-joins",
    "two regions are apart",
    "asset",
    [regions(shaped(RECTANGLE)), asset(regions={REGION_2: shaped(CIRCLE)}), asset(regions={REGION_2: DELETED})],
    regions(shaped(RECTANGLE), DELETED),
)
orders(
    join,
    "four-edits",
    "merge-laws",
    "four edits of a region, seeded orders",
    "asset",
    [
        regions(each)
        for each in (shaped(RECTANGLE), shaped(CIRCLE, ts=T3), {"labels": adds(W, "a")}, {"labels": {W: line([0, 0])}})
    ],
    regions(shaped(CIRCLE, ts=T3, labels={W: line([0, 0])})),
)

# Edits.

edits = Topic("region", "edits")


def gives(state, delta=None):
    """The state after an edit, and where named the delta."""
    return lambda ok: ok["bytes"] == cbor(state).hex() and (delta is None or ok["delta"] == cbor(delta).hex())


def put(doc, shape=RECTANGLE, id=REGION, **author):
    """Put a region."""
    return edit("asset", doc, {"put_region": {"id": id.hex(), "shape": shape}}, **author)


live = regions(shaped(RECTANGLE, labels=adds(W, "a"), x=1))
fine = edits.accepts(
    "put-new",
    "edit-region",
    "a new region",
    put(asset()),
    gives(regions(shaped(RECTANGLE)), regions(shaped(RECTANGLE))),
)
edits.accepts(
    "move",
    "edit-region",
    "a move is a later shape; labels and unknown keys stay",
    put(live, CIRCLE, now=T2),
    gives(regions(shaped(CIRCLE, ts=T2, labels=adds(W, "a"), x=1)), regions(shaped(CIRCLE, ts=T2))),
)
edits.accepts(
    "move-clock-behind",
    "successor",
    "a move is stamped after the shape it read",
    put(regions(shaped(RECTANGLE, ts=T3)), CIRCLE, now=T1),
    gives(regions(shaped(CIRCLE, ts="2026-05-31T10:00:03.001Z"))),
)
edits.accepts(
    "put-not-arrived",
    "edit-region",
    "a region whose shape has not arrived can be put",
    put(regions({"labels": adds(W, "a")})),
    gives(regions(shaped(RECTANGLE, labels=adds(W, "a")))),
)
edits.rejects("put-deleted", "edit-region", "a deleted region stays deleted", put(regions(DELETED)), "invalid", fine)
edits.rejects(
    "put-past-last",
    "successor-limit",
    "a shape stamped with the last time cannot be moved",
    put(regions(shaped(RECTANGLE, ts=LAST))),
    "limit",
    fine,
)
edits.accepts(
    "delete-live",
    "edit-region",
    "a deletion: labels and unknown keys go",
    edit("asset", live, {"delete_region": REGION.hex()}, now=T2),
    gives(regions(DELETED), regions(DELETED)),
)
edits.accepts(
    "delete-not-arrived",
    "edit-region",
    "a region whose shape has not arrived can be deleted",
    edit("asset", regions({"labels": adds(W, "a")}), {"delete_region": REGION.hex()}, now=T2),
    gives(regions(DELETED)),
)
edits.accepts(
    "delete-last",
    "deletion-last",
    "a deletion takes the last stamp time when none is later",
    edit("asset", regions(shaped(RECTANGLE, ts=LAST, by=C)), {"delete_region": REGION.hex()}),
    gives(regions(shaped(None, ts=LAST))),
)
edits.accepts(
    "delete-before-last",
    "deletion-last",
    "with one later left it takes that",
    edit("asset", regions(shaped(RECTANGLE, ts="9999-12-31T23:59:59.998Z")), {"delete_region": REGION.hex()}),
    gives(regions(shaped(None, ts=LAST))),
)
edits.accepts(
    "delete-absent",
    "edit-nothing",
    "deleting what is not there changes nothing",
    edit("asset", asset(), {"delete_region": REGION.hex()}),
    gives(asset(), asset()),
)
edits.accepts(
    "delete-deleted",
    "edit-nothing",
    "deleting again changes nothing",
    edit("asset", regions(DELETED), {"delete_region": REGION.hex()}, now=T4, device=C),
    gives(regions(DELETED), asset()),
)
edits.accepts(
    "label",
    "edit-region-label",
    "a label of a live region",
    edit("asset", regions(shaped(RECTANGLE)), {"add_region_label": {"id": REGION.hex(), "label": " e\u0301 "}}),
    gives(regions(shaped(RECTANGLE, labels=adds(W, "\u00e9"))), regions({"labels": adds(W, "\u00e9")})),
)
edits.accepts(
    "label-removed",
    "edit-region-label",
    "a label removed",
    edit(
        "asset",
        regions(shaped(RECTANGLE, labels=adds(W, "a"))),
        {"remove_region_label": {"id": REGION.hex(), "label": "a"}},
    ),
    gives(regions(shaped(RECTANGLE, labels={W: line([0, 0])}))),
)
edits.accepts(
    "label-removed-none",
    "edit-nothing",
    "a label that is not there",
    edit("asset", live, {"remove_region_label": {"id": REGION.hex(), "label": "b"}}),
    gives(live, asset()),
)
at_label = edits.accepts(
    "label-again",
    "add-replaces",
    "a label again takes a new add-id",
    edit(
        "asset",
        regions(shaped(RECTANGLE, labels=adds(W, "a"))),
        {"add_region_label": {"id": REGION.hex(), "label": "a"}},
    ),
    gives(regions(shaped(RECTANGLE, labels={W: line([0, 1], {1: "a"})}))),
)
for slug, doc, note in (
    ("absent", asset(), "that is not there"),
    ("deleted", regions(DELETED), "that is deleted"),
    ("not-arrived", regions({"labels": adds(W, "a")}), "whose shape has not arrived"),
):
    for change in ("add_region_label", "remove_region_label"):
        edits.rejects(
            "%s-%s" % (change.replace("_", "-"), slug),
            "edit-region-label",
            "a label of a region " + note,
            edit("asset", doc, {change: {"id": REGION.hex(), "label": "a"}}),
            "invalid",
            at_label,
        )
for slug, shape, note in (
    ("empty", {}, "no key"),
    ("null", None, "null"),
    ("no-h", {"x": 0, "y": 0, "w": 1}, "a key is missing"),
    ("unknown", {**RECTANGLE, "z": 1}, "an unknown key"),
    ("mixed", {**RECTANGLE, "r": 1}, "a rectangle with a radius"),
    ("out", {"x": 1, "y": 0, "w": ONE, "h": 1}, "past the edge"),
    ("no-radius", {"cx": 1, "cy": 1, "r": 0}, "no radius"),
    ("above", {"x": 0, "y": 0, "w": ONE + 1, "h": 1}, "above one"),
    ("float", {"x": 0.5, "y": 0, "w": 1, "h": 1}, "a float"),
    ("bool", {"x": False, "y": 0, "w": 1, "h": 1}, "false for 0"),
    ("text", {"x": "0", "y": 0, "w": 1, "h": 1}, "a text"),
):
    edits.rejects(
        "put-shape-" + slug, "edit-region", "a shape that is none: " + note, put(asset(), shape), "invalid", fine
    )
wide, high = (
    {**FACTS, "dimensions": {"width": width, "height": height}} for width, height in ((2000, 1000), (1000, 2000))
)
for slug, facts, shape, note in (
    ("wide-touches", wide, {"cx": 500, "cy": 1000, "r": 1000}, "in the wide image's corner, touching the left edge"),
    ("high-touches", high, {"cx": 1000, "cy": 500, "r": 1000}, "in the high image's corner"),
    ("wide-right-touches", wide, {"cx": ONE - 500, "cy": ONE // 2, "r": 1000}, "touching the right edge"),
    ("largest", wide, {"cx": ONE // 2, "cy": ONE // 2, "r": ONE // 2}, "as high as the wide image"),
):
    inside = edits.accepts("inside-" + slug, "circle-inside", note, put(asset(facts=stamp(facts)), shape))
for slug, facts, shape, note in (
    ("wide-past", wide, {"cx": 499, "cy": 1000, "r": 1000}, "past the left edge of the wide image"),
    ("wide-top", wide, {"cx": ONE // 2, "cy": 999, "r": 1000}, "past the upper edge"),
    ("high-past", high, {"cx": 1000, "cy": 499, "r": 1000}, "past the upper edge of the high image"),
    ("wide-right", wide, {"cx": ONE - 499, "cy": ONE // 2, "r": 1000}, "past the right edge"),
    ("high-bottom", high, {"cx": ONE // 2, "cy": ONE - 499, "r": 1000}, "past the lower edge"),
    (
        "huge",
        {**FACTS, "dimensions": {"width": 2**32 - 1, "height": 2**32 - 1}},
        {"cx": ONE // 2 - 1, "cy": ONE // 2, "r": ONE // 2},
        "the greatest dimensions: 64 bits hold it",
    ),
):
    outside = edits.rejects(
        "outside-" + slug, "circle-inside", note, put(asset(facts=stamp(facts)), shape), "invalid", inside
    )
edits.accepts(
    "unknown-dimensions",
    "circle-inside",
    "without dimensions the reader's rule alone binds",
    put(asset(facts=stamp(FACTS)), {"cx": 499, "cy": ONE // 2, "r": 1000}),
)
edits.accepts(
    "reader-takes-outside",
    "circle-inside",
    "a reader takes what is outside",
    check("asset", asset(facts=stamp(wide), regions={REGION: shaped({"cx": 499, "cy": ONE // 2, "r": 1000})})),
    {"complete": True},
    near=outside,
)
many = {bytes([at >> 8, at & 255] + [0] * 14): shaped(RECTANGLE) for at in range(1000)}
room = edits.accepts(
    "thousandth",
    "region-count-limit",
    "a device's thousandth region",
    put(asset(regions=dict(list(many.items())[:999])), id=REGION),
    lambda ok: len(ok["delta"]) < 600,
)
edits.rejects(
    "past-thousand",
    "region-count-limit",
    "one more than a thousand",
    put(asset(regions=many), id=REGION),
    "limit",
    room,
)
edits.accepts(
    "move-at-thousand",
    "region-count-limit",
    "moving one that is live is allowed",
    put(asset(regions=many), CIRCLE, id=bytes(16), now=T2),
    lambda ok: len(ok["delta"]) < 600,
)
edits.accepts(
    "other-device-at-thousand",
    "region-count-limit",
    "another device has its own thousand",
    put(asset(regions=many), id=REGION, device=B),
    lambda ok: len(ok["delta"]) < 600,
)
edits.accepts(
    "deleted-do-not-count",
    "region-count-limit",
    "deleted regions do not count",
    put(asset(regions={**dict(list(many.items())[:999]), REGION_2: DELETED}), id=REGION),
    lambda ok: len(ok["delta"]) < 600,
)
edits.accepts(
    "read",
    "read-view",
    "the view shows live regions by id, and the ids of the deleted",
    read(
        "asset",
        asset(
            regions={
                REGION_2: shaped(CIRCLE, labels=adds(W, "b", "a")),
                REGION: shaped(RECTANGLE),
                bytes(16): DELETED,
                bytes([1] * 16): {"labels": adds(W, "x")},
            }
        ),
    ),
    lambda ok: ok["regions"]
    == [
        {"id": REGION.hex(), "shape": RECTANGLE, "labels": []},
        {"id": REGION_2.hex(), "shape": CIRCLE, "labels": ["a", "b"]},
    ]
    and ok["deleted_regions"] == ["00" * 16],
)
