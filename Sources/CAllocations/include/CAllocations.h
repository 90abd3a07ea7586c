// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdint.h>

/// How often memory was asked for since the program started, and how many bytes.
struct capsule_allocations {
    uint64_t count;
    uint64_t bytes;
};

/// The numbers so far; zero on platforms whose allocator cannot be counted.
struct capsule_allocations capsule_allocations_now(void);
