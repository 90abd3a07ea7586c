/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CAPSULE_MERGE_H
#define CAPSULE_MERGE_H

/*
 * Merging Capsule's metadata documents, for every language that can call C: bytes in, bytes out.
 *
 * A stack, album, asset or settings document comes in as bytes and is checked, is joined with others of the
 * same document, and goes out as canonical bytes. Joining is commutative, associative and idempotent on the
 * bytes, so it does not matter what arrives in which order or how often. Conformance/SPEC.md has the rules.
 *
 * What holds for every function, unless it says otherwise:
 *
 * Results. CAPSULE_MERGE_OK, or why the call was refused. A refused call changes nothing but `*error`: the
 * documents it was given and the places for its results are as they were. A call that succeeds leaves `*error`
 * as it was. `error` may be NULL for callers that need no more than the status.
 *
 * Null pointers. Only `error` may be NULL, and input bytes whose length is 0, which are an empty input. Any other
 * null pointer is refused with CAPSULE_MERGE_MISUSE, and so is a length above PTRDIFF_MAX. Nothing that the bytes
 * hold, and no length, ends the process; a pointer that is neither NULL nor valid does what it does in C, and so
 * does a document that was freed. A process that has no memory left is ended, as in every Swift program.
 *
 * Ownership. Whatever a call is given stays the caller's and is not kept: bytes are copied, and results are
 * written to memory of the caller's. Only documents are owned by this library, from
 * capsule_merge_document_decode to capsule_merge_document_free.
 *
 * Threads. Every function may be called on every thread; there is no state outside the documents, and no
 * setting up. Many threads may use one document at the same time where it is a pointer to const; while one
 * changes or frees it, no other may use it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why a call was refused: the error classes of SPEC section 1, in its order, and what the caller did wrong.
 * Values are never given to another meaning; later versions may add some. */
typedef enum capsule_merge_status {
    CAPSULE_MERGE_OK = 0,
    /* Not well-formed CBOR, invalid UTF-8, truncated, or trailing bytes. */
    CAPSULE_MERGE_MALFORMED = 1,
    /* Well-formed, but not the deterministic encoding. */
    CAPSULE_MERGE_NON_CANONICAL = 2,
    /* Nested too deep, or too large: a document has at most CAPSULE_MERGE_LARGEST_DOCUMENT bytes. */
    CAPSULE_MERGE_LIMIT = 3,
    /* Canonical, but a value breaks its schema. */
    CAPSULE_MERGE_INVALID = 4,
    /* The document is of a later version. Keep its bytes; this version neither joins nor rewrites them. */
    CAPSULE_MERGE_NEWER_SCHEMA = 5,
    /* The documents are not the same one: their kinds or ids differ. */
    CAPSULE_MERGE_MISMATCH = 6,
    /* The five that follow are classes of edits, signatures and records, which no function here gives. */
    CAPSULE_MERGE_COUNTER_EXHAUSTED = 7,
    CAPSULE_MERGE_UNKNOWN_SUITE = 8,
    CAPSULE_MERGE_AUTHENTICATION_FAILED = 9,
    CAPSULE_MERGE_SIGNATURE_INVALID = 10,
    CAPSULE_MERGE_UNSUPPORTED = 11,
    /* A null pointer, a length or a kind that cannot be, or a buffer that is too small: a fault of the caller,
     * whatever the bytes hold. */
    CAPSULE_MERGE_MISUSE = 255
} capsule_merge_status;

/* The four documents of SPEC section 10. */
typedef enum capsule_merge_kind {
    CAPSULE_MERGE_STACK = 1,
    CAPSULE_MERGE_ALBUM = 2,
    CAPSULE_MERGE_ASSET = 3,
    CAPSULE_MERGE_SETTINGS = 4
} capsule_merge_kind;

enum {
    /* The bytes of a document's id. */
    CAPSULE_MERGE_ID_SIZE = 16,
    /* The largest document, in bytes. */
    CAPSULE_MERGE_LARGEST_DOCUMENT = 16 * 1024 * 1024,
    /* The sizes of the two texts of an error, with the NUL at their ends. */
    CAPSULE_MERGE_PATH_SIZE = 128,
    CAPSULE_MERGE_MESSAGE_SIZE = 256
};

/* Why a call was refused, and where. Memory of the caller's, with nothing in it to be freed; it need not be
 * initialised. Both texts are UTF-8 and end with a NUL within their arrays; what is longer is cut between two
 * code points. */
