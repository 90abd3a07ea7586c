# SPDX-License-Identifier: Apache-2.0
"""Area everywhere: labels that are stored in another than their normal form, wherever a document holds them.

A reader checks a label's size alone, so a document may hold any text (section 2). It is kept, joined, shown and
exported as it is; only an edit and `contains` look at normal forms. What is no label (model ids, people's slots,
display names, captions) is never normalized at all.
"""

from area_everywhere_albums import evaluate, evaluated, export, id_of
from build import (
    AI_TAG,
    ALBUM,
    CIRCLE,
    ID,
    MEMBERSHIP,
    REGION,
    STACK,
    A,
    T1,
    W,
    X,
    adds,
    album,
    apply,
    asset,
    cbor,
    definition,
    edit,
    h,
    line,
    merge,
    read,
    settings,
    stack,
    stamp,
    term,
)
from samples import MAKE, SETS
from suite import Topic
import smartalbum

# A stored text, its normal form, and another text with that normal form.
STORED = {
    "decomposed": ("e\u0301", "\u00e9", " \u00e9"),
    "singleton": ("\u212b", "\u00c5", "A\u030a"),
    "excluded": ("\u0958", "\u0915\u093c", "\u0915\u093c\u3000"),
    "marks-out-of-order": ("q\u0307\u0323", "q\u0323\u0307", "\tq\u0307\u0323"),
    "jamo": ("\u1112\u1161\u11ab", "\ud55c", "\ud558\u11ab"),
    "space-before": (" a", "a", "a\u2003"),
    "space-behind": ("a\n", "a", "\u2029a"),
    "no-break-space": ("\u00a0a\u00a0", "a", "\u202fa"),
    "space-and-mark": ("\u3000e\u0301 ", "\u00e9", "e\u0301"),
}
NOTHING_LEFT = {"spaces": " \u3000", "line-separator": "\u2028", "next-line": "\u0085"}  # the normal form is empty
ALL = {**{name: each[0] for name, each in STORED.items()}, **NOTHING_LEFT}
LABELS = [each for each in SETS if each.name != "asset-tags-ai"]


def changes(each, verb, text):
    """The edit that adds or removes a label of a set."""
    of_region = each.name == "asset-regions-labels"
    name = verb + ("_region_label" if of_region else "_label")
    return {name: {"id": REGION.hex(), "label": text} if of_region else text}


def shown(each, ok):
    """The labels of a set in the plain view."""
    return ok["regions"][0]["labels"] if each.name == "asset-regions-labels" else ok.get("labels", [])


