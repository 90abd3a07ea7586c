# SPDX-License-Identifier: Apache-2.0
"""SPEC sections 15, 18 to 23: the requests for decisions. All members are looked at before anything is decided."""

import alerts
import chain
import documents
import lifecycle
import moment
import places
import rebase
import showing
from members import (array_of, boolean, hex_bytes, identifier, integer, nullable, obj, one_of, optional, required,
                     text)
from refusal import require

LARGEST = 2**53 - 1

uint = integer(0, LARGEST)


# Lifecycle.

def asset(request):
    """SPEC section 19: (chain, state) of an asset whose chain is held."""
    records = required(request, "chain", chain.chain)
    return records, chain.state(records, *on_disk(request))


def on_disk(request):
    """SPEC section 19: whether the sidecar and the original are there."""
    return required(request, "sidecar", boolean), required(request, "original", boolean)


def server_now(request):
    """SPEC section 19: the feed's time, or None."""
    return optional(request, "server_now", moment.of_text)


def indexed(request):
    """SPEC section 19: the digest that the feed names as the asset's head, or None."""
    return optional(request, "indexed", chain.digest)


def lifecycle_state(request):
    """SPEC section 19: lifecycle.state."""
    records, state = asset(request)
    answer = {"state": state, "head": chain.head(records).digest.hex()}
    if state == chain.TRASHED and chain.window_in_force(records) is not None:
        answer["retention_until"] = records[chain.trashing(records)].retention_until
    return answer


def lifecycle_verb(request):
    """SPEC section 19: lifecycle.verb."""
    records, state = asset(request)
    appended, remove = lifecycle.verb(
        required(request, "verb", one_of(tuple(lifecycle.VERBS))), records, state,
        clock=required(request, "clock", moment.of_text), server_now=server_now(request), indexed=indexed(request),
        windows=[optional(request, name, moment.duration) for name in ("window", "album_window")])
    return {"append": appended, "remove": remove}


def lifecycle_expire(request):
    """SPEC section 19: lifecycle.expire."""
    keep, appended = lifecycle.expire(
        *asset(request), required(request, "drained", boolean), required(request, "server_purged", boolean),
        server_now(request), indexed(request))
    return {"purge": keep is None, "keep": keep, "append": appended}


def lifecycle_purge_due(request):
    """SPEC section 19: lifecycle.purge_due."""
    return {"purge": lifecycle.purge_due(required(request, "chain", chain.chain),
                                         required(request, "now", moment.of_text))}


def lifecycle_deliver(request):
    """SPEC section 19: lifecycle.deliver."""
    send, why = lifecycle.deliver(
        required(request, "chain", chain.chain), indexed(request), required(request, "server_purged", boolean),
        required(request, "clock", moment.of_text), server_now(request))
    return {"send": [each.hex() for each in send], "why": why}


def lifecycle_rebase(request):
    """SPEC section 19: lifecycle.rebase."""
    ancestor, redo, dropped = rebase.rebase(
        required(request, "own", chain.chain), required(request, "feed", chain.chain),
        required(request, "server_purged", boolean), required(request, "clock", moment.of_text), server_now(request))
    return {"ancestor": ancestor.hex(), "redo": redo, "dropped": [each.hex() for each in dropped]}


def lifecycle_receive(request):
    """SPEC section 19: lifecycle.receive; a null chain is written."""
    records, record = required(request, "chain", nullable(chain.chain)), required(request, "record", chain.record)
    appended = lifecycle.receive(
        records, *on_disk(request), record, required(request, "source", one_of(("feed", "peer", "backup", "client"))),
        optional(request, "now", moment.of_text))
    return {"appended": appended, "head": (record if appended else chain.head(records)).digest.hex()}


def lifecycle_upload(request):
    """SPEC section 19: lifecycle.upload."""
    _, state = asset(request)
    upload, pinned = lifecycle.upload(state, required(request, "custody_confirmed", boolean))
    return {"upload": upload, "pinned": pinned}


# Albums, imports, stacks.

def import_destination(request):
    """SPEC section 20: import.destination."""
    album_id, rule, ask = places.destination(
        optional(request, "picked", identifier), required(request, "scope_id", chain.digest),
        required(request, "source_kind", one_of(documents.SOURCE_KINDS)),
        optional(request, "settings", lambda value: places.settings(hex_bytes(value))),
        optional(request, "default_album_id", identifier), required(request, "derived_album_id", identifier),
        optional(request, "writable", array_of(identifier)))
    return {"album_id": album_id.hex(), "rule": rule, "ask": ask}


def album_deletable(request):
    """SPEC section 20: album.deletable."""
    return {"deletable": places.is_deletable(
        required(request, "album_id", identifier), optional(request, "default_album_id", identifier),
        required(request, "derived_album_id", identifier))}


def album_moves(request):
    """SPEC section 20: album.moves."""
    album_id, changed = places.moved(required(request, "album_id", identifier),
                                     required(request, "moves", array_of(identifier)))
    return {"album_id": album_id.hex(), "changed": changed}


def file(value):
    """SPEC section 20: a file of stack.detect."""
    obj(value)
    return places.File(required(value, "id", identifier), required(value, "path", text),
                       required(value, "content_type", one_of(documents.CONTENT_TYPES)),
                       optional(value, "capture_timestamp", moment.of_text))


def stack_detect(request):
    """SPEC section 20: stack.detect; ids are distinct."""
    files = required(request, "files", array_of(file))
    require(len({each.id for each in files}) == len(files), "two files of one id")
    return {"stacks": [{"primary": primary.hex(), "members": [each.hex() for each in found]}
                       for primary, found in places.detect(files)]}


