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
