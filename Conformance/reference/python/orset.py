# SPDX-License-Identifier: Apache-2.0
"""SPEC sections 6 and 7: add-ids and the observed-remove set.

A set is a dict of writer to Line. A set that observed nothing is absent from its document; the functions
that read a set take an empty dict for it.
"""

import bisect
from typing import NamedTuple

import cbor
import scalars
import stamped
from refusal import COUNTER_EXHAUSTED, LIMIT, require

LIVE_LIMIT = 1000  # live add-ids of one writer in one OR-set, a writing rule of section 10


class Line(NamedTuple):
    """SPEC section 7: what is known of one writer: the observed counters as (low, high) ranges, and the live adds."""

    observed: list
    adds: dict  # counter -> the element's item


def parse(item, check_element):
    """SPEC section 7: `{ writer: [ [lo, hi, ...], { counter: element } ] }`, not empty."""
    require(item.kind == cbor.MAP and item.value, "not an OR-set that observed something")
    return {scalars.identifier(writer): parse_line(line, check_element) for writer, line in item.value}


def parse_line(item, check_element):
    """SPEC section 7: the ranges and then the live adds of one writer, each within the ranges."""
    require(item.kind == cbor.ARRAY and len(item.value) == 2, "not a pair of ranges and adds")
    observed, adds = parse_ranges(item.value[0]), {}
    require(item.value[1].kind == cbor.MAP, "not a map of adds")
    for key, element in item.value[1].value:
        require(contains(observed, scalars.counter(key)), "an add that is not observed")
        stamped.within_value_limit(element)
        check_element(element)
        adds[key.value] = element
    return Line(observed, adds)


def parse_ranges(item):
    """SPEC section 7: inclusive ranges, ascending, disjoint and not adjacent, at least one."""
    require(item.kind == cbor.ARRAY and item.value and len(item.value) % 2 == 0, "not ranges")
    bounds = [scalars.counter(each) for each in item.value]
    ranges = list(zip(bounds[::2], bounds[1::2]))
    require(all(low <= high for low, high in ranges), "a range that ends before it starts")
    require(all(a[1] + 1 < b[0] for a, b in zip(ranges, ranges[1:])), "ranges not ascending and apart")
    return ranges


def contains(ranges, counter):
    """SPEC section 7: whether a counter was observed."""
    index = bisect.bisect_right(ranges, (counter, scalars.COUNTER_LIMIT)) - 1
    return index >= 0 and counter <= ranges[index][1]


def union(a, b):
    """SPEC section 7: observed sets unite; adjacent ranges become one."""
    ranges = []
    for low, high in sorted(a + b):
        if ranges and low <= ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], max(high, ranges[-1][1]))
        else:
            ranges.append((low, high))
    return ranges


def difference(a, b):
    """SPEC section 7: the ranges of the counters that are in a and not in b."""
    left, first = [], 0
    for low, high in a:
        while first < len(b) and b[first][1] < low:
            first += 1
        at = first
        while at < len(b) and b[at][0] <= high:
            if low < b[at][0]:
                left.append((low, b[at][0] - 1))
            low = b[at][1] + 1
            at += 1
        if low <= high:
            left.append((low, high))
    return left


def join(a, b):
    """SPEC section 7: add-id by add-id the greater of unseen < live (by element bytes) < removed."""
    return {writer: join_line(a[writer], b[writer]) if writer in a and writer in b else a.get(writer) or b[writer]
            for writer in a.keys() | b.keys()}


def join_line(a, b):
    """SPEC section 7: an add survives if the other side has it live or has never observed it."""
    adds = surviving(a.adds, b)
    for counter, element in surviving(b.adds, a).items():
        adds[counter] = greater_element(adds[counter], element) if counter in adds else element
    return Line(union(a.observed, b.observed), adds)


def surviving(adds, other):
    """SPEC section 7: the adds that the other side has not removed."""
    return {counter: element for counter, element in adds.items()
            if counter in other.adds or not contains(other.observed, counter)}


def greater_element(a, b):
    """SPEC section 7: two live elements under one add-id (a writer at fault) keep the greater bytes."""
    return a if a.raw >= b.raw else b


