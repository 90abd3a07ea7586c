# SPDX-License-Identifier: Apache-2.0
"""Areas edit, read, newer: edits, the plain view, documents of later versions (sections 10 and 15)."""

from build import (
    AI_TAG,
    B,
    CIRCLE,
    FACTS,
    GPS,
    ID,
    ID_KEYS,
    LQIP,
    MEMBERSHIP,
    OTHER_ID,
    RECTANGLE,
    REGION,
    SIZED_FACTS,
    STACK,
    T1,
    T2,
    W,
    X,
    adds,
    album,
    apply,
    asset,
    before,
    cbor,
    check,
    definition,
    document,
    edit,
    line,
    merge,
    read,
    settings,
    stack,
    stamp,
    term,
)
from suite import Topic


def gives(state, delta=None):
    """The state after an edit, and where named the delta."""
    return lambda ok: ok["bytes"] == cbor(state).hex() and (delta is None or ok["delta"] == cbor(delta).hex())


def set_to(doc, field, value, kind="asset", **author):
    """An edit of a register."""
    return edit(kind, doc, {"set": {"field": field, "value": value}}, **author)


JSON_FACTS = {**{key: value.hex() if isinstance(value, bytes) else value for key, value in FACTS.items()}}
JSON_GPS = dict(GPS)
JSON_MEMBERSHIP = {**MEMBERSHIP, "stack_id": STACK.hex()}
JSON_SIZED = {**JSON_FACTS, "dimensions": SIZED_FACTS["dimensions"], "camera_id": SIZED_FACTS["camera_id"]}

# What an edit is.

form = Topic("edit", "form")
good = form.accepts(
    "plain", "edit-one", "an edit", edit("stack", stack(), {"add_label": "a"}), gives(stack(labels=adds(W, "a")))
)
for slug, change, note in (
    ("empty", {}, "no edit"),
    ("two", {"add_label": "a", "remove_label": "b"}, "two edits"),
    ("unknown", {"rename": "a"}, "an unknown edit"),
    ("null", None, "null"),
    ("text", "add_label", "a text"),
    ("array", [{"add_label": "a"}], "an array"),
    ("case", {"Add_label": "a"}, "another case"),
):
    form.rejects(slug, "edit-one", note, edit("stack", stack(), change), "invalid", good)
for kind in ("stack", "album", "settings"):
    for slug, change in (
        ("set-rating", {"set": {"field": "rating", "value": 1}}),
        ("add-ai-tag", {"add_ai_tag": AI_TAG}),
        ("put-region", {"put_region": {"id": REGION.hex(), "shape": RECTANGLE}}),
        ("promote", {"promote_ai_tag": {**AI_TAG, "remove": False}}),
        ("delete-region", {"delete_region": REGION.hex()}),
    ):
        form.rejects(
            "%s-of-%s" % (slug, kind),
            "edit-one",
            "an edit that a %s does not have" % kind,
            edit(kind, document(kind), change),
            "invalid",
            good,
        )
form.rejects(
    "label-of-settings",
    "edit-one",
    "settings have no labels",
    edit("settings", settings(), {"add_label": "a"}),
    "invalid",
    good,
)
form.rejects("name-of-asset", "edit-set", "an asset has no name", set_to(asset(), "name", "n"), "invalid", good)
form.rejects(
    "name-of-stack", "edit-set", "a stack has no name", set_to(stack(), "name", "n", kind="stack"), "invalid", good
)
for slug, members in (
    ("device", {"device": "00"}),
    ("device-upper", {"device": "AB" * 16}),
    ("writer", {"writer": "00" * 17}),
    ("now", {"now": "2026-05-31T10:00:00Z"}),
    ("now-null", {"now": None}),
    ("bytes", {"bytes": "zz"}),
    ("kind", {"kind": "photo"}),
    ("kind-null", {"kind": None}),
    ("edit-missing", {"edit": ...}),
):
    request = {**edit("stack", stack(), {"add_label": "a"}), **members}
    form.rejects(
        "member-" + slug,
        "request-members",
        "a member of the request is missing or wrong",
        {name: value for name, value in request.items() if value is not ...},
        "invalid",
        good,
    )
form.rejects(
    "document",
    "class-invalid",
    "the document before the edit is checked",
    edit("stack", stack(labels={}), {"add_label": "a"}),
    "invalid",
    good,
)

labels = Topic("edit", "labels")
for kind, make, key in (("stack", stack, "labels"), ("album", album, "labels"), ("asset", asset, "tags_user")):
    near = labels.accepts(
        kind + "-add",
        "edit-label",
        "a label of a %s" % kind,
        edit(kind, make(), {"add_label": "a"}),
        gives(make(**{key: adds(W, "a")})),
    )
    labels.accepts(
        kind + "-remove",
        "edit-label",
        "a label of a %s removed" % kind,
        edit(kind, make(**{key: adds(W, "a")}), {"remove_label": "a"}),
        gives(make(**{key: {W: line([0, 0])}}), make(**{key: {W: line([0, 0])}})),
    )
    labels.accepts(
        kind + "-keeps",
        "edit-delta",
        "the rest of the document stays, and the delta holds only the change",
        edit(kind, make(zz=[1, 2], **{key: adds(X, "b")}), {"add_label": "a"}),
        gives(make(zz=[1, 2], **{key: {**adds(X, "b"), **adds(W, "a")}}), make(**{key: adds(W, "a")})),
    )
for slug, value in (("number", 1), ("null", None), ("object", {"label": "a"}), ("array", ["a"])):
    for change in ("add_label", "remove_label"):
        labels.rejects(
            "%s-%s" % (change.replace("_", "-"), slug),
            "edit-label",
            "a label is a text",
            edit("stack", stack(), {change: value}),
            "invalid",
            near,
        )
