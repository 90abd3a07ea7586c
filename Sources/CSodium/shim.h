// SPDX-License-Identifier: Apache-2.0
// libsodium, as installed on the system. Imported by CapsuleSealing only.
#include <sodium.h>