stored = Topic("everywhere", "labels-stored")
edited = Topic("everywhere", "labels-edited")
tried = set()  # several of the texts have one normal form
for each in LABELS:
    for name, text in ALL.items():
        doc = each.holding(adds(W, text))
        place = "%s-%s" % (each.name, name)
        normal = STORED[name][1] if name in STORED else None
        stored.accepts(
            place + "-read",
            "label-size",
            "%s holds a label that is not its normal form, and shows it" % each.name,
            read(each.kind, doc),
            lambda ok, each=each, text=text: shown(each, ok) == [text],
        )
        stored.accepts(
            place + "-kept",
            "label-size",
            "%s keeps a label that is not its normal form" % each.name,
            merge(each.kind, doc, MAKE[each.kind]()),
            lambda ok, doc=doc: ok["bytes"] == h(doc),
        )
        if normal is None:
            continue
        both = each.holding({**adds(W, text), **adds(X, normal)})
        stored.accepts(
            place + "-beside-normal",
            "orset-value",
            "%s joins a label and its normal form: two elements" % each.name,
            merge(each.kind, doc, each.holding(adds(X, normal))),
            lambda ok, both=both: ok["bytes"] == h(both),
        )
        stored.accepts(
            place + "-beside-normal-read",
            "orset-value",
            "%s shows a label and its normal form: two, by their bytes" % each.name,
            read(each.kind, both),
            lambda ok, each=each, pair=(text, normal): shown(each, ok) == sorted(pair, key=cbor),
        )
        twins = each.holding(adds(W, max(text, normal, key=cbor)))
        stored.accepts(
            place + "-twins",
            "orset-twins",
            "%s: under one add-id a label and its normal form differ, and the greater bytes stay" % each.name,
            apply(each.kind, doc, each.holding(adds(W, normal))),
            {"bytes": h(twins), "unobserved": False},
        )
        gone = each.holding({W: line([0, 0])})
        for slug, given in (("itself", text), ("normal", normal), ("other", STORED[name][2])):
            edited.accepts(
                "%s-remove-%s" % (place, slug),
                "label-compared",
                "%s: a label that is not its normal form is removed by %s" % (each.name, slug),
                edit(each.kind, doc, changes(each, "remove", given)),
                lambda ok, gone=gone: ok["bytes"] == h(gone),
            )
            if (each, normal, given) not in tried:
                tried.add((each, normal, given))
                edited.accepts(
                    "%s-remove-normal-by-%s" % (place, slug),
                    "label-compared",
                    "%s: a normal form is removed by %s" % (each.name, slug),
                    edit(each.kind, each.holding(adds(W, normal)), changes(each, "remove", given)),
                    lambda ok, gone=gone: ok["bytes"] == h(gone),
                )
            added = each.holding({W: line([0, 1], {1: normal})})
            edited.accepts(
                "%s-add-%s" % (place, slug),
                "add-replaces",
                "%s: adding %s replaces a label that is not its normal form" % (each.name, slug),
                edit(each.kind, doc, changes(each, "add", given)),
                lambda ok, added=added: ok["bytes"] == h(added),
            )
        removed = each.holding({W: line([0, 0]), X: line([0, 0])})
        edited.accepts(
            place + "-remove-both",
            "remove-all",
            "%s: a label and its normal form are one to a removal" % each.name,
            edit(each.kind, both, changes(each, "remove", normal)),
            lambda ok, removed=removed: ok["bytes"] == h(removed),
        )
    for name, text in NOTHING_LEFT.items():
        others = [other for other in NOTHING_LEFT if other != name]
        edited.accepts(
            "%s-%s-remove-other" % (each.name, name),
            "remove-given",
            "%s: two labels of white space alone have one normal form, the empty one" % each.name,
            edit(each.kind, each.holding(adds(W, text)), changes(each, "remove", NOTHING_LEFT[others[0]])),
            lambda ok, gone=each.holding({W: line([0, 0])}): ok["bytes"] == h(gone),
        )
        edited.rejects(
            "%s-%s-add" % (each.name, name),
            "label-written",
            "%s: a label of white space alone is not added, also where one is stored" % each.name,
            edit(each.kind, each.holding(adds(W, text)), changes(each, "add", text)),
            "invalid",
            edited.id_of("%s-%s-remove-other" % (each.name, name)),
        )

# AI tags are taken verbatim, and become labels when they are promoted.

for name, text in ALL.items():
    tag = {**AI_TAG, "tag": text}
    doc, given = asset(tags_ai=adds(W, tag)), {**AI_TAG, "tag": text}
    stored.accepts(
        "asset-tags-ai-%s-read" % name,
        "read-view",
        "an AI tag is shown as it is",
        read("asset", doc),
        lambda ok, text=text: ok["ai_tags"] == [[text, AI_TAG["model_id"], AI_TAG["model_version"]]],
    )
    edited.accepts(
        "asset-tags-ai-%s-add" % name,
        "edit-ai-tag",
        "an AI tag is added verbatim",
        edit("asset", asset(), {"add_ai_tag": given}),
        lambda ok, doc=doc: ok["bytes"] == h(doc),
    )
    edited.accepts(
        "asset-tags-ai-%s-remove-itself" % name,
        "edit-ai-tag",
        "an AI tag is removed verbatim",
        edit("asset", doc, {"remove_ai_tag": given}),
        lambda ok: ok["bytes"] == h(asset(tags_ai={W: line([0, 0])})),
    )
    if name not in STORED:
        edited.rejects(
            "asset-tags-ai-%s-promote" % name,
            "edit-promote",
            "an AI tag whose normal form is empty makes no label",
            edit("asset", doc, {"promote_ai_tag": {**given, "remove": True}}),
            "invalid",
            edited.id_of("asset-tags-ai-%s-add" % name),
        )
        continue
    normal, other = STORED[name][1:]
    edited.accepts(
        "asset-tags-ai-%s-remove-normal" % name,
        "edit-ai-tag",
        "another AI tag is not removed, though its normal form is the same",
        edit("asset", doc, {"remove_ai_tag": {**given, "tag": normal}}),
        lambda ok, doc=doc: ok["bytes"] == h(doc),
    )
    edited.accepts(
        "asset-tags-ai-%s-add-normal" % name,
        "ai-tag-same",
        "an AI tag with the same normal form is another one",
        edit("asset", doc, {"add_ai_tag": {**given, "tag": normal}}, writer=X),
        lambda ok, tag=tag, normal=normal: (
            ok["bytes"] == h(asset(tags_ai={**adds(W, tag), **adds(X, {**AI_TAG, "tag": normal})}))
        ),
    )
    edited.accepts(
        "asset-tags-ai-%s-promote" % name,
        "edit-promote",
        "a promoted AI tag becomes a label in its normal form",
        edit("asset", doc, {"promote_ai_tag": {**given, "remove": True}}),
        lambda ok, normal=normal: ok["bytes"] == h(asset(tags_user=adds(W, normal), tags_ai={W: line([0, 0])})),
    )
    edited.accepts(
        "asset-tags-ai-%s-promote-replaces" % name,
        "edit-promote",
        "a promoted AI tag replaces a label with its normal form",
        edit(
            "asset",
            asset(tags_user=adds(X, other), tags_ai=adds(W, tag)),
            {"promote_ai_tag": {**given, "remove": False}},
        ),
        lambda ok, normal=normal, tag=tag: (
            ok["bytes"] == h(asset(tags_user={**adds(W, normal), X: line([0, 0])}, tags_ai=adds(W, tag)))
        ),
    )

