# SPDX-License-Identifier: Apache-2.0
"""Areas delta and before: document.apply with what it reports (section 7), and stamps from the future (section 3)."""

from build import (
    AI_TAG,
    FACTS,
    GPS,
    ID,
    LAST,
    MAX_COUNTER,
    MEMBERSHIP,
    OTHER_ID,
    RECTANGLE,
    REGION,
    REGION_2,
    T1,
    T2,
    T3,
    W,
    X,
    adds,
    album,
    apply,
    asset,
    before,
    cbor,
    line,
    settings,
    stack,
    stamp,
)
from suite import Topic

# Deltas: applying is joining.

joins = Topic("delta", "apply")


def applied(slug, rule, note, kind, state, delta, outcome, unobserved=False):
    """Applying the delta gives this document, and says this of what was not observed."""
    return joins.accepts(
        slug, rule, note, apply(kind, state, delta), {"bytes": cbor(outcome).hex(), "unobserved": unobserved}
    )


fine = applied(
    "add",
    "delta",
    "a delta that adds",
    "stack",
    stack(labels=adds(W, "a")),
    stack(labels={W: line([1, 1], {1: "b"})}),
    stack(labels=adds(W, "a", "b")),
)
applied(
    "remove",
    "delta",
    "a delta that removes",
    "stack",
    stack(labels=adds(W, "a")),
    stack(labels={W: line([0, 0])}),
    stack(labels={W: line([0, 0])}),
)
applied(
    "register",
    "delta",
    "a delta with a register",
    "asset",
    asset(rating=stamp(1)),
    asset(rating=stamp(2, ts=T2)),
    asset(rating=stamp(2, ts=T2)),
)
applied(
    "stale-register",
    "delta",
    "a delta that comes late changes nothing",
    "asset",
    asset(rating=stamp(2, ts=T2)),
    asset(rating=stamp(1)),
    asset(rating=stamp(2, ts=T2)),
)
applied(
    "nothing", "delta", "a delta that changes nothing", "asset", asset(rating=stamp(1)), asset(), asset(rating=stamp(1))
)
applied(
    "to-nothing",
    "apply-is-join",
    "a delta applied to a document that holds nothing",
    "asset",
    asset(),
    asset(rating=stamp(1), zz=1),
    asset(rating=stamp(1), zz=1),
)
applied(
    "again",
    "apply-is-join",
    "a delta applied again",
    "stack",
    stack(labels=adds(W, "a", "b")),
    stack(labels={W: line([1, 1], {1: "b"})}),
    stack(labels=adds(W, "a", "b")),
)
applied(
    "whole-state",
    "apply-is-join",
    "a whole document is a delta",
    "album",
    album(labels=adds(W, "a")),
    album(name=stamp("n"), labels=adds(X, "b")),
    album(name=stamp("n"), labels={**adds(W, "a"), **adds(X, "b")}),
)
applied(
    "carried",
    "apply-is-join",
    "unknown keys of a delta join",
    "album",
    album(zz=2),
    album(zz=1, aa=0),
    album(zz=2, aa=0),
)
applied(
    "caption",
    "apply-is-join",
    "a caption's delta displaces",
    "asset",
    asset(caption={"current": stamp("a")}),
    asset(caption={"current": stamp("b", ts=T2)}),
    asset(caption={"current": stamp("b", ts=T2), "superseded": [stamp("a")]}),
)
applied(
    "region-labels",
    "delta",
    "labels of a region alone",
    "asset",
    asset(regions={REGION: {"shape": stamp(RECTANGLE)}}),
    asset(regions={REGION: {"labels": adds(W, "a")}}),
    asset(regions={REGION: {"shape": stamp(RECTANGLE), "labels": adds(W, "a")}}),
)
applied(
    "settings",
    "delta",
    "an entry of settings",
    "settings",
    settings(smart_albums={ID: stamp({})}),
    settings(smart_albums={OTHER_ID: stamp({})}),
    settings(smart_albums={ID: stamp({}), OTHER_ID: stamp({})}),
)
for slug, state, delta, error in (
    ("other-id", stack(), stack(id=OTHER_ID), "mismatch"),
    ("invalid-delta", stack(), stack(labels={}), "invalid"),
    ("invalid-state", stack(labels={}), stack(), "invalid"),
    ("newer-delta", stack(), stack(schema=2), "newer-schema"),
    ("newer-state", stack(schema=2), stack(), "newer-schema"),
):
    joins.rejects(
        slug,
        {"mismatch": "merge-same-id", "newer-schema": "newer-refused"}.get(error, "document-map"),
        "a state or delta that does not fit",
        apply("stack", state, delta),
        error,
        fine,
    )

