// SPDX-License-Identifier: Apache-2.0

import CapsuleCRDT
import CapsuleDocuments
import Testing

// The rows of the tables that scripts/generate-sealing-vectors.py writes. Bytes are hexadecimal digits.

struct DerivationVector: Sendable, CustomTestStringConvertible {
    let name, secret, salt, info, key: String

    var testDescription: String { name }
}

struct EncryptionVector: Sendable, CustomTestStringConvertible {
    let name, key, nonce, associatedData, plaintext, sealed: String

    var testDescription: String { name }
}

struct HashVector: Sendable, CustomTestStringConvertible {
    let name, message, digest: String

    var testDescription: String { name }
}

struct Ed25519Vector: Sendable, CustomTestStringConvertible {
    let name, seed, message, publicKey, signature: String

    var testDescription: String { name }
}

struct RefusedSignature: Sendable, CustomTestStringConvertible {
    let name, publicKey, message, signature: String

    var testDescription: String { name }
}

/// A sealed document with everything on the way to it.
struct WholeDocumentVector: Sendable, CustomTestStringConvertible {
    let name: String
    let kind: DocumentKind
    let document, prior, seed, publicKey, signingBytes: String
    /// The Ed25519 half, and SHA-256 of the ML-DSA-65 half and of the envelope.
    let ed25519, mlDSA65, envelope: String
    let id, key: String
    let keyVersion: UInt32?
    let nonce, recordKey, associatedData, record, contentHash: String

    var testDescription: String { name }

    var isNewer: Bool { name.hasPrefix("a newer") }
}

/// The bytes of hexadecimal digits in any number of lines.
func bytes(_ digits: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits.utf8 where digit != 0x0a {
        let value = digit < 0x3a ? digit - 0x30 : digit - 0x57
        if let first = high {
            bytes.append(first << 4 | value)
            high = nil
        } else {
            high = value
        }
    }
    precondition(high == nil)
    return bytes
}
