# SPDX-License-Identifier: Apache-2.0
"""The area `everywhere` is complete: every rule that stands at every field has its vectors at each one.

What has to be there follows from the schema and the operations of the reference, so that a new field, closed set,
operator, sort key, opt-in, operation or time of a decision cannot come without its vectors. The kinds of maps are
held by maps.py.
"""

import ast
import sys

import maps
import suitefiles

TIES = ("time", "device", "bytes", "size", "key")
STEPS = (
    "time-more-keys",
    "time-earlier-key",
    "device-more-keys",
    "device-earlier-key",
    "device-last-byte",
    "bytes-value",
    "bytes-more-keys",
    "bytes-earlier-key",
    "bytes-later-key",
)
TEXTS = ("decomposed", "singleton", "excluded", "marks-out-of-order", "jamo", "space-before", "space-behind")
STORED = ("read", "kept", "beside-normal", "twins")
EDITED = ("remove-itself", "remove-normal", "remove-other", "add-itself", "add-normal", "remove-both")
VIEWS = ("index", "index-absent", "instant", "id", "primary-time", "primary-device", "primary-bytes", "primary-id", "primary-proxy")
ORDERED = ("members", "albums", "stack", "system-all", "system-trash", "system-hidden", "regions", "deleted-regions")
LISTS = ("length", "bytes", "case", "utf16", "marks", "longer")
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