# A removal before its add, and what is reported of it.

first = Topic("delta", "removal-first")
state, removal, added = stack(), stack(labels={W: line([0, 0])}), stack(labels=adds(W, "a"))
first.accepts(
    "kept",
    "delta-removal-first",
    "a removal that comes before its add is kept, and reported",
    apply("stack", state, removal),
    {"bytes": cbor(removal).hex(), "unobserved": True},
)
first.accepts(
    "then-add",
    "delta-removal-first",
    "the add that comes after it stays out",
    apply("stack", removal, added),
    {"bytes": cbor(removal).hex(), "unobserved": False},
)
first.accepts(
    "other-way",
    "delta-removal-first",
    "the other way round: equal bytes",
    apply("stack", added, removal),
    {"bytes": cbor(removal).hex(), "unobserved": False},
)
first.accepts(
    "other-writer",
    "delta-removal-first",
    "an add of another writer stays",
    apply("stack", removal, stack(labels={X: line([0, 0], {0: "a"})})),
    {"bytes": cbor(stack(labels={W: line([0, 0]), X: line([0, 0], {0: "a"})})).hex(), "unobserved": False},
)
first.accepts(
    "gap",
    "delta-removal-first",
    "a removal of what is not there yet among what is",
    apply("stack", added, stack(labels={W: line([0, 0, 5, 5])})),
    {"bytes": cbor(stack(labels={W: line([0, 0, 5, 5])})).hex(), "unobserved": True},
)
first.accepts(
    "filled",
    "delta-removal-first",
    "the adds between come later",
    apply("stack", stack(labels={W: line([0, 0, 5, 5])}), stack(labels={W: line([1, 5], {1: "b", 5: "f"})})),
    {"bytes": cbor(stack(labels={W: line([0, 5], {1: "b"})})).hex(), "unobserved": True},
)

unobserved = Topic("delta", "unobserved")
for slug, state, delta, expected, note in (
    ("plain-add", stack(), adds(W, "a"), False, "a plain add"),
    ("known-removal", stack(labels=adds(W, "a")), {W: line([0, 0])}, False, "a removal of what is live"),
    ("removed-before", stack(labels={W: line([0, 0])}), {W: line([0, 0])}, False, "a removal of what is removed"),
    ("unknown-writer", stack(labels=adds(W, "a")), {X: line([0, 0])}, True, "a writer never seen"),
    ("one-of-range", stack(labels=adds(W, "a")), {W: line([0, 1])}, True, "one counter past what is known"),
    ("add-and-removal", stack(), {W: line([0, 1], {1: "a"})}, True, "an add, and before it a removal"),
    ("gap-known", stack(labels={W: line([0, 3])}), {W: line([1, 1, 3, 4], {4: "a"})}, False, "known ones and an add"),
    ("gap-unknown", stack(labels={W: line([0, 1, 4, 5])}), {W: line([0, 5])}, True, "a gap of the receiver"),
    (
        "all-counters",
        stack(labels=adds(W, "a")),
        {W: line([0, MAX_COUNTER])},
        True,
        "all counters at once: sizes are compared, not walked",
    ),
    ("all-known", stack(labels={W: line([0, MAX_COUNTER])}), {W: line([5, MAX_COUNTER])}, False, "all counters known"),
    (
        "add-of-removed",
        stack(labels={W: line([0, 0])}),
        adds(W, "a"),
        False,
        "an add of what is removed here is observed",
    ),
    ("many-adds", stack(), adds(W, *("l%d" % at for at in range(30))), False, "thirty adds"),
    (
        "many-adds-one-gap",
        stack(),
        {W: line([0, 29], {at: "l%d" % at for at in range(30) if at != 17})},
        True,
        "thirty counters, twenty-nine adds",
    ),
):
    unobserved.accepts(
        slug,
        "unobserved",
        note,
        apply("stack", state, stack(labels=delta)),
        lambda ok, expected=expected: ok["unobserved"] is expected,
    )