labels.rejects(
    "add-surrogate",
    "surrogate",
    "half of a surrogate pair",
    edit("stack", stack(), {"add_label": "\ud83c"}),
    "invalid",
    near,
)
labels.rejects(
    "remove-surrogate",
    "surrogate",
    "half of a surrogate pair",
    edit("stack", stack(), {"remove_label": "\ud83c"}),
    "invalid",
    near,
)

sets = Topic("edit", "set")
for slug, field, value, stored, note in (
    ("rating", "rating", 5, 5, "a rating"),
    ("rating-0", "rating", 0, 0, "a rating of 0 is written"),
    ("cull", "cull", "reject", "reject", "a cull flag"),
    ("cull-neutral", "cull", "neutral", "neutral", "the default is written"),
    ("hidden", "hidden", True, True, "hidden"),
    ("shown", "hidden", False, False, "not hidden"),
    (
        "capture-time",
        "capture_time",
        "2026-05-31t10:00:00.5-00:00",
        "2026-05-31t10:00:00.5-00:00",
        "a correction, verbatim",
    ),
    ("location", "location", JSON_GPS, GPS, "a place"),
    ("location-null", "location", None, None, "no place"),
    ("membership", "stack_membership", JSON_MEMBERSHIP, MEMBERSHIP, "a membership"),
    (
        "membership-index",
        "stack_membership",
        {**JSON_MEMBERSHIP, "member_index": 7},
        {**MEMBERSHIP, "member_index": 7},
        "with an index",
    ),
    ("membership-null", "stack_membership", None, None, "no stack any more"),
    ("facts", "facts", JSON_FACTS, FACTS, "facts"),
    ("facts-sized", "facts", JSON_SIZED, SIZED_FACTS, "facts with dimensions and camera"),
):
    key = field
    near = sets.accepts(
        slug,
        "edit-set",
        note,
        set_to(asset(), field, value),
        gives(asset(**{key: stamp(stored)}), asset(**{key: stamp(stored)})),
    )
sets.accepts(
    "name",
    "edit-set",
    "an album's name in its normal form",
    set_to(album(), "name", " e\u0301 ", kind="album"),
    gives(album(name=stamp("\u00e9"))),
)
sets.accepts(
    "same-again",
    "edit-set-writes",
    "the same value again is written, with a later stamp",
    set_to(asset(rating=stamp(3)), "rating", 3, now=T2, device=B),
    gives(asset(rating=stamp(3, ts=T2, by=B)), asset(rating=stamp(3, ts=T2, by=B))),
)
sets.accepts(
    "same-false",
    "edit-set-writes",
    "a default that was never written is written",
    set_to(asset(), "hidden", False),
    gives(asset(hidden=stamp(False))),
)
sets.accepts(
    "stamped-unknown-dropped",
    "edit-keeps-unknown",
    "unknown keys of the stamped map itself are not taken over",
    set_to(asset(rating=stamp(3, note=1)), "rating", 4, now=T2),
    gives(asset(rating=stamp(4, ts=T2))),
)
sets.accepts(
    "datum-wgs84",
    "set-gps-datum",
    "wgs84 is written as absence",
    set_to(asset(), "location", {**JSON_GPS, "datum": "wgs84"}),
    gives(asset(location=stamp(GPS))),
)
sets.accepts(
    "datum-gcj02",
    "set-gps-datum",
    "another datum is written",
    set_to(asset(), "location", {**JSON_GPS, "datum": "gcj02"}),
    gives(asset(location=stamp({**GPS, "datum": "gcj02"}))),
)
for slug, lat, stored, note in (
    ("integer", 47, 47.0, "an integer becomes a float"),
    ("zero", 0, 0.0, "an integer zero"),
    ("negative", -33, -33.0, "a negative integer"),
    ("half", 0.5, 0.5, "a float of 16 bits"),
    ("double", 47.123456789, 47.123456789, "a float of 64 bits"),
    ("pole", 90, 90.0, "the pole"),
):
    sets.accepts(
        "degrees-" + slug,
        "edit-degrees",
        note,
        set_to(asset(), "location", {**JSON_GPS, "lat": lat}),
        gives(asset(location=stamp({**GPS, "lat": stored}))),
    )
for slug, field, value, note in (
    ("rating-6", "rating", 6, "a rating of 6"),
    ("rating-negative", "rating", -1, "a negative rating"),
    ("rating-float", "rating", 3.5, "a rating of three and a half"),
    ("rating-text", "rating", "3", "a text"),
    ("rating-true", "rating", True, "true for 1"),
    ("rating-null", "rating", None, "null"),
    ("rating-huge", "rating", 2**53 - 1, "the greatest number that every JSON has"),
    ("cull-unknown", "cull", "maybe", "an unknown flag"),
    ("cull-null", "cull", None, "null"),
    ("hidden-1", "hidden", 1, "1 for true"),
    ("hidden-null", "hidden", None, "null"),
    ("capture-date", "capture_time", "2026-05-31", "a date"),
    ("field-lqip", "lqip", None, "a field that no edit sets"),
    ("field-tags", "tags_user", [], "a set"),
    ("field-unknown", "zz", 1, "an unknown field"),
    ("location-pole", "location", {**JSON_GPS, "lat": 90.5}, "past the pole"),
    ("location-text", "location", {**JSON_GPS, "lat": "47"}, "a text for degrees"),
    ("location-true", "location", {**JSON_GPS, "lat": True}, "true for degrees"),
    ("location-source", "location", {**JSON_GPS, "source": "phone"}, "an unknown source"),
    ("location-no-lon", "location", {"lat": 1, "source": "exif"}, "no longitude"),
    ("location-datum", "location", {**JSON_GPS, "datum": "bd09"}, "an unknown datum"),
    ("location-datum-null", "location", {**JSON_GPS, "datum": None}, "a null datum: null is a value here"),
    ("membership-role", "stack_membership", {**JSON_MEMBERSHIP, "role": "boss"}, "an unknown role"),
    ("membership-id", "stack_membership", {**JSON_MEMBERSHIP, "stack_id": "00"}, "an id cut short"),
    ("membership-index", "stack_membership", {**JSON_MEMBERSHIP, "member_index": 2**32}, "an index past uint32"),
    ("membership-index-null", "stack_membership", {**JSON_MEMBERSHIP, "member_index": None}, "a null index"),
    ("facts-null", "facts", None, "no facts"),
    ("facts-hash", "facts", {**JSON_FACTS, "hash": "00"}, "a digest cut short"),
    ("facts-upper", "facts", {**JSON_FACTS, "hash": "AB" * 32}, "upper-case hex"),
    (
        "facts-no-session",
        "facts",
        {key: value for key, value in JSON_FACTS.items() if key != "session_id"},
        "a key is missing",
    ),
    ("facts-dimension-0", "facts", {**JSON_FACTS, "dimensions": {"width": 0, "height": 1}}, "no width"),
    ("facts-camera-half", "facts", {**JSON_FACTS, "camera_id": {"model": "m"}}, "a camera without serial"),
):
    sets.rejects("not-" + slug, "edit-set", note, set_to(asset(), field, value), "invalid", near)
