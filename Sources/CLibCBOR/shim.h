// SPDX-License-Identifier: Apache-2.0
// libcbor, as installed on the system: the referee of the tests and fuzz targets, never part of a product.
#include <cbor.h>
