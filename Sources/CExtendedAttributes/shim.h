// SPDX-License-Identifier: Apache-2.0
// What Swift's own module of the C library leaves out.
#if defined(__linux__)
#include <sys/xattr.h>
#elif defined(__APPLE__)
#include <copyfile.h>
#endif