for slug, field, value in (
    ("location", "location", {**JSON_GPS, "altitude": 5}),
    ("membership", "stack_membership", {**JSON_MEMBERSHIP, "x": 1}),
    ("facts", "facts", {**JSON_FACTS, "iso": 100}),
    ("dimensions", "facts", {**JSON_FACTS, "dimensions": {"width": 1, "height": 1, "depth": 1}}),
):
    sets.rejects(
        "unknown-member-" + slug,
        "edit-members",
        "a member that the value does not have",
        set_to(asset(), field, value),
        "invalid",
        near,
    )
sets.rejects(
    "unknown-member-set",
    "edit-members",
    "a member beside field and value",
    edit("asset", asset(), {"set": {"field": "rating", "value": 1, "why": "x"}}),
    "invalid",
    near,
)
sets.accepts(
    "members-exact", "edit-members", "field and value", edit("asset", asset(), {"set": {"field": "rating", "value": 1}})
)
sets.rejects("no-value", "edit-set", "no value", edit("asset", asset(), {"set": {"field": "rating"}}), "invalid", near)
sets.rejects("no-field", "edit-set", "no field", edit("asset", asset(), {"set": {"value": 1}}), "invalid", near)
for slug, value in (("empty", ""), ("spaces", "  "), ("257", "a" * 257), ("null", None), ("number", 1)):
    sets.rejects(
        "not-name-" + slug,
        "edit-set",
        "a name that is no label",
        set_to(album(), "name", value, kind="album"),
        "invalid",
        near,
    )

unknown = Topic("edit", "unknown-keys")
unknown.accepts(
    "facts",
    "edit-keeps-unknown",
    "unknown keys of the facts are taken over",
    set_to(
        asset(facts=stamp({**FACTS, "iso": 100, "a": {"b": 1}})),
        "facts",
        {**JSON_FACTS, "content_type": "image/png"},
        now=T2,
    ),
    gives(asset(facts=stamp({**FACTS, "content_type": "image/png", "iso": 100, "a": {"b": 1}}, ts=T2))),
)
unknown.accepts(
    "facts-inner",
    "edit-keeps-unknown",
    "those of a map inside are not",
    set_to(
        asset(facts=stamp({**SIZED_FACTS, "dimensions": {"height": 1, "width": 1, "depth": 8}})),
        "facts",
        JSON_SIZED,
        now=T2,
    ),
    gives(asset(facts=stamp(SIZED_FACTS, ts=T2))),
)
unknown.accepts(
    "location",
    "edit-keeps-unknown",
    "those of a place",
    set_to(asset(location=stamp({**GPS, "altitude": 5.5})), "location", {**JSON_GPS, "lat": 1}, now=T2),
    gives(asset(location=stamp({**GPS, "lat": 1.0, "altitude": 5.5}, ts=T2))),
)
unknown.accepts(
    "location-datum",
    "edit-keeps-unknown",
    "a known key that is not given goes",
    set_to(asset(location=stamp({**GPS, "datum": "gcj02", "x": 1})), "location", JSON_GPS, now=T2),
    gives(asset(location=stamp({**GPS, "x": 1}, ts=T2))),
)
unknown.accepts(
    "location-cleared",
    "edit-keeps-unknown",
    "null has no place for them",
    set_to(asset(location=stamp({**GPS, "x": 1})), "location", None, now=T2),
    gives(asset(location=stamp(None, ts=T2))),
)
unknown.accepts(
    "location-after-null",
    "edit-keeps-unknown",
    "nor gives them back",
    set_to(asset(location=stamp(None)), "location", JSON_GPS, now=T2),
    gives(asset(location=stamp(GPS, ts=T2))),
)
unknown.accepts(
    "membership",
    "edit-keeps-unknown",
    "those of a membership; an index that is not given goes",
    set_to(
        asset(stack_membership=stamp({**MEMBERSHIP, "member_index": 4, "x": [1]})),
        "stack_membership",
        {**JSON_MEMBERSHIP, "role": "primary"},
        now=T2,
    ),
    gives(asset(stack_membership=stamp({**MEMBERSHIP, "role": "primary", "x": [1]}, ts=T2))),
)
unknown.accepts(
    "document",
    "edit-delta",
    "those of the document stay and are not in the delta",
    set_to(asset(zz=1), "rating", 3),
    gives(asset(zz=1, rating=stamp(3)), asset(rating=stamp(3))),
)
unknown.rejects(
    "facts-too-large",
    "value-limit-stamped",
    "what is taken over may pass the limit of a value",
    set_to(
        asset(facts=stamp({**FACTS, "x": bytes(65200)})),
        "facts",
        {**JSON_SIZED, "camera_id": {"model": "m" * 400, "serial": ""}},
        now=T2,
    ),
    "limit",
    unknown.accepts(
        "facts-large",
        "value-limit-stamped",
        "or stay within it",
        set_to(asset(facts=stamp({**FACTS, "x": bytes(65000)})), "facts", JSON_SIZED, now=T2),
    ),
)