def encode(lines):
    """SPEC section 7: the one encoding of a set."""
    return cbor.map_of((cbor.byte_string(writer), encode_line(line)) for writer, line in lines.items())


def encode_line(line):
    """SPEC section 7: ranges first, then the live adds, possibly none."""
    bounds = [cbor.uint(bound) for each in line.observed for bound in each]
    adds = cbor.map_of((cbor.uint(counter), element.raw) for counter, element in line.adds.items())
    return cbor.array([cbor.array(bounds), adds])


def value(lines):
    """SPEC section 7: the distinct elements, in ascending bytewise order of their encoding."""
    distinct = {element.raw: element for line in lines.values() for element in line.adds.values()}
    return [distinct[raw] for raw in sorted(distinct)]


def labels(lines):
    """SPEC section 7: the value of a set of labels, as texts."""
    return [element.value for element in value(lines)]


def observes_unknown_removal(delta, state):
    """SPEC section 7: whether the delta observes, without adding it, an add-id that the state has not observed.

    Ranges may name 2^53 counters, so their sizes are compared and they are never walked through.
    """
    nothing = Line([], {})
    for writer, line in delta.items():
        known = state.get(writer, nothing).observed
        news = difference(line.observed, known)
        added = sum(1 for counter in line.adds if not contains(known, counter))
        if sum(high - low + 1 for low, high in news) > added:
            return True
    return False


# Writing.

def next_counter(lines, writer):
    """SPEC section 6: from 0 on, one past the greatest of the writer's own that the state shows as observed."""
    if writer not in lines:
        return 0
    greatest = lines[writer].observed[-1][1]
    require(greatest < scalars.COUNTER_LIMIT, "the last add-id of this writer is used", COUNTER_EXHAUSTED)
    return greatest + 1


def live_ids(lines, is_that_element):
    """SPEC section 7: the add-ids that are live for an element, as (writer, counter)."""
    return [(writer, counter) for writer, line in lines.items()
            for counter, element in line.adds.items() if is_that_element(element)]


def removal(add_ids):
    """SPEC section 7: the delta that removes add-ids: it observes them and has none of them live."""
    counters = {}
    for writer, counter in add_ids:
        counters.setdefault(writer, []).append((counter, counter))
    return {writer: Line(union(each, []), {}) for writer, each in counters.items()}


def addition(lines, writer, element, is_that_element):
    """SPEC section 7: the delta that adds an element under a new add-id and removes those live for it.

    Section 10: a writer has at most 1 000 live add-ids of its own in one set, after the edit.
    """
    counter = next_counter(lines, writer)
    replaced = live_ids(lines, is_that_element)
    own_live = len(lines[writer].adds) if writer in lines else 0
    own_replaced = sum(1 for each, _ in replaced if each == writer)
    require(own_live - own_replaced + 1 <= LIVE_LIMIT, "more than 1000 live add-ids of one writer", LIMIT)
    delta = removal(replaced)
    known = delta.get(writer, Line([], {})).observed
    delta[writer] = Line(union(known, [(counter, counter)]), {counter: element})
    return delta


# Elements.

def check_label(item):
    """SPEC section 2: the element of a set of labels."""
    scalars.label(item)


def label_matches(text):
    """SPEC section 7, writing rule: for labels, "that element" means equal normal form."""
    return lambda element: scalars.same_label(element.value, text)


AI_TAG_KEYS = ("tag", "model_id", "model_version")


def check_ai_tag(item):
    """SPEC section 10: `{"model_id", "model_version", "tag"}`, texts of 1-256 bytes; unknown keys are kept."""
    stamped.parse_map(item, {key: scalars.short_text for key in AI_TAG_KEYS}, unknown_allowed=True)


def ai_tag_of(item):
    """SPEC section 10: (tag, model_id, model_version) of an AI tag."""
    fields = stamped.text_fields(item)
    return tuple(fields[key].value for key in AI_TAG_KEYS)


def ai_tag_matches(tag):
    """SPEC section 7, writing rule: for AI tags, equal tag, model_id and model_version."""
    return lambda element: ai_tag_of(element) == tag
