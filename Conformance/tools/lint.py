# SPDX-License-Identifier: Apache-2.0
"""Check the suite itself: lint.py [--update-lock] [--without-reference].

Every file fits its schema, has no unknown fields and no key twice; ids are unique, well-formed and stable (the lock
knows what each means; --update-lock adds new ones and never changes one); neighbours lie on the other side of a
rule; every rule has the vectors that it needs, and every field of the reference's schema those of the rules that stand
at every field (--without-reference leaves this out, where its packages are not installed). Prints the counts of each area. Exit 0 when nothing is wrong.
"""

import collections
import json
import sys

import complete
import schema
import suitefiles

ROOT = suitefiles.ROOT
SAYS_ONLY_YES = ("cbor.check", "album.check", "document.check")


def refused(vector):
    """Whether a vector expects a refusal."""
    return "error" in vector["expect"]


def numbers(value):
    """All numbers in a JSON value."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from numbers(each)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield value


def schema_faults():
    """Files that do not fit their schemas."""
    pairs = [(path, "vector-file") for path in suitefiles.files()]
    pairs += [
        (ROOT / "rules.json", "rules"),
        (ROOT / "vectors" / "lock.json", "lock"),
        (ROOT / "vectors" / "retired.json", "retired"),
        (ROOT / "smoke.json", "smoke"),
    ]
    for path, name in pairs:
        try:
            value = suitefiles.load(path)
        except (OSError, ValueError) as error:
            yield "%s: %s" % (path.relative_to(ROOT), error)
            continue
        shape = json.loads((ROOT / "schemas" / (name + ".schema.json")).read_text())
        for fault in schema.faults(shape, value):
            yield "%s: %s" % (path.relative_to(ROOT), fault)


def vector_faults(vectors, rules, retired):
    """What is wrong with single vectors and their ids."""
    for path in suitefiles.files():
        content = suitefiles.load(path)
        if path.parent.name != content["area"] or path.stem != content["topic"]:
            yield "%s: lies in another place than its area and topic" % path.relative_to(ROOT)
        for vector in content["vectors"]:
            if not vector["id"].startswith("%s/%s/" % (content["area"], content["topic"])):
                yield "%s: does not name its file" % vector["id"]
    counts = collections.Counter(vector["id"] for vector in vectors)
    counts.update(
        collections.Counter(
            vector["id"].rsplit("/", 1)[0] + "/" + vector["id"].rsplit("/", 1)[1][:3] for vector in vectors
        )
    )
    yield from ("%s: twice" % each for each, count in counts.items() if count > 1)
    by_id = {vector["id"]: vector for vector in vectors}
    for vector in vectors:
        rule = rules.get(vector["spec"]["rule"])
        if rule is None or rule["section"] != vector["spec"]["section"]:
            yield "%s: no rule %s in section %s" % (vector["id"], vector["spec"]["rule"], vector["spec"]["section"])
        if vector["id"] in retired:
            yield "%s: is retired" % vector["id"]
        if "id" in vector["request"]:
            yield "%s: the runner gives the request its id" % vector["id"]
        for number in numbers([vector["request"], vector["expect"]]):
            if isinstance(number, int) and abs(number) > 2**53:
                yield "%s: an integer above 2^53 is written as a string" % vector["id"]
        beside = by_id.get(vector.get("neighbour"))
        if "neighbour" in vector and (beside is None or refused(beside) == refused(vector)):
            yield "%s: its neighbour is not there, or on its own side" % vector["id"]
        says_only_yes = vector["request"].get("op") in SAYS_ONLY_YES or vector["expect"].get("ok") == {}
        if "neighbour" not in vector and (refused(vector) or says_only_yes):
            yield "%s: has no neighbour" % vector["id"]


def lock_faults(vectors, retired, update):
    """Ids that changed their meaning, or are not in the lock."""
    path = ROOT / "vectors" / "lock.json"
    lock = suitefiles.load(path) if path.is_file() else {}
    now = {vector["id"]: suitefiles.meaning(vector) for vector in vectors}
    new = now.keys() - lock.keys()
    if update and new:
        path.write_text(
            json.dumps(dict(sorted({**lock, **{each: now[each] for each in new}}.items())), indent=0) + "\n"
        )
    elif new:
        yield "%d ids are not in the lock: lint.py --update-lock adds them (%s ...)" % (len(new), min(new))
    numbers = collections.defaultdict(set)
    for each in lock.keys() | now.keys() | retired.keys():
        topic, name = each.rsplit("/", 1)
        numbers[topic + "/" + name.split("-", 1)[0]].add(each)
    for each in numbers.values():
        if len(each) > 1:
            yield "%s: one number for several vectors" % " and ".join(sorted(each))
    for each in retired.keys() - lock.keys():
        yield "%s: is retired and was never in the lock" % each
    for each, meaning in lock.items():
        if each in now and now[each] != meaning:
            yield "%s: changed its meaning; retire it, and give the new one a new id" % each
        if each not in now and each not in retired:
            yield "%s: is gone, and not in retired.json" % each


def coverage_faults(vectors, rules):
    """Rules without the vectors that they need."""
    sides = {(vector["spec"]["rule"], refused(vector)) for vector in vectors}
    for name, rule in rules.items():
        if rule["accept"] and (name, False) not in sides:
            yield "section %s, %s: no vector accepts (%s)" % (rule["section"], name, rule["text"])
        if rule["reject"] and (name, True) not in sides:
            yield "section %s, %s: no vector rejects (%s)" % (rule["section"], name, rule["text"])


def main():
    """Check, print, exit."""
    update, alone = "--update-lock" in sys.argv[1:], "--without-reference" in sys.argv[1:]
    if set(sys.argv[1:]) - {"--update-lock", "--without-reference"}:
        sys.exit(__doc__)
    retired_path = ROOT / "vectors" / "retired.json"
    retired = suitefiles.load(retired_path) if retired_path.is_file() else {}
    vectors = suitefiles.vectors()
    rules = {rule["rule"]: rule for rule in suitefiles.load(ROOT / "rules.json")}
    found = list(vector_faults(vectors, rules, retired)) + list(coverage_faults(vectors, rules))
    found += list(lock_faults(vectors, retired, update)) + list(schema_faults())
    found += [] if alone else list(complete.faults(vectors))
    smoke = suitefiles.load(ROOT / "smoke.json") if (ROOT / "smoke.json").is_file() else []
    found += ["smoke.json: no vector %s" % each for each in smoke if each not in {vector["id"] for vector in vectors}]
    counts = collections.Counter((vector["id"].split("/")[0], refused(vector)) for vector in vectors)
    print("%-12s %8s %8s" % ("area", "accept", "reject"))
    for area in sorted({area for area, _ in counts}):
        print("%-12s %8d %8d" % (area, counts[area, False], counts[area, True]))
    needed = [rule for rule in rules.values() if rule["accept"] or rule["reject"]]
    print(
        "%d vectors, %d rules with vectors, %d without an operation or a bound that fits a vector"
        % (len(vectors), len(needed), len(rules) - len(needed))
    )
    for each in found:
        print("lint: " + each)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
