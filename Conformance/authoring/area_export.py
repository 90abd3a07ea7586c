# SPDX-License-Identifier: Apache-2.0
"""Area export: the plain map that leaves (section 14)."""

from build import (
    A,
    AI_TAG,
    B,
    CIRCLE,
    FACTS,
    GPS,
    ID,
    LQIP,
    MEMBERSHIP,
    OTHER_ID,
    RECTANGLE,
    REGION,
    REGION_2,
    SIZED_FACTS,
    STACK,
    T2,
    W,
    X,
    adds,
    album,
    asset,
    cbor,
    document,
    line,
    stack,
    stamp,
)
from suite import Topic

ALL = ["camera_serial", "device_id", "session_id", "regions", "precise_gps"]


def export(doc, keep=(), **others):
    """asset.export."""
    return {
        "op": "asset.export",
        "bytes": cbor(doc).hex(),
        "keep": list(keep),
        **{name: cbor(value).hex() for name, value in others.items()},
    }


out = Topic("export", "keys")


def leaves(topic, slug, rule, note, doc, expected, keep=(), **others):
    """The export is this plain map."""
    return topic.accepts(slug, rule, note, export(doc, keep, **others), {"bytes": cbor({"uuid": ID, **expected}).hex()})


plain_facts = {"hash": bytes(32), "content_type": "image/jpeg", "capture_timestamp": FACTS["capture_timestamp"]}
leaves(out, "least", "export-identity", "an asset with nothing", asset(), {})
leaves(
    out,
    "facts",
    "export-identity",
    "hash, content type and capture time; neither import time nor device nor session",
    asset(facts=stamp(FACTS)),
    plain_facts,
)
leaves(
    out,
    "capture-corrected",
    "export-capture",
    "the corrected time",
    asset(facts=stamp(FACTS), capture_time=stamp("2020-01-01t00:00:00z")),
    {**plain_facts, "capture_timestamp": "2020-01-01t00:00:00z"},
)
leaves(
    out,
    "capture-alone",
    "export-capture",
    "a correction without facts",
    asset(capture_time=stamp("2020-01-01T00:00:00Z")),
    {"capture_timestamp": "2020-01-01T00:00:00Z"},
)
leaves(
    out,
    "dimensions",
    "export-dimensions",
    "dimensions without unknown keys",
    asset(facts=stamp({**FACTS, "dimensions": {"height": 3, "width": 4, "depth": 8}})),
    {**plain_facts, "dimensions": {"height": 3, "width": 4}},
)
leaves(
    out,
    "camera",
    "export-camera",
    "the camera's model alone",
    asset(facts=stamp(SIZED_FACTS)),
    {**plain_facts, "dimensions": SIZED_FACTS["dimensions"], "camera_id": {"model": "Model 1"}},
)
leaves(
    out,
    "camera-serial",
    "export-camera",
    "its serial on its opt-in",
    asset(facts=stamp(SIZED_FACTS)),
    {**plain_facts, "dimensions": SIZED_FACTS["dimensions"], "camera_id": SIZED_FACTS["camera_id"]},
    ["camera_serial"],
)
leaves(
    out,
    "camera-unknown",
    "export-camera",
    "unknown keys of the camera stay home",
    asset(facts=stamp({**FACTS, "camera_id": {"model": "m", "serial": "s", "owner": "o"}})),
    {**plain_facts, "camera_id": {"model": "m", "serial": "s"}},
    ["camera_serial"],
)
leaves(
    out,
    "camera-empty-model",
    "export-camera",
    "an empty model is a value",
    asset(facts=stamp({**FACTS, "camera_id": {"model": "", "serial": "s"}})),
    {**plain_facts, "camera_id": {"model": ""}},
)
leaves(
    out,
    "device",
    "export-opt-in",
    "the device on its opt-in",
    asset(facts=stamp(FACTS)),
    {**plain_facts, "device_id": A},
    ["device_id"],
)
leaves(
    out,
    "session",
    "export-opt-in",
    "the session on its opt-in",
    asset(facts=stamp(FACTS)),
    {**plain_facts, "session_id": B},
    ["session_id"],
)
leaves(out, "opt-ins-of-nothing", "export-opt-in", "opt-ins of what is not there", asset(), {}, ALL)
leaves(
    out,
    "opt-in-twice",
    "export-opt-in",
    "an opt-in named twice",
    asset(facts=stamp(FACTS)),
    {**plain_facts, "device_id": A},
    ["device_id", "device_id"],
)
leaves(out, "lqip", "export-lqip", "an lqip's three keys", asset(lqip=stamp({**LQIP, "x": 1})), {"lqip": LQIP})
leaves(out, "lqip-null", "export-lqip", "a cleared lqip", asset(lqip=stamp(None)), {})
leaves(
    out,
    "caption",
    "export-caption",
    "the caption without what it displaced",
    asset(caption={"current": stamp("b", ts=T2), "superseded": [stamp("a")]}),
    {"caption": "b"},
)
leaves(
    out,
    "caption-empty",
    "export-caption",
    "an empty caption has no value, and the one before it stays home",
    asset(caption={"current": stamp("", ts=T2), "superseded": [stamp("a")]}),
    {},
)
leaves(out, "rating", "export-rating", "a rating above 0", asset(rating=stamp(1)), {"rating": 1})
leaves(out, "rating-0", "export-rating", "a rating of 0 is none", asset(rating=stamp(0)), {})
leaves(
    out,
    "labels",
    "export-labels",
    "labels in the set's order",
    asset(tags_user=adds(W, "bb", "a", "c")),
    {"labels": ["a", "c", "bb"]},
)
leaves(out, "labels-removed", "export-labels", "removed labels leave nothing", asset(tags_user={W: line([0, 4])}), {})
leaves(
    out,
    "labels-distinct",
    "export-labels",
    "a label under two add-ids is one",
    asset(tags_user={**adds(W, "a"), **adds(X, "a")}),
    {"labels": ["a"]},
)
member = asset(stack_membership=stamp({**MEMBERSHIP, "stack_id": STACK}))
near = leaves(
    out,
    "stack-labels",
    "export-labels",
    "its stack's labels",
    member,
    {"stack_labels": ["a", "b"]},
    stack=document("stack", id=STACK, labels=adds(W, "b", "a")),
)
leaves(out, "stack-empty", "export-labels", "a stack without labels", member, {}, stack=document("stack", id=STACK))
leaves(
    out,
    "album-labels",
    "export-labels",
    "its album's labels",
    asset(tags_user=adds(W, "x")),
    {"labels": ["x"], "album_labels": ["a"]},
    album=album(name=stamp("n"), labels=adds(W, "a")),
)
leaves(
    out,
    "album-empty",
    "export-labels",
    "an album whose labels were removed",
    asset(),
    {},
    album=album(labels={W: line([0, 0])}),
)
leaves(
    out,
    "same-label",
    "export-labels",
    "one label in all three",
    asset(tags_user=adds(W, "a"), stack_membership=stamp(MEMBERSHIP)),
    {"labels": ["a"], "stack_labels": ["a"], "album_labels": ["a"]},
    stack=document("stack", id=STACK, labels=adds(W, "a")),
    album=album(labels=adds(W, "a")),
)
good = leaves(
    out,
    "current-stack",
    "export-mismatch",
    "the stack of the current membership",
    member,
    {},
    stack=document("stack", id=STACK),
)
for slug, doc, note in (
    ("other-stack", member, "another stack"),
    ("no-membership", asset(), "an asset of no stack"),
    ("left", asset(stack_membership=stamp(None)), "an asset that left its stack"),
):
    out.rejects(slug, "export-mismatch", note, export(doc, stack=document("stack", id=OTHER_ID)), "mismatch", good)
