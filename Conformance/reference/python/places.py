# SPDX-License-Identifier: Apache-2.0
"""SPEC section 20: where imports go, which albums may be deleted, moves, and RAW+JPEG detection."""

from typing import NamedTuple

import cbor
import documents
import moment
import read
from refusal import Refused, require

ASKED_FOR = ("explicit-pick", "scope-override", "source-kind-default")


# Imports.

def settings(data):
    """SPEC section 20: a settings document; of a newer one what is understood, None without a readable id."""
    item = cbor.decode(data)
    if documents.schema_of(item) <= documents.SCHEMA_VERSION:
        return documents.parse("settings", data)
    try:
        return read.understood("settings", item)
    except Refused:
        return None


def row(document, field, key):
    """SPEC section 20: the album of a row; a deleted row is no row."""
    register = ((document and document[field]) or {}).get(key)
    return None if register is None or register.is_null() else register.value.value


def destination(picked, scope_id, source_kind, document, pointer, derived, writable):
    """SPEC section 20: (album id, the rule that named it, whether to ask)."""
    if picked is not None:
        require(writable is None or picked in writable, "the picked album is not writable")
        return picked, "explicit-pick", False
    for rule, album in (("scope-override", row(document, "scope_overrides", scope_id)),
                        ("source-kind-default", row(document, "source_kind_defaults", source_kind)),
                        ("default-pointer", pointer)):
        if album is not None and (writable is None or album in writable):
            return album, rule, rule not in ASKED_FOR
    return derived, "derived-default", True


# Albums.

def is_deletable(album_id, pointer, derived):
    """SPEC section 20: neither the designated default nor the derived album."""
    return album_id not in (pointer, derived)


def moved(album_id, moves):
    """SPEC section 20: (the album at the end, for each move whether it changes anything)."""
    changed = []
    for target in moves:
        changed.append(target != album_id)
        album_id = target
    return album_id, changed


# Stacks.

XMP = "application/rdf+xml"
DEVELOPED = ("image/jpeg", "image/heic")
RAW_PREFIX = "image/x-"
APART = 2  # seconds

LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


class File(NamedTuple):
    """SPEC section 20: a file of an import."""

    id: bytes
    path: str
    content_type: str
    captured: int

    def folder(self):
        """SPEC section 20: everything up to and with the last `/` or `\\`."""
        return self.path[:max(self.path.rfind("/"), self.path.rfind("\\")) + 1]

    def name(self):
        """SPEC section 20: what follows the folder, ASCII letters lowered."""
        return self.path[len(self.folder()):].translate(LOWER)

    def stem(self):
        """SPEC section 20: the name before its last `.`, when that is not its first character."""
        dot = self.name().rfind(".")
        return self.name()[:dot] if dot > 0 else self.name()


def detect(files):
    """SPEC section 20: the stacks as (primary, members), ordered by primary."""
    pictures = [each for each in files if each.content_type != XMP]
    by_name = {(each.folder(), each.name()): each.stem() for each in pictures}
    groups, sidecars = {}, {}
    for each in pictures:
        groups.setdefault((each.folder(), each.stem()), []).append(each)
    for each in files:
        if each.content_type == XMP:
            stem = by_name.get((each.folder(), each.stem()), each.stem())
            sidecars.setdefault((each.folder(), stem), []).append(each.id)
    stacks = []
    for key, group in groups.items():
        raws = [each for each in group if each.content_type.startswith(RAW_PREFIX)]
        developed = [each for each in group if each.content_type in DEVELOPED]
        if len(group) == 2 and len(raws) == 1 and len(developed) == 1 and not taken_apart(raws[0], developed[0]):
            stacks.append((developed[0].id, [raws[0].id, *sorted(sidecars.get(key, []))]))
    return sorted(stacks)


def taken_apart(raw, developed):
    """SPEC section 20: both have a time and these lie more than 2 s apart."""
    return (raw.captured is not None and developed.captured is not None
            and abs(raw.captured - developed.captured) > moment.seconds(APART))
