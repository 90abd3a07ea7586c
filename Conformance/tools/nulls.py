# SPDX-License-Identifier: Apache-2.0
"""Testees that know nothing: nulls.py NAME. A suite that is worth its name gives none of them points."""

import json
import sys
import time

CLASSES = (
    "malformed",
    "non-canonical",
    "limit",
    "invalid",
    "newer-schema",
    "mismatch",
    "authentication-failed",
    "signature-invalid",
    "unsupported",
    "stale-revival",
    "retention-elapsed",
    "not-trashed",
    "purged",
)
SILENT = object()


def accepts(request):
    """Says yes, in the form that the operation has where that needs no thought."""
    return {"ok": {"complete": request.get("kind") != "asset"} if request.get("op") == "document.check" else {}}


def rejects(error_class):
    """Refuses everything with one class."""
    return lambda request: {"error": error_class}


def repeats():
    """Answers the first request that has an honest answer, and gives that answer ever after."""
    first = []

    def answer(request):
        if not first:
            import suitefiles

            sys.path.insert(0, str(suitefiles.ROOT / "reference" / "python"))
            import testee

            first.append(testee.answer(json.dumps({"id": 1, **request}).encode()))
        return {key: value for key, value in first[0].items() if key != "id"}

    return answer


# A name to a maker of an answerer: request -> answer without its id, None (gives up), or SILENT (never answers).
NULLS = {
    "accepts": lambda: accepts,
    **{"rejects-" + each: (lambda each=each: rejects(each)) for each in CLASSES},
    "echoes": lambda: lambda request: dict(request),
    "empty": lambda: lambda request: {},
    "repeats": repeats,
    "crashes": lambda: lambda request: None,
    "hangs": lambda: lambda request: SILENT,
}


def main():
    """Answer each line as badly as the name says."""
    if sys.argv[1:2] == [] or sys.argv[1] not in NULLS:
        sys.exit("usage: nulls.py NAME, one of " + ", ".join(NULLS))
    answerer = NULLS[sys.argv[1]]()
    for line in sys.stdin:
        request = json.loads(line)
        answer = answerer(request)
        if answer is None:
            sys.exit(1)
        while answer is SILENT:
            time.sleep(60)
        print(json.dumps({**answer, "id": request.get("id")}), flush=True)


if __name__ == "__main__":
    main()