for slug, state, delta, expected, note in (
    ("tags-user", asset(), asset(tags_user={W: line([0, 0])}), True, "in tags_user"),
    ("tags-ai", asset(), asset(tags_ai={W: line([0, 0])}), True, "in tags_ai"),
    ("tags-ai-add", asset(), asset(tags_ai=adds(W, AI_TAG)), False, "an AI tag added"),
    (
        "sets-apart",
        asset(tags_user={W: line([0, 0])}),
        asset(tags_ai={W: line([0, 0])}),
        True,
        "observed in another set of the document",
    ),
    (
        "region",
        asset(regions={REGION: {"shape": stamp(RECTANGLE)}}),
        asset(regions={REGION: {"labels": {W: line([0, 0])}}}),
        True,
        "in a live region",
    ),
    (
        "region-absent",
        asset(),
        asset(regions={REGION: {"labels": {W: line([0, 0])}}}),
        True,
        "in a region that is not there",
    ),
    (
        "region-other",
        asset(regions={REGION_2: {"labels": {W: line([0, 0])}}}),
        asset(regions={REGION: {"labels": {W: line([0, 0])}}}),
        True,
        "observed in another region",
    ),
    (
        "region-known",
        asset(regions={REGION: {"labels": adds(W, "a")}}),
        asset(regions={REGION: {"labels": {W: line([0, 0])}}}),
        False,
        "observed in that region",
    ),
    ("registers", asset(), asset(rating=stamp(1), caption={"current": stamp("c")}), False, "registers do not count"),
):
    unobserved.accepts(
        slug,
        "unobserved",
        note,
        apply("asset", state, delta),
        lambda ok, expected=expected: ok["unobserved"] is expected,
    )
gone = asset(regions={REGION: {"shape": stamp(None)}})
unobserved.accepts(
    "region-deleted",
    "unobserved-deleted",
    "labels of a region that is deleted here do not count",
    apply("asset", gone, asset(regions={REGION: {"labels": {W: line([0, 0])}}})),
    {"bytes": cbor(gone).hex(), "unobserved": False},
)
unobserved.accepts(
    "region-deleted-other",
    "unobserved-deleted",
    "those of a live one beside it do",
    apply(
        "asset", gone, asset(regions={REGION: {"labels": {W: line([0, 0])}}, REGION_2: {"labels": {W: line([0, 0])}}})
    ),
    lambda ok: ok["unobserved"] is True,
)
unobserved.accepts(
    "region-deleting",
    "unobserved-deleted",
    "a delta that deletes a region",
    apply("asset", asset(regions={REGION: {"labels": adds(W, "a"), "shape": stamp(RECTANGLE)}}), gone),
    {"bytes": cbor(gone).hex(), "unobserved": False},
)

# Stamps from the future.

H = T2  # the horizon

