# SPDX-License-Identifier: Apache-2.0
"""SPEC section 15: the test interface. One JSON object a line in, one a line out, in order."""

import functools
import json
import sys

import before
import carried
import cbor
import deciding
import documents
import edits
import export
import members
import orset
import read
import region
import scalars
import sealing
import smartalbum
import stamped
import views
from members import array_of, hex_bytes, hex_of, identifier, nullable, one_of, optional, required, stamp_time, text
from refusal import MALFORMED, UNSUPPORTED, Refused, require

NAME, VERSION, SPEC = "capsule-merge reference (Python)", "1.1.0", "1"

kind = one_of(tuple(documents.KEYS))
view = one_of(("default", "everything"))


def document(request, name="bytes"):
    """SPEC section 15: the document of the request's kind under a member."""
    return documents.parse(required(request, "kind", kind), required(request, name, hex_bytes))


def hexed(values):
    """SPEC section 15: bytes as lower-case hex."""
    return [value.hex() for value in values]


# Values.

def cbor_check(request):
    """SPEC sections 1, 15: cbor.check."""
    cbor.decode(required(request, "bytes", hex_bytes))
    return {}


def timestamp_compare(request):
    """SPEC sections 2, 15: timestamp.compare."""
    a, b = (required(request, name, members.timestamp) for name in ("a", "b"))
    return {"order": (a > b) - (a < b)}


def stamp_successor(request):
    """SPEC sections 3, 15: stamp.successor."""
    current = required(request, "current", nullable(stamp_time))
    return {"ts": stamped.successor(current, required(request, "now", stamp_time))}


def label_normalize(request):
    """SPEC sections 2, 15: label.normalize."""
    return {"text": scalars.written_label(required(request, "text", text))}


# Documents.

def document_check(request):
    """SPEC sections 10, 15: document.check."""
    return {"complete": documents.is_complete(document(request))}


def document_merge(request):
    """SPEC sections 9, 10, 15: document.merge."""
    of_kind = required(request, "kind", kind)
    inputs = required(request, "inputs", array_of(hex_bytes))
    require(inputs, "no input")
    parsed = [documents.parse(of_kind, data) for data in inputs]
    joined = functools.reduce(documents.join, parsed)
    return {"bytes": documents.encode(joined).hex(), "conflicts": carried.conflicts(each.carried for each in parsed)}


def document_apply(request):
    """SPEC sections 7, 15: document.apply."""
    state, delta = document(request, "state"), document(request, "delta")
    joined = documents.join(state, delta)
    return {"bytes": documents.encode(joined).hex(), "unobserved": documents.observes_unknown_removal(delta, state)}


def document_before(request):
    """SPEC sections 3, 15: document.before."""
    horizon = required(request, "horizon", stamp_time)
    return {"bytes": documents.encode(before.before(document(request), horizon)).hex()}


def document_read(request):
    """SPEC section 15: document.read."""
    return read.read(required(request, "kind", kind), required(request, "bytes", hex_bytes))


def addid_next(request):
    """SPEC sections 6, 15: addid.next."""
    writer, field = required(request, "writer", identifier), required(request, "field", text)
    parsed = document(request)
    if field.startswith("regions/"):
        require(parsed.kind == "asset", "a field of another kind")
        lines = edits.held(parsed, identifier(field.removeprefix("regions/"))).labels
    else:
        require(isinstance(documents.KEYS[parsed.kind].get(field), documents.ORSet), "a field that is no OR-set")
        lines = parsed.labels_in(field)
    return {"counter": orset.next_counter(lines, writer)}


def document_edit(request):
    """SPEC section 15: document.edit."""
    author = edits.Author(required(request, "device", identifier), required(request, "writer", identifier),
                          required(request, "now", stamp_time),
                          optional(request, "if_changed", members.boolean) or False)
    state, delta = edits.edit(document(request), author, required(request, "edit", members.obj))
    return {"bytes": documents.encode(state).hex(), "delta": documents.encode(delta).hex()}


def region_shape(value):
    """SPEC section 8: a valid shape."""
    shape = edits.json_shape(value)
    region.check_shape(cbor.decode(cbor.text_map({key: cbor.uint(each) for key, each in shape.items()})))
    return shape


def region_orient(request):
    """SPEC sections 8, 15: region.orient."""
    stored, shown = (required(request, name, members.integer(1, 8)) for name in ("from", "to"))
    return {"shape": region.oriented(required(request, "shape", region_shape), stored, shown)}


# Smart albums and views.

