# SPDX-License-Identifier: Apache-2.0
"""A small testee in Python: info, and cbor.check (section 1) without floats and indefinite lengths, yours to add."""

import json, re, sys


class Refused(Exception):
    """A refusal; its text is the class."""


def require(holds, error_class):
    if not holds:
        raise Refused(error_class)


def item(data, at, depth, faults):
    """Check the item at a position; give the position after it. What is only not canonical goes to `faults`."""
    require(at < len(data), "malformed")
    major, info, start, at = data[at] >> 5, data[at] & 31, at, at + 1
    require((info != 31 or major not in (2, 3, 4, 5)) and (major != 7 or info not in (24, 25, 26, 27)), "unsupported")
    require(info < 28, "malformed")
    require(depth <= 32, "limit")
    size = 0 if info < 24 else 1 << (info - 24)
    require(size <= len(data) - at, "malformed")
    value, at = int.from_bytes(data[at:at + size], "big") if size else info, at + size
    if size and value < {1: 24, 2: 2**8, 4: 2**16, 8: 2**32}[size]:
        faults.append(start)
    if major in (2, 3):
        require(value <= len(data) - at, "malformed")
        if major == 3:
            data[at:at + value].decode("utf-8")
        return at + value
    previous = b""
    for turn in range({4: value, 5: 2 * value, 6: 1}.get(major, 0)):
        after = item(data, at, depth + 1, faults)
        if major == 5 and turn % 2 == 0:
            if not previous < data[at:after]:
                faults.append(at)
            previous = data[at:after]
        at = after
    return at


def answer(request):
    if request.get("op") == "info":
        return {"ok": {"name": "example in Python", "version": "1", "spec": "1", "ops": ["info", "cbor.check"]}}
    try:
        require(request.get("op") == "cbor.check", "unsupported")
        given = request.get("bytes")
        require(isinstance(given, str) and re.fullmatch("([0-9a-f]{2})*", given), "invalid")
        data, faults = bytes.fromhex(given), []
        require(item(data, 0, 1, faults) == len(data), "malformed")
        require(not faults, "non-canonical")
        return {"ok": {}}
    except (Refused, UnicodeDecodeError) as error:
        return {"error": str(error) if isinstance(error, Refused) else "malformed"}


for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], **answer(json.loads(line))}), flush=True)
