# SPDX-License-Identifier: Apache-2.0
"""Vectors as they are authored: topics that collect them, and the files that they become.

The reference computes expected answers; where the author states one, the two must agree, or authoring fails and
the specification decides.

A vector's number is written down in numbers/AREA.json when the vector is first generated, and is never given again:
vectors can be added, moved and removed in the modules, and every other id stays. A line in vectors/retired.json
retires a vector, also while its module still states it.
"""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "reference" / "python"))
import testee  # noqa: E402  (the reference lies in a folder of its own)

NUMBERS = pathlib.Path(__file__).resolve().parent / "numbers"
RETIRED = json.loads((ROOT / "vectors" / "retired.json").read_text())
RULES = {rule["rule"]: rule for rule in json.loads((ROOT / "rules.json").read_text())}
TOPICS = []
ONLY_YES = ("cbor.check", "album.check", "document.check")  # operations whose ok says little more than yes


class Disagreement(Exception):
    """The author and the reference answer differently."""


def reference_answer(request):
    """What the reference answers, without the id and the free text."""
    answer = testee.answer(json.dumps({"id": 1, **request}).encode())
    return {key: value for key, value in answer.items() if key in ("ok", "error")}


class Numbers:
    """The numbers that the vectors of one topic have, by slug, the retired ones too."""

    def __init__(self, known):
        self.known, self.greatest = dict(known), max(known.values(), default=0)

    def of(self, slug):
        """The slug's number; a new slug takes the one after the greatest that the topic ever gave."""
        if slug not in self.known:
            self.greatest += 1
            self.known[slug] = self.greatest
        return self.known[slug]


def numbers_of(area):
    """The numbers written down for an area, by topic and slug."""
    path = NUMBERS / (area + ".json")
    return json.loads(path.read_text()) if path.is_file() else {}


class Topic:
    """The vectors of one file."""

    def __init__(self, area, name, numbers=None, retired=None):
        self.area, self.name, self.vectors, self.slugs, self.asked = area, name, [], set(), {}
        self.numbers = Numbers(numbers_of(area).get(name, {}) if numbers is None else numbers)
        self.retired = RETIRED if retired is None else retired
        TOPICS.append(self)

    def id_of(self, slug):
        """The id of a vector of this topic."""
        return "%s/%s/%03d-%s" % (self.area, self.name, self.numbers.of(slug), slug)

    def accepts(self, slug, rule, note, request, expect=None, near=None, level="must", intermediates=None):
        """A vector that is answered with ok. `expect`: the answer as the author knows it, in whole or (a
        function) as a condition; without it the reference alone says. A retired vector is not asked: its
        answer may have changed."""
        if self.id_of(slug) in self.retired:
            return self.id_of(slug)
        answer = reference_answer(request)
        if "ok" not in answer:
            raise Disagreement("%s/%s: refused as %s" % (self.name, slug, answer["error"]))
        if callable(expect):
            agreed = expect(answer["ok"])
        else:
            agreed = expect is None or answer["ok"] == expect
        if not agreed:
            raise Disagreement("%s/%s: the reference says %s, the author %s" % (self.name, slug, answer["ok"], expect))
        return self.add(slug, rule, note, request, answer, near, level, intermediates)

    def rejects(self, slug, rule, note, request, error, near, level="must"):
        """A vector that is refused. `error`: the class, or the classes that the text leaves open; `near`: the
        nearest vector that is accepted. A retired vector is not asked."""
        if self.id_of(slug) in self.retired:
            return self.id_of(slug)
        classes = [error] if isinstance(error, str) else error
        answer = reference_answer(request)
        if answer.get("error") not in classes:
            raise Disagreement("%s/%s: the reference says %s, the author %s" % (self.name, slug, answer, error))
        return self.add(slug, rule, note, request, {"error": error}, near, level, None)

    def add(self, slug, rule, note, request, expect, near, level, intermediates):
        """Number a vector and keep it; its id."""
        if rule not in RULES:
            raise KeyError("%s/%s/%s: no rule %s" % (self.area, self.name, slug, rule))
        if slug in self.slugs:
            raise KeyError("%s/%s: %s twice" % (self.area, self.name, slug))
        self.slugs.add(slug)
        asked = json.dumps(request, sort_keys=True), rule
        if asked in self.asked:
            raise KeyError("%s/%s/%s: asks the same as %s" % (self.area, self.name, slug, self.asked[asked]))
        self.asked[asked] = slug

        vector = {
            "id": self.id_of(slug),
            "spec": {"section": RULES[rule]["section"], "rule": rule},
            "level": level,
            "note": note,
            "request": request,
            "expect": expect,
        }
        if near:
            vector["neighbour"] = near
        if intermediates:
            vector["intermediates"] = intermediates
        self.vectors.append(vector)
        return vector["id"]


