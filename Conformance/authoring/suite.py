# SPDX-License-Identifier: Apache-2.0
"""Vectors as they are authored: topics that collect them, and the files that they become.

The reference computes expected answers; where the author states one, the two must agree, or authoring fails and
the specification decides. Numbers follow the order of authoring, so a new vector goes to the end of its topic.
"""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "reference" / "python"))
import testee  # noqa: E402  (the reference lies in a folder of its own)

RULES = {rule["rule"]: rule for rule in json.loads((ROOT / "rules.json").read_text())}
TOPICS = []
ONLY_YES = ("cbor.check", "album.check", "document.check")  # operations whose ok says little more than yes


class Disagreement(Exception):
    """The author and the reference answer differently."""


def reference_answer(request):
    """What the reference answers, without the id and the free text."""
    answer = testee.answer(json.dumps({"id": 1, **request}).encode())
    return {key: value for key, value in answer.items() if key in ("ok", "error")}


class Topic:
    """The vectors of one file."""

    def __init__(self, area, name):
        self.area, self.name, self.vectors, self.slugs, self.asked = area, name, [], set(), {}
        TOPICS.append(self)

    def accepts(self, slug, rule, note, request, expect=None, near=None, level="must", intermediates=None):
        """A vector that is answered with ok. `expect`: the answer as the author knows it, in whole or (a
        function) as a condition; without it the reference alone says."""
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
        nearest vector that is accepted."""
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
            "id": "%s/%s/%03d-%s" % (self.area, self.name, len(self.vectors) + 1, slug),
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


def paired(topics):
    """Give each acceptance that says nothing but yes the first rejection that names it as its neighbour."""
    named = {}
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
    """The text of a topic's file."""
    return (
        json.dumps(
            {"format": 1, "area": topic.area, "topic": topic.name, "vectors": topic.vectors},
            indent=2,
            ensure_ascii=True,
        )
        + "\n"
    )


def write(folder):
    """Write every topic's file."""
    paired(TOPICS)
    for topic in TOPICS:
        path = folder / topic.area / (topic.name + ".json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text_of(topic))