out.rejects(
    "left-that-stack",
    "class-mismatch",
    "a membership that was cleared",
    export(asset(stack_membership=stamp(None)), stack=document("stack", id=STACK)),
    "mismatch",
    good,
)
leaves(
    out,
    "stays-home",
    "export-allow-list",
    "unknown keys, AI tags, flags, memberships and stamps stay home, whatever is opted in",
    asset(
        facts=stamp({**FACTS, "iso": 100}, note=1),
        rating=stamp(2, x=1),
        cull=stamp("pick"),
        hidden=stamp(True),
        tags_ai=adds(W, AI_TAG),
        stack_membership=stamp(MEMBERSHIP),
        zz=1,
    ),
    {**plain_facts, "device_id": A, "session_id": B, "rating": 2},
    ALL,
)

gps = Topic("export", "gps")
coarse = Topic("export", "coarse-gps")
COARSE = ["coarse_gps"]


def rounded(slug, note, lat, lon, out_lat, out_lon, rule="export-gps"):
    """A place leaves rounded, where that is asked for."""
    leaves(
        coarse,
        slug,
        rule,
        note,
        asset(location=stamp({**GPS, "lat": lat, "lon": lon})),
        {"gps": {"lat": out_lat, "lon": out_lon, "source": "exif"}},
        COARSE,
    )