ai = Topic("edit", "ai-tags")
near = ai.accepts(
    "add",
    "edit-ai-tag",
    "an AI tag",
    edit("asset", asset(), {"add_ai_tag": AI_TAG}),
    gives(asset(tags_ai=adds(W, AI_TAG))),
)
ai.accepts(
    "remove",
    "edit-ai-tag",
    "an AI tag removed",
    edit("asset", asset(tags_ai=adds(W, AI_TAG)), {"remove_ai_tag": AI_TAG}),
    gives(asset(tags_ai={W: line([0, 0])}), asset(tags_ai={W: line([0, 0])})),
)
ai.accepts(
    "remove-none",
    "edit-nothing",
    "one that is not there",
    edit("asset", asset(), {"remove_ai_tag": AI_TAG}),
    gives(asset(), asset()),
)
for slug, tag in (
    ("empty", {**AI_TAG, "tag": ""}),
    ("257", {**AI_TAG, "tag": "a" * 257}),
    ("no-model", {"tag": "a", "model_version": "1"}),
    ("number", {**AI_TAG, "model_version": 1}),
    ("text", "beach"),
    ("null", None),
):
    for change in ("add_ai_tag", "remove_ai_tag"):
        ai.rejects(
            "%s-%s" % (change.split("_")[0], slug),
            "edit-ai-tag",
            "no AI tag",
            edit("asset", asset(), {change: tag}),
            "invalid",
            near,
        )
ai.rejects(
    "unknown-member",
    "edit-members",
    "a member that an AI tag does not have",
    edit("asset", asset(), {"add_ai_tag": {**AI_TAG, "score": 1}}),
    "invalid",
    near,
)
tagged = asset(tags_ai={W: line([0, 0], {0: AI_TAG}), X: line([4, 4], {4: {**AI_TAG, "score": 1}})})
near = ai.accepts(
    "promote",
    "edit-promote",
    "a promoted tag becomes a label and stays an AI tag",
    edit("asset", tagged, {"promote_ai_tag": {**AI_TAG, "remove": False}}),
    gives(
        asset(
            tags_ai={W: line([0, 0], {0: AI_TAG}), X: line([4, 4], {4: {**AI_TAG, "score": 1}})},
            tags_user=adds(W, "beach"),
        ),
        asset(tags_user=adds(W, "beach")),
    ),
)
ai.accepts(
    "promote-remove",
    "edit-promote",
    "with remove all its add-ids go",
    edit("asset", tagged, {"promote_ai_tag": {**AI_TAG, "remove": True}}),
    gives(asset(tags_ai={W: line([0, 0]), X: line([4, 4])}, tags_user=adds(W, "beach"))),
)
ai.accepts(
    "promote-normalized",
    "edit-promote",
    "the label is in its normal form, the tag is not",
    edit(
        "asset",
        asset(tags_ai=adds(W, {**AI_TAG, "tag": " e\u0301"})),
        {"promote_ai_tag": {**AI_TAG, "tag": " e\u0301", "remove": False}},
    ),
    gives(asset(tags_ai=adds(W, {**AI_TAG, "tag": " e\u0301"}), tags_user=adds(W, "\u00e9"))),
)
ai.accepts(
    "promote-label-there",
    "edit-promote",
    "a label that is there is replaced as in any add",
    edit(
        "asset",
        asset(tags_ai=adds(W, AI_TAG), tags_user=adds(W, "beach")),
        {"promote_ai_tag": {**AI_TAG, "remove": True}},
    ),
    gives(asset(tags_ai={W: line([0, 0])}, tags_user={W: line([0, 1], {1: "beach"})})),
)
for slug, doc, change, note in (
    ("not-there", asset(), {**AI_TAG, "remove": False}, "a tag that is not there"),
    ("removed", asset(tags_ai={W: line([0, 0])}), {**AI_TAG, "remove": True}, "a tag that was removed"),
    ("other-version", tagged, {**AI_TAG, "model_version": "2", "remove": False}, "another version of the model"),
    ("no-remove", tagged, AI_TAG, "remove is not said"),
    ("remove-1", tagged, {**AI_TAG, "remove": 1}, "1 for true"),
    ("remove-null", tagged, {**AI_TAG, "remove": None}, "null for false"),
    (
        "no-label",
        asset(tags_ai=adds(W, {**AI_TAG, "tag": "  "})),
        {**AI_TAG, "tag": "  ", "remove": False},
        "a tag whose normal form is empty",
    ),
):
    ai.rejects("promote-" + slug, "edit-promote", note, edit("asset", doc, {"promote_ai_tag": change}), "invalid", near)

requests = Topic("edit", "requests")
near = requests.accepts("hex", "hex", "lower-case hex", check("stack", stack()), {"complete": True})
for slug, value, note in (
    ("upper", cbor(stack(labels=adds(W, "z"))).hex().upper(), "upper-case hex"),
    ("odd", "a", "an odd number of digits"),
    ("prefix", "0x" + cbor(stack()).hex(), "a prefix"),
    ("spaces", "a0 ", "a space"),
    ("null", None, "null"),
    ("number", 10, "a number"),
    ("array", [160], "an array of bytes"),
    ("base64", "oA==", "base64"),
    ("newline", "a0\n", "a line end"),
    ("arabic", "\u0660\u0660", "digits of another script"),
    ("fullwidth", "\uff21\uff21", "fullwidth letters"),
):
    requests.rejects(
        "hex-" + slug, "hex", note, {"op": "document.check", "kind": "stack", "bytes": value}, "invalid", near
    )
