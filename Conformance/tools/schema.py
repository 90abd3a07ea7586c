# SPDX-License-Identifier: Apache-2.0
"""JSON Schema 2020-12, as much of it as the schemas of this folder use; a keyword that is not known is an error."""

import re

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int}
IGNORED = ("$schema", "$defs", "title")


def faults(schema, value, root=None, place="$"):
    """Each way in which a value does not fit, as text."""
    root = schema if root is None else root
    for keyword, wanted in schema.items():
        if keyword not in IGNORED:
            yield from KEYWORDS[keyword](wanted, value, root, place, schema)


def fits(schema, value, root):
    """Whether a value fits."""
    return next(faults(schema, value, root), None) is None


def of_type(wanted, value, root, place, schema):
    """type."""
    is_bool = isinstance(value, bool)
    if not isinstance(value, TYPES[wanted]) or (is_bool and wanted != "boolean"):
        yield "%s: not of type %s" % (place, wanted)


def reference(wanted, value, root, place, schema):
    """$ref, within one file."""
    target = root
    for part in wanted.removeprefix("#/").split("/"):
        target = target[part]
    yield from faults(target, value, root, place)


def properties(wanted, value, root, place, schema):
    """properties."""
    for key, each in wanted.items():
        if isinstance(value, dict) and key in value:
            yield from faults(each, value[key], root, "%s.%s" % (place, key))


def additional(wanted, value, root, place, schema):
    """additionalProperties: false, or what the others must fit."""
    for key in (value if isinstance(value, dict) else ()):
        if key not in schema.get("properties", {}):
            if wanted is False:
                yield "%s: an unknown field %s" % (place, key)
            else:
                yield from faults(wanted, value[key], root, "%s.%s" % (place, key))


def items(wanted, value, root, place, schema):
    """items."""
    for at, each in enumerate(value if isinstance(value, list) else ()):
        yield from faults(wanted, each, root, "%s[%d]" % (place, at))


def condition(holds, text):
    """A keyword that one condition decides."""

    def check(wanted, value, root, place, schema):
        if not holds(wanted, value, root):
            yield "%s: %s %r" % (place, text, wanted)

    return check


KEYWORDS = {
    "type": of_type,
    "$ref": reference,
    "properties": properties,
    "additionalProperties": additional,
    "items": items,
    "const": condition(lambda wanted, value, root: type(wanted) is type(value) and wanted == value, "is not"),
    "enum": condition(lambda wanted, value, root: value in wanted, "is none of"),
    "required": condition(
        lambda wanted, value, root: not isinstance(value, dict) or set(wanted) <= value.keys(), "lacks one of"
    ),
    "pattern": condition(
        lambda wanted, value, root: not isinstance(value, str) or re.search(wanted, value), "does not match"
    ),
    "minLength": condition(
        lambda wanted, value, root: not isinstance(value, str) or len(value) >= wanted, "is shorter than"
    ),
    "maxLength": condition(
        lambda wanted, value, root: not isinstance(value, str) or len(value) <= wanted, "is longer than"
    ),
    "minItems": condition(
        lambda wanted, value, root: not isinstance(value, list) or len(value) >= wanted, "has fewer members than"
    ),
    "uniqueItems": condition(
        lambda wanted, value, root: not wanted
        or not isinstance(value, list)
        or len(set(map(repr, value))) == len(value),
        "repeats a member:",
    ),
    "minProperties": condition(
        lambda wanted, value, root: not isinstance(value, dict) or len(value) >= wanted, "has fewer fields than"
    ),
    "maxProperties": condition(
        lambda wanted, value, root: not isinstance(value, dict) or len(value) <= wanted, "has more fields than"
    ),
    "anyOf": condition(lambda wanted, value, root: any(fits(each, value, root) for each in wanted), "fits none of"),
}
