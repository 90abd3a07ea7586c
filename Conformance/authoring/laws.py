# SPDX-License-Identifier: Apache-2.0
"""The laws of the join as vectors: orders, groupings, repeats and partial syncs of the same edits, one outcome."""

import itertools
import random

from build import apply, h, merge
from suite import reference_answer

LETTERS = "abcdefgh"


def accepts(topic, slug, rule, note, request, gives):
    """A vector, unless the topic asks the same already: equal inputs make equal orders."""
    if all(request != vector["request"] for vector in topic.vectors):
        topic.accepts(slug, rule, note, request, gives)


def joined(kind, *inputs):
    """The join of some inputs, as hex, for inputs that hold several edits already."""
    return reference_answer(merge(kind, *inputs))["ok"]["bytes"]


def orders(topic, slug, rule, note, kind, inputs, outcome, seed=1):
    """Vectors that join `inputs` to the document `outcome`, which the author states: each order of up to three
    inputs, else seeded ones; groupings; repeats; and a sync through a replica that holds a part."""
    expected, names = h(outcome), LETTERS[: len(inputs)]
    by_name = dict(zip(names, inputs))

    def gives(ok):
        return ok["bytes"] == expected

    chosen = list(itertools.permutations(names))
    if len(inputs) > 3:
        shuffled = random.Random(seed)
        chosen = [tuple(names), tuple(reversed(names))] + [tuple(shuffled.sample(names, len(names))) for _ in range(3)]
    for order in dict.fromkeys(chosen):
        accepts(
            topic,
            "%s-%s" % (slug, "".join(order)),
            rule,
            "%s: in the order %s" % (note, " ".join(order)),
            merge(kind, *(by_name[name] for name in order)),
            gives,
        )
    first, last = names[0], names[-1]
    if len(inputs) > 2:
        for alone in (first, last):
            rest = [name for name in names if name != alone]
            group = joined(kind, *(by_name[name] for name in rest))
            accepts(
                topic,
                "%s-grouped-%s" % (slug, "".join(rest)),
                rule,
                "%s: %s joined before, then %s" % (note, " ".join(rest), alone),
                merge(kind, group, by_name[alone]),
                gives,
            )
    everything = joined(kind, *inputs)
    accepts(
        topic,
        "%s-repeated-%s" % (slug, first),
        rule,
        "%s: %s once more, after everything" % (note, first),
        apply(kind, everything, by_name[first]),
        gives,
    )
    partial = joined(kind, *(by_name[name] for name in names[:-1]))
    overlapping = joined(kind, *(by_name[name] for name in names[1:]))
    accepts(
        topic,
        "%s-overlapping" % slug,
        rule,
        "%s: two replicas that hold overlapping parts sync" % note,
        apply(kind, overlapping, partial),
        gives,
    )