def beside(topic, vector):
    """The neighbour of a vector whose own was retired: the nearest on the other side, of its rule if one is left."""
    refused = "error" in vector["expect"]
    others = [each for each in topic.vectors if ("error" in each["expect"]) != refused]
    if not others:
        raise KeyError("%s: its neighbour is retired, and no other is left" % vector["id"])
    place = topic.numbers.of(vector["id"].rsplit("/", 1)[1].split("-", 1)[1])

    def distance(each):
        number = topic.numbers.of(each["id"].rsplit("/", 1)[1].split("-", 1)[1])
        return each["spec"]["rule"] != vector["spec"]["rule"], abs(number - place), number

    return min(others, key=distance)["id"]


def paired(topics):
    """Give each acceptance that says nothing but yes the first rejection that names it as its neighbour."""
    named = {}
    for topic in topics:
        for vector in topic.vectors:
            if vector.get("neighbour") in topic.retired:
                vector["neighbour"] = beside(topic, vector)
    for topic in topics:
        for vector in topic.vectors:
            if "error" in vector["expect"]:
                named.setdefault(vector["neighbour"], vector["id"])
    for topic in topics:
        for vector in topic.vectors:
            says_only_yes = vector["request"].get("op") in ONLY_YES or vector["expect"].get("ok") == {}
            if "ok" in vector["expect"] and says_only_yes and "neighbour" not in vector:
                if vector["id"] in named:
                    vector["neighbour"] = named[vector["id"]]
                else:  # the nearest refusal of the topic
                    refused = [each for each in topic.vectors if "error" in each["expect"]]
                    if not refused:
                        raise KeyError("%s: no refusal beside it" % vector["id"])
                    vector["neighbour"] = refused[0]["id"]


def text_of(topic):
    """The text of a topic's file: its vectors by their numbers."""
    in_order = sorted(topic.vectors, key=lambda vector: int(vector["id"].rsplit("/", 1)[1].split("-", 1)[0]))
    return (
        json.dumps(
            {"format": 1, "area": topic.area, "topic": topic.name, "vectors": in_order},
            indent=2,
            ensure_ascii=True,
        )
        + "\n"
    )


def numbers_text(area, topics):
    """The text of an area's numbers: those written down, and those of new vectors."""
    known = numbers_of(area)
    for topic in topics:
        known[topic.name] = dict(sorted(topic.numbers.known.items(), key=lambda each: each[1]))
    return json.dumps(dict(sorted(known.items())), indent=1) + "\n"


def files(topics):
    """Every file that the topics make, as (path, text)."""
    paired(topics)
    for topic in topics:
        yield ROOT / "vectors" / topic.area / (topic.name + ".json"), text_of(topic)
    for area in sorted({topic.area for topic in topics}):
        yield NUMBERS / (area + ".json"), numbers_text(area, [each for each in topics if each.area == area])


def write():
    """Write every topic's file, and the numbers."""
    for path, text in files(TOPICS):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
