# SPDX-License-Identifier: Apache-2.0
"""SPEC section 13: derived views. Assets are those of smartalbum.Asset, without newer ones."""

import hashlib

import asset
import cbor
import stamped

SCOPE_CONTEXT = "capsule-import-scope/v1"


def group_cull(flags):
    """SPEC section 13: the state of a stack's cull flags, or None without members."""
    if not flags:
        return None
    if all(flag == "reject" for flag in flags):
        return "all_rejected"
    return "any_pick" if "pick" in flags else "mixed"


def is_stack_member(one, stack_id, album_id, view):
    """SPEC section 13: in the album, not trashed, (view `default`) not hidden, and its membership names the stack."""
    return (one.album_id == album_id and not one.trashed
            and (view == "everything" or not asset.is_hidden(one.document))
            and asset.membership(one.document).get("stack_id") == stack_id)


def absent_last(value):
    """SPEC section 13: a sort key under which an absent value comes last."""
    return value is None, value


def display_order(one):
    """SPEC section 13: member_index, then effective capture instant (absent last, both), then ascending id."""
    return (absent_last(asset.membership(one.document).get("member_index")),
            absent_last(asset.capture_instant(one.document)), one.document.id)


def primary(members):
    """SPEC section 13: the primary of members in display order, or None without members."""
    named = [one for one in members if role(one) == "primary"]
    if named:
        by_id = sorted(named, key=lambda one: one.document.id)
        return max(by_id, key=lambda one: stamped.order(one.document["stack_membership"]))
    not_proxies = [one for one in members if role(one) != "proxy"]
    return next(iter(not_proxies + members), None)


def role(one):
    """SPEC section 10: the role of a stack's member."""
    return asset.membership(one.document)["role"]


def stack(stack_id, album_id, assets, view):
    """SPEC section 13: (members in display order, primary, whether it is shown as a stack)."""
    members = sorted((one for one in assets if is_stack_member(one, stack_id, album_id, view)), key=display_order)
    return members, primary(members), len(members) >= 2


def album_order(albums, assets):
    """SPEC section 13: album ids, most recent first, ties by ascending id.

    `albums` is a list of (album id, creation instant, members); members is None for an album that has its own
    assets, and the list of ids for a smart or aggregated one.
    """
    shown = [one for one in assets if not asset.is_hidden(one.document) and not one.trashed]

    def recency(album):
        album_id, created, members = album
        own = [one for one in shown
               if (one.album_id == album_id if members is None else one.document.id in members)]
        instants = [asset.capture_instant(one.document) for one in own]
        return max((instant for instant in instants if instant is not None), default=created)

    ascending = sorted(albums, key=lambda album: album[0])
    return [album[0] for album in sorted(ascending, key=recency, reverse=True)]


SYSTEM_VIEWS = {
    "all": lambda hidden, trashed: not hidden and not trashed,
    "trash": lambda hidden, trashed: trashed and not hidden,
    "hidden": lambda hidden, trashed: hidden,
}


def system(name, assets):
    """SPEC section 13: the ids of a system view, ascending."""
    return sorted(one.document.id for one in assets if SYSTEM_VIEWS[name](asset.is_hidden(one.document), one.trashed))


def scope_id(platform, source_kind, locator):
    """SPEC section 13: SHA-256 of the canonical array of context, platform, source kind and verbatim locator."""
    return hashlib.sha256(cbor.array(map(cbor.text, (SCOPE_CONTEXT, platform, source_kind, locator)))).digest()
