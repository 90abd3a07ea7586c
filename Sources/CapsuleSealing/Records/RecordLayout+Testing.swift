// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
package import CapsuleCRDT
package import CapsuleDocuments

// What the test interface (SPEC section 15) needs and nobody else may have: any plaintext, a chosen nonce,
// and a plaintext before its signature has verified.

extension RecordLayout {
    /// Seals any bytes with a chosen nonce.
    package static func sealForTesting(
        _ plaintext: [UInt8], kind: DocumentKind, id: Identifier, key: [UInt8], version: UInt32,
        nonce: [UInt8]
    ) throws(SealingError) -> [UInt8] {
        guard let nonce = Nonce(nonce.span) else {
            throw SealingError(.invalid, "a nonce has \(Nonce.size) bytes")
        }
        let key = try AlbumMasterKey(copying: key.span, version: version)
        return try seal(plaintext.span, kind: kind, id: id, key: key, nonce: nonce)
    }

    /// Opens a record whatever it holds, under the key version that it names.
    package static func openForTesting(
        _ record: [UInt8], kind: DocumentKind, id: Identifier, key: [UInt8]
    ) throws(SealingError) -> [UInt8] {
        try check(record.span, kind: kind)
        let version = keyVersion(record.span, kind: kind) ?? 0
        let key = try AlbumMasterKey(copying: key.span, version: version)
        return try open(record.span, kind: kind, id: id, key: key)
    }
}