rounded("exact", "two decimals stay", 47.5, 8.25, 47.5, 8.25)
rounded("down", "rounded down", 47.123, 8.121, 47.12, 8.12)
rounded("up", "rounded up", 47.127, 8.129, 47.13, 8.13)
rounded("negative", "negative degrees round by their size", -33.856, -70.664, -33.86, -70.66)
rounded("half-away", "halves go away from zero, not to even", 0.125, -0.125, 0.13, -0.13)
rounded("half-away-odd", "also where even and away agree", 0.375, -0.375, 0.38, -0.38)
rounded("half-away-even", "0.625: 62.5 goes to 63, not to 62", 0.625, -2.625, 0.63, -2.63)
rounded("not-quite-half", "1.005 * 100 is a little less than 100.5 in 64 bits", 1.005, -1.005, 1.0, -1.0)
rounded(
    "half-by-product", "0.285 * 100 is 28.499999999999996", 0.285, 0.145, 0.28, 0.14 if 0.145 * 100 < 14.5 else 0.15
)
rounded(
    "below-half",
    "the float before a half: adding one half would round it up",
    0.004999999999999999,
    0.49999999999999994,
    0.0,
    0.5,
)
rounded("to-zero", "small degrees become zero, and a zero is positive", 0.004, -0.004, 0.0, 0.0)
rounded("negative-zero", "a negative zero becomes positive", -0.0, -0.0, 0.0, 0.0)
rounded("poles", "the ends of the range", 90.0, -180.0, 90.0, -180.0)
rounded("to-pole", "rounded up to the ends", 89.996, 179.999, 90.0, 180.0)
rounded("integers", "whole degrees", 47.0, -8.0, 47.0, -8.0)
leaves(
    coarse,
    "datum",
    "export-gps",
    "another datum is named, wgs84 is not; unknown keys stay home",
    asset(location=stamp({**GPS, "datum": "gcj02", "altitude": 1.5})),
    {"gps": {**GPS, "datum": "gcj02"}},
    COARSE,
)
leaves(
    coarse,
    "source",
    "export-gps",
    "the source leaves",
    asset(location=stamp({**GPS, "source": "inferred"})),
    {"gps": {**GPS, "source": "inferred"}},
    COARSE,
)
leaves(coarse, "null", "export-gps", "a cleared place", asset(location=stamp(None)), {}, COARSE)
leaves(coarse, "never", "export-gps", "no place was ever written", asset(), {}, COARSE)
fine = asset(location=stamp({**GPS, "lat": 47.123, "datum": "gcj02"}))
leaves(coarse, "not-asked", "export-gps", "no place without an opt-in, not even a rounded one", fine, {})
leaves(coarse, "other-opt-ins", "export-gps", "the other opt-ins let no place out", fine, {}, ALL[:4])
for order in (["coarse_gps", "precise_gps"], ["precise_gps", "coarse_gps"]):
    leaves(
        coarse,
        "precise-wins-%s" % order[0].split("_")[0],
        "export-gps",
        "precise_gps wins when both are named, in any order",
        fine,
        {"gps": {**GPS, "lat": 47.123, "datum": "gcj02"}},
        order,
    )