def album_check(request):
    """SPEC sections 12, 15: album.check."""
    smartalbum.parse(cbor.decode(required(request, "definition", hex_bytes)))
    return {}


SLOT = (text, text)


def evaluated_asset(value):
    """SPEC section 15: an asset for evaluation; None for a newer one, which is left out."""
    members.obj(value)
    album_id = optional(value, "album_id", identifier)
    trashed = optional(value, "trashed", members.boolean) or False
    people = {}
    for *slot, clusters in optional(value, "people", array_of(members.tuple_of(*SLOT, array_of(identifier)))) or []:
        people.setdefault(tuple(slot), set()).update(clusters)
    parsed = documents.parse_or_newer("asset", required(value, "sidecar", hex_bytes))
    return parsed and smartalbum.Asset(parsed, album_id, trashed, people)


def evaluated_assets(request):
    """SPEC section 15: assets of one request have distinct ids."""
    assets = [one for one in required(request, "assets", array_of(evaluated_asset)) if one is not None]
    require(len({one.document.id for one in assets}) == len(assets), "two assets of one id")
    return assets


def joined_by_key(keyed):
    """SPEC section 15: stacks and albums by what they are looked up by; several of one are joined."""
    found = {}
    for key, each in keyed:
        found[key] = documents.join(found[key], each) if key in found else each
    return found


def given_stack(value):
    """SPEC section 15: ((stack id, album id), document); None for one that is newer or has no album."""
    album_id = optional(members.obj(value), "album_id", identifier)
    parsed = documents.parse_or_newer("stack", required(value, "bytes", hex_bytes))
    return parsed and album_id and ((parsed.id, album_id), parsed)


def given_album(value):
    """SPEC section 15: (album id, document); None for one that is newer."""
    parsed = documents.parse_or_newer("album", hex_bytes(value))
    return parsed and (parsed.id, parsed)


def album_evaluate(request):
    """SPEC sections 12, 15: album.evaluate."""
    definition = smartalbum.parse(cbor.decode(required(request, "definition", hex_bytes)))
    assets, shown = evaluated_assets(request), required(request, "view", view)
    library = smartalbum.Library(
        joined_by_key(filter(None, optional(request, "stacks", array_of(given_stack)) or [])),
        joined_by_key(filter(None, optional(request, "albums", array_of(given_album)) or [])),
        set(optional(request, "slots", array_of(members.tuple_of(*SLOT))) or []))
    result, ordered = smartalbum.evaluate(definition, assets, library, shown)
    return {"members": hexed(result), "ordered": hexed(ordered)}


def view_group_cull(request):
    """SPEC sections 13, 15: view.group_cull."""
    return {"state": views.group_cull(required(request, "flags", array_of(one_of(documents.CULLS))))}


def view_stack(request):
    """SPEC sections 13, 15: view.stack."""
    found, primary, shown = views.stack(
        required(request, "stack_id", identifier), required(request, "album_id", identifier),
        evaluated_assets(request), required(request, "view", view))
    return {"members": hexed(one.document.id for one in found),
            "primary": primary and primary.document.id.hex(), "shown": shown}


def ranked_album(value):
    """SPEC section 15: an album for view.album_order."""
    members.obj(value)
    return (required(value, "album_id", identifier), required(value, "created", members.timestamp),
            optional(value, "members", array_of(identifier)))


def view_album_order(request):
    """SPEC sections 13, 15: view.album_order."""
    return {"order": hexed(views.album_order(required(request, "albums", array_of(ranked_album)),
                                             evaluated_assets(request)))}


def view_system(request):
    """SPEC sections 13, 15: view.system."""
    name = required(request, "view", one_of(tuple(views.SYSTEM_VIEWS)))
    return {"members": hexed(views.system(name, evaluated_assets(request)))}


def scope_id(request):
    """SPEC sections 13, 15: scope.id."""
    return {"id": views.scope_id(required(request, "platform", one_of(documents.PLATFORMS)),
                                 required(request, "source_kind", one_of(documents.SOURCE_KINDS)),
                                 required(request, "locator", text)).hex()}


def asset_export(request):
    """SPEC sections 14, 15: asset.export."""
    sidecar = documents.parse("asset", required(request, "bytes", hex_bytes))
    stack, album = (optional(request, name, lambda value: documents.parse(name, hex_bytes(value)))
                    for name in ("stack", "album"))
    keep = required(request, "keep", array_of(one_of(export.OPT_INS)))
    return {"bytes": export.export(sidecar, stack, album, keep).hex()}