# Evaluation: every place that a label of tags_user comes from, and the tags of a slot.


def rows_of(place, text):
    """The assets and what surrounds them, with a text as a label at a place."""
    membership = {"stack_membership": stamp(MEMBERSHIP)}
    if place == "own":
        return [evaluated(1, {"tags_user": adds(W, text)})], {}
    if place == "region":
        return [evaluated(1, {"regions": {REGION: {"shape": stamp(CIRCLE), "labels": adds(W, text)}}})], {}
    if place == "stack":
        held = {"bytes": h(stack(id=STACK, labels=adds(W, text))), "album_id": ALBUM.hex()}
        return [evaluated(1, membership, album_id=ALBUM.hex())], {"stacks": [held]}
    if place == "album":
        return [evaluated(1, {}, album_id=ALBUM.hex())], {"albums": [h(album(id=ALBUM, labels=adds(W, text)))]}
    return [evaluated(1, {"tags_ai": adds(W, {**AI_TAG, "tag": text})})], {}


OPERANDS = {
    "contains": lambda text: text,
    "contains-any": lambda text: ["zz", text],
    "contains-all": lambda text: [text],
}
matched = Topic("everywhere", "labels-matched")
for place in ("own", "region", "stack", "album", "ai"):
    field, slot = ("tags_ai", {"model_id": "m", "model_version": "1"}) if place == "ai" else ("tags_user", {})
    for name, (text, normal, other) in STORED.items():
        assets, around = rows_of(place, text)
        for op, operand in OPERANDS.items():
            for slug, given in (("itself", text), ("normal", normal), ("other", other)):
                matched.accepts(
                    "%s-%s-%s-%s" % (place, name, op, slug),
                    "texts-normal-form",
                    "%s: a label that is not its normal form, asked for by %s" % (place, slug),
                    evaluate(term(field, op.replace("-", "_"), operand(given), **slot), assets, **around),
                    lambda ok: ok["members"] == [id_of(1).hex()],
                )
    for name, text in NOTHING_LEFT.items():
        assets, around = rows_of(place, text)
        for op, operand in OPERANDS.items():
            for slug, given, found in (("spaces", "\u2003", True), ("other", "a", False)):
                matched.accepts(
                    "%s-%s-%s-%s" % (place, name, op, slug),
                    "texts-normal-form",
                    "%s: a label of white space alone matches white space alone" % place,
                    evaluate(term(field, op.replace("-", "_"), operand(given), **slot), assets, **around),
                    lambda ok, found=found: ok["members"] == ([id_of(1).hex()] if found else []),
                )

# Slots of people and tags match by bytes: neither normalized nor trimmed.

