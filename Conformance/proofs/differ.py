# SPDX-License-Identifier: Apache-2.0
"""Compare the testee made from the proofs with another: differ.py [--seed N] [--count N] -- COMMAND...

Asks both the same random requests: those of the vectors with bytes of a document changed, and documents of the vectors
joined that no vector joins. Prints each difference of the answers, classes included, and the counts. What either
answers with `unsupported` is not compared. Exit 1 when they differ.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))

import suitefiles  # noqa: E402

OPERATIONS = (
    "cbor.check", "document.check", "document.merge", "document.apply", "document.before", "addid.next", "document.edit")
AT_MOST = 6000  # characters of a request: longer ones cost time and find nothing more


def changed(text, random_source):
    """Bytes in hex with one or two of them changed, gone or new; a text that is no such thing stays."""
    try:
        data = bytearray(bytes.fromhex(text))
    except ValueError:
        return text
    for _ in range(random_source.choice((1, 1, 2))):
        if not data:
            break
        at, kind = random_source.randrange(len(data)), random_source.randrange(4)
        if kind == 0:
            data[at] ^= 1 << random_source.randrange(8)
        elif kind == 1:
            data[at] = random_source.randrange(256)
        elif kind == 2:
            del data[at]
        else:
            data.insert(at, random_source.randrange(256))
    return data.hex()


def documents_of(requests):
    """The documents in requests, by kind."""
    found = {}
    for request in requests:
        inputs = request.get("inputs") if isinstance(request.get("inputs"), list) else []
        for each in [request.get("bytes"), request.get("state"), request.get("delta"), *inputs]:
            if isinstance(each, str) and isinstance(request.get("kind"), str):
                found.setdefault(request["kind"], []).append(each)
    return found


def random_request(requests, documents, random_source):
    """A request of a vector with changed bytes, or a join of documents that have met in no vector."""
    if random_source.random() < 0.5:
        request = json.loads(json.dumps(random_source.choice(requests)))
        names = [name for name in ("bytes", "state", "delta") if isinstance(request.get(name), str)]
        if names:
            name = random_source.choice(names)
            request[name] = changed(request[name], random_source)
        return request
    kind = random_source.choice(sorted(documents))
    if random_source.random() < 0.5:
        inputs = [random_source.choice(documents[kind]) for _ in range(random_source.choice((2, 2, 3)))]
        return {"op": "document.merge", "kind": kind, "inputs": inputs}
    state, delta = (random_source.choice(documents[kind]) for _ in range(2))
    return {"op": "document.apply", "kind": kind, "state": state, "delta": delta}


def answers(command, lines):
    """What a testee answers, without the details."""
    run = subprocess.run(command, input=lines, stdout=subprocess.PIPE, check=True)
    found = [json.loads(line) for line in run.stdout.splitlines()]
    for each in found:
        each.pop("detail", None)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    random_source = random.Random(options.seed)
    requests = [vector["request"] for vector in suitefiles.vectors()
                if vector["request"].get("op") in OPERATIONS and len(json.dumps(vector["request"])) <= AT_MOST]
    documents = documents_of(requests)
    asked = [{**random_request(requests, documents, random_source), "id": n} for n in range(options.count)]
    lines = "".join(json.dumps(request) + "\n" for request in asked).encode()
    ours, theirs = answers([str(HERE / "build" / "testee")], lines), answers(options.command, lines)
    if not len(ours) == len(theirs) == len(asked):
        sys.exit("differ: %d and %d answers to %d requests" % (len(ours), len(theirs), len(asked)))
    differ = compared = taken = 0
    for request, mine, other in zip(asked, ours, theirs):
        if "unsupported" in (mine.get("error"), other.get("error")):
            continue
        compared, taken = compared + 1, taken + ("ok" in other)
        if mine != other:
            differ += 1
            print("%s\n  proofs %s\n  other  %s" % tuple(json.dumps(each) for each in (request, mine, other)))
    print("differ: %d of %d compared differ; seed %d; %d were taken" % (differ, compared, options.seed, taken))
    sys.exit(1 if differ or not compared else 0)


if __name__ == "__main__":
    main()