# Signing and sealing.

def document_sign(request):
    """SPEC sections 11, 15: document.sign."""
    return {"bytes": sealing.sign(required(request, "kind", kind), required(request, "bytes", hex_bytes),
                                  required(request, "prior", nullable(hex_of(32))),
                                  required(request, "seed", hex_of(2 * sealing.SEED))).hex()}


def document_verify(request):
    """SPEC sections 11, 15: document.verify."""
    data, prior, newer = sealing.verify(
        required(request, "kind", kind), required(request, "bytes", hex_bytes),
        required(request, "public_key", hex_of(sealing.ED_KEY + sealing.ML_KEY)))
    answer = {"document": data.hex(), "prior": prior and prior.hex()}
    return answer if newer is None else {**answer, "newer_schema": newer}


def record_seal(request):
    """SPEC sections 11, 15: record.seal; an asset's blob has no key version."""
    of_kind = required(request, "kind", kind)
    version = None if of_kind == "asset" else required(request, "key_version", members.integer(0, scalars.UINT32))
    return {"bytes": sealing.seal(
        of_kind, required(request, "record_id", identifier), required(request, "key", hex_of(32)), version,
        required(request, "nonce", hex_of(sealing.NONCE)), required(request, "plaintext", hex_bytes)).hex()}


def record_open(request):
    """SPEC sections 11, 15: record.open."""
    plaintext, version = sealing.open_record(
        required(request, "kind", kind), required(request, "record_id", identifier),
        required(request, "key", hex_of(32)), required(request, "bytes", hex_bytes))
    answer = {"plaintext": plaintext.hex()}
    return answer if version is None else {**answer, "key_version": version}


def info(request):
    """SPEC section 15: info."""
    return {"name": NAME, "version": VERSION, "spec": SPEC, "ops": list(OPERATIONS)}


OPERATIONS = {
    "info": info,
    "cbor.check": cbor_check,
    "timestamp.compare": timestamp_compare,
    "stamp.successor": stamp_successor,
    "label.normalize": label_normalize,
    "document.check": document_check,
    "document.merge": document_merge,
    "document.apply": document_apply,
    "document.before": document_before,
    "document.read": document_read,
    "region.orient": region_orient,
    "addid.next": addid_next,
    "document.edit": document_edit,
    "album.check": album_check,
    "album.evaluate": album_evaluate,
    "view.group_cull": view_group_cull,
    "view.stack": view_stack,
    "view.album_order": view_album_order,
    "view.system": view_system,
    "scope.id": scope_id,
    "asset.export": asset_export,
    "document.sign": document_sign,
    "document.verify": document_verify,
    "record.seal": record_seal,
    "record.open": record_open,
    **deciding.OPERATIONS,
}


def request_of(line):
    """SPEC section 15: the request in a line; what is no JSON object with an integer id is `malformed`."""
    try:
        request = members.DECODER.decode(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Refused(MALFORMED, "not JSON: %s" % error) from None
    identified = isinstance(request, dict) and isinstance(request.get("id"), int)
    require(identified and not isinstance(request["id"], bool), "not an object with an integer id", MALFORMED)
    return request


def result_of(request):
    """SPEC section 15: what an operation answers; an unknown one is `unsupported`."""
    operation = required(request, "op", text)
    require(operation in OPERATIONS, "an unknown operation", UNSUPPORTED)
    return OPERATIONS[operation](request)


def answer(line):
    """SPEC section 15: the answer to one line."""
    request = {"id": None}
    try:
        request = request_of(line)
        return {"id": request["id"], "ok": result_of(request)}
    except Refused as refused:
        return {"id": request["id"], "error": refused.error_class, "detail": refused.detail}


def main(arguments):
    """SPEC section 15: answer each line as it comes, until the input ends.

    `--fault NAME` puts a fault in, `--list-faults` lists them: see faults.py.
    """
    if arguments:
        import faults
        if arguments == ["--list-faults"]:
            print("\n".join("%s  %s" % (fault.name, fault.what) for fault in faults.FAULTS))
        elif len(arguments) == 2 and arguments[0] == "--fault" and arguments[1] in faults.BY_NAME:
            faults.testee_with(arguments[1]).main([])
        else:
            sys.exit("usage: testee.py [--fault NAME | --list-faults]")
        return
    sys.set_int_max_str_digits(0)  # an id may be an integer of any length
    for line in sys.stdin.buffer:
        sys.stdout.write(json.dumps(answer(line), separators=(",", ":")) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