for slug, request, note in (
    ("no-kind", {"op": "document.check", "bytes": cbor(stack()).hex()}, "no kind"),
    ("kind-unknown", {"op": "document.check", "kind": "video", "bytes": cbor(stack()).hex()}, "an unknown kind"),
    ("kind-case", {"op": "document.check", "kind": "Stack", "bytes": cbor(stack()).hex()}, "another case"),
    ("no-bytes", {"op": "document.check", "kind": "stack"}, "no bytes"),
    ("kind-array", {"op": "document.check", "kind": ["stack"], "bytes": cbor(stack()).hex()}, "an array of kinds"),
    ("no-op", {"kind": "stack"}, "no operation"),
    ("op-null", {"op": None}, "a null operation"),
    ("op-number", {"op": 1}, "a number for an operation"),
    ("op-array", {"op": ["info"]}, "an array of operations"),
    (
        "inputs-hex",
        {"op": "document.merge", "kind": "stack", "inputs": cbor(stack()).hex()},
        "one input that is no array",
    ),
    ("inputs-null", {"op": "document.merge", "kind": "stack", "inputs": None}, "null inputs"),
    ("inputs-of-null", {"op": "document.merge", "kind": "stack", "inputs": [None]}, "an input of null"),
    ("delta-missing", {"op": "document.apply", "kind": "stack", "state": cbor(stack()).hex()}, "no delta"),
):
    requests.rejects(slug, "request-members", note, request, "invalid", near)
for slug, op in (("future", "document.compress"), ("empty", ""), ("case", "Info"), ("space", "info ")):
    requests.rejects("op-" + slug, "unknown-op", "an op that is a text but unknown", {"op": op}, "unsupported", near)
requests.accepts(
    "ignored-member",
    "optional-null",
    "members that a request does not have are ignored",
    {**check("stack", stack()), "hint": 1},
    {"complete": True},
    near=requests.vectors[1]["id"],
)
requests.accepts(
    "keep-empty-null",
    "optional-null",
    "optional members may be null",
    {"op": "asset.export", "bytes": cbor(asset()).hex(), "stack": None, "album": None, "keep": []},
    {"bytes": cbor({"uuid": ID}).hex()},
)
requests.accepts(
    "stacks-null",
    "optional-null",
    "so in an evaluation",
    {
        "op": "album.evaluate",
        "definition": cbor(definition({"all": []})).hex(),
        "assets": [{"sidecar": cbor(asset()).hex(), "album_id": None, "trashed": None, "people": None}],
        "view": "default",
        "stacks": None,
        "albums": None,
        "slots": None,
    },
    {"members": [ID.hex()], "ordered": [ID.hex()]},
)

# The plain view.

