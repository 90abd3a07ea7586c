# SPDX-License-Identifier: Apache-2.0
"""The area `everywhere` is complete: every rule that stands at every field has its vectors at each one.

What has to be there follows from the schema of the reference, so that a new field, closed set, operator, sort key or
opt-in cannot come without its vectors.
"""

import sys

import suitefiles

TIES = ("time", "device", "bytes", "size", "key")
SETS = (
    "next-empty",
    "next-removed",
    "exhausted-none",
    "exhausted-live",
    "one-add-id",
    "thousandth",
    "past-thousand",
    "thousand-others",
    "thousand-replaced",
    "thousand-removed-one",
)


def slug(name):
    """A name of the schema as a part of a vector's id."""
    return name.replace("_", "-").replace(".", "-").replace("/", "-").replace("+", "-")


def reference():
    """The modules of the reference that hold the schema."""
    sys.path.insert(0, str(suitefiles.ROOT / "reference" / "python"))
    import documents
    import edits
    import export
    import smartalbum

    return documents, edits, export, smartalbum


def fields(documents):
    """(registers, those that can be null, OR-sets) of all documents, each by its name."""
    registers, sets = [], []
    for kind, keys in documents.KEYS.items():
        for key, of_type in keys.items():
            name = "%s-%s" % (kind, slug(key))
            if isinstance(of_type, documents.ORSet):
                sets.append(name)
            elif isinstance(of_type, (documents.Register, documents.History)):
                registers.append(name)
            elif isinstance(of_type, documents.MapOf) and isinstance(of_type.entry, documents.Register):
                registers.append(name)
            elif isinstance(of_type, documents.MapOf) and of_type.entry.__name__ == "region":
                registers.append(name)
                sets.append(name + "-labels")
            else:
                raise TypeError("%s: complete.py knows no rules for this type of field" % name)
    return registers, sets


def closed_sets(documents):
    """The closed sets that documents hold, by name."""
    return {
        "content-type": documents.CONTENT_TYPES,
        "gps-source": documents.GPS_SOURCES,
        "stack-type": documents.STACK_TYPES,
        "role": documents.ROLES,
        "cull": documents.CULLS,
        "source-kind": documents.SOURCE_KINDS,
    }


def needed(documents, edits, export, smartalbum):
    """(topic, beginning of a slug) of every vector that has to be there."""
    registers, sets = fields(documents)
    for name in registers:
        for how in TIES:
            for order in ("ab", "ba"):
                yield "ties", "%s-%s-%s" % (name, how, order)
        yield "unknown-keys", "stamped-" + name
        yield "before", name + "-at"
        yield "before", name + "-past"
    for name in sets:
        yield "before", name + "-stays"
        for what in SETS:
            yield "sets", "%s-%s" % (name, what)
    for kind, settable in edits.SETTABLE.items():
        for field in settable:
            for when in ("first", "later", "same", "ahead", "last"):
                yield "edits", "%s-%s-0-%s" % (kind, slug(field), when)
    for name, members in closed_sets(documents).items():
        for member in members:
            yield "closed-sets", "%s-%s" % (name, slug(member))
    for field, ops in smartalbum.FIELDS.items():
        for op in ops:
            name = "%s-%s" % (slug(field), slug(op))
            yield "operators", name
            yield "operators", name + "-not"
            yield "operands", name + "-good"
            yield "operands", name + "-bad"
    for key in smartalbum.SORT_KEYS:
        for direction in smartalbum.DIRECTIONS:
            yield "sort-keys", "%s-%s" % (slug(key), direction)
            yield "sort-keys", "%s-%s-ties" % (slug(key), direction)
    for name in export.OPT_INS:
        yield "export", "keep-" + slug(name)
        yield "export", "keep-but-" + slug(name)
    for kind in documents.KEYS:
        for what in ("conflict", "mismatch", "without-id", "newer-read"):
            yield "kinds", "%s-%s" % (kind, what)


def faults(vectors, modules=None):
    """What is missing, as texts."""
    there = {}
    for vector in vectors:
        area, topic, name = vector["id"].split("/")
        if area == "everywhere":
            there.setdefault(topic, set()).add(name.split("-", 1)[1])
    for topic, name in needed(*(modules or reference())):
        if not any(each == name or each.startswith(name + "-") for each in there.get(topic, ())):
            yield "everywhere/%s: no vector %s, which the schema asks for (authoring/samples.py)" % (topic, name)
