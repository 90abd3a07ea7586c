# SPDX-License-Identifier: Apache-2.0
"""Chains and requests of section 19, for the modules that author vectors of decisions."""

NOW = "2026-05-31T10:00:00Z"
END = "2026-06-30T10:00:00Z"  # 2 592 000 s after NOW
BEFORE_END = "2026-06-30T09:59:59.999999999Z"
AFTER_END = "2026-06-30T10:00:00.000000001Z"
EARLIER_END = "2026-06-29T10:00:00Z"
LONG_AGO = "2020-01-01T00:00:00Z"
LAST_TIME = "9999-12-31T23:59:59.999Z"


def digest(number):
    """A record's digest."""
    return "%02x" % number * 32


def record(number, prior, action, until=None):
    """A record; `until` is the text of a delete's window."""
    made = {"digest": digest(number), "prior": prior and digest(prior), "action": action}
    return {**made, "retention_until": until} if action == "delete" else made


def after(chain, *actions, start=None):
    """A chain with more records: an action, or (delete, its text). Digests count on, or from `start`."""
    records = list(chain)
    number = len(records) + 1 if start is None else start
    for each in actions:
        action, until = (each, None) if isinstance(each, str) else each
        made = {"digest": digest(number), "prior": records[-1]["digest"], "action": action}
        records.append({**made, "retention_until": until} if action == "delete" else made)
        number += 1
    return records


CREATED = [record(1, None, "create")]


def chain(*actions):
    """A chain: a create and what follows."""
    return after(CREATED, *actions)


def trashed(until=END):
    """("delete", its text): the part of a chain."""
    return ("delete", until)


def on_disk(request, sidecar=True, original=True):
    """A request about an asset whose bytes are there, or not."""
    return {**request, "sidecar": sidecar, "original": original}


def with_members(request, **members):
    """A request in which some members are others; `...` takes one away."""
    changed = {**request, **members}
    return {name: value for name, value in changed.items() if value is not ...}


def refusals(topic, rule, request, near, **members):
    """A refusal for each member: missing, null where that is not allowed, and each value given for it.

    `members`: a name, to the values that it may not have; ... is a member that may not be missing.
    """
    for name, values in members.items():
        for at, value in enumerate(values):
            slug = "%s-%s" % (name.replace("_", "-"), "missing" if value is ... else at)
            note = "%s is missing" % name if value is ... else "%s is %s" % (name, str(value)[:60] or "empty")
            topic.rejects(slug, rule, note, with_members(request, **{name: value}), "invalid", near)