view = Topic("read", "views")
view.accepts(
    "stack-empty", "read-view", "keys are absent when there is nothing", read("stack", stack(zz=1)), {"unknown": ["zz"]}
)
view.accepts(
    "album",
    "read-view",
    "an album",
    read("album", album(name=stamp("Trip"), labels=adds(W, "b", "a"))),
    {"name": "Trip", "labels": ["a", "b"]},
)
view.accepts(
    "album-not-normal",
    "read-view",
    "texts are shown as they are",
    read("album", album(name=stamp(" e\u0301"))),
    {"name": " e\u0301"},
)
view.accepts(
    "asset-defaults",
    "register-defaults",
    "effective values are present also when never written",
    read("asset", asset()),
    {"rating": 0, "cull": "neutral", "hidden": False},
)
view.accepts(
    "asset-written",
    "read-view",
    "written values",
    read("asset", asset(rating=stamp(5), cull=stamp("reject"), hidden=stamp(True))),
    {"rating": 5, "cull": "reject", "hidden": True},
)
base = {"rating": 0, "cull": "neutral", "hidden": False}
view.accepts(
    "capture-facts",
    "capture-effective",
    "without a correction the facts' time",
    read("asset", asset(facts=stamp(FACTS))),
    {**base, "capture_timestamp": FACTS["capture_timestamp"]},
)
view.accepts(
    "capture-corrected",
    "capture-effective",
    "a correction comes first",
    read("asset", asset(facts=stamp(FACTS), capture_time=stamp("2020-01-01T00:00:00z"))),
    {**base, "capture_timestamp": "2020-01-01T00:00:00z"},
)
view.accepts(
    "capture-alone",
    "capture-effective",
    "a correction without facts",
    read("asset", asset(capture_time=stamp("2020-01-01T00:00:00Z"))),
    {**base, "capture_timestamp": "2020-01-01T00:00:00Z"},
)
view.accepts(
    "gps",
    "datum-default",
    "the datum is always named",
    read("asset", asset(location=stamp(GPS))),
    {**base, "gps": {"lat": 47.5, "lon": 8.25, "source": "exif", "datum": "wgs84"}},
)
view.accepts(
    "gps-datum",
    "read-view",
    "another datum, and no unknown keys",
    read("asset", asset(location=stamp({**GPS, "datum": "gcj02", "altitude": 5.5}))),
    {**base, "gps": {"lat": 47.5, "lon": 8.25, "source": "exif", "datum": "gcj02"}},
)
view.accepts(
    "stack-membership",
    "read-view",
    "a membership",
    read("asset", asset(stack_membership=stamp({**MEMBERSHIP, "member_index": 3, "x": 1}))),
    {**base, "stack": {"stack_id": STACK.hex(), "stack_type": "burst", "role": "member", "member_index": 3}},
)
view.accepts(
    "stack-no-index",
    "read-view",
    "without an index",
    read("asset", asset(stack_membership=stamp(MEMBERSHIP))),
    {**base, "stack": {"stack_id": STACK.hex(), "stack_type": "burst", "role": "member"}},
)
view.accepts(
    "labels",
    "read-view",
    "labels and AI tags",
    read("asset", asset(tags_user=adds(W, "b", "a"), tags_ai=adds(X, AI_TAG))),
    {**base, "labels": ["a", "b"], "ai_tags": [["beach", "m", "1"]]},
)
view.accepts(
    "ai-tags-twice",
    "ai-tags-distinct",
    "AI tags that differ in unknown keys only are two",
    read("asset", asset(tags_ai=adds(X, AI_TAG, {**AI_TAG, "score": 1}))),
    {**base, "ai_tags": [["beach", "m", "1"], ["beach", "m", "1"]]},
)
view.accepts(
    "lqip-not-shown",
    "read-view",
    "an lqip and facts have no place in the view",
    read("asset", asset(lqip=stamp(LQIP))),
    base,
)
view.accepts(
    "region-not-arrived",
    "read-view",
    "a region whose shape has not arrived is neither live nor deleted",
    read("asset", asset(regions={REGION: {"labels": adds(W, "a")}})),
    base,
)
view.accepts(
    "caption-log",
    "read-view",
    "a caption and its log",
    read("asset", asset(caption={"current": stamp("b", ts=T2), "superseded": [stamp("", by=B, note=1)]})),
    {**base, "caption": "b", "superseded": [{"by": B.hex(), "ts": T1, "value": ""}]},
)
view.accepts(
    "unknown",
    "read-unknown",
    "unknown keys, ascending",
    read("asset", asset(zz=1, aaa=2, b=None)),
    {**base, "unknown": ["aaa", "b", "zz"]},
)
near = view.accepts(
    "settings-empty",
    "read-settings",
    "settings with nothing that is known",
    read("settings", settings(zz=1)),
    {"unknown": ["zz"]},
)
view.accepts(
    "settings-albums",
    "read-settings",
    "display names; null when newer or broken; deleted ones left out",
    read(
        "settings",
        settings(
            smart_albums={
                bytes([1] * 16): stamp(definition({"all": []})),
                bytes([2] * 16): stamp(None),
                bytes([3] * 16): stamp({"predicate_schema": 2}),
                bytes([4] * 16): stamp({}),
                bytes([5] * 16): stamp({**definition({"all": []}), "display_name": stamp("")}),
            }
        ),
    ),
    {"smart_albums": {"01" * 16: "Name", "03" * 16: None, "04" * 16: None, "05" * 16: ""}},
)
view.accepts(
    "settings-maps",
    "read-settings",
    "the other maps",
    read(
        "settings",
        settings(
            scope_overrides={bytes(32): stamp(ID), bytes([1] * 32): stamp(None)},
            source_kind_defaults={"folder": stamp(ID)},
            aggregated_album_covers={ID: stamp(OTHER_ID)},
        ),
    ),
    {
        "scope_overrides": {"00" * 32: ID.hex()},
        "source_kind_defaults": {"folder": ID.hex()},
        "aggregated_album_covers": {ID.hex(): OTHER_ID.hex()},
    },
)
view.accepts(
    "settings-all-deleted",
    "read-settings",
    "a map with deleted entries only is absent",
    read("settings", settings(zz=1, source_kind_defaults={"folder": stamp(None)})),
    {"unknown": ["zz"]},
)
view.rejects(
    "invalid", "class-invalid", "a document that is none", read("asset", asset(rating=stamp(6))), "invalid", near
)
view.accepts(
    "never-clock",
    "before-register",
    "a view shows stamps from the future: setting aside is the caller's",
    read("asset", asset(rating=stamp(4, ts="9999-12-31T23:59:59.999Z"))),
    {**base, "rating": 4},
)

# Newer documents.

newer = Topic("newer", "refused")
for kind in ID_KEYS:
    plain = newer.accepts("current-" + kind, "newer-refused", "the version implemented", check(kind, document(kind)))
    for slug, value in (("2", document(kind, schema=2)), ("65535", document(kind, schema=65535))):
        newer.rejects(
            "check-%s-%s" % (kind, slug),
            "newer-refused",
            "a newer document is refused",
            check(kind, value),
            "newer-schema",
            plain,
        )
    newer.rejects(
        "merge-" + kind,
        "newer-refused",
        "nothing is joined with a newer document",
        merge(kind, document(kind), document(kind, schema=2)),
        "newer-schema",
        plain,
    )
    newer.rejects(
        "merge-alone-" + kind,
        "newer-refused",
        "not even itself",
        merge(kind, document(kind, schema=2)),
        "newer-schema",
        plain,
    )
    for slug, value, note in (
        ("no-id", {0: 2}, "without an id"),
        ("bad-id", document(kind, schema=2, id=bytes(3)), "with an id that is none"),
        (
            "other-id",
            {**document(kind, schema=2), "uuid" if kind != "asset" else "album_id": 1},
            "with another kind's id key",
        ),
        ("integer-key", {**document(kind, schema=2), 1: 1}, "with an integer key"),
        ("bytes-key", {**document(kind, schema=2), b"x": 1}, "with a byte string key"),
        ("bad-labels", {**document(kind, schema=2), "labels": 7, "tags_user": 7}, "with another type of labels"),
        ("long-key", {**document(kind, schema=2), "k" * 300: 1}, "with a key of 300 bytes"),
    ):
        newer.rejects(
            "first-%s-%s" % (slug, kind),
            "newer-first",
            "newer whatever its body holds: " + note,
            check(kind, value),
            "newer-schema",
            plain,
        )