def operand_sets(documents):
    """The closed sets whose members are operands, by field."""
    return {
        "content_type": documents.CONTENT_TYPES,
        "media_kind": ("image", "video"),
        "gps.datum": documents.GPS_DATUMS,
        "cull": documents.CULLS,
        "stack_type": documents.STACK_TYPES,
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
    for name in (*registers, *("carried-" + kind for kind in documents.KEYS), "carried-region"):
        for step in STEPS:
            for order in ("ab", "ba"):
                yield "tie-steps", "%s-%s-%s" % (name, step, order)
    for place in ("current", "log", "end", "bound"):
        for step in STEPS[:-1]:
            yield "tie-history", "%s-%s" % (place, step)
    for name in sets:
        if name == "asset-tags-ai":
            continue  # no labels: taken verbatim
        for text in TEXTS:
            for topic, what in (*(("labels-stored", each) for each in STORED), *(("labels-edited", each) for each in EDITED)):
                yield topic, "%s-%s-%s" % (name, text, what)
        for what in LISTS:
            yield "order-of-lists", "%s-%s" % (name, what)
    for kind in documents.KEYS:
        yield "unknown-keys", kind
    for name in ("superseded", "region-without-shape", "closed-deletion", "closed-deleted-region"):
        yield "unknown-keys", name
    for field in smartalbum.FIELDS:
        if "contains" in smartalbum.FIELDS[field]:
            for op in smartalbum.FIELDS[field]:
                yield "contains-nothing", "%s-%s" % (slug(field), slug(op))
                if op != "contains":
                    yield "contains-nothing", "%s-%s-nothing" % (slug(field), slug(op))
        elif "in" in smartalbum.FIELDS[field]:
            yield "contains-nothing", "%s-in-nothing" % slug(field)
    for field in smartalbum.SLOT_FIELDS:
        for text in TEXTS:
            for part in ("model-id", "model-version"):
                yield "slots", "%s-%s-%s" % (slug(field), text, part)
    for platform in documents.PLATFORMS:
        for source_kind in documents.SOURCE_KINDS:
            yield "locators", "%s-%s" % (platform, slug(source_kind))
    for name, (kinds, _) in edits.EDITS.items():
        if name != "set":
            yield "edit-requests", slug(name)
    for field in edits.SETTABLE["asset"]:
        yield "edit-requests", "set-" + slug(field)
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
    for field, members in operand_sets(documents).items():
        for op in smartalbum.FIELDS[field]:
            for number in range(1, len(members) + 1):
                yield "operands", "%s-%s-good-%d" % (slug(field), slug(op), number)
    for name in VIEWS:
        yield "sort-keys", "stack-" + name
    for name in ORDERED:
        for which in ("unsigned", "first", "last"):
            yield "order-of-lists", "%s-%s" % (name, which)
    for step in STEPS:
        yield "tie-primary", step
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


def times():
    """(operation, member) of every time that a decision is given, as the reference reads its requests."""
    tree = ast.parse((suitefiles.ROOT / "reference" / "python" / "deciding.py").read_text(encoding="utf-8"))
    reads = {
        each.name: (
            {
                call.args[1].value
                for call in ast.walk(each)
                if isinstance(call, ast.Call) and len(call.args) > 2 and "moment.of_text" in ast.unparse(call.args[2])
                and isinstance(call.args[1], ast.Constant)
            },
            {
                node.id for node in ast.walk(each) if isinstance(node, ast.Name)
            },
            "chain.chain" in ast.unparse(each),
        )
        for each in tree.body
        if isinstance(each, ast.FunctionDef)
    }  # fmt: skip

    def of(name, seen):
        """What a function reads, with the functions that it calls."""
        members, calls, has_chain = reads[name]
        found = set(members) | ({"retention_until"} if has_chain else set())
        for called in calls & reads.keys() - seen:
            found |= of(called, seen | {called})
        return found

    table = next(each for each in tree.body if isinstance(each, ast.Assign) and each.targets[0].id == "OPERATIONS")
    for key, function in zip(table.value.keys, table.value.values):
        for member in of(function.id, {function.id}):
            yield key.value, member


# A chain whose windows no answer of the operation depends on, but for the state that repeats the text.
NO_WINDOW = (("lifecycle.state", "retention_until"), ("lifecycle.upload", "retention_until"))


def members_of(value):
    """(name, value) of every member of a request, however deep."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield name, each
            yield from members_of(each)
    elif isinstance(value, list):
        for each in value:
            yield from members_of(each)


def time_faults(vectors):
    """Times of decisions that no vector has at a second 60, as texts."""
    tried = {
        (vector["request"]["op"], name)
        for vector in vectors
        if vector["id"].startswith("everywhere/second-60-decisions/")
        for name, value in members_of(vector["request"])
        if isinstance(value, str) and ":60" in value
    }
    for op, member in times():
        if (op, member) not in tried and (op, member) not in NO_WINDOW:
            yield "everywhere/second-60-decisions: no vector of %s has a second 60 in %s" % (op, member)


def request_faults(vectors, operations):
    """Operations without the vectors of their requests, as texts."""
    topics = {vector["id"].split("/")[1] for vector in vectors if vector["id"].startswith("everywhere/")}
    for op in operations:
        topic = "edit-requests" if op == "document.edit" else "requests-" + slug(op)
        if topic not in topics and op != "info":
            yield "everywhere/%s: no vectors of the requests of %s (authoring/area_everywhere_requests.py)" % (topic, op)


def export_faults(vectors, modules):
    """Keys of exports that no vector of the table has, or none lacks, as texts."""
    cbor, stamped = modules.cbor, modules.stamped
    everywhere, table = set(), []
    for vector in vectors:
        if vector["request"].get("op") == "asset.export" and "ok" in vector["expect"]:
            item = cbor.decode(bytes.fromhex(vector["expect"]["ok"]["bytes"]))
            keys = set(stamped.text_fields(item))
            for key, value in stamped.text_fields(item).items():
                if value.kind == cbor.MAP:
                    keys |= {"%s.%s" % (key, each) for each in stamped.text_fields(value)}
            everywhere |= keys
            if vector["id"].startswith("everywhere/export/"):
                table.append(keys)
    always = {"uuid", "gps.lat", "gps.lon", "gps.source", "dimensions.height", "dimensions.width", "camera_id.model"}
    always |= {"lqip.chromahash", "lqip.dominant_color", "lqip.format_version"}  # there with the map that they are in
    for key in sorted(everywhere):
        if not any(key in keys for keys in table):
            yield "everywhere/export: no vector has the key %s" % key
        parent = key.rpartition(".")[0]
        if key not in always and all(key in keys for keys in table if not parent or parent in keys):
            yield "everywhere/export: no vector is without the key %s" % key


def map_modules():
    """The modules of the reference that maps.py watches."""
    import cbor
    import documents
    import edits
    import refusal
    import smartalbum
    import stamped
    import testee

    return maps.Modules(cbor, documents, edits, refusal, smartalbum, stamped, testee)


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
    if modules is None:
        yield from time_faults(vectors)
        watched = map_modules()
        yield from request_faults(vectors, watched.testee.OPERATIONS)
        yield from export_faults(vectors, watched)
        yield from maps.faults(vectors, watched)
