// SPDX-License-Identifier: Apache-2.0

import CSodium
import CapsuleCRDT

/// SHA-256 (FIPS 180-4).
enum SHA256 {
    static func digest(_ message: Span<UInt8>) -> Digest {
        // The output has the 32 bytes that are written.
        let bytes = unsafe [UInt8](size: Digest.size) { output in
            _ = unsafe message.lend { unsafe crypto_hash_sha256(output, $0, UInt64(message.count)) }
        }
        guard let digest = Digest(bytes) else { preconditionFailure("a SHA-256 digest has 32 bytes") }
        return digest
    }
}
