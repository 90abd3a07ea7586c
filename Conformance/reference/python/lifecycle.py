# SPDX-License-Identifier: Apache-2.0
"""SPEC section 19: what may be done with an asset: verbs, expiry, purging, delivery, receiving, upload.

Times are counts of moment.py; `server_now`, `indexed` and windows are None where there is none.
"""

import chain
import moment
from chain import CREATE, DELETE, LIVE, PURGED, RESTORE, appended, is_held, trashing, window_in_force
from refusal import NOT_TRASHED, RETENTION_ELAPSED, STALE_REVIVAL, Refused, require
from refusal import PURGED as GONE

SHORTEST_WINDOW = 2592000  # seconds


def trusted_now(clock, server_now):
    """SPEC section 19: the feed's time, or the device's own clock where there is none."""
    return clock if server_now is None else server_now


def later_clock(clock, server_now):
    """SPEC section 19: the later of the two clocks."""
    return clock if server_now is None else max(clock, server_now)


def elapsed(window, now):
    """SPEC section 19: whether a window has ended; what has none never expires."""
    return window is not None and window <= now


# Verbs.

def verb(name, records, state, clock, server_now, indexed, windows):
    """SPEC section 19: (records to append, whether to remove the bytes)."""
    return VERBS[name](records, state, clock, server_now, indexed, windows)


def delete(records, state, clock, server_now, indexed, windows):
    """SPEC section 19: the verb delete."""
    if state == PURGED or trashing(records) is not None:
        return [], False
    seconds = max([SHORTEST_WINDOW, *(each for each in windows if each is not None)])
    until = moment.stamp_time(later_clock(clock, server_now) + moment.seconds(seconds))
    return [appended(DELETE, until)], False


def restore(records, state, clock, server_now, indexed, windows):
    """SPEC section 19: the verb restore."""
    require(state != PURGED, "the asset is purged", RETENTION_ELAPSED)
    if trashing(records) is None:
        return [], False
    judged_at = clock if is_held(records, indexed) else trusted_now(clock, server_now)
    require(not elapsed(window_in_force(records), judged_at), "the window is over", RETENTION_ELAPSED)
    return [appended(RESTORE)], False


def purge(records, state, clock, server_now, indexed, windows):
    """SPEC section 19: the verb purge."""
    if state == PURGED:
        return [], False
    require(trashing(records) is not None, "the asset is not in the trash", NOT_TRASHED)
    now, window = trusted_now(clock, server_now), window_in_force(records)
    if chain.head(records).action == DELETE and elapsed(window, now):
        return [], True
    until = now if window is None else min(now, window)
    return [appended(DELETE, moment.stamp_time(until))], True


VERBS = {"delete": delete, "restore": restore, "purge": purge}


# Expiry.

def expire(records, state, drained, server_purged, server_now, indexed):
    """SPEC section 19: (reason to keep or None for a purge, records to append before it)."""
    reason = reason_to_keep(records, state, drained, server_purged, server_now, indexed)
    if reason is not None or chain.head(records).action == DELETE:
        return reason, []
    return None, [appended(DELETE, records[trashing(records)].retention_until)]


def reason_to_keep(records, state, drained, server_purged, server_now, indexed):
    """SPEC section 19: in this order, the first that holds decides; None is a purge."""
    if trashing(records) is None or state == PURGED:
        return "not-trashed"
    if is_held(records, indexed):
        return "delete-held"
    if server_purged:
        return None
    if not drained or server_now is None:
        return "feed-not-drained"
    if window_in_force(records) is None:
        return "no-window"
    return None if elapsed(window_in_force(records), server_now) else "window-open"


def purge_due(records, now):
    """SPEC section 19: whether a server purges."""
    return elapsed(window_in_force(records), now)


# Delivery.

def deliver(records, indexed, server_purged, clock, server_now):
    """SPEC section 19: (digests to send, the reason why not all are sent, or None)."""
    if server_purged:
        return [], "purged"
    if indexed is None:
        return [], "not-indexed"
    at = chain.position(records, indexed)
    require(at is not None, "the feed's head is not in the chain", STALE_REVIVAL)
    pending = records[at + 1:]
    late = first_late_stretch(pending, later_clock(clock, server_now))
    sent = [each.digest for each in pending[:late]]
    return sent, None if late is None else "restore-too-late"


def first_late_stretch(pending, now):
    """SPEC section 19: where the first stretch begins whose restore comes too late, or None."""
    begin, late = None, False
    for at, each in enumerate(pending):
        if each.action == DELETE:
            if begin is None:
                begin, late = at, False
            late = late or elapsed(chain.window(each), now)
        elif each.action == RESTORE:
            if begin is not None and late:
                return begin
            begin = None
    return None


# Receiving.

def receive(records, sidecar, original, record, source, now):
    """SPEC section 19: whether a record is appended; a refusal says why not."""
    if records is None:
        require(record.action == CREATE, "no chain is held", STALE_REVIVAL)
        require(record.prior is None, "a create with a prior")
        return True
    if chain.position(records, record.digest) is not None:
        return False
    require(record.action != CREATE and record.prior is not None, "a second beginning")
    require(record.prior == chain.head(records).digest, "the prior is not the head", STALE_REVIVAL)
    if source == "feed":
        return True
    trashed = trashing(records) is not None
    bytes_gone = source == "client" and trashed and not sidecar and not original
    if bytes_gone or chain.state(records, sidecar, original) == PURGED:
        raise Refused(RETENTION_ELAPSED if record.action == RESTORE else GONE, "the asset is purged")
    if now is not None and elapsed(window_in_force(records), now):
        require(record.action not in (RESTORE, DELETE), "the window is over", RETENTION_ELAPSED)
    return True


# Upload.

def upload(state, custody_confirmed):
    """SPEC section 19: (whether the queue may send, whether the original stays pinned)."""
    return state == LIVE, state != PURGED and not custody_confirmed