plain = newer.vectors[0]["id"]
newer.rejects(
    "apply-delta", "newer-refused", "a newer delta", apply("stack", stack(), stack(schema=2)), "newer-schema", plain
)
newer.rejects(
    "apply-state", "newer-refused", "a newer state", apply("stack", stack(schema=2), stack()), "newer-schema", plain
)
newer.rejects(
    "edit", "newer-refused", "an edit", edit("stack", stack(schema=2), {"add_label": "a"}), "newer-schema", plain
)
newer.rejects(
    "before", "newer-refused", "leaving out stamps", before("stack", stack(schema=2), T1), "newer-schema", plain
)
newer.rejects(
    "addid",
    "newer-refused",
    "the next add-id",
    {"op": "addid.next", "kind": "stack", "bytes": cbor(stack(schema=2)).hex(), "field": "labels", "writer": W.hex()},
    "newer-schema",
    plain,
)
newer.rejects(
    "export",
    "newer-refused",
    "an export",
    {"op": "asset.export", "bytes": cbor(asset(schema=2)).hex(), "keep": []},
    "newer-schema",
    plain,
)
newer.rejects(
    "export-stack",
    "newer-refused",
    "an export beside a newer stack",
    {
        "op": "asset.export",
        "bytes": cbor(asset(stack_membership=stamp({**MEMBERSHIP, "stack_id": ID}))).hex(),
        "stack": cbor(stack(schema=2)).hex(),
        "keep": [],
    },
    "newer-schema",
    plain,
)
newer.rejects(
    "malformed",
    "class-order",
    "a newer document that is truncated is malformed",
    check("stack", cbor(stack(schema=2))[:-1].hex()),
    "malformed",
    plain,
)
newer.rejects(
    "large-carried",
    "newer-first",
    "a value past the limit of values",
    check("stack", stack(schema=2, zz=bytes(65600))),
    "newer-schema",
    plain,
)
newer.rejects(
    "class",
    "class-newer-schema",
    "the class of a newer document",
    check("asset", asset(schema=2, rating=stamp(17))),
    "newer-schema",
    plain,
)

shown = Topic("newer", "shown")
shown.accepts(
    "stack",
    "newer-shown",
    "what is understood is shown, marked as newer",
    read("stack", stack(schema=2, labels=adds(W, "a"), colour="red")),
    {"newer_schema": 2, "labels": ["a"], "unknown": ["colour"]},
)
shown.accepts(
    "greatest-version",
    "newer-shown",
    "the greatest version",
    read("stack", stack(schema=65535)),
    {"newer_schema": 65535},
)
shown.accepts(
    "labels-not-understood",
    "newer-not-understood",
    "a key that is not understood is left out, and not listed as unknown",
    read("stack", stack(schema=2, labels=["a"])),
    {"newer_schema": 2},
)
shown.accepts(
    "name-not-understood",
    "newer-not-understood",
    "a name of another type",
    read("album", album(schema=3, name=stamp({"en": "Trip"}), labels=adds(W, "a"))),
    {"newer_schema": 3, "labels": ["a"]},
)
shown.accepts(
    "asset-defaults",
    "newer-shown",
    "what was never written has its default",
    read("asset", asset(schema=2)),
    {"newer_schema": 2, **base},
)
shown.accepts(
    "rating-not-understood",
    "newer-not-understood",
    "a rating of 10 has no value and no default",
    read("asset", asset(schema=2, rating=stamp(10))),
    {"newer_schema": 2, "cull": "neutral", "hidden": False},
)
shown.accepts(
    "cull-not-understood",
    "newer-not-understood",
    "a flag that is not known",
    read("asset", asset(schema=2, cull=stamp("maybe"))),
    {"newer_schema": 2, "rating": 0, "hidden": False},
)
shown.accepts(
    "hidden-not-understood",
    "newer-not-understood",
    "such a hidden counts as hidden",
    read("asset", asset(schema=2, hidden=stamp("vault"))),
    {"newer_schema": 2, "rating": 0, "cull": "neutral", "hidden": True},
)
shown.accepts(
    "hidden-null",
    "newer-not-understood",
    "also a null",
    read("asset", asset(schema=2, hidden=stamp(None))),
    {"newer_schema": 2, "rating": 0, "cull": "neutral", "hidden": True},
)
shown.accepts(
    "location-not-understood",
    "newer-not-understood",
    "such a location is no place",
    read("asset", asset(schema=2, location=stamp({**GPS, "datum": "bd09"}))),
    {"newer_schema": 2, **base},
)
shown.accepts(
    "capture-not-understood",
    "newer-not-understood",
    "such a capture_time is no time, and the facts' does not stand in",
    read("asset", asset(schema=2, facts=stamp(FACTS), capture_time=stamp("2026-05"))),
    {"newer_schema": 2, **base},
)
shown.accepts(
    "facts-not-understood",
    "newer-not-understood",
    "facts of another form give no time",
    read("asset", asset(schema=2, facts=stamp({**FACTS, "content_type": "image/new"}))),
    {"newer_schema": 2, **base},
)
shown.accepts(
    "caption-not-understood",
    "newer-not-understood",
    "a caption of another type is left out whole",
    read("asset", asset(schema=2, caption={"current": stamp("a"), "format": "md"})),
    {"newer_schema": 2, **base},
)
shown.accepts(
    "regions-not-understood",
    "newer-not-understood",
    "one region of another form leaves all out",
    read(
        "asset",
        asset(schema=2, regions={REGION: {"shape": stamp(RECTANGLE)}, OTHER_ID: {"shape": stamp({"polygon": []})}}),
    ),
    {"newer_schema": 2, **base},
)
shown.accepts(
    "regions-understood",
    "newer-shown",
    "regions that are",
    read("asset", asset(schema=2, regions={REGION: {"shape": stamp(CIRCLE)}})),
    {"newer_schema": 2, **base, "regions": [{"id": REGION.hex(), "shape": CIRCLE, "labels": []}]},
)
shown.accepts(
    "ids-of-others",
    "newer-shown",
    "the id key of another kind is listed as unknown",
    read("asset", asset(schema=2, album_id=ID)),
    {"newer_schema": 2, **base, "unknown": ["album_id"]},
)
shown.accepts(
    "other-keys",
    "newer-shown",
    "keys that are not text are passed over",
    read("stack", {**stack(schema=2, zz=1), 1: 1, b"x": 2}),
    {"newer_schema": 2, "unknown": ["zz"]},
)
shown.accepts(
    "unknown-order",
    "read-unknown",
    "unknown keys ascend by their UTF-8 bytes",
    read("stack", stack(schema=2, b=1, aa=1)),
    {"newer_schema": 2, "unknown": ["aa", "b"]},
)
shown.accepts(
    "long-key",
    "newer-shown",
    "a key that this version would refuse",
    read("stack", stack(schema=2, **{"k" * 300: 1})),
    {"newer_schema": 2, "unknown": ["k" * 300]},
)
shown.accepts(
    "settings",
    "newer-shown",
    "settings with one map that is understood",
    read(
        "settings",
        settings(schema=2, source_kind_defaults={"cloud": stamp(ID)}, aggregated_album_covers={ID: stamp(OTHER_ID)}),
    ),
    {"newer_schema": 2, "aggregated_album_covers": {ID.hex(): OTHER_ID.hex()}},
)
near = shown.accepts(
    "id", "newer-id", "its id is readable", read("asset", asset(schema=2)), {"newer_schema": 2, **base}
)
for slug, value, note in (
    ("none", {0: 2}, "no id"),
    ("short", document("asset", schema=2, id=bytes(15)), "an id cut short"),
    ("text", document("asset", schema=2, id="a" * 16), "an id as text"),
    ("other", stack(schema=2), "the id of another kind alone"),
):
    shown.rejects(
        "id-" + slug,
        "newer-id",
        "a newer document whose id cannot be read: " + note,
        read("asset", value),
        "invalid",
        near,
    )