slots = Topic("everywhere", "slots")
for name, (text, normal, other) in STORED.items():
    for part, slot in (("model-id", (text, "1")), ("model-version", ("m", text))):
        plain = tuple(normal if each == text else each for each in slot)
        for field in smartalbum.SLOT_FIELDS:
            operand = "beach" if field == "tags_ai" else id_of(0x91)

            def holder(held, field=field):
                """An asset that holds something of a slot."""
                if field == "people_cluster":
                    return [evaluated(1, {}, people=[[*held, [id_of(0x91).hex()]]])]
                tag = {"tag": "beach", "model_id": held[0], "model_version": held[1]}
                return [evaluated(1, {"tags_ai": adds(W, tag)})]

            for slug, held, asked, current, found in (
                ("itself", slot, slot, slot, True),
                ("held-normal", plain, slot, slot, False),
                ("asked-normal", slot, plain, plain, False),
                ("current-normal", slot, slot, plain, False),
                ("held-not-normal-alone", slot, plain, slot, False),
            ):
                of_slot = {"model_id": asked[0], "model_version": asked[1]}
                made = evaluate(term(field, "contains", operand, **of_slot), holder(held))
                slots.accepts(
                    "%s-%s-%s-%s" % (field.replace("_", "-"), name, part, slug),
                    "model-ids-bytes",
                    "%s: %s is compared by bytes" % (field, part),
                    {**made, "slots": [list(current)]},
                    lambda ok, found=found: ok["members"] == ([id_of(1).hex()] if found else []),
                )
                if slug == "current-normal":
                    negated = evaluate({"not": term(field, "contains", operand, **of_slot)}, holder(held))
                    slots.accepts(
                        "%s-%s-%s-stale-not" % (field.replace("_", "-"), name, part),
                        "model-ids-bytes",
                        "%s: %s that is not current by its bytes is unknown, under not, too" % (field, part),
                        {**negated, "slots": [list(current)]},
                        lambda ok: ok["members"] == [],
                    )
            both = evaluate(
                {"all": [term(field, "contains", operand, model_id=each[0], model_version=each[1]) for each in (slot, plain)]},
                [evaluated(1, {}, people=[[*each, [operand.hex()]] for each in (slot, plain)])]
                if field == "people_cluster"
                else [
                    evaluated(
                        1,
                        {"tags_ai": adds(W, *({"tag": "beach", "model_id": each[0], "model_version": each[1]} for each in (slot, plain)))},
                    )
                ],
            )  # fmt: skip
            slots.accepts(
                "%s-%s-%s-both" % (field.replace("_", "-"), name, part),
                "model-ids-bytes",
                "%s: two slots that differ in bytes alone are two" % field,
                {**both, "slots": [list(slot), list(plain)]},
                lambda ok: ok["members"] == [id_of(1).hex()],
            )

# Export, and texts that are no labels of a set.

leaving = Topic("everywhere", "labels-exported")
for name, text in ALL.items():
    fields = {"uuid": ID, "labels": [text]}
    leaving.accepts(
        "own-" + name,
        "export-labels",
        "a label leaves as it is stored",
        export({"tags_user": adds(W, text)}),
        {"bytes": h(fields)},
    )
    in_stack = {"stack_membership": stamp(MEMBERSHIP)}
    leaving.accepts(
        "stack-" + name,
        "export-labels",
        "a stack's label leaves as it is stored",
        export(in_stack, stack=stack(id=STACK, labels=adds(W, text))),
        {"bytes": h({"uuid": ID, "stack_labels": [text]})},
    )
    leaving.accepts(
        "album-" + name,
        "export-labels",
        "an album's label leaves as it is stored",
        export({}, album=album(id=ALBUM, labels=adds(W, text))),
        {"bytes": h({"uuid": ID, "album_labels": [text]})},
    )
    leaving.accepts(
        "region-" + name,
        "export-regions",
        "a region's label leaves as it is stored",
        export({"regions": {REGION: {"shape": stamp(CIRCLE), "labels": adds(W, text)}}}, ["regions"]),
        {"bytes": h({"uuid": ID, "regions": [{"labels": [text], "shape": CIRCLE}]})},
    )
    leaving.accepts(
        "caption-" + name,
        "export-caption",
        "a caption is no label, and leaves as it is",
        export({"caption": {"current": stamp(text)}}),
        {"bytes": h({"uuid": ID, "caption": text})},
    )
    if name in STORED:
        normal = STORED[name][1]
        pair = sorted((text, normal), key=cbor)
        leaving.accepts(
            "own-%s-both" % name,
            "export-labels",
            "a label and its normal form leave as two",
            export({"tags_user": adds(W, normal, text)}),
            {"bytes": h({"uuid": ID, "labels": pair})},
        )
    stored.accepts(
        "album-name-%s-read" % name,
        "read-view",
        "an album's name is shown as it is stored",
        read("album", album(name=stamp(text))),
        lambda ok, text=text: ok["name"] == text,
    )
    stored.accepts(
        "caption-%s-read" % name,
        "read-view",
        "a caption is shown as it is",
        read("asset", asset(caption={"current": stamp(text)})),
        lambda ok, text=text: ok["caption"] == text,
    )
    edited.accepts(
        "caption-%s-set" % name,
        "edit-set",
        "a caption is written verbatim",
        edit("asset", asset(), {"set": {"field": "caption", "value": text}}),
        lambda ok, text=text: ok["bytes"] == h(asset(caption={"current": stamp(text, T1, A)})),
    )
    stored.accepts(
        "display-name-%s-read" % name,
        "read-settings",
        "a display name is no label, and is shown as it is",
        read("settings", settings(smart_albums={ID: stamp(definition({"all": []}, display_name=stamp(text)))})),
        lambda ok, text=text: ok["smart_albums"] == {ID.hex(): text},
    )
    if name in STORED:
        edited.accepts(
            "album-name-%s-set" % name,
            "edit-set",
            "an album's name is written in its normal form",
            edit("album", album(), {"set": {"field": "name", "value": text}}),
            lambda ok, normal=STORED[name][1]: ok["bytes"] == h(album(name=stamp(normal, T1, A))),
        )