cut = Topic("before", "registers")
kept = cut.accepts(
    "earlier-stays",
    "before-register",
    "a register before the horizon stays",
    before("asset", asset(rating=stamp(1, ts=T1)), H),
    {"bytes": cbor(asset(rating=stamp(1, ts=T1))).hex()},
)
cut.accepts(
    "at-horizon-stays",
    "before-register",
    "one at the horizon stays: later is later",
    before("asset", asset(rating=stamp(1, ts=T2)), H),
    {"bytes": cbor(asset(rating=stamp(1, ts=T2))).hex()},
)
cut.accepts(
    "millisecond-later-goes",
    "before-register",
    "one a millisecond later goes",
    before("asset", asset(rating=stamp(1, ts="2026-05-31T10:00:02.001Z")), H),
    {"bytes": cbor(asset()).hex()},
)
cut.accepts(
    "last-goes",
    "before-register",
    "one at the last stamp time goes",
    before("asset", asset(rating=stamp(1, ts=LAST), cull=stamp("pick")), H),
    {"bytes": cbor(asset(cull=stamp("pick"))).hex()},
)
cut.accepts(
    "last-horizon",
    "before-register",
    "with the last stamp time as horizon all stays",
    before("asset", asset(rating=stamp(1, ts=LAST)), LAST),
    {"bytes": cbor(asset(rating=stamp(1, ts=LAST))).hex()},
)
cut.accepts(
    "null-goes",
    "before-deleted-stays",
    "a null in a register goes like any value",
    before("asset", asset(location=stamp(None, ts=T3)), H),
    {"bytes": cbor(asset()).hex()},
)
for slug, key, value in (
    ("facts", "facts", FACTS),
    ("capture-time", "capture_time", "2030-01-01T00:00:00Z"),
    ("location", "location", GPS),
    ("membership", "stack_membership", MEMBERSHIP),
    ("hidden", "hidden", True),
    ("cull", "cull", "reject"),
):
    cut.accepts(
        slug + "-goes",
        "before-register",
        "%s written after the horizon goes" % key,
        before("asset", asset(zz=1, **{key: stamp(value, ts=T3)}), H),
        {"bytes": cbor(asset(zz=1)).hex()},
    )
    cut.accepts(
        slug + "-stays",
        "before-register",
        "%s written before it stays" % key,
        before("asset", asset(**{key: stamp(value, ts=T1)}), H),
        {"bytes": cbor(asset(**{key: stamp(value, ts=T1)})).hex()},
    )
cut.accepts(
    "capture-time-by-stamp",
    "before-register",
    "the stamp counts, not what the value says",
    before("asset", asset(capture_time=stamp("2099-01-01T00:00:00Z")), H),
    {"bytes": cbor(asset(capture_time=stamp("2099-01-01T00:00:00Z"))).hex()},
)
cut.accepts(
    "name",
    "before-register",
    "an album's name",
    before("album", album(name=stamp("n", ts=T3), labels=adds(W, "a")), H),
    {"bytes": cbor(album(labels=adds(W, "a"))).hex()},
)
cut.accepts(
    "sets-stay",
    "before-register",
    "an OR-set has no stamps and stays",
    before("stack", stack(labels=adds(W, "a")), "0000-01-01T00:00:00.000Z"),
    {"bytes": cbor(stack(labels=adds(W, "a"))).hex()},
)
cut.accepts(
    "carried-stays",
    "before-carried",
    "a carried key stays, also when it holds a later stamped map",
    before("asset", asset(zz=stamp(1, ts=LAST)), H),
    {"bytes": cbor(asset(zz=stamp(1, ts=LAST))).hex()},
)
log = Topic("before", "history")
full = [stamp("c%d" % at, ts="2026-05-31T10:00:%02d.000Z" % at) for at in range(6, 0, -1)]


def captioned(entries):
    """An asset with these entries."""
    return asset(caption={"current": entries[0], **({"superseded": entries[1:]} if entries[1:] else {})})


for slug, horizon, entries, note in (
    ("all-stay", "2026-05-31T10:00:06.000Z", full, "all before the horizon"),
    ("current-goes", "2026-05-31T10:00:05.000Z", full[1:], "the current one goes, the next moves up"),
    ("some-go", "2026-05-31T10:00:03.500Z", full[3:], "three go"),
    ("one-left", T1, full[5:], "one is left: no log"),
):
    log.accepts(
        slug,
        "before-history",
        note,
        before("asset", captioned(full), horizon),
        {"bytes": cbor(captioned(entries)).hex()},
    )