# Gated views, representations.

def gate_open(request):
    """SPEC section 21: gate.open."""
    view, grants = required(request, "view", one_of(("trash", "hidden"))), required(request, "grants", obj)
    granted = {name: optional(grants, name, moment.of_text) for name in ("trash", "hidden")}
    now, grace = required(request, "now", moment.of_text), optional(request, "grace", moment.duration)
    credentials = optional(request, "credentials", array_of(one_of(showing.METHODS)))
    failed = optional(request, "failed", array_of(one_of(showing.METHODS))) or []
    is_open, ask = showing.gate(granted[view], now, showing.DEFAULT_GRACE if grace is None else grace, credentials,
                                failed)
    return {"open": is_open, "ask": ask}


def representation_show(request):
    """SPEC section 22: representation.show; no condition takes an asset from a list."""
    one = one_of(showing.REPRESENTATIONS)
    show, status = showing.representation(
        required(request, "local", array_of(one)), required(request, "wanted", one),
        required(request, "remote", one_of(tuple(showing.UNAVAILABLE))))
    return {"show": show, "status": status, "listed": True}


# Alerts and wakes.

def defaulted(request, name, check, default):
    """SPEC section 18: a member with a default may be absent or null."""
    value = optional(request, name, check)
    return default if value is None else value


def own_facts(alert_class, facts, now):
    """SPEC section 23: (due, deadline) by the class's own facts."""
    if alert_class == "sync_stale":
        return alerts.sync_stale(
            now, optional(facts, "last_sync", moment.of_text), optional(facts, "signed_in", moment.of_text),
            defaulted(facts, "after", moment.duration, alerts.DEFAULT_AFTER))
    if alert_class == "recovery_check_due":
        return alerts.deadline_passed(optional(facts, "due", moment.of_text), now)
    if alert_class == "quota_soft":
        return alerts.quota_soft(required(facts, "used", uint), required(facts, "quota", uint),
                                 required(facts, "percent", integer(1, 100)))
    if alert_class == "quota_grace_expiring":
        return alerts.quota_grace_expiring(now, optional(facts, "grace_until", moment.of_text),
                                           required(facts, "lead", moment.duration))
    return alerts.pending(required(facts, "count", uint))


CLASSES = ("sync_stale", "recovery_check_due", "quota_soft", "quota_grace_expiring", "quarantine_pending",
           "drop_pending")


def alert_decide(request):
    """SPEC section 23: alert.decide."""
    alert_class, now = required(request, "class", one_of(CLASSES)), required(request, "now", moment.of_text)
    due, deadline = own_facts(alert_class, required(request, "facts", obj), now)
    return alerts.decide(alert_class, due, deadline, alerts.Facts(
        now, required(request, "enabled", boolean),
        required(request, "permission", one_of((alerts.GRANTED, alerts.DENIED, alerts.UNDECIDED))),
        required(request, "snoozes", uint), required(request, "most_snoozes", uint),
        defaulted(request, "longest_snooze", moment.duration, alerts.DEFAULT_LONGEST_SNOOZE),
        optional(request, "snoozed_until", lambda value: alerts.Until(moment.of_text(value), value)),
        optional(request, "shown_at", moment.of_text),
        defaulted(request, "repeat", moment.duration, alerts.DEFAULT_REPEAT),
        optional(request, "armed", moment.of_text)))


def alert_snooze(request):
    """SPEC section 23: alert.snooze."""
    snoozes, until = alerts.snooze(required(request, "snoozes", uint), required(request, "most_snoozes", uint),
                                   required(request, "now", moment.of_text),
                                   required(request, "for", moment.duration))
    return {"snoozes": snoozes, "snoozed_until": until}


def alert_delivery(request):
    """SPEC section 23: alert.delivery."""
    delivery, asks = alerts.delivery(required(request, "platform", one_of(tuple(alerts.DELIVERIES))),
                                     optional(request, "api", uint))
    return {"delivery": delivery, "asks": asks}


def wake_receive(request):
    """SPEC section 23: wake.receive; the payload is bytes, and has no say."""
    now, last_poll = required(request, "now", moment.of_text), optional(request, "last_poll", moment.of_text)
    floor, _ = required(request, "floor", moment.duration), required(request, "payload", hex_bytes)
    polls = alerts.polls(now, last_poll, floor)
    return {"poll": polls, "requests": list(alerts.POLLED) if polls else []}


def wake_transport(request):
    """SPEC section 23: wake.transport."""
    return {"admitted": alerts.is_admitted(required(request, "platform", one_of(("ios", "android", "desktop", "web"))),
                                           required(request, "transport", one_of(tuple(alerts.ADMITTED))))}


OPERATIONS = {
    "lifecycle.state": lifecycle_state,
    "lifecycle.verb": lifecycle_verb,
    "lifecycle.expire": lifecycle_expire,
    "lifecycle.purge_due": lifecycle_purge_due,
    "lifecycle.deliver": lifecycle_deliver,
    "lifecycle.rebase": lifecycle_rebase,
    "lifecycle.receive": lifecycle_receive,
    "lifecycle.upload": lifecycle_upload,
    "import.destination": import_destination,
    "album.deletable": album_deletable,
    "album.moves": album_moves,
    "stack.detect": stack_detect,
    "gate.open": gate_open,
    "representation.show": representation_show,
    "alert.decide": alert_decide,
    "alert.snooze": alert_snooze,
    "alert.delivery": alert_delivery,
    "wake.receive": wake_receive,
    "wake.transport": wake_transport,
}
