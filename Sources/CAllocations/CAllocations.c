// SPDX-License-Identifier: Apache-2.0
#include "CAllocations.h"

#if defined(__linux__)
#include <features.h>
#endif
#include <stddef.h>

static struct capsule_allocations total;

struct capsule_allocations capsule_allocations_now(void) { return total; }

#if defined(__GLIBC__)
// A program's own malloc takes the place of the library's, which stays reachable under these names.
// Only the benchmarks link this, and they count on one thread.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void note(size_t size) {
    total.count += 1;
    total.bytes += size;
}

void *malloc(size_t size) {
    note(size);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    note(count * size);
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    note(size);
    return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    note(size);
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : 12;
}
#endif