typedef struct capsule_merge_error {
    /* The same that the call returned. */
    capsule_merge_status status;
    /* The byte of the input at which the fault was noticed; -1 when it is not one of the input's bytes. */
    int64_t offset;
    /* The keys that lead to the place, such as "caption.superseded[2].ts"; empty for the whole document. */
    char path[CAPSULE_MERGE_PATH_SIZE];
    /* One sentence for a person; its words are no part of the contract. */
    char message[CAPSULE_MERGE_MESSAGE_SIZE];
} capsule_merge_error;

/* A checked document of any kind. */
typedef struct capsule_merge_document capsule_merge_document;

/* The name of a status as SPEC section 1 spells it, such as "non-canonical"; "ok", "misuse", and "unknown" for a
 * number that is none. Never NULL; lives as long as the program. */
const char *capsule_merge_status_name(capsule_merge_status status);

/* Which kind of document bytes hold, by the id key that they have, written to `*kind`.
 *
 * Looks at nothing else but canonical form: decoding may still refuse the document, also as a newer one. Refused as
 * MALFORMED, NON_CANONICAL or LIMIT; as INVALID when there is no id key of a kind, or are several. */
capsule_merge_status capsule_merge_identify(
    const uint8_t *bytes, size_t length, capsule_merge_kind *kind, capsule_merge_error *error);

/* Reads and checks exactly one document of a kind, and writes a new document to `*document`, which the caller
 * gives to capsule_merge_document_free when it is done.
 *
 * An input of more than CAPSULE_MERGE_LARGEST_DOCUMENT bytes is refused without looking at any of them. Refused as
 * MALFORMED, NON_CANONICAL, LIMIT, INVALID or NEWER_SCHEMA. */
capsule_merge_status capsule_merge_document_decode(
    capsule_merge_kind kind, const uint8_t *bytes, size_t length, capsule_merge_document **document,
    capsule_merge_error *error);

/* Frees a document; it must not be used after that. Does nothing for NULL. */
void capsule_merge_document_free(capsule_merge_document *document);

/* Writes the document's kind to `*kind`. */
capsule_merge_status capsule_merge_document_kind(
    const capsule_merge_document *document, capsule_merge_kind *kind, capsule_merge_error *error);

/* Writes the document's id, CAPSULE_MERGE_ID_SIZE bytes, to `id`. */
capsule_merge_status capsule_merge_document_id(
    const capsule_merge_document *document, uint8_t id[CAPSULE_MERGE_ID_SIZE], capsule_merge_error *error);

/* Writes to `*size` how many bytes the document has. It stays so until the document is changed. */
capsule_merge_status capsule_merge_document_size(
    const capsule_merge_document *document, size_t *size, capsule_merge_error *error);

/* Copies the document's canonical bytes to `buffer`, as many as capsule_merge_document_size says.
 *
 * Two replicas agree if and only if these bytes are equal. A `capacity` below the size is MISUSE, and nothing is
 * written; what lies in the buffer beyond the size is left as it was. */
capsule_merge_status capsule_merge_document_encode(
    const capsule_merge_document *document, uint8_t *buffer, size_t capacity, capsule_merge_error *error);

/* Joins another state of the same document into `document`; `other` is not changed and may be the same pointer.
 *
 * Refused as MISMATCH when kinds or ids differ, as LIMIT when the result would be larger than a document can be. */
capsule_merge_status capsule_merge_document_join(
    capsule_merge_document *document, const capsule_merge_document *other, capsule_merge_error *error);

/* Joins a delta, as capsule_merge_document_join does, and writes to `*unobserved` whether the delta removes what
 * `document` had never seen: it observes, without adding it, an add-id that the document had not observed (SPEC
 * section 7). Such a removal is in order, and takes effect when the add comes; a caller may want to look twice. */
capsule_merge_status capsule_merge_document_apply(
    capsule_merge_document *document, const capsule_merge_document *delta, bool *unobserved,
    capsule_merge_error *error);

/* Leaves out of the document every stamped value later than a horizon (SPEC section 3).
 *
 * A replica does this to each record before it joins it, with the horizon one day after the time at which the
 * server accepted the record: a device whose clock is years ahead then costs nobody anything. `horizon` are the 24
 * characters YYYY-MM-DDTHH:MM:SS.mmmZ, in `length` bytes without a NUL. Refused as INVALID when they are not. */
capsule_merge_status capsule_merge_document_before(
    capsule_merge_document *document, const char *horizon, size_t length, capsule_merge_error *error);

#ifdef __cplusplus
}
#endif

#endif
