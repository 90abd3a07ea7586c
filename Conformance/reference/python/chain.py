# SPDX-License-Identifier: Apache-2.0
"""SPEC section 19: an asset's records, their chain, and the asset's state by it."""

from typing import NamedTuple

import members
import moment
from members import hex_of, one_of, optional, required, text
from refusal import Refused, require

CREATE, REPLACE, METADATA_UPDATE = "create", "replace", "metadata-update"
DERIVATIVE_ADD, DERIVATIVE_REPLACE = "derivative-add", "derivative-replace"
DELETE, RESTORE = "delete", "trash-restore"
ACTIONS = (CREATE, REPLACE, METADATA_UPDATE, DERIVATIVE_ADD, DERIVATIVE_REPLACE, DELETE, RESTORE)

LIVE, TRASHED, PURGED, DAMAGED = "live", "trashed", "purged", "damaged"

digest = hex_of(32)


class Record(NamedTuple):
    """SPEC section 19: a record; `retention_until` is a text only of a delete."""

    digest: bytes
    prior: bytes
    action: str
    retention_until: str


def record(value):
    """SPEC section 19: one record of a request."""
    members.obj(value)
    found = Record(required(value, "digest", digest), optional(value, "prior", digest),
                   required(value, "action", one_of(ACTIONS)), optional(value, "retention_until", text))
    require(found.action == DELETE or found.retention_until is None, "retention_until of what is no delete")
    return found


def chain(value):
    """SPEC section 19: records, oldest first, each naming the one before."""
    records = members.array_of(record)(value)
    require(records, "an empty chain")
    require([each.action == CREATE for each in records] == [at == 0 for at in range(len(records))],
            "a chain has one create, its first record")
    require([each.prior for each in records] == [None] + [each.digest for each in records[:-1]],
            "a record of a chain names the digest of the one before")
    require(len({each.digest for each in records}) == len(records), "a digest twice")
    return records


def head(records):
    """SPEC section 19: the last record."""
    return records[-1]


def position(records, wanted):
    """SPEC section 19: where a digest lies in a chain, or None."""
    return next((at for at, each in enumerate(records) if each.digest == wanted), None)


def window(record):
    """SPEC section 19: a delete's window as a count, or None where it has no readable one."""
    try:
        return moment.of_text(record.retention_until)
    except Refused:
        return None


def trashing(records):
    """SPEC section 19: where the delete lies that makes the asset trashed, or None when it is live by the chain."""
    for at in range(len(records) - 1, -1, -1):
        if records[at].action == RESTORE:
            return None
        if records[at].action == DELETE:
            return at
    return None


def window_in_force(records):
    """SPEC section 19: the window of a trashed asset, or None."""
    at = trashing(records)
    return None if at is None else window(records[at])


def state(records, sidecar, original):
    """SPEC section 19: the state by the chain and by what lies on disk."""
    if not sidecar and not original and head(records).action == DELETE:
        return PURGED
    if not sidecar:
        return DAMAGED
    return LIVE if trashing(records) is None else TRASHED


def is_held(records, indexed):
    """SPEC section 19: whether the latest delete of a trashed asset has not reached the feed."""
    at = position(records, indexed)
    return at is None or at < trashing(records)


def appended(action, retention_until=None):
    """SPEC section 19: a record to be made, as an answer lists it."""
    return {"action": action, "retention_until": retention_until} if action == DELETE else {"action": action}
