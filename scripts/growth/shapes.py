# SPDX-License-Identifier: Apache-2.0
"""Documents of about n parts, as a member can send them."""
from bulk import EARLY, album, asset, data, document, head, ident, labels, stamped, text

STAMP = "2026-07-05T00:00:00.000Z"


def mapping(entries):
    return head(5, len(entries)) + b"".join(key + value for key, value in sorted(entries))


def carried(n, value=0, version=1):
    return document("album_id", 1, version, **{f"k{i:06}": head(0, value) for i in range(n)})


def stamped_keys(n, ts=EARLY):
    return document("album_id", 1, **{f"k{i:06}": stamped(head(0, 1), ts) for i in range(n)})


def many_labels(n, writer=1):
    return album(1, *(f"label {i:06}" for i in range(n)), writer=writer)


def writers(n, name=""):
    sets = [(data(ident(i + 1)), head(4, 2) + b"\x82\x00\x00" + b"\xa1\x00" + text(f"{name}{i % 7 if name else i}"))
            for i in range(n)]
    return document("album_id", 1, labels=mapping(sets))


def ranges(n):
    observed = b"".join(head(0, 2 * i) * 2 for i in range(n))
    adds = b"".join(head(0, 2 * i) + text(f"{i:05}") for i in range(n))
    body = head(5, 1) + data(ident(1)) + head(4, 2) + head(4, 2 * n) + observed + head(5, n) + adds
    return document("album_id", 1, labels=body)


def removed(n):
    body = head(5, 1) + data(ident(1)) + head(4, 2) + head(4, 2) + head(0, 0) + head(0, 4 * n) + b"\xa0"
    return document("album_id", 1, labels=body)


SHAPE = head(5, 4) + text("h") + b"\x05" + text("w") + b"\x05" + text("x") + b"\x05" + text("y") + b"\x05"


def region_keys(n, value=0):
    keys = [(text(f"k{i:06}"), head(0, value)) for i in range(n)] + [(text("shape"), stamped(SHAPE))]
    return asset(1, regions=mapping([(data(ident(7)), mapping(keys))]))


def regions(n, by=1):
    return asset(1, regions=mapping(
        [(data(ident(i)), mapping([(text("shape"), stamped(SHAPE, by=by)), (text("labels"), labels("x"))]))
         for i in range(n)]))


def settings(n, by=1):
    return document("settings_doc_id", 1, aggregated_album_covers=mapping(
        [(data(ident(i)), stamped(data(ident(3)), by=by)) for i in range(n)]))


def nested(n):
    return document("album_id", 1, extra=head(4, n) + b"\x81\x00" * n)


def facts_keys(n):
    """One value with many unknown keys: a region of one, below the limit of a value."""
    value = mapping([(text(f"k{i:04}"), b"\x00") for i in range(n)])
    return document("album_id", 1, extra=stamped(value))