shown.rejects(
    "non-canonical",
    "newer-id",
    "a newer document is canonical too",
    read("stack", cbor(stack(schema=2)).hex().replace("0002", "001802", 1)),
    "non-canonical",
    near,
)

left = Topic("newer", "left-out")
unreadable = {"sidecar": cbor({0: 2}).hex()}
known = {"sidecar": cbor(asset()).hex()}


def evaluate(assets, predicate=None, **more):
    """album.evaluate over everything."""
    return {
        "op": "album.evaluate",
        "definition": cbor(definition(predicate or {"all": []})).hex(),
        "assets": assets,
        "view": "everything",
        **more,
    }


only = {"members": [ID.hex()], "ordered": [ID.hex()]}
left.accepts(
    "asset",
    "newer-left-out",
    "a newer asset is left out of a smart album",
    evaluate([known, {"sidecar": cbor(document("asset", schema=2, id=OTHER_ID)).hex()}]),
    only,
)
left.accepts("asset-no-id", "newer-left-out", "also when its id cannot be read", evaluate([known, unreadable]), only)
left.accepts(
    "asset-same-id",
    "newer-left-out",
    "or equals that of another asset",
    evaluate([known, {"sidecar": cbor(asset(schema=2)).hex()}]),
    only,
)
left.accepts(
    "all-newer",
    "newer-left-out",
    "all are newer: nothing is shown, nothing is refused",
    evaluate([unreadable]),
    {"members": [], "ordered": []},
)
labelled = term("tags_user", "contains", "x")
stacked = {"sidecar": cbor(asset(stack_membership=stamp(MEMBERSHIP))).hex(), "album_id": ID.hex()}
left.accepts(
    "stack",
    "newer-left-out",
    "a newer stack gives no labels",
    evaluate(
        [stacked],
        labelled,
        stacks=[
            {"bytes": cbor(document("stack", schema=2, id=STACK, labels=adds(W, "x"))).hex(), "album_id": ID.hex()}
        ],
    ),
    {"members": [], "ordered": []},
)
left.accepts(
    "stack-beside",
    "newer-left-out",
    "an older state of it beside it does",
    evaluate(
        [stacked],
        labelled,
        stacks=[
            {"bytes": cbor(document("stack", schema=2, id=STACK)).hex(), "album_id": ID.hex()},
            {"bytes": cbor(document("stack", id=STACK, labels=adds(W, "x"))).hex(), "album_id": ID.hex()},
        ],
    ),
    only,
)
left.accepts(
    "album",
    "newer-left-out",
    "a newer album gives no labels",
    evaluate([{**known, "album_id": ID.hex()}], labelled, albums=[cbor(album(schema=2, labels=adds(W, "x"))).hex()]),
    {"members": [], "ordered": []},
)
left.accepts(
    "stack-view",
    "newer-left-out",
    "a newer asset is left out of a stack's view",
    {
        "op": "view.stack",
        "stack_id": STACK.hex(),
        "album_id": ID.hex(),
        "assets": [stacked, {**unreadable, "album_id": ID.hex()}],
        "view": "everything",
    },
    {"members": [ID.hex()], "primary": ID.hex(), "shown": False},
)
left.accepts(
    "album-order",
    "newer-left-out",
    "and of an album's recency",
    {
        "op": "view.album_order",
        "albums": [
            {"album_id": ID.hex(), "created": "2026-01-01T00:00:00Z"},
            {"album_id": OTHER_ID.hex(), "created": "2026-02-01T00:00:00Z"},
        ],
        "assets": [{"sidecar": cbor(asset(schema=2, facts=stamp(FACTS))).hex(), "album_id": ID.hex()}],
    },
    {"order": [OTHER_ID.hex(), ID.hex()]},
)