log.accepts(
    "none-left",
    "before-history",
    "none is left: no caption",
    before("asset", captioned(full), "2026-05-31T10:00:00.999Z"),
    {"bytes": cbor(asset()).hex()},
)
log.accepts(
    "same-value-not-restored",
    "before-history",
    "an older write of the value that goes is not known any more",
    before("asset", captioned([stamp("a", ts=T3), stamp("b", ts=T1)]), H),
    {"bytes": cbor(captioned([stamp("b", ts=T1)])).hex()},
)
shapes = Topic("before", "regions")
for slug, region, outcome, rule, note in (
    (
        "live-stays",
        {"shape": stamp(RECTANGLE)},
        {"shape": stamp(RECTANGLE)},
        "before-region",
        "a shape before the horizon",
    ),
    (
        "live-goes",
        {"shape": stamp(RECTANGLE, ts=T3)},
        None,
        "before-region",
        "a later shape goes, and with it a region left with nothing",
    ),
    (
        "labels-left",
        {"shape": stamp(RECTANGLE, ts=T3), "labels": adds(W, "a")},
        {"labels": adds(W, "a")},
        "before-region",
        "its labels stay",
    ),
    (
        "carried-left",
        {"shape": stamp(RECTANGLE, ts=T3), "x": stamp(1, ts=LAST)},
        {"x": stamp(1, ts=LAST)},
        "before-carried",
        "its carried keys stay",
    ),
    (
        "deleted-stays",
        {"shape": stamp(None, ts=T3)},
        {"shape": stamp(None, ts=T3)},
        "before-deleted-stays",
        "a deletion stays, however late",
    ),
    (
        "deleted-last",
        {"shape": stamp(None, ts=LAST)},
        {"shape": stamp(None, ts=LAST)},
        "before-deleted-stays",
        "also at the last stamp time",
    ),
    (
        "removed-labels-left",
        {"shape": stamp(RECTANGLE, ts=T3), "labels": {W: line([0, 0])}},
        {"labels": {W: line([0, 0])}},
        "before-region",
        "removed labels are observed, and stay",
    ),
):
    shapes.accepts(
        slug,
        rule,
        note,
        before("asset", asset(regions={REGION: region}), H),
        {"bytes": cbor(asset(regions={REGION: outcome}) if outcome else asset()).hex()},
    )
shapes.accepts(
    "one-of-two",
    "before-region",
    "one of two regions goes",
    before(
        "asset", asset(regions={REGION: {"shape": stamp(RECTANGLE, ts=T3)}, REGION_2: {"shape": stamp(RECTANGLE)}}), H
    ),
    {"bytes": cbor(asset(regions={REGION_2: {"shape": stamp(RECTANGLE)}})).hex()},
)
maps = Topic("before", "maps")
for name, first, second, value in (
    ("smart_albums", ID, OTHER_ID, {}),
    ("scope_overrides", bytes(32), bytes([1] * 32), ID),
    ("source_kind_defaults", "folder", "camera_roll", ID),
    ("aggregated_album_covers", ID, OTHER_ID, ID),
):
    slug = name.replace("_", "-")
    maps.accepts(
        slug + "-entry",
        "before-map",
        "a later entry of %s goes" % name,
        before("settings", settings(**{name: {first: stamp(value, ts=T3), second: stamp(value)}}), H),
        {"bytes": cbor(settings(**{name: {second: stamp(value)}})).hex()},
    )
    maps.accepts(
        slug + "-empty",
        "before-map",
        "a map left with nothing is dropped",
        before("settings", settings(**{name: {first: stamp(None, ts=T3)}}), H),
        {"bytes": cbor(settings()).hex()},
    )
maps.accepts(
    "inside-definition",
    "before-map",
    "stamps inside a definition are the value's own",
    before("settings", settings(smart_albums={ID: stamp({"display_name": stamp("n", ts=LAST)})}), H),
    {"bytes": cbor(settings(smart_albums={ID: stamp({"display_name": stamp("n", ts=LAST)})})).hex()},
)
request = Topic("before", "request")
good = request.accepts(
    "plain",
    "before-request",
    "a document and a stamp time",
    before("stack", stack(), H),
    {"bytes": cbor(stack()).hex()},
)
for slug, horizon in (
    ("timestamp", "2026-05-31T10:00:00Z"),
    ("null", None),
    ("number", 0),
    ("empty", ""),
    ("offset", "2026-05-31T10:00:00.000+00:00"),
):
    request.rejects(
        "horizon-" + slug,
        "before-request",
        "a horizon that is no stamp time",
        before("stack", stack(), horizon),
        "invalid",
        good,
    )
request.rejects(
    "invalid-document", "before-request", "a document that is none", before("stack", {}, H), "invalid", good
)
request.rejects(
    "invalid-beyond",
    "before-request",
    "an invalid value is refused although it would be left out",
    before("asset", asset(rating=stamp(6, ts=T3)), H),
    "invalid",
    good,
)
request.rejects("newer", "newer-refused", "a newer document", before("stack", stack(schema=2), H), "newer-schema", good)
