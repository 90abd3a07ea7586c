# SPDX-License-Identifier: Apache-2.0
"""Area delta, topic sequences: what several devices wrote, as deltas and as states, lost, repeated and late."""

import random

from build import A, AI_TAG, B, C, REGION, RECTANGLE, CIRCLE, W, X, Y, album, asset, edit, h, merge, stack
from laws import joined
from suite import Topic, reference_answer

sequences = Topic("delta", "sequences")
DEVICES = ((A, W), (B, X), (C, Y))
REGION_ID = REGION.hex()
LABELS = [{"add_label": "a"}, {"add_label": "b"}, {"remove_label": "a"}, {"add_label": "a"}, {"remove_label": "b"}]
EDITS = {
    "stack": LABELS,
    "album": LABELS + [{"set": {"field": "name", "value": "one"}}, {"set": {"field": "name", "value": "two"}}],
    "asset": LABELS
    + [
        {"set": {"field": "rating", "value": 3}},
        {"set": {"field": "caption", "value": "one"}},
        {"set": {"field": "caption", "value": "two"}},
        {"add_ai_tag": AI_TAG},
        {"remove_ai_tag": AI_TAG},
        {"put_region": {"id": REGION_ID, "shape": RECTANGLE}},
        {"put_region": {"id": REGION_ID, "shape": CIRCLE}},
        {"add_region_label": {"id": REGION_ID, "label": "x"}},
        {"remove_region_label": {"id": REGION_ID, "label": "x"}},
        {"delete_region": REGION_ID},
        {"set": {"field": "location", "value": None}},
    ],
}
EMPTY = {"stack": stack, "album": album, "asset": asset}


def written(kind, seed, count=9):
    """The deltas and the last states of three replicas that edit and sync now and then, from a seed."""
    chance, deltas, second = random.Random(seed), [], 0
    states = [h(EMPTY[kind](zz=1))] * len(DEVICES)
    while len(deltas) < count:
        at = chance.randrange(len(DEVICES))
        device, writer = DEVICES[at]
        if chance.random() < 0.3:
            states[at] = joined(kind, states[at], states[chance.randrange(len(DEVICES))])
        now = "2026-05-31T10:%02d:%02d.000Z" % divmod(second + chance.randrange(3), 60)
        answer = reference_answer(edit(kind, states[at], chance.choice(EDITS[kind]), now, device, writer))
        second += 1
        if "ok" in answer:
            states[at] = answer["ok"]["bytes"]
            deltas.append(answer["ok"]["delta"])
    return deltas, states


for kind in EDITS:
    for seed in range(1, 5):
        deltas, states = written(kind, seed)
        start = h(EMPTY[kind](zz=1))
        outcome = joined(kind, *states)
        chance, slug, note = random.Random(seed), "%s-%d" % (kind, seed), "nine edits on three devices: "

        def gives(ok, outcome=outcome):
            return ok["bytes"] == outcome

        def late(shuffled=chance):
            return shuffled.sample(deltas, len(deltas))

        for name, what, inputs in (
            ("states", "their states", states),
            ("deltas", "their deltas as they were written", [start, *deltas]),
            ("reversed", "the deltas in reverse", [start, *reversed(deltas)]),
            ("shuffled", "the deltas in some order", [*late(), start]),
            ("repeated", "the deltas twice, in two orders", [*late(), start, *late()]),
            ("half", "a state that has some of them, and all of them late", [states[0], *late()]),
        ):
            sequences.accepts(
                "%s-%s" % (slug, name), "delta", note + what + ", to one outcome", merge(kind, *inputs), gives
            )
many = [stack(labels={bytes([at] * 16): [[at, at], {at: "label %02d" % at}]}) for at in range(1, 41)]
sequences.accepts(
    "forty-writers",
    "merge-laws",
    "forty writers' adds",
    merge("stack", *many),
    lambda ok: ok["bytes"] == h(stack(labels={key: value for each in many for key, value in each["labels"].items()})),
)
