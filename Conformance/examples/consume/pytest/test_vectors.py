# SPDX-License-Identifier: Apache-2.0
"""The vectors as test cases of pytest: put your own implementation in the place of `answer`.

python3 -m pytest test_vectors.py
"""

import json
import pathlib

import pytest

VECTORS = pathlib.Path(__file__).resolve().parents[3] / "vectors"


def answer(request):
    """What your implementation answers to a request; here one that knows a CBOR head of one byte and no more."""
    data = bytes.fromhex(request["bytes"])
    if not data:
        return {"error": "malformed"}
    if len(data) == 1 and data[0] < 0x18:
        return {"ok": {}}
    return {"error": "non-canonical" if data[:1] == b"\x18" and len(data) == 2 and data[1] < 0x18 else "unsupported"}


def cases():
    """The vectors of one topic, each a case of its own under its id."""
    for vector in json.loads((VECTORS / "cbor" / "heads.json").read_text())["vectors"]:
        yield pytest.param(vector, id=vector["id"])


@pytest.mark.parametrize("vector", cases())
def test_vector(vector):
    given, expected = answer(vector["request"]), vector["expect"]
    if given == {"error": "unsupported"}:
        pytest.skip("not offered yet")  # a skip is counted, and is no pass
    if "error" in expected:
        classes = expected["error"] if isinstance(expected["error"], list) else [expected["error"]]
        assert given.get("error") in classes, vector["note"]
    else:
        assert given.get("ok") == expected["ok"], vector["note"]  # Python compares numbers by value
