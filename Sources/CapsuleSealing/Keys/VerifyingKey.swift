// SPDX-License-Identifier: Apache-2.0

import CapsuleCBOR
import CapsuleMLDSA

/// The public key of a signer: an Ed25519 key of 32 bytes, then an ML-DSA-65 key of 1952 (SPEC section 11).
public struct VerifyingKey: Hashable, Sendable, CustomStringConvertible {
    /// How many bytes the key has.
    public static let size = Ed25519.publicKeySize + MLDSAKey.publicKeySize

    /// The bytes.
    public let bytes: [UInt8]

    /// Takes the bytes, when their Ed25519 half is a key (SPEC section 11).
    ///
    /// Every 1952 bytes are an ML-DSA-65 key. That one person holds the secrets of both halves is not seen here:
    /// whoever registers a key has it sign something with both.
    ///
    /// - Throws: `invalid` when there are not exactly 1984; `signature-invalid` when the Ed25519 half is not the
    ///   canonical encoding of a point of the group's prime order, so that nothing verifies by it; `unsupported`.
    public init(_ bytes: [UInt8]) throws(SealingError) {
        guard bytes.count == Self.size else {
            throw SealingError(.invalid, "a public key has \(Self.size) bytes, this one has \(bytes.count)")
        }
        try SealingSuite.requireLibrary()
        guard Ed25519.isOfPrimeOrder(bytes.span.extracting(0..<Ed25519.publicKeySize)) else {
            throw SealingError(
                .signatureInvalid, "the Ed25519 half of the public key is no canonical point of prime order")
        }
        self.bytes = bytes
    }

    /// Puts the keys of the two halves together.
    ///
    /// - Throws: as `init(_:)`.
    public init(ed25519: [UInt8], mlDSA65: [UInt8]) throws(SealingError) {
        guard ed25519.count == Ed25519.publicKeySize else {
            throw SealingError(
                .invalid,
                "an Ed25519 public key has \(Ed25519.publicKeySize) bytes, this one has \(ed25519.count)")
        }
        try self.init(ed25519 + mlDSA65)
    }

    /// Whether both halves of a signature verify over a message.
    ///
    /// Both are always looked at, so that the time does not say which one failed.
    public func isValid(_ signature: Signature, over message: Span<UInt8>) -> Bool {
        let key = bytes.span
        let edVerifies = Ed25519.verify(
            signature.ed25519.span, of: message, publicKey: key.extracting(0..<Ed25519.publicKeySize))
        let mlVerifies = SuiteMLDSA.verify(
            signature.mlDSA65.span, of: message, publicKey: key.extracting(Ed25519.publicKeySize..<Self.size))
        return edVerifies && mlVerifies
    }

    /// The hexadecimal digits of the Ed25519 half's first bytes, enough to tell keys apart by eye.
    public var description: String {
        "verifying key \(CBORDiagnostic.hex(bytes.span.extracting(0..<8)))..."
    }
}

/// A signature in its two halves.
public struct Signature: Hashable, Sendable {
    /// The Ed25519 half, 64 bytes.
    public let ed25519: [UInt8]
    /// The ML-DSA-65 half, 3309 bytes.
    public let mlDSA65: [UInt8]

    /// How many bytes the ML-DSA-65 half has.
    static let mlDSA65Size = MLDSA65.signatureByteCount

    /// Takes the halves, or gives nil when one has another size.
    public init?(ed25519: [UInt8], mlDSA65: [UInt8]) {
        guard ed25519.count == Ed25519.signatureSize, mlDSA65.count == Self.mlDSA65Size else { return nil }
        self.ed25519 = ed25519
        self.mlDSA65 = mlDSA65
    }
}