leaves(
    coarse,
    "twice",
    "export-gps",
    "an opt-in named twice",
    fine,
    {"gps": {**GPS, "lat": 47.12, "datum": "gcj02"}},
    COARSE * 2,
)
leaves(gps, "null", "export-gps", "a cleared place", asset(location=stamp(None)), {})
leaves(
    gps,
    "precise",
    "export-opt-in",
    "verbatim on its opt-in, and the same keys",
    asset(location=stamp({**GPS, "lat": 47.123456789, "lon": -0.0, "altitude": 1.5})),
    {"gps": {"lat": 47.123456789, "lon": -0.0, "source": "exif"}},
    ["precise_gps"],
)
leaves(
    gps,
    "precise-datum",
    "export-opt-in",
    "with its datum",
    asset(location=stamp({**GPS, "datum": "gcj02"})),
    {"gps": {**GPS, "datum": "gcj02"}},
    ["precise_gps"],
)
regions = Topic("export", "regions")
live = {
    REGION_2: {"shape": stamp(CIRCLE, ts=T2), "labels": adds(W, "b", "a"), "x": 1},
    REGION: {"shape": stamp(RECTANGLE, note=1)},
    bytes(16): {"shape": stamp(None)},
    bytes([1] * 16): {"labels": adds(W, "x")},
}
leaves(
    regions,
    "live",
    "export-regions",
    "live ones by ascending id, labels also when empty",
    asset(regions=live),
    {"regions": [{"labels": [], "shape": RECTANGLE}, {"labels": ["a", "b"], "shape": CIRCLE}]},
    ["regions"],
)
leaves(
    regions,
    "not-opted",
    "export-regions",
    "only on their opt-in",
    asset(regions=live),
    {},
    [each for each in ALL if each != "regions"],
)
leaves(
    regions,
    "none-live",
    "export-regions",
    "absent when none is live",
    asset(regions={REGION: {"shape": stamp(None)}}),
    {},
    ["regions"],
)
leaves(
    regions,
    "everything",
    "export-allow-list",
    "all that may leave, all opted in",
    asset(
        facts=stamp(SIZED_FACTS),
        location=stamp(GPS),
        lqip=stamp(LQIP),
        tags_user=adds(W, "a"),
        caption={"current": stamp("c")},
        rating=stamp(5),
        regions={REGION: {"shape": stamp(CIRCLE)}},
    ),
    {
        **plain_facts,
        "dimensions": SIZED_FACTS["dimensions"],
        "camera_id": SIZED_FACTS["camera_id"],
        "gps": GPS,
        "lqip": LQIP,
        "labels": ["a"],
        "caption": "c",
        "rating": 5,
        "device_id": A,
        "session_id": B,
        "regions": [{"labels": [], "shape": CIRCLE}],
    },
    ALL,
)
request = Topic("export", "request")
good = request.accepts("plain", "export-identity", "an export", export(asset()), {"bytes": cbor({"uuid": ID}).hex()})
for slug, members in (
    ("keep-missing", {"keep": ...}),
    ("keep-null", {"keep": None}),
    ("keep-unknown", {"keep": ["everything"]}),
    ("keep-text", {"keep": "regions"}),
    ("bytes-missing", {"bytes": ...}),
    ("stack-bad", {"stack": "a0"}),
    ("album-text", {"album": "x"}),
    ("keep-case", {"keep": ["Regions"]}),
):
    request.rejects(
        slug,
        "request-members",
        "a member is missing or wrong",
        {name: value for name, value in {**export(asset()), **members}.items() if value is not ...},
        "invalid",
        good,
    )
request.rejects(
    "album-for-stack", "request-members", "an album for the stack", export(member, stack=album()), "invalid", good
)
request.rejects("other-kind", "request-members", "a stack for the asset", export(stack()), "invalid", good)
