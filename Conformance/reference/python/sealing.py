# SPDX-License-Identifier: Apache-2.0
"""SPEC section 11: signed documents and sealed records, suite 0x0001."""

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from dilithium_py.ml_dsa import ML_DSA_65

import cbor
import documents
import ed25519
import scalars
import stamped
from refusal import (AUTHENTICATION_FAILED, LIMIT, MALFORMED, NEWER_SCHEMA, SIGNATURE_INVALID, UNKNOWN_SUITE,
                     Refused, require)

ENVELOPE_VERSION = 1
SUITE = 1
CONTEXTS = {"stack": "capsule/stack-doc/v1", "album": "capsule/album-doc/v1", "asset": "capsule/sidecar/v1",
            "settings": "capsule/library-settings/v1"}
INFOS = {"stack": b"stack-doc/v1", "album": b"album-doc/v1", "asset": b"metadata-blob/v1",
         "settings": b"library-settings/v1"}
ED_KEY, ML_KEY, SEED, ED_SIGNATURE, ML_SIGNATURE = 32, 1952, 32, 64, 3309
NONCE, TAG = 12, 16
CARRIER_LIMIT = cbor.DOCUMENT_LIMIT + cbor.CARRIER_ALLOWANCE


# Signed documents.

def signed_bytes(kind, document, prior):
    """SPEC section 11: the canonical array [context, suite, document, prior]."""
    return cbor.array([cbor.text(CONTEXTS[kind]), cbor.uint(SUITE), cbor.byte_string(document), prior_bytes(prior)])


def prior_bytes(prior):
    """SPEC section 11: a digest or null."""
    return cbor.NULL_BYTES if prior is None else cbor.byte_string(prior)


def check_prior(kind, prior):
    """SPEC section 11: `prior` is null for every kind but the asset."""
    require(prior is None or kind == "asset", "a prior on a document that is no asset")


def sign(kind, document, prior, seeds):
    """SPEC section 11: the signed document; the secret key is Ed25519 seed || ML-DSA seed."""
    check_prior(kind, prior)
    documents.parse(kind, document)
    message = signed_bytes(kind, document, prior)
    _, ml_key = ML_DSA_65.key_derive(seeds[SEED:])
    signature = cbor.text_map({
        "ed": cbor.byte_string(Ed25519PrivateKey.from_private_bytes(seeds[:SEED]).sign(message)),
        "ml": cbor.byte_string(ML_DSA_65.sign(ml_key, message, ctx=b"", deterministic=True))})
    return cbor.array([cbor.uint(ENVELOPE_VERSION), cbor.uint(SUITE), cbor.byte_string(document), prior_bytes(prior),
                       signature])


def bytes_of(length):
    """SPEC section 11: the check of a byte string of one length."""
    def check(item):
        require(item.kind == cbor.BYTES and len(item.value) == length, "not %d bytes" % length)
        return item.value
    return check


def open_envelope(kind, data):
    """SPEC section 11: (document, prior, signature halves) of the array; version and suite come before its rest."""
    item = cbor.decode(data, CARRIER_LIMIT)
    require(item.kind == cbor.ARRAY and item.value, "not an envelope")
    version = scalars.uint(item.value[0], 1, 2**64 - 1)
    require(version <= ENVELOPE_VERSION, "a newer envelope", NEWER_SCHEMA)
    require(len(item.value) > 1, "not an envelope")
    require(scalars.uint(item.value[1], 0, scalars.UINT16) == SUITE, "an unknown suite", UNKNOWN_SUITE)
    require(len(item.value) == 5, "not an envelope of five")
    _, _, document, prior, signature = item.value
    require(document.kind == cbor.BYTES, "a document that is not bytes")
    prior = None if prior.kind == cbor.NULL else scalars.digest(prior)
    check_prior(kind, prior)
    halves = stamped.parse_map(signature, {"ed": bytes_of(ED_SIGNATURE), "ml": bytes_of(ML_SIGNATURE)})
    return document.value, prior, halves


def ml_verifies(public_key, message, signature):
    """SPEC section 11: the ML-DSA-65 half (FIPS 204, pure, empty context)."""
    return ML_DSA_65.verify(public_key, message, signature, ctx=b"")


def verify(kind, data, public_key):
    """SPEC sections 11, 15: (document, prior, its key 0 when newer), checked as envelope, signature, document."""
    document, prior, halves = open_envelope(kind, data)
    message = signed_bytes(kind, document, prior)
    require(ed25519.verifies(public_key[:ED_KEY], message, halves["ed"])
            and ml_verifies(public_key[ED_KEY:], message, halves["ml"]), "a signature half", SIGNATURE_INVALID)
    return document, prior, newer_schema(kind, document)


def newer_schema(kind, document):
    """SPEC section 11: a newer document whose signature verifies is handed on as newer: its key 0, else None."""
    try:
        documents.parse(kind, document)
    except Refused as refused:
        if refused.error_class != NEWER_SCHEMA:
            raise
        return documents.schema_of(cbor.decode(document))
    return None


# Sealed records and metadata blobs.

def header(kind, key_version):
    """SPEC section 11: suite and, but for an asset's blob, key version, both big-endian."""
    return SUITE.to_bytes(2, "big") + (b"" if kind == "asset" else key_version.to_bytes(4, "big"))


def associated_data(kind, record):
    """SPEC section 11: the header of a sealed record is authenticated, a metadata blob has no AAD."""
    return None if kind == "asset" else record[:6]


def record_key(kind, key, record_id, nonce):
    """SPEC section 11: HKDF-SHA512 with the salt id || nonce."""
    return HKDF(algorithm=hashes.SHA512(), length=32, salt=record_id + nonce, info=INFOS[kind]).derive(key)


def seal(kind, record_id, key, key_version, nonce, plaintext):
    """SPEC section 11: header || nonce || ciphertext || tag."""
    start = header(kind, key_version)
    sealed = AESGCM(record_key(kind, key, record_id, nonce)).encrypt(nonce, plaintext, associated_data(kind, start))
    record = start + nonce + sealed
    require(len(record) <= CARRIER_LIMIT, "a record past its limit", LIMIT)
    return record


def open_record(kind, record_id, key, record):
    """SPEC section 11: (plaintext, key version, None for an asset), checked as length, suite, tag."""
    require(len(record) <= CARRIER_LIMIT, "a record past its limit", LIMIT)
    length = 2 if kind == "asset" else 6
    require(len(record) >= length + NONCE + TAG, "a record that is too short", MALFORMED)
    require(int.from_bytes(record[:2], "big") == SUITE, "an unknown suite", UNKNOWN_SUITE)
    nonce, sealed = record[length:length + NONCE], record[length + NONCE:]
    try:
        plaintext = AESGCM(record_key(kind, key, record_id, nonce)).decrypt(
            nonce, sealed, associated_data(kind, record))
    except InvalidTag:
        raise Refused(AUTHENTICATION_FAILED, "the tag does not verify") from None
    return plaintext, None if kind == "asset" else int.from_bytes(record[2:6], "big")
