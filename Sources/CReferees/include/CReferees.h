// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the benchmarks run beside the library: the same work, written straightforwardly in C.

/// Walks an item with libcbor's streaming decoder and makes the canonical checks: shortest heads,
/// definite lengths, key order, UTF-8, depth. Floats and simple values are not looked at further.
bool referee_check(const uint8_t *bytes, size_t count);

/// Writes a map of counters to texts, `count` entries of the same text length, with libcbor's encoders.
/// Gives the number of bytes written; the output has room.
size_t referee_encode(const uint64_t *counters, const char *texts, size_t text_length, size_t count, uint8_t *out, size_t room);

/// Joins two encoded OR-sets of labels by walking both with two pointers, as the library does on the
/// same bytes. Gives the number of bytes written, 0 when the output has too little room.
size_t referee_join(const uint8_t *left, size_t left_count, const uint8_t *right, size_t right_count, uint8_t *out, size_t room);

/// Opens SQLite in memory with the tables that an app developer would make of a library; false when
/// libsqlite3 is not installed. There is one such library.
bool referee_library_open(void);

/// Adds an asset; `captured` is in milliseconds.
bool referee_library_add(
    long long number, const uint8_t *id, long long captured, int rating, int cull, bool shown,
    const uint32_t *labels, size_t count);

/// Makes the indexes and prepares the questions.
bool referee_library_finish(void);

/// Asks for the assets with at least a rating, captured in a range and not culled: 0 those with a label by
/// id, 1 their first page by capture, 2 and 3 the same without a label. Gives how many ids it wrote.
size_t referee_library_ask(
    int question, int rating, long long from, long long to, uint32_t label, uint8_t *ids, size_t capacity);

/// Seals with bare libsodium: HKDF-SHA512 from its HMAC, then AES-256-GCM. The output has 34 bytes more.
void referee_seal(const uint8_t secret[32], const uint8_t id[16], const char *info, const uint8_t header[6],
                  const uint8_t nonce[12], const uint8_t *plaintext, size_t count, uint8_t *out);

/// Opens what `referee_seal` gave, of `count` bytes.
bool referee_open(const uint8_t secret[32], const uint8_t id[16], const char *info, const uint8_t *record,
                  size_t count, uint8_t *out);

/// Verifies the Ed25519 half of a signature with bare libsodium.
bool referee_ed25519_verify(const uint8_t public_key[32], const uint8_t *message, size_t count,
                            const uint8_t signature[64]);

/// Makes the Ed25519 half with bare libsodium, from the seed.
void referee_ed25519_sign(const uint8_t seed[32], const uint8_t *message, size_t count, uint8_t signature[64]);