# What contains nothing, and what is asked for nothing.

nothing = Topic("everywhere", "contains-nothing")
HOLDERS = {
    "tags_user": ({"tags_user": adds(W, "a")}, {}, "a"),
    "tags_ai": ({"tags_ai": adds(W, {**AI_TAG, "tag": "a"})}, {}, "a"),
    "stack_type": ({"stack_membership": stamp(MEMBERSHIP)}, {}, "burst"),
    "people_cluster": ({}, {"people": [["m", "1", [id_of(0x91).hex()]]]}, id_of(0x91)),
    "album_id": ({}, {"album_id": ALBUM.hex()}, ALBUM),
}
for field, (keys, more, one) in HOLDERS.items():
    slot = {"model_id": "m", "model_version": "1"} if field in smartalbum.SLOT_FIELDS else {}
    for op, operand, full, empty in (
        ("contains", one, True, False),
        ("contains_any", [], False, False),
        ("contains_any", [one], True, False),
        ("contains_all", [], True, True),
        ("contains_all", [one], True, False),
    ):
        asked = term(field, op, operand, **slot)
        rows = [evaluated(1, keys, **more), evaluated(2, {})]
        expected = [id_of(number).hex() for number, found in ((1, full), (2, empty)) if found]
        rest = [id_of(number).hex() for number, found in ((1, full), (2, empty)) if not found]
        name = "%s-%s%s" % (field.replace("_", "-"), op.replace("_", "-"), "" if operand else "-nothing")
        nothing.accepts(
            name,
            "contains-nothing",
            "%s %s of what holds one and what holds nothing" % (field, op),
            evaluate(asked, rows),
            lambda ok, expected=expected: ok["members"] == expected,
        )
        nothing.accepts(
            name + "-not",
            "contains-nothing",
            "not %s %s of what holds one and what holds nothing" % (field, op),
            evaluate({"not": asked}, rows),
            lambda ok, rest=rest: ok["members"] == rest,
        )
        for slug, predicate in (("stale", asked), ("stale-not", {"not": asked})) if slot else ():
            nothing.accepts(
                "%s-%s" % (name, slug),
                "stale-unknown",
                "%s %s over a slot that is not current, whatever the operand" % (field, op),
                {**evaluate(predicate, rows), "slots": []},
                lambda ok: ok["members"] == [],
            )
for field in ("content_type", "media_kind", "gps.datum"):
    for slug, predicate, expected in (
        ("nothing", term(field, "in", []), []),
        ("nothing-not", {"not": term(field, "in", [])}, [id_of(1).hex(), id_of(2).hex()]),
    ):
        nothing.accepts(
            "%s-in-%s" % (field.replace("_", "-").replace(".", "-"), slug),
            "enum-value",
            "%s is in no array of nothing" % field,
            evaluate(
                predicate,
                [evaluated(1, {"location": stamp({"lat": 1.0, "lon": 2.0, "source": "exif"})}), evaluated(2, {})],
            ),
            lambda ok, expected=expected: ok["members"] == expected,
        )
